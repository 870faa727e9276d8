"""Case -> wrong-length: questions and answers that are too short or too long."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.critique.checks.copying import UNSPACED
from benchmill.records.languages import CODE
from benchmill.records.names import is_identifier
from benchmill.records.words import word_count, words

_ONE_LINE = 300  # characters
# No space stands between an address and the Chinese or Japanese words beside it; their marks are wide, too.
_UNSPACED = re.compile(r"[^\s\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]+")


def lengthy(case: Case) -> str | None:
    """Allows 4-30 words for a question (each style has its bounds, and a comparison 40, since it names two things), 12
    for a factoid's answer, 80 for any other answer.

    An address, a path and a name of code are one word each, as is a command or line that the passage shows as code,
    also where the answer has it without code font. Steps and entries of a list may have 15 words each where that is
    more: eight steps take 120. Where a length was asked for, a question may miss it by two words or a third. In Chinese
    and Japanese the usual upper bounds are a quarter higher: a question of 30 words may have 74 characters.
    """
    settings, manner = case.settings, case.candidate.manner
    by_style = {
        "keywords": settings.search_words,
        "fragment": settings.fragment_words,
        "symptom": settings.symptom_words,
    }
    asked = settings.comparison_words if case.candidate.kind == "comparison" else settings.question_words
    usual = settings.search_words if settings.style == "search" else asked
    fewest, most = by_style.get(manner.style, usual)
    most = _most(most, case)
    if manner.words:
        low, high = manner.words
        fewest, most = max(1, min(low - 2, low * 2 // 3)), max(high + 2, high * 4 // 3)
    count = length(case.question)
    # A long name in code font is one word of a question, but enough to ask about: "What is `stable-audio-3-base`?"
    enough = len(words(case.question)) >= fewest
    if not enough or count > most or len(case.candidate.question) > 2000:
        return f"a question of {count} words, not {fewest} to {most}: {show(case.candidate.question)}"
    if case.candidate.kind == "factoid":
        allowed = _most(settings.factoid_answer_words, case)
        for part in case.parts:
            shortest = min((part.text, *part.short_answers), key=len)
            if _said_length(shortest, allowed, case) > allowed:
                return _too_long("a factoid's answer", shortest, allowed)
    parts = len(case.candidate.components) if case.candidate.kind in ("list", "procedure") else 1
    allowed = _most(max(settings.answer_words, settings.part_words * parts), case)
    if _said_length(case.candidate.answer, allowed, case) > allowed:
        return _too_long("an answer", case.candidate.answer, allowed)
    return None


def _most(most: int, case: Case) -> int:
    """An upper bound in words, as the language of the questions has it."""
    return most * 5 // 4 if case.language in UNSPACED else most


def length(text: str) -> int:
    """Words of `text`; a code span, an address, a path or a name of code counts as one, two CJK characters as one.

    >>> length("What does `httpx.get(url, timeout=10.0)` return?"), length("タイムアウト")
    (4, 3)
    >>> length("Load https://example.org/docs/main/n8n-backup.json"), length("从https://example.org/docs/n8n.json下载")
    (2, 3)
    >>> length("`disk` -> `redis`")
    2
    """
    return word_count(words(_UNSPACED.sub(_as_one_word, CODE.sub(" c ", text))))


def _as_one_word(run: re.Match[str]) -> str:
    is_name = len(run[0]) <= _ONE_LINE and is_identifier(run[0]) and words(run[0])  # "->" is no word
    return " c " if is_name else run[0]


def _said_length(text: str, most: int, case: Case) -> int:
    """Words of an answer; where these are too many, each command or line that the passage shows as code is one word."""
    if length(text) <= most:
        return length(text)
    said = " ".join(text.split())
    for code in sorted(case.code, key=len, reverse=True):
        if " " in code and len(code) <= _ONE_LINE:
            said = said.replace(code, "`c`")
    return length(said)


def _too_long(what: str, text: str, most: int) -> str:
    return f"{what} of {length(text)} words, more than {most}: {show(text)}"
