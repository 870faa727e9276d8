"""Language -> the checks that have no word lists for it, and so refuse nothing in it."""

from __future__ import annotations

from benchmill.critique.checks.dangling import PRONOUN_LANGUAGES
from benchmill.critique.checks.families import FAMILIES
from benchmill.critique.checks.trivia import TRIVIA_LANGUAGES
from benchmill.critique.checks.yes_no import POLAR_LANGUAGES

_DATA = {
    "about-the-document": TRIVIA_LANGUAGES,
    "dangling-reference": PRONOUN_LANGUAGES,
    "points-at-source": frozenset(FAMILIES),
    "yes-no": POLAR_LANGUAGES,
}


def without_data(language: str) -> tuple[str, ...]:
    """Names of the checks that are skipped for questions in `language`; an unknown language counts as English.

    >>> without_data("ko"), without_data("pl")
    ((), ('about-the-document', 'dangling-reference', 'points-at-source', 'yes-no'))
    """
    return tuple(name for name, known in _DATA.items() if language and language not in known)
