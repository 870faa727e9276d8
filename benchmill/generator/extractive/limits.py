"""Passage -> "How much memory does X need?": sentences that state an amount, a count, or a largest value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import blocks
from benchmill.generator.extractive.definitions import is_subject
from benchmill.generator.extractive.draft import Draft, Part, Passage
from benchmill.generator.extractive.lexicon import PAGE_WORDS, POINTING
from benchmill.generator.extractive.markup import bare, is_junk, length, plain
from benchmill.generator.extractive.prose import told

_NUMBER = (
    r"(?:(?:at least|at most|about|around|up to|only|more than|less than|over|roughly|approximately|exactly)\s+)?"
    r"[~≈]?\d[\d.,]*(?:\s?(?:-|–|to)\s?\d[\d.,]*)?"
)
_UNIT = (
    r"\s?(?:%|[KMGT]i?B|GHz|MHz|ms|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|bytes|characters|megabytes"
    r"|gigabytes)(?!\w)"
)
_NAME = (
    r"(?P<subject>(?:The\s+|An?\s+)?(?:\[`[^`\]]+`\]|`[^`\n]+`|[A-Z][\w.+/-]*|[a-z][\w-]*)"
    r"(?:[ ](?:`[^`\n]+`|[\w.+/-]+)){0,6})"
)
_AMOUNT = re.compile(
    rf"{_NAME}\s(?P<verb>requires?|needs?|takes?|uses?|consumes?|occupies)\s(?P<value>{_NUMBER}{_UNIT})"
    r"(?:\s(?:of\s)?(?P<of>(?:GPU\s|free\s|system\s|disk\s|video\s)?(?:V?RAM|memory|space|storage)))?"
)
_COUNT = re.compile(
    rf"{_NAME}\s(?P<verb>supports?|accepts?|allows?|has|have|contains?|holds?|includes?|uses?|takes?|expects?"
    r"|generates?|reads?)\s"
    rf"(?P<value>{_NUMBER}|two|three|four|five|six|seven|eight|nine|ten)\s"
    r"(?P<of>(?:[a-z][a-z-]+\s){0,2}[a-z][a-z-]+s)\b"
)
_EXTREME = re.compile(
    r"(?P<what>[Tt]he\s(?:maximum|minimum|default|recommended|largest|smallest|longest|shortest|suggested|typical"
    r"|required|supported|current)\s(?:[\w`-]+\s){0,6}?[\w`-]+)\s(?:is|are)\s(?P<value>[^\n]+)"
)
_IS_CODE = re.compile(
    r"(?P<what>[Tt]he\s(?:(?:[\w.-]+|`[^`\n]+`)\s){1,4}(?:of|for|to)\s(?:(?:[\w.-]+|`[^`\n]+`)\s){0,4}?(?:[\w.-]+|`[^`\n]+`))"
    r"\sis\s(?P<value>`[^`\n]+`)(?=[.,;]|\s*$)"
)
_BASE = {"uses": "use", "has": "have", "occupies": "occupy", "takes": "take", "includes": "include"}
_BASE |= {"generates": "generate", "consumes": "consume", "requires": "require"}


def limits(passage: Passage) -> Iterator[Draft]:
    """One draft a stated amount, count or extreme; the answer is the number with its unit and modifier."""
    text = passage.text
    for start, end in told(passage, blocks(text)):
        for match in filter(None, (_AMOUNT.match(text, start, end), _COUNT.match(text, start, end))):
            question = _how_much(passage, match)
            value = bare(text, (match.start("value"), match.end("of" if match.re is _COUNT else "value")))
            if question and value:
                yield Draft("limit", question, (Part(value, (start, end)),))
        extreme = _EXTREME.match(text, start, end) or _IS_CODE.match(text, start, end)
        value = _short_value(text, extreme.start("value"), end) if extreme else None
        if extreme and value:
            what = plain(extreme["what"][4:])
            if what.split()[-1].casefold() not in PAGE_WORDS or "value" in what:
                yield Draft("limit", f"What is the {what}{passage.within(what)}?", (Part(value, (start, end)),))


def _how_much(passage: Passage, match: re.Match[str]) -> str:
    subject = plain(match["subject"])
    marked = "`" in subject
    first = subject.split()[0]
    name = subject if marked or re.search(r"[A-Z]", subject[1:]) or first in ("The", "A", "An") else ""
    if (
        not name
        or first.casefold() in POINTING
        or is_junk(subject)
        or not is_subject(subject.removeprefix("The "), True)
    ):
        return ""
    name = re.sub(r"\s(?:below|above|here)\b", "", name)
    name = name[0].lower() + name[1:] if first in ("The", "A", "An") or re.match(r"[A-Z][a-z]+ing$", first) else name
    verb = _BASE.get(match["verb"], match["verb"].removesuffix("s"))
    do = "do" if match["verb"] == verb else "does"
    where = passage.within(name)
    of = match["of"] or ""
    if match.re is _AMOUNT:
        if not of and re.search(r"second|minute|hour|day|week|ms$|milli", match["value"]):
            return f"How long {do} {name} {verb}{where}?" if verb == "take" else ""
        if not of and not re.search(r"[KMGT]i?B$|bytes$", match["value"]):
            return ""
        return f"How much {of or 'memory'} {do} {name} {verb}{where}?" if of else ""
    return f"How many {of} {do} {name} {verb}{where}?"


def _short_value(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A stated value: code, a number with unit, or a few words, up to the first border."""
    match = re.compile(rf"(?:`[^`\n]+`|{_NUMBER}(?:{_UNIT}|\s[a-z]+)?|\*\*[^*\n]+\*\*)(?=[\s.,;:)]|$)").match(
        text, start, end
    )
    place = bare(text, (start, match.end())) if match else None
    return place if place and length(text[slice(*place)]) <= 8 else None
