"""Chunks of one document -> weaker places of lists, procedures and comparisons, for folders with few of the best.

A model finds a question in such a place less often than in those of sections.py and linked.py. So all are asked about
last (`task.weak` is WEAKER or more), and a run stops asking where they give nothing (growing/poor_kinds.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from benchmill.generator.extractive.language import language
from benchmill.generator.extractive.verbs import is_step
from benchmill.generator.kinds.alternatives import offers_ways
from benchmill.generator.kinds.names import explained, is_lesson, says_something
from benchmill.generator.kinds.respects import have_like_headings, share_a_respect
from benchmill.generator.kinds.sections import sections
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.records import Chunk, Kind
from benchmill.records.around import LONGEST_SECTION
from benchmill.records.languages import detect
from benchmill.records.sentences import prose_sentences
from benchmill.records.words import content_words

# Three names in code font or bold one after the other, the last after "and" or "or": a list inside a sentence.
_MARKED = r"(?:`[^`\n]{1,40}`|\*\*[^*\n]{2,40}\*\*)"
_ENUMERATED = re.compile(
    rf"{_MARKED}(?:,\s+{_MARKED})+,?\s+(?:and|or|und|oder|sowie|et|ou|y|o|e|en|of|и|или)\s+{_MARKED}"
)
_EXAMPLE = re.compile(
    r"\b(?:such as|e\.g\.|for example|for instance|including|etc|wie etwa|z\. ?B\.|beispielsweise)", re.I
)
# Sentences that set something against something else less plainly than those in linked.py.
_TURN = re.compile(
    r"\b(?:but(?! (?:\w+ )?also\b)|however|instead|rather than|while|equivalent|in place of|replaces?|opposed"
    r"|otherwise|differently"
    r"|aber|jedoch|dagegen|stattdessen|statt|anstelle|sondern|entspricht|ersetzt|sonst"
    r"|mais|cependant|au lieu|plutôt que|pero|sino|en lugar de|mas|em vez de|ma|invece)\b",
    re.I,
)
_NAME = re.compile(r"`[^`\n]{2,40}`|\*\*[^*\n]{2,40}\*\*|(?<=[a-zäöüß,;(] )[A-Z][\w-]*|\b[A-Z]{2,}\b")
_VALUE = re.compile(r"`[^`\n]{1,40}`|\d")
_ENTRY = re.compile(r"^[ \t]{0,3}(?:[-*+]|\d{1,2}[.)])[ \t]+[^\n]{0,12}(?:`[^`\n]{2,40}`|\*\*[^*\n]{2,40}\*\*)", re.M)
_FENCED = re.compile(r"^(?P<lead>[^\n|#>`][^\n]{15,})\n+[ \t]{0,3}(?P<fence>`{3,}|~{3,})", re.M)
_FEWEST_STEPS = 2
_FEWEST_SHARED = 3
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
    pairs = {task.passages for task in taken}
    before: Chunk | None = None
    for section in sections(chunks):
        own = [chunk for chunk in section if chunk.id in eligible and not is_lesson(chunk)]
        for chunk in own:
            if chunk.id not in seeds.get("list", ()) and _enumerates(chunk.text):
                yield WritingTask("list", (chunk,), weak=WEAKER)
            if chunk.id not in seeds.get("comparison", ()) and (weak := _contrasts(chunk)) is not None:
                yield WritingTask("comparison", (chunk,), weak=weak)
        if own and not seeds.get("procedure", set()) & {chunk.id for chunk in section}:
            yield from _walk_through(section, {chunk.id for chunk in own})
        first = own[0] if own else None
        if first and before and (before, first) not in pairs and _parallel(before, first):
            is_one = have_like_headings(before, first) and share_a_respect(before.text, first.text)
            weak = WEAKER if is_one else WEAKER + 1
            yield WritingTask("comparison", (before, first), weak=weak)
        before = first


def _enumerates(text: str) -> bool:
    """Whether a sentence lists three or more names, and not as examples."""
    return any(_ENUMERATED.search(said) and not _EXAMPLE.search(said) for said in prose_sentences(text))


def _contrasts(chunk: Chunk) -> int | None:
    """WEAKER for a sentence that turns between two names, one more where it only has both or entries say something."""
    turns = [said for said in prose_sentences(chunk.text) if _TURN.search(said)]
    if any(map(_turns_between, turns)):
        return WEAKER
    has_names = any(len(set(_NAME.findall(said))) > 1 for said in turns)
    has_entries = len(explained(chunk)) > 1 or len(_ENTRY.findall(chunk.text)) > 1
    return WEAKER + 1 if has_names or has_entries else None


def _turns_between(said: str) -> bool:
    """Whether a sentence sets one name against another of the same form: it names one before the turn, one after it."""
    for turn in _TURN.finditer(said):
        before, after = (
            {(name[0] in "`*", name) for name in _NAME.findall(part) if not name.isupper()}
            for part in (said[: turn.start()], said[turn.end() :])
        )
        if any(one[0] == other[0] and one != other for one in before for other in after):
            return True
    return False


def _parallel(one: Chunk, other: Chunk) -> bool:
    """Whether two neighbouring sections with one parent speak of the same things, each with a value of its own."""
    if one.document_id != other.document_id or one.headings[:-1] != other.headings[:-1]:
        return False
    if len(one.headings) != len(other.headings) or not one.headings:
        return False
    shared = set(content_words(one.text)) & set(content_words(other.text))
    said = says_something(one.text) and says_something(other.text)
    return len(shared) >= _FEWEST_SHARED and said and all(_VALUE.search(each.text) for each in (one, other))


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
    return known is not None and bool(known.words("verbs")) and is_step(known, lead)
