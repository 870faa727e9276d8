"""The critic's list or comparison -> whether it tells more than the writer's, so that a reader has to compare them."""

from __future__ import annotations

import re

from benchmill.records import Candidate
from benchmill.records.words import content_words, word_count

_LINES = re.compile(r"[;；\n]")
_COMMAS = re.compile(r"[,，、\n]\s*|\s(?:and|or|und|oder|et|ou|y|o|e)\s", re.IGNORECASE)
_EDGES = " .。`"


def says_more(own: str, candidate: Candidate, language: str) -> bool:
    """Whether a critic's answer has words that question and answer lack: a word for most parts, a number or a name, or
    any in a further entry.

    Fewer words only word the parts otherwise, as "YAML files" for "YAML". Where semicolons or lines separate the
    entries, a comma is inside an entry: "disk, the default; redis".
    """
    told = (text for part in candidate.components for text in (part.text, *part.short_answers))
    known = set(content_words("\n".join((candidate.question, candidate.answer, *told)), language))
    new = sorted(set(content_words(own, language)) - known)
    if not new:
        return False
    border = _LINES if _LINES.search(own) else _COMMAS
    entries = [entry for entry in border.split(own) if entry.strip(_EDGES)]
    parts = len(candidate.components)
    is_named = any(not letter.isalpha() for word in new for letter in word)
    return is_named or len(entries) > parts or 2 * word_count(new) > parts
