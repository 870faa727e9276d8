"""A fact -> whether the block that states it is in another language than the question."""

from __future__ import annotations

import re

from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.section import Section
from benchmill.records.languages import letters, scripts_of, stop_word_hits
from benchmill.records.words import words

_VALUES = ("defaults", "maximum")  # `7480` is an answer in every language
_BLOCKS = ("code", "table", "list", "directive")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,}).*$", re.MULTILINE)
_LEAST = 3  # different stop words of the other language
_MORE = 2  # times as many as of the question's language: Spanish and Portuguese share some
_LETTERS_A_WORD = 3


def is_foreign(section: Section, fact: Fact) -> bool:
    """Whether the fact is in words, and its whole block is in another language: a French page shows the English help
    screen of a program. A short answer alone does not show its language."""
    if fact.construct in _VALUES:
        return False
    start = fact.parts[0].quote[0]
    block = next((node for node in section.nodes if node.start <= start < node.end and node.kind in _BLOCKS), None)
    nodes = [block] if block else [node for node in section.nodes if node.kind != "code"]
    text = "\n".join(_FENCE.sub("", section.document.text[node.start : node.end]) for node in nodes)
    return _is_in_another(text, section.language.code)


def _is_in_another(text: str, code: str) -> bool:
    scripts, found = scripts_of(code), letters(text)
    if "latin" not in scripts and _LETTERS_A_WORD * sum(found[script] for script in scripts) >= found["latin"]:
        return False
    _, hits = stop_word_hits(" ".join(sorted(set(words(text)))))
    most = max(hits.values(), default=0)
    return most >= _LEAST and most > _MORE * hits[code]
