"""Case -> wrong-style, wrong-difficulty, names-its-persona: questions that are not asked as the writer was asked to."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.records.difficulty import difficulty_of
from benchmill.records.styles import style_of
from benchmill.records.words import content_words

_ROLE = re.compile(
    r"(?:\b(?:as|being|i am|i'm|als|ich bin|en tant que|je suis|como|soy|sou|come|sono|ik ben)\s+|\ben tant qu')"
    r"(?:(?:an?|the|eine?|un[ea]?|uma?|een)\s+)?(?P<role>[^,.:;?!]{3,60})",
    re.IGNORECASE,
)
_ROLE_CJK = re.compile(r"(?:作为|作為|身为)(?P<before>[^，,。？?]{2,20})|(?P<after>[^、，。？?]{2,20})として")


def wrong_style(case: Case) -> str | None:
    """Refuses a question of another style than was asked for, by the same word lists that name an item's style."""
    asked = case.candidate.manner.style
    if not asked:
        return None
    found = style_of(case.question, case.language)
    return None if found == asked else f"asked for a {asked}, got a {found}: {show(case.candidate.question)}"


def wrong_difficulty(case: Case) -> str | None:
    """Refuses a question that is easier or harder than was asked for."""
    asked = case.candidate.manner.difficulty
    if not asked:
        return None
    found = difficulty_of(case.candidate, case.language)
    if found.level == asked:
        return None
    return f"asked for {asked}, is {found.level}: {found.overlap:.0%} of its words are in the evidence"


def names_persona(case: Case) -> str | None:
    """Refuses "As a new user, how ...": who asks decides what is asked, and is not said."""
    persona = case.candidate.manner.persona
    role = set(content_words(persona.partition(":")[0], case.language))
    for pattern in (_ROLE, _ROLE_CJK):
        for match in pattern.finditer(case.question):
            said = set(content_words(next(filter(None, match.groupdict().values())), case.language))
            if role and len(role & said) * 2 >= len(role):
                return f"says who asks: {show(match.group())}"
    return None
