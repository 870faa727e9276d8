"""Case -> several-questions: questions that ask more than one thing."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.records.question_words import pattern_of, pattern_of_any

_QUOTED = re.compile(r"\"[^\"]{0,200}\"|“[^”]{0,200}”|https?://\S+|\b\w+\?\w")
_ENDS = re.compile(r"[?？](?=\s|$|[\"')])|？")


def several(case: Case) -> str | None:
    """Allows one interrogative, and more for a list, comparison, multi-hop, ambiguous question or procedure."""
    if case.candidate.kind in {"list", "comparison", "multi_hop", "ambiguous"} or case.settings.style == "search":
        return None
    text = _QUOTED.sub("x", case.prose)
    if len(_ENDS.findall(re.sub(r"[?？]{2,}", "?", text))) > 1:
        return f"asks more than once: {show(text)}"
    pattern = pattern_of("second", case.language)
    for match in pattern.finditer(text) if pattern else ():
        before = text[: match.start()].rstrip(" ,")
        if before and _asks(before, case.language) and not _shares(before):
            return f"asks two things: {show(match[0])} after {show(before)}"
    return None


def _asks(before: str, language: str) -> bool:
    """Whether the words before ask. A condition does not: "If a proxy is set, which host is contacted?"."""
    first = pattern_of("first", language)
    is_condition = pattern_of_any("condition", r"^", r"\b[^?]*$").match(before)
    return bool(first and first.search(before)) and not is_condition


def _shares(before: str) -> bool:
    """Whether the words before end with a question word: "depending on what is set", "when and where is" ask once."""
    return bool(pattern_of_any("shared", r"\b", r"$").search(before))
