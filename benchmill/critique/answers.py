"""The verifier's own answer and the writer's -> whether they say the same.

Numbers and identifiers must be equal; other words may differ as far as a token F1 of 0.6 (quality rules, step 4).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from benchmill.records import Candidate
from benchmill.records.words import words

ENOUGH_F1 = 0.6

_ARTICLES = frozenset({"a", "an", "the"})
_NEGATIONS = frozenset(
    {"no", "not", "never", "none", "without", "cannot", "neither", "nor", "nicht", "kein", "keine", "pas", "nunca"}
)
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER_WORDS = {word: str(number) for number, word in enumerate(_NUMBERS)}
_JOINING = frozenset({"or", "to", "and", "until", "between"})
_UNITS = {
    unit: names[0]
    for names in (
        ("second", "seconds", "sec", "secs", "s"),
        ("millisecond", "milliseconds", "ms", "msec"),
        ("minute", "minutes", "min", "mins"),
        ("hour", "hours", "hr", "hrs", "h"),
        ("day", "days", "d"),
        ("byte", "bytes"),
        ("kb", "kilobyte", "kilobytes"),
        ("mb", "megabyte", "megabytes"),
        ("gb", "gigabyte", "gigabytes"),
        ("percent", "per-cent", "pct"),
    )
    for unit in names
}
_UNIT_NAMES = frozenset(_UNITS.values())
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SIGNED = re.compile(r"(?<![\w)\]-])[-−](?=\d)")
_GLUED_UNIT = re.compile(r"(?<![\w.])(\d+(?:[.,]\d+)*)(ms|s|min|h|kb|mb|gb)\b", re.IGNORECASE)


def same_answer(own: str, candidate: Candidate) -> bool:
    """Whether `own` says what the candidate's answer says: as a whole, or component by component."""
    if any(agree(own, expected) for expected in _whole_answers(candidate)):
        return True
    if len(candidate.components) < 2:
        return False
    return all(
        any(holds(own, text) for text in (component.text, *component.short_answers))
        for component in candidate.components
    )


def agree(own: str, expected: str) -> bool:
    """Whether two answers say the same: equal facts, and one inside the other or a token F1 of at least 0.6.

    >>> agree("It is 30 s", "30 seconds"), agree("60 seconds", "30 seconds"), agree("not supported", "supported")
    (True, False, False)
    """
    ours, theirs = _tokens(own), _tokens(expected)
    if not ours or not theirs:
        return own.strip().casefold() == expected.strip().casefold() != ""
    if ours == theirs:
        return True
    if bool(_NEGATIONS & set(ours)) != bool(_NEGATIONS & set(theirs)):
        return False
    said, wanted = _facts(ours), _facts(theirs)
    units, wanted_units = _UNIT_NAMES & set(ours), _UNIT_NAMES & set(theirs)
    if units and wanted_units and not wanted_units <= units:
        return False
    if _inside(theirs, ours):
        # A longer answer may name more, e.g. the version; not "10 or 30 seconds" for "30 seconds".
        return said == wanted or not _JOINING & set(ours) - set(theirs)
    return said == wanted and (_inside(ours, theirs) or _f1(ours, theirs) >= ENOUGH_F1)


def holds(passage: str, answer: str) -> bool:
    """Whether `passage` has the words of `answer` in a row, or all its facts and most of its words.

    >>> holds("The limit is 5.0 seconds by default.", "5.0 s"), holds("It takes 15 seconds.", "5 seconds")
    (True, False)
    """
    there, wanted = _tokens(passage), _tokens(answer)
    if not wanted:
        return bool(answer.strip()) and answer.strip().casefold() in passage.casefold()
    if _inside(wanted, there):
        return True
    facts = _facts(wanted)
    found = sum((Counter(wanted) & Counter(there)).values()) / len(wanted)
    return bool(facts) and facts <= _facts(there) and found >= ENOUGH_F1


def _whole_answers(candidate: Candidate) -> Sequence[str]:
    if len(candidate.components) == 1:
        component = candidate.components[0]
        return (candidate.answer, component.text, *component.short_answers)
    return (candidate.answer,)


def _tokens(text: str) -> list[str]:
    """Word tokens in one form: no articles, number words as digits, units by one name, a minus sign with its number."""
    plain = _GLUED_UNIT.sub(r"\1 \2", _SIGNED.sub(" minus ", _THOUSANDS.sub("", text))).replace("%", " percent ")
    tokens = [_NUMBER_WORDS.get(token, token) for token in words(plain) if token not in _ARTICLES]
    return [_UNITS.get(token, token) if i and tokens[i - 1][:1].isdigit() else token for i, token in enumerate(tokens)]


def _facts(tokens: Sequence[str]) -> set[str]:
    """Tokens that must be equal: numbers (with their sign) and identifiers."""
    facts = set()
    for position, word in enumerate(tokens):
        if any(letter.isdigit() for letter in word):
            facts.add(f"-{word}" if position and tokens[position - 1] == "minus" else word)
        elif any(letter in "_.-+#" for letter in word):
            facts.add(word)
    return facts


def _inside(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the tokens of `part` stand in a row in `whole`, and no minus sign in front turns them round."""
    size = len(part)
    for start in range(len(whole) - size + 1):
        if whole[start : start + size] == part and (not start or whole[start - 1] != "minus"):
            return True
    return False


def _f1(one: Sequence[str], other: Sequence[str]) -> float:
    common = sum((Counter(one) & Counter(other)).values())
    return 2 * common / (len(one) + len(other))
