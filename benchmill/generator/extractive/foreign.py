"""A fact -> whether the block that states it is in another language than the question."""

from __future__ import annotations

import re

from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.section import Section
from benchmill.records.languages import detect

_VALUES = ("defaults", "maximum")  # `7480` is an answer in every language
_BLOCKS = ("code", "table", "list", "directive")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,}).*$", re.MULTILINE)


def is_foreign(section: Section, fact: Fact) -> bool:
    """Whether the fact is in words, and its whole block is in another language: a French page shows the English help
    screen of a program. A short answer alone does not show its language."""
    if fact.construct in _VALUES:
        return False
    start = fact.parts[0].quote[0]
    block = next((node for node in section.nodes if node.start <= start < node.end and node.kind in _BLOCKS), None)
    nodes = [block] if block else [node for node in section.nodes if node.kind != "code"]
    text = "\n".join(_FENCE.sub("", section.document.text[node.start : node.end]) for node in nodes)
    return detect(text) not in ("", section.language.code)
