"""Passage -> "How do you ...?": numbered steps under a heading or sentence that says what for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import Block, blocks
from benchmill.generator.extractive.draft import Draft, Part, Passage, Place
from benchmill.generator.extractive.lexicon import POINTING, VERBS, base_form
from benchmill.generator.extractive.markup import bare, is_junk, length, plain
from benchmill.records.sentences import sentences

_TO = re.compile(
    r"(?:.*?[.!?]\s+)?(?:Follow (?:these|the following) steps to|Take these steps to|In order to|To)\s+"
    r"(?P<goal>[a-z][^:.]{4,80}?)(?:,\s[^:]{0,60})?:$",
    re.DOTALL,
)
_HOW = re.compile(r"How (?:do|can|should) (?:I|you|we)\s+(?P<goal>.+)\?$|How to\s+(?P<to>.+?)\??$")
_MOST_STEPS = 8


def steps(passage: Passage) -> Iterator[Draft]:
    """One procedure a complete list numbered from 1, where a goal is stated and the steps are told to somebody."""
    found = blocks(passage.text)
    for run in _runs(found):
        if not 2 <= len(run) <= _MOST_STEPS or _goes_on(passage, found, run):
            continue
        goal = _goal(passage, found, run[0])
        parts = [_part(passage.text, found[number].place) for number in run]
        if goal and all(parts) and _are_told(passage.text, [part for part in parts if part]):
            yield Draft(
                "steps", f"How do you {goal}{passage.within(goal)}?", tuple(part for part in parts if part), "procedure"
            )


def _runs(found: list[Block]) -> Iterator[list[int]]:
    """Numbers of blocks that make one list 1, 2, 3, ... of one indent; code and tables may stand between its items."""
    run: list[int] = []
    for number, block in enumerate(found):
        if block.kind == "item" and block.number == len(run) + 1 and (not run or block.indent == found[run[0]].indent):
            run.append(number)
        elif (
            block.kind == "heading"
            or (block.kind == "item" and block.number == 1)
            or (block.kind == "paragraph" and run and block.indent <= found[run[0]].indent)
        ):
            yield run
            run = [number] if block.kind == "item" and block.number == 1 else []
    yield run


def _goes_on(passage: Passage, found: list[Block], run: list[int]) -> bool:
    """Whether the list may have more steps after the chunk: steps left out would make the answer wrong."""
    last = found[run[-1]]
    ends_here = all(block.kind in ("code", "item", "row") for block in found[run[-1] + 1 :])
    following = passage.after.lstrip(" \t>")
    return ends_here and (passage.cut_end or bool(re.match(rf"{last.number + 1}[.)]\s|[-*+]\s|```", following)))


def _goal(passage: Passage, found: list[Block], first: int) -> str:
    """What the steps are for: from the sentence right above them, else from the heading."""
    above = found[first - 1] if first else None
    if above and above.kind == "paragraph":
        match = _TO.match(passage.text[slice(*above.place)].strip())
        if match and match["goal"].split()[0] in VERBS:
            return _plain_goal(match["goal"])
    heading = passage.headings[-1] if passage.headings else ""
    heading = plain(heading).strip(" .:")
    how = _HOW.match(heading)
    if how:
        return _plain_goal(how["goal"] or how["to"])
    verb, _, rest = heading.partition(" ")
    base = base_form(verb) if verb.endswith("ing") or verb.casefold() in VERBS else ""
    if not base:
        return ""
    name = passage.scope.rsplit(" in ", 1)[-1].removeprefix("in ")
    return _plain_goal(f"{base} {rest}" if rest else f"{base} {name}") if rest or name else ""


def _plain_goal(goal: str) -> str:
    goal = plain(goal)
    bad = is_junk(goal) or {"this", "these", "it", "above", "below", "following", "that"} & set(goal.casefold().split())
    return "" if bad or length(goal) > 16 or len(goal.split()) < 2 else goal


def _part(text: str, item: Place) -> Part | None:
    """A step: its first sentence, which is its own quote."""
    start, end = item
    found = sentences(text[start:end])
    if not found:
        return None
    place = bare(text, (start + found[0][0], start + found[0][1]))
    if place is None or length(text[slice(*place)]) > 30 or text[place[1] : place[1] + 1] == ":":
        return None
    return Part(place, (start + found[0][0], start + found[0][1]))


def _are_told(text: str, parts: list[Part]) -> bool:
    """Whether most steps begin with a verb that tells somebody to act."""
    first = [plain(text[slice(*part.quote)]).split(" ")[0].casefold().strip("*_,`") for part in parts]
    acting = sum(
        word in VERBS or (word not in POINTING and word not in ("the", "a", "an") and word.isalpha()) for word in first
    )
    return acting == len(parts) and sum(word in VERBS for word in first) * 2 >= len(parts)
