"""Chunks -> the sections of their documents, and writing tasks for the lists and numbered steps of a section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from benchmill.generator.kinds.alternatives import are_alternatives, are_rules
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.generator.languages import language
from benchmill.records import Chunk
from benchmill.records.around import LONGEST_SECTION, around
from benchmill.records.languages import detect
from benchmill.records.words import length

# The pattern leaves out numbered entries: they are steps and belong to procedures.
_ENTRY = re.compile(r"^(?P<indent>[ \t]{0,3})[-*+][ \t]+(?P<code>\*{0,2}`)?\S", re.MULTILINE)
_STEP = re.compile(
    # "#." in reStructuredText takes the next number
    r"^[ \t]{0,3}(?:(?P<number>\d{1,2})[.)]|#\.)[ \t]+(?P<said>\S[^\n]*)|^#{1,6}[ \t]+(?:step )(?P<named>\d{1,2})\b",
    re.M | re.I,
)
TABLE_ROW = re.compile(r"^[ \t]{0,3}\|.*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:=+-]*")
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})")
# Links in MDX: `<LinkCard title="Logs" href="/logs/" />`, `<Card href="/logs">All about logs.</Card>`.
_CARD = re.compile(r"<(\w*Card)\b[^<>]*\bhref=[^<>]*(?:/>|>[^<>]{0,300}</\1>)")
_AROUND_CARDS = re.compile(r"^[ \t]*(?:</?[A-Z]\w*[^<>\n]*>|import [^\n]* from [^\n]*)[ \t]*$", re.MULTILINE)
_LINKED = re.compile(r"!?\[[^\]\n]*\]\([^)\n]*\)|:(?:ref|doc):`[^`\n]*`|\{(?:ref|doc)\}`[^`\n]*`|<?https?://\S+")
# A heading, or the line above the first step, that says that steps follow: they may be nouns ("Stop of the site").
_PROCEDURE_NAMED = re.compile(
    r"\b(?:procedures?|(?:following|these) steps|as follows|schritte|vorgehen|wie folgt"
    r"|procédures?|étapes|comme suit|de la (?:manière|façon) suivante|procedimientos?|pasos|procedimentos?|passos)\b",
    re.I,
)
_FEWEST_ENTRIES, _MOST_ENTRIES = 3, 7
_ENOUGH_ORDERS = 0.5
_FEW_WORDS = 100


def sections(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    """Groups of chunks that follow each other in one document under the same headings."""
    for _, group in groupby(chunks, key=lambda chunk: (chunk.document_id, chunk.headings)):
        yield tuple(group)


def list_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """A task for each eligible chunk with a list or table of three to seven entries, together with nearby chunks.

    A list that goes on in the next or previous chunks is counted over all of them, and asked about after those that
    are whole in the chunk. Lists of orders come last.
    """
    for section in sections(chunks):
        for number, chunk in enumerate(section):
            if chunk.id not in rank:
                continue
            sizes = [run for run in _runs(chunk.text) if not run.is_links and run.entries <= _MOST_ENTRIES]
            whole = any(run.entries >= _FEWEST_ENTRIES and (not run.at_border or len(section) == 1) for run in sizes)
            if whole or any(run.at_border and _fits(section, number) for run in sizes):
                weak = 2 if _are_orders(chunk.text) else 0 if whole else 1
                yield WritingTask("list", around(section, number), weak=weak)


def procedure_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """A task for each section with two or more numbered steps; the chunk with the first step is the source chunk."""
    for section in sections(chunks):
        holding = [number for number, chunk in enumerate(section) if _STEP.search(chunk.text)]
        if not holding or section[holding[0]].id not in rank:
            continue
        shown = section[holding[0] : holding[0] + LONGEST_SECTION]
        steps = [match for chunk in shown for match in _STEP.finditer(chunk.text)]
        numbers: list[int] = []
        for match in steps:
            numbers.append(int(match["number"] or match["named"] or (numbers[-1:] or [0])[0] + 1))
        heading = shown[0].headings[-1] if shown[0].headings else ""
        above = f"{heading}\n{shown[0].lead}\n{shown[0].text[: steps[0].start()]}"
        if are_alternatives(above, [match["said"] for match in steps if match["said"]]):
            continue
        if any(second == first + 1 for first, second in pairwise(numbers)):
            said = [match["said"] for match in steps if match["said"]]
            line = above.rstrip().rpartition("\n")[2]
            is_named = _PROCEDURE_NAMED.search("\n".join((*shown[0].headings, line)))
            weak = _weakness(shown[0].text, said, is_named=is_named is not None)
            if weak is not None:
                paragraph = " ".join(above.rstrip().rpartition("\n\n")[2].split())
                weak = WEAKER if are_rules(f"{heading}\n{paragraph}") else weak
                yield WritingTask("procedure", shown, weak=weak)


def _weakness(text: str, steps: Sequence[str], *, is_named: bool) -> int | None:
    """0 where half of the steps tell the reader to do something, 1 where fewer do, but two.

    Numbered reasons, phases and cases are no steps of a reader; after a single order things go by themselves. None for
    these, and WEAKER where the page names them a procedure or in a language whose steps we cannot surely tell.
    """
    known = language(detect(text) or "en")
    if known is None or not steps:
        return 0
    orders = sum(map(known.is_order, steps))
    if 2 * orders >= len(steps):
        return 0
    if orders > 1:
        return 1
    return None if known.tells_steps and not is_named else WEAKER


def _are_orders(text: str) -> bool:
    """Whether half of the entries tell the reader to do something: bullets of steps or advice are seldom a list."""
    entries = [text[match.end() - 1 :].partition("\n")[0] for match in _ENTRY.finditer(text)]
    known = language(detect(text) or "en")
    if len(entries) < _FEWEST_ENTRIES or known is None:
        return False
    return sum(map(known.surely_orders, entries)) >= _ENOUGH_ORDERS * len(entries)


def form_of(task: WritingTask) -> str:
    """The form of the task's list: table rows, names in code font, or words. Lists of one form get like questions."""
    text = task.seed.text
    entries = list(_ENTRY.finditer(text))
    if len(TABLE_ROW.findall(text)) - 2 > len(entries):
        return "table"
    return "names" if 2 * sum(bool(match["code"]) for match in entries) > len(entries) else "words"


