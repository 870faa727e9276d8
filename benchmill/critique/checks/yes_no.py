"""Case -> yes-no: questions that "yes" or "no" answers."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.records.languages import detect
from benchmill.records.question_words import languages_with, pattern_of_any
from benchmill.records.words import words

_FEWEST_WORDS = 4


def polar(case: Case) -> str | None:
    """Refuses tag questions, questions that begin with an auxiliary unless a question word inside asks for more, and in
    six languages sentences that ask without any question word."""
    text = case.prose.lstrip("¿ ")
    if case.candidate.kind == "comparison":
        return None
    tag = pattern_of_any("tag", r",\s*", r"\s*[?？]+\s*$").search(text)
    if tag:
        return f"yes or no can answer it: {show(text)} ends with {show(tag[0])}"
    if pattern_of_any("yes_no_form").search(text) and not pattern_of_any("question_word").search(text):
        return f"yes or no can answer it: {show(text)}"
    if _asks_by_order(text, case):
        return f"yes or no can answer it: {show(text)} has no question word"
    start = pattern_of_any("polar_start", after=r"\b").match(text)
    is_german = _GERMAN.match(text) or (detect(text) or case.language) == "de"
    if start is None or (start[0].lower() in _NOT_GERMAN and is_german):
        return None
    asks_more = pattern_of_any("embedded", r"\b", r"\b").search(text[start.end() :])
    return None if asks_more else f"yes or no can answer it: {show(text)} begins with {show(start[0])}"


def _asks_by_order(text: str, case: Case) -> bool:
    is_sentence = case.candidate.manner.style not in ("keywords", "fragment") and len(words(text)) >= _FEWEST_WORDS
    asks = text.rstrip(" \"'»”").endswith("?") and case.language in languages_with("may_ask")
    return asks and is_sentence and detect(text) in ("", case.language) and not _may_ask(text)


def _may_ask(text: str) -> bool:
    """Whether a word begins like a question word ("Gilt das sonntags?", "O relé lê YAML?" have none), or the text like
    "name ...". A word that only looks like one lets the question pass."""
    return bool(pattern_of_any("may_ask", r"\b").search(text) or pattern_of_any("order", r"^\W*").search(text))


_NOT_GERMAN = frozenset({"will", "was", "do", "has"})
# "Was bedeutet „Lager“ in i-depot?" has too few words to show its language in a folder of two.
_GERMAN = re.compile(
    r"was (?:bedeute[nt]|ist|sind|macht|bewirkt|enthält|passiert|geschieht|tut|kann|muss|wird)\b", re.IGNORECASE
)
