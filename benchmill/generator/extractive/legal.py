"""Section -> what a law, regulation or contract defines a term to mean, within that text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.answers import long_answer
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.section import Section

_SHORT = re.compile(r"\(([A-ZÄÖÜ][\w-]{1,9}(?: \d{4})?)\)")  # "Arbeitszeitgesetz (ArbZG)"
_MOST_TITLE = 6


def legal(section: Section) -> Iterator[Fact]:
    """Facts from sentences such as "X im Sinne dieses Gesetzes ist ...". The question names the law by its title."""
    law = _law(section)
    pattern = section.language.pattern("legal")
    for node in section.nodes:
        if node.kind != "paragraph" or not law or not pattern.pattern.strip("(?!)"):
            continue
        for place in section.sentences(node):
            match = pattern.match(section.words(*place).strip())
            # Without a full stop a list follows, which is part of the definition.
            if (
                not match
                or not match["value"].endswith(".")
                or match["subject"].casefold() in match["value"].casefold()
            ):
                continue
            answer, short = long_answer(match["value"].rstrip("."), section.language)
            question = section.language.ask("legal", thing=match["subject"].strip(), law=law)
            if answer and question and not section.language.is_unclear(answer):
                yield Fact("legal", question, (Part(answer, place, short),), match["subject"].strip())


def _law(section: Section) -> str:
    """The short name in brackets of the document's title, else the title; empty if the title is no short name."""
    titles = [section.shown(node) for node in section.above[:1] if node.level == 1] + [section.document.title]
    for title in titles:
        if match := _SHORT.search(title):
            return match[1]
    title = titles[0]
    return title if title and len(title.split()) <= _MOST_TITLE else ""
