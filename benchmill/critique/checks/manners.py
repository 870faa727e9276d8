"""Case -> wrong-style, wrong-difficulty, names-its-persona: questions that ignore what the writer was asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from benchmill.critique.checks.case import Case, show
from benchmill.records.difficulty import difficulty_of
from benchmill.records.languages import CODE
from benchmill.records.manner import Difficulty
from benchmill.records.question_words import words_of
from benchmill.records.styles import style_of
from benchmill.records.words import content_words, words

_ROLE = re.compile(
    r"(?:\b(?:as|being|i am|i'm|als|ich bin|en tant que|je suis|como|soy|sou|come|sono|ik ben)\s+|\ben tant qu')"
    r"(?:(?:an?|the|eine?|un[ea]?|uma?|een)\s+)?(?P<role>[^,.:;?!]{3,60})",
    re.IGNORECASE,
)
_COMPOUND = re.compile(r"\w+(?:-\w+)+")
_NAME = " c0de "  # one word without grammar, as in style_of
_STATED_THEN_ASKED = re.compile(r"(?P<stated>.*?[^\s\d])[.!;…]\s+(?P<asked>[^?]+\?)")
_SHORTEST_STATEMENT = 4  # words: "OpenFaaS Pro." before a question says nothing
_LONGEST_NAME = 4  # words of a heading: a longer heading is a phrase, no name
_OPPOSITE: Mapping[Difficulty, Difficulty] = {"easy": "hard", "hard": "easy"}
_ROLE_CJK = re.compile(r"(?:作为|作為|身为)(?P<before>[^，,。？?]{2,20})|(?P<after>[^、，。？?]{2,20})として")


def wrong_style(case: Case) -> str | None:
    """Refuses a question of another style than the task asks for, by the word lists that name an item's style.

    This check passes more than those lists recognise. Keywords may hold a name with grammar in it ("of-watchdog",
    "Scale to Zero"). A statement before the question makes a symptom: no list has every word for what goes wrong.
    """
    asked = case.candidate.manner.style
    if not asked:
        return None
    found = style_of(_with_names_as_one_word(case) if asked == "keywords" else case.question, case.language)
    if found == asked or (asked == "symptom" and found == "sentence" and _states_then_asks(case.question)):
        return None
    if asked == "sentence" and found == "symptom" and _asks_outright(case.question):
        return None  # "what does it depend on whether an omitted backup goes through" is no complaint
    return f"asked for {asked}, got {found}: {show(case.candidate.question)}"


def _with_names_as_one_word(case: Case) -> str:
    """The question with one word for each code span, hyphenated word and short heading of the source chunk in it."""
    text = _COMPOUND.sub(_NAME, CODE.sub(_NAME, case.question))
    for heading in case.seed.headings:
        own = words(heading)
        if 2 <= len(own) <= _LONGEST_NAME and own[0] not in words_of("asking"):
            text = re.sub(rf"(?<!\w){re.escape(heading)}(?!\w)", _NAME, text, flags=re.IGNORECASE)
    return text


def _states_then_asks(question: str) -> bool:
    found = _STATED_THEN_ASKED.fullmatch(question)
    stated = words(found["stated"]) if found else []
    return len(stated) >= _SHORTEST_STATEMENT and stated[0] not in words_of("asking", "auxiliaries")


def _asks_outright(question: str) -> bool:
    outright = words_of("asking") - words_of("why")
    return not outright.isdisjoint(words(question)[:1]) and not _STATED_THEN_ASKED.fullmatch(question)


def wrong_difficulty(case: Case) -> str | None:
    """Refuses an easy question where a hard one was asked for, and the other way round, by more than half a word.

    A question that is one level off counts for the level that it has, as long as its quota has room: it was paid for.
    """
    asked = case.candidate.manner.difficulty
    if not asked:
        return None
    found = difficulty_of(case.candidate, case.language)
    if asked in found.levels or found.level != _OPPOSITE.get(asked):
        return None
    return f"asked for {asked}, but the question is {found.level}: {found.overlap:.0%} of its words are in the evidence"


def names_persona(case: Case) -> str | None:
    """Refuses "As a new user, how ...": the persona decides what a question asks, but the question does not name it."""
    persona = case.candidate.manner.persona
    role = set(content_words(persona.partition(":")[0], case.language))
    for pattern in (_ROLE, _ROLE_CJK):
        for match in pattern.finditer(case.question):
            said = set(content_words(next(filter(None, match.groupdict().values())), case.language))
            if role and len(role & said) * 2 >= len(role):
                return f"says who asks: {show(match.group())}"
    return None
