"""Two answers -> whether both say the same, or one is in the other.

Numbers and identifiers must be equal; for other words a token F1 of 0.6 is enough (quality rules, step 4). Words are
compared by their stems. The answer of a candidate, which may have several parts, is compared in own_answer.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmill.critique.opposites import negated, opposed
from benchmill.critique.shared_tokens import (
    Token,
    common,
    f1,
    facts_of,
    is_inside,
    is_same,
    is_subset,
    stems_of,
    tokens_of,
)
from benchmill.records.plain import without_links

ENOUGH_F1 = 0.6

# `--listen ADDRESS`, `--listen=<address>`: the word behind an option is a placeholder for what the user types.
_METAVARIABLE = re.compile(r"(?<![\w-])(?P<option>--?[A-Za-z][\w-]*)(?:[ =](?:<[^<>\s]{1,40}>|[A-Z][A-Z0-9_]+\b))")
_ASSIGNMENT = re.compile(r"(?:--?[\w-]+ )?([\w.-]+)=([^\s=]+)")  # `key=value`, also behind an option
# A critic may shorten an answer of at most so many words to its number or name: "7480" for "port 7480".
_SHORT, _ENOUGH_OF_SHORT = 2, 0.5
_A_PART = 5  # letters of a word that begins a compound
_PATH = re.compile(r"`*[\w.~-]*(?:/[\w.~{}<>:-]+){2,}/?`*")
_MARKS = " `\"'“”"
_JOINING = frozenset({"or", "to", "and", "until", "between", "oder", "bis", "und", "zwischen", "ou", "et", "jusqu"})


def agree(own: str, expected: str, language: str = "en") -> bool:
    """Whether two answers say the same: equal facts, and one inside the other or a token F1 of at least 0.6.

    >>> agree("It is 30 s", "30 seconds"), agree("60 seconds", "30 seconds"), agree("not supported", "supported")
    (True, False, False)
    >>> agree("Nach dem nächsten Termin", "der nächste Termin", "de"), agree("vor dem Start", "nach dem Start", "de")
    (True, False)
    """
    if _one_setting(own, expected):
        return True
    ours, theirs = stems_of(own, language), stems_of(expected, language)
    if not ours or not theirs:
        own, expected = own.strip().casefold(), expected.strip().casefold()  # signs have no stems
        return own != "" and (own == expected or own.strip(_MARKS) == expected.strip(_MARKS) != "")
    if negated(own) != negated(expected) or opposed(own, expected, language):
        return False
    said, wanted = facts_of(ours), facts_of(theirs)
    alike = is_subset(said, wanted) and is_subset(wanted, said)
    if is_inside(theirs, ours):
        # A longer answer may add a detail such as the version, but not a second value: "10 or 30 seconds".
        return alike or not _JOINING & set(ours) - set(theirs)
    return alike and (is_inside(ours, theirs) or f1(ours, theirs) >= ENOUGH_F1)


def _one_setting(own: str, expected: str) -> bool:
    """Whether both are one assignment, and one key is the other's end behind a full stop.

    >>> _one_setting("`--set builder.args.DEBUG=1`", "DEBUG=1"), _one_setting("NO_DEBUG=1", "DEBUG=1")
    (True, False)
    """
    found, wanted = (_ASSIGNMENT.fullmatch(text.strip().strip("`").rstrip(".")) for text in (own, expected))
    if not found or not wanted or found[2] != wanted[2]:
        return False
    return f".{found[1]}".endswith(f".{wanted[1]}") or f".{wanted[1]}".endswith(f".{found[1]}")


def is_shorter(one: str, other: str, language: str = "en") -> bool:
    """Whether the words of one answer are all in the other, also as the first part of a compound word.

    >>> is_shorter("Einspeisung", "verbleibende Einspeiseleistung", "de"), is_shorter("10 W export", "export")
    (True, False)
    """
    ours, theirs = stems_of(one, language), stems_of(other, language)
    if not ours or not theirs or negated(one) != negated(other) or opposed(one, other, language):
        return False
    said, wanted = facts_of(ours), facts_of(theirs)
    if not (is_subset(said, wanted) and is_subset(wanted, said)):
        return False
    return _begun(ours, theirs) or _begun(theirs, ours)


def _begun(some: Sequence[Token], others: Sequence[Token]) -> bool:
    """Whether each token is one of the others, or a word of five letters or more with which one of them begins."""
    words = [other for other in others if isinstance(other, str)]
    return all(
        any(is_same(token, other) for other in others)
        or (isinstance(token, str) and len(token) >= _A_PART and any(word.startswith(token) for word in words))
        for token in some
    )


def contradict(own: str, expected: str) -> bool:
    """Whether both answers give quantities or identifiers and have none in common.

    >>> contradict("67 (UDP)", "547"), contradict("set `--port`", "the flag --port, or a file"), contradict("a", "b")
    (True, False, False)
    """
    said, wanted = facts_of(tokens_of(own)), facts_of(tokens_of(expected))
    return bool(said and wanted) and not any(is_same(one, other) for one in said for other in wanted)


def has_facts(own: str, expected: str, language: str) -> bool:
    """Whether `own` has every quantity and identifier of `expected`.

    >>> has_facts("`--port` is 7480 or 7481", "`--port`: 7480", "en"), has_facts("`--port`", "`--port`: 7480", "en")
    (True, False)
    """
    return is_subset(facts_of(stems_of(expected, language)), facts_of(stems_of(own, language)))


def holds(passage: str, answer: str) -> bool:
    """Whether `passage` has the words of `answer` in a row, or all its facts and most of its words.

    >>> holds("The limit is 5.0 seconds by default.", "5.0 s"), holds("It takes 15 seconds.", "5 seconds")
    (True, False)
    >>> holds("`/api/v1/health`", "/api/v1/version")  # most words of a path are those of its folder
    False
    """
    wanted = tokens_of(answer)
    if not wanted:
        return bool(answer.strip()) and answer.strip().casefold() in passage.casefold()
    if _PATH.fullmatch(answer.strip()):
        return is_inside(wanted, tokens_of(passage))
    return not _lacks(passage, wanted) and _held(tokens_of(passage), wanted)


def _lacks(passage: str, wanted: Sequence[Token]) -> bool:
    """Whether too many words of an answer are nowhere in the passage, by its letters alone.

    Most passages that a search finds do: to read the tokens of one takes a hundred times longer.
    """
    if not passage.isascii():  # its words may be written in other letters
        return False
    letters = passage.lower()
    missing = sum(isinstance(token, str) and token.isalpha() and token not in letters for token in wanted)
    return missing > 0 and ((len(wanted) - missing) / len(wanted) < ENOUGH_F1 or not facts_of(wanted))


def _held(there: Sequence[Token], wanted: Sequence[Token]) -> bool:
    if is_inside(wanted, there):
        return True
    facts = facts_of(wanted)
    found = common(wanted, there) / len(wanted)
    return bool(facts) and is_subset(facts, there) and found >= ENOUGH_F1


def says(own: str, part: str, language: str = "en") -> bool:
    """Whether a critic's answer names `part` of the writer's answer. Of two words with one fact, the fact is enough.

    >>> says("7480 for the HTTP API, 7481 for metrics", "port 7480"), says("`--listen`", "`--listen ADDRESS`")
    (True, True)
    """
    part = plain(part)
    there, wanted = stems_of(own, language), stems_of(part, language)
    if holds(own, part) or (wanted and _held(there, wanted)):
        return True
    facts = facts_of(wanted)
    return (
        bool(facts)
        and len(wanted) <= _SHORT
        and is_subset(facts, there)
        and common(wanted, there) / len(wanted) >= _ENOUGH_OF_SHORT
    )


def plain(answer: str) -> str:
    """An answer without the addresses of its links and the placeholders behind its options.

    >>> plain("[`relay`](https://kestrel.example/relay) with `--port PORT`")
    '`relay` with `--port`'
    """
    return _METAVARIABLE.sub(r"\g<option>", without_links(answer))
