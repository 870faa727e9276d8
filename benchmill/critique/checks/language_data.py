"""Language -> the checks that have no word lists for it, and so refuse nothing in it."""

from __future__ import annotations

from benchmill.critique.checks.families import FAMILIES
from benchmill.critique.checks.trivia import TRIVIA_LANGUAGES
from benchmill.records.question_words import languages_with


def without_data(language: str) -> tuple[str, ...]:
    """Names of the checks that are skipped for questions in `language`; an unknown language counts as English.

    >>> without_data("ko"), without_data("pl")
    ((), ('about-the-document', 'dangling-reference', 'points-at-source', 'yes-no'))
    """
    data = {
        "about-the-document": TRIVIA_LANGUAGES,
        "dangling-reference": languages_with("pronoun_start"),
        "points-at-source": frozenset(FAMILIES),
        "yes-no": languages_with("polar_start") | languages_with("yes_no_form"),
    }
    return tuple(name for name, known in data.items() if language and language not in known)
