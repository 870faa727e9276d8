"""Chunks of one document -> weaker places of lists and procedures, for folders with few of the best.

A model finds a question in such a place less often than in those of sections.py. So all are asked about
last (`task.weak` is WEAKER or more), and a run stops asking where they give nothing (growing/poor_kinds.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from benchmill.generator.kinds.alternatives import offers_ways
from benchmill.generator.kinds.names import is_lesson
from benchmill.generator.kinds.sections import sections
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.generator.languages import language
from benchmill.records import Chunk, Kind
from benchmill.records.around import LONGEST_SECTION
from benchmill.records.languages import detect
from benchmill.records.sentences import prose_sentences

# Three names in code font or bold one after the other, the last after "and" or "or": a list inside a sentence.
_MARKED = r"(?:`[^`\n]{1,40}`|\*\*[^*\n]{2,40}\*\*)"
_ENUMERATED = re.compile(
    rf"{_MARKED}(?:,\s+{_MARKED})+,?\s+(?:and|or|und|oder|sowie|et|ou|y|o|e|en|of|и|или)\s+{_MARKED}"
)
_EXAMPLE = re.compile(
    r"\b(?:such as|e\.g\.|for example|for instance|including|etc|wie etwa|z\. ?B\.|beispielsweise)", re.I
)
_FENCED = re.compile(
    r"^(?P<lead>[^\n|#>`][^\n]{15,})\n+(?:[ \t]{0,3}(?:`{3,}|~{3,})|[ \t]{0,8}\.\. (?:code|code-block|sourcecode)::)",
    re.M,
)
_FEWEST_STEPS = 2
_THEN = re.compile(
    r"^(?:first|then|next|after that|afterwards|finally|once|now|lastly|and then|you can now|you(?: wi|')ll then"
    r"|zuerst|zunächst|dann|danach|anschließend|schließlich|nun|zum schluss|zuletzt"
    r"|d'abord|ensuite|puis|enfin|primero|después|luego|finalmente|por último)\b",
    re.I,
)


def weaker_tasks(chunks: Sequence[Chunk], eligible: Set[str], taken: Sequence[WritingTask]) -> Iterator[WritingTask]:
    """Weaker places whose source chunk has no task of that kind yet; `taken` are the document's better tasks."""
    seeds: dict[Kind | None, set[str]] = {}
    for task in taken:
        seeds.setdefault(task.kind, set()).add(task.seed.id)
    for section in sections(chunks):
        own = [chunk for chunk in section if chunk.id in eligible and not is_lesson(chunk)]
        for chunk in own:
            if chunk.id not in seeds.get("list", ()) and _enumerates(chunk.text):
                yield WritingTask("list", (chunk,), weak=WEAKER)
        if own and not seeds.get("procedure", set()) & {chunk.id for chunk in section}:
            yield from _walk_through(section, {chunk.id for chunk in own})


def _enumerates(text: str) -> bool:
    """Whether a sentence lists three or more names, and not as examples."""
    return any(_ENUMERATED.search(said) and not _EXAMPLE.search(said) for said in prose_sentences(text))


def _walk_through(section: Sequence[Chunk], own: Set[str]) -> Iterator[WritingTask]:
    """A task for a section that leads from one block of code to the next; better where it says "then" or orders twice.

    The source chunk is the first chunk with such a block.
    """
    holding = [number for number, chunk in enumerate(section) if chunk.id in own and _FENCED.search(chunk.text)]
    if not holding:
        return
    shown = tuple(section[holding[0] : holding[0] + LONGEST_SECTION])
    leads = [match["lead"] for chunk in shown for match in _FENCED.finditer(chunk.text)]
    said = [one for chunk in shown for one in prose_sentences(chunk.text) if not any(lead in one for lead in leads)]
    orders = sum(_is_order(lead, shown[0].text) or _THEN.match(lead) is not None for lead in leads)
    turns = sum(_THEN.match(one) is not None for one in said)
    if orders + turns >= _FEWEST_STEPS:
        yield WritingTask("procedure", shown, weak=WEAKER)
    elif len(leads) >= _FEWEST_STEPS and not all(map(_EXAMPLE.search, leads)) and not any(map(offers_ways, leads)):
        yield WritingTask("procedure", shown, weak=WEAKER + 1)


def _is_order(lead: str, text: str) -> bool:
    known = language(detect(text) or "en")
    return known is not None and known.tells_steps and known.is_order(lead)
