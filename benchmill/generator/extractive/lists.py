"""Passage -> "Which X are there?": a complete short list under a sentence that says what it lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import Block, blocks
from benchmill.generator.extractive.draft import Draft, Part, Passage, Place
from benchmill.generator.extractive.lexicon import PAGE_WORDS, POINTING
from benchmill.generator.extractive.markup import bare, is_junk, length, plain

_SOME = r"(?:(?:the\s)?following|these|two|three|four|five|six|seven|several)"
_NOUN = r"(?P<noun>(?:[a-z][\w-]*\s){0,3}[a-z][\w-]*s)"
_BEFORE = r"(?:.*[.!?]\s+)?"
_LEADS = (
    (
        rf"{_BEFORE}(?P<subject>[A-Z`][\w `.-]{{1,50}}?)\s(?P<verb>supports|offers|provides|has|includes|accepts|uses"
        rf"|contains|knows|requires)\s{_SOME}\s{_NOUN}:",
        "Which {noun} does {subject} {base}{where}?",
    ),
    (
        rf"{_BEFORE}[Tt]he\sfollowing\s{_NOUN}\s(?:are|can\sbe)\s(?P<state>supported|available|required|allowed|accepted"
        r"|recommended|installed|provided)[^:.]{0,30}:",
        "Which {noun} are {state}{where}?",
    ),
    (
        rf"{_BEFORE}[Tt]here\sare\s(?:two|three|four|five|six|seven|several)\s{_NOUN}(?P<of>\s(?:of|for)\s[\w `-]+?)?:",
        "Which {noun}{of} are there{where}?",
    ),
)
_HEAD = re.compile(
    r"(?:\[`[^`\]]+`\]|`[^`\n]+`|\*\*[^*\n]+\*\*)(?=\s*(?:[:,(.–—-]|$))"
    r"|[^\n:–—(`*\[\]]{2,60}?(?=\s*(?::\s|\s[–—-]\s|$))"
)
_BASES = {"has": "have", "uses": "use", "includes": "include", "provides": "provide", "requires": "require"}


def lists(passage: Passage) -> Iterator[Draft]:
    """One draft a list of two to seven short items, complete in the chunk."""
    found = blocks(passage.text)
    for number, block in enumerate(found):
        if block.kind != "paragraph" or (passage.cut_start and number == 0):
            continue
        items = _items(found, number + 1)
        last = bool(items) and items[-1] is found[-1]
        if not 2 <= len(items) <= 7 or (
            last and (passage.cut_end or re.match(r"\s*(?:[-*+]|\d+[.)])\s", passage.after))
        ):
            continue
        question = _question(passage, passage.text[slice(*block.place)].strip())
        parts = [_part(passage.text, item) for item in items]
        if question and all(parts):
            yield Draft("list", question, tuple(part for part in parts if part), "list")


def _items(found: list[Block], start: int) -> list[Block]:
    """The items of one level right after the lead; empty where they hold code or tables or lists of their own."""
    items: list[Block] = []
    for block in found[start:]:
        if block.kind != "item":
            break
        if items and block.indent > items[0].indent:
            return []
        items.append(block)
    return items


def _question(passage: Passage, lead: str) -> str:
    for pattern, template in _LEADS:
        match = re.fullmatch(pattern, " ".join(lead.split()), re.DOTALL)
        if not match:
            continue
        groups = {key: plain(value or "") for key, value in match.groupdict().items()}
        subject = groups.get("subject", "")
        if subject and subject.split()[0].casefold() in POINTING:
            return ""
        if subject.startswith("The "):
            subject = "the " + subject[4:]
        if groups["noun"].split()[-1] in PAGE_WORDS - {
            "parameters",
            "options",
            "methods",
            "classes",
            "commands",
            "features",
        }:
            return ""
        of = f" {groups['of']}" if groups.get("of") else ""
        base = _BASES.get(groups.get("verb", ""), groups.get("verb", "").removesuffix("s"))
        where = passage.within(subject, of, groups["noun"])
        return template.format(
            noun=groups["noun"], subject=subject, base=base, state=groups.get("state", ""), of=of, where=where
        )
    return ""


def _part(text: str, item: Block) -> Part | None:
    """An item's name: its leading code or bold words, or the whole of a short item."""
    head = re.compile(
        r"(?:\[`[^`\]]+`\]|`[^`\n]+`|\*\*[^*\n]+\*\*)(?=\s*(?:[:,(.–—-]|$))|[^\n:–—(`*\[\]]{2,60}?(?=\s*(?::\s|\s[–—-]\s|$))"
    ).match(text, *item.place)
    place = bare(text, (head.start(), head.end())) if head else None
    if place is None or is_junk(text[slice(*place)]) or length(text[slice(*place)]) > 10:
        return None
    quote = item.place if length(text[slice(*item.place)]) <= 40 else (item.place[0], _sentence_end(text, item.place))
    return Part(place, quote) if place[1] <= quote[1] else None


def _sentence_end(text: str, place: Place) -> int:
    stop = re.compile(r"[.;](?=\s|$)").search(text, *place)
    return stop.end() if stop else place[1]
