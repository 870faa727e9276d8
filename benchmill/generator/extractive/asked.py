"""Section -> the question for a quantity that its own heading asks, with the statement below it as the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.answers import length, long_answer
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.section import Section

_NAMED = re.compile(r"[\w-][A-Z]|\d|`")
_LONGEST_QUOTE = 60


def asked(section: Section) -> Iterator[Fact]:
    """At most one fact. Only a quantity proves that the first statement answers. Any text may follow "When ...?"."""
    if not section.above or not section.nodes or section.nodes[0].kind != "paragraph" or not section.name:
        return
    language, heading = section.language, section.heading.strip()
    if not heading.endswith(("?", "？")) or not language.pattern("asks").match(heading):
        return
    places = section.sentences(section.nodes[0])
    if not places or length(heading) < 4:
        return
    said = section.words(*places[0])
    answer, short = long_answer(said, language)
    if not answer or not re.search(r"\d", short or answer):
        return
    scope = "" if _NAMED.search(heading) else section.scope(heading)
    question = f"{heading.rstrip('?？ ')}{scope}?"
    start = section.above[-1].start
    quote = (start, places[0][1])
    if length(section.document.text[slice(*quote)]) > _LONGEST_QUOTE:
        quote = places[0]
    yield Fact("asked", question, (Part(answer, quote, short),))