def only_leads_on(text: str) -> bool:
    """Whether a text is a few words and a list of links at its end: the pages that these lead to say more.

    >>> links = "- [Zones](zones.md)\\n- [Taxes](taxes.md)\\n"
    >>> only_leads_on(f"Where you sell:\\n\\n{links}"), only_leads_on(f"{links}\\nA zone has up to 40 countries.")
    (True, False)
    """
    text = _AROUND_CARDS.sub("", _CARD.sub("- [](.)", text)).rstrip()
    runs, lines = _runs(text), text.count("\n")
    if not runs or runs[-1].last < lines or TABLE_ROW.search(text) or not all(run.is_links for run in runs):
        return False
    return length("\n".join(text.split("\n")[: runs[0].first])) <= _FEW_WORDS


@dataclass
class _Run:
    """One list or table. `at_border`: it begins or ends the chunk. `links`: entries that only lead elsewhere.

    `first` and `last` are the numbers of the lines with its first and last entry.
    """

    entries: int
    at_border: bool
    links: int = 0
    first: int = 0
    last: int = 0

    @property
    def is_links(self) -> bool:
        return 2 * self.links > self.entries


def _runs(text: str) -> list[_Run]:
    """The lists and tables of a text outside fenced code, each with the number of its entries or rows."""
    runs: list[_Run] = []
    open_ = fenced = is_table = blank = False
    depth = 0
    lines = text.rstrip().split("\n")
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
            continue
        entry, row = _ENTRY.match(line), bool(TABLE_ROW.match(line))
        if fenced or not line.strip():
            blank = blank or not line.strip()
        elif row or entry:
            indent = len(entry["indent"]) // 2 if entry else 0
            if not open_ or is_table != row or (entry and indent < depth):
                runs.append(_Run(0, at_border=number == 0, first=number))
                open_, is_table, depth = True, row, indent
                runs[-1].entries -= 2 if row else 0  # the header and the rule below it
            if row or indent == depth:
                runs[-1].entries += 1
                runs[-1].links += _is_link(line)
            runs[-1].last = number
            blank = False
        elif blank and not line.startswith((" ", "\t")):
            open_ = blank = False
    if open_:
        runs[-1].at_border = True
    return [run for run in runs if run.entries > 1]


def _is_link(line: str) -> bool:
    rest = _LINKED.sub("", line)
    return rest != line and len(re.findall(r"\w{2,}", rest)) < 3


def _fits(section: tuple[Chunk, ...], number: int) -> bool:
    """Whether a list of the chunk has three to seven entries, those in the chunks around it included."""
    shown = sorted(around(section, number), key=lambda chunk: chunk.span.start)
    text = shown[0].text
    starts = {shown[0].id: 0}
    for before, after in pairwise(shown):
        gap = after.span.start - before.span.end
        between = "\n" * min(gap, 2)  # chunks may overlap: the gap is negative then
        starts[after.id] = len(text) + (len(between) or gap)
        text += between + after.text[max(0, -gap) :]
    first = text.count("\n", 0, starts[section[number].id])
    last = first + section[number].text.rstrip().count("\n")
    return any(
        _FEWEST_ENTRIES <= run.entries <= _MOST_ENTRIES and not run.is_links and run.first <= last and run.last >= first
        for run in _runs(text)
    )
