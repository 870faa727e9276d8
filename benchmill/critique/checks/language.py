"""Case -> wrong-language: question and answer in the plan's language."""

from __future__ import annotations

from benchmill.critique.checks.case import Case, show
from benchmill.records.languages import letters, scripts_of, stop_word_hits
from benchmill.records.words import STOP_WORDS

_ANSWER_WORDS = 8  # a shorter answer is a name or a value


def foreign(case: Case) -> str | None:
    """Most letters in a script of the language, and no other language's stop words in its place.

    Code spans do not count. Doubt passes: a short question may hold no stop word at all.
    """
    language = case.language
    for what, text, fewest in (("question", case.question, 1), ("answer", case.candidate.answer[:4000], _ANSWER_WORDS)):
        found = letters(text)
        own = sum(found[script] for script in scripts_of(language))
        if what == "question" and found and own * 2 < found.total():
            return f"the question is not written in the letters of {language!r}: {show(text)}"
        plain, hits = stop_word_hits(text)
        if language not in STOP_WORDS or plain < fewest or own * 2 < found.total():
            continue
        best = max(sorted(hits), key=hits.__getitem__, default=language)
        if hits[best] >= 2 and hits[best] - hits[language] >= 2 and hits[language] * 2 < hits[best]:
            return f"the {what} is written in {best!r}, not {language!r}: {show(text)}"
    return None
