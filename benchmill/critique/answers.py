"""The verifier's own answer and the writer's answer -> whether both say the same.

Numbers and identifiers must be equal; for other words a token F1 of 0.6 is enough (quality rules, step 4). The tokens
are those of `records.numbers`: a quantity is one token, whatever its unit is called. Words are compared by their stems,
the steps of a procedure in steps.py. Of a list or comparison the critic names each part and no more (said_more.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from benchmill.critique.opposites import negated, opposed
from benchmill.critique.said_more import says_more
from benchmill.critique.steps import Comparison, compare_steps
from benchmill.records import Candidate
from benchmill.records.languages import language_of
from benchmill.records.numbers import Quantity, tokens_with_quantities
from benchmill.records.plain import without_links
from benchmill.records.stopwords import STOP_WORDS
from benchmill.records.words import stem

ENOUGH_F1 = 0.6

# `--listen ADDRESS`, `--listen=<address>`: the word behind an option is a placeholder for what the user types.
_METAVARIABLE = re.compile(r"(?<![\w-])(?P<option>--?[A-Za-z][\w-]*)(?:[ =](?:<[^<>\s]{1,40}>|[A-Z][A-Z0-9_]+\b))")
_ASSIGNMENT = re.compile(r"(?:--?[\w-]+ )?([\w.-]+)=([^\s=]+)")  # `key=value`, also behind an option
# A critic may shorten an answer of at most so many words to its number or name: "7480" for "port 7480".
_SHORT, _ENOUGH_OF_SHORT = 2, 0.5
_A_PART = 5  # letters of a word that begins a compound
_PATH = re.compile(r"`*[\w.~-]*(?:/[\w.~{}<>:-]+){2,}/?`*")
_REFERENCE = re.compile(r"(?<=\w)__?(?!\w)")  # `keyfinder-cli_`: a link in reStructuredText
_MARKS = " `\"'“”"
_JOINING = frozenset({"or", "to", "and", "until", "between", "oder", "bis", "und", "zwischen", "ou", "et", "jusqu"})


def same_answer(own: str, candidate: Candidate) -> bool:
    """Whether `own` certainly says what the candidate's answer says, each part of it; it may say more."""
    own, language = _plain(own), _language(candidate)
    if _is_procedure(candidate):
        return compare_steps(own, candidate, frozenset(), language) == "same"
    whole = () if has_parts(candidate) else _whole_answers(candidate)
    return any(agree(own, _plain(text), language) for text in whole) or _says_all(own, candidate, language)


def compared(own: str, candidate: Candidate, shown: frozenset[int] = frozenset()) -> Comparison:
    """Whether `own` says what the candidate's answer says, and of a list or comparison no more; code is unsure where
    only words differ (steps.py for steps).

    `shown`: numbers of the steps that the critic quoted word for word; its answer need not repeat them.
    """
    language = _language(candidate)
    if _is_procedure(candidate):
        return compare_steps(_plain(own), candidate, shown, language)
    if same_answer(own, candidate) and not (has_parts(candidate) and says_more(own, candidate, language)):
        return "same"
    wanted = _facts(_stems(_plain(_whole_answers(candidate)[-1]), language))
    said = _facts(_stems(_plain(own), language))
    # of two sides a critic may leave out a number that the writer has: "with each iteration" for "every three weeks"
    agrees = _subset(wanted, said) or (candidate.kind == "comparison" and _subset(said, wanted))
    return "unsure" if agrees and not contradict(_plain(own), _plain(candidate.answer)) else "different"


def _language(candidate: Candidate) -> str:
    return language_of((candidate.question, candidate.answer, *candidate.quotes))


def _is_procedure(candidate: Candidate) -> bool:
    return candidate.kind == "procedure" and len(candidate.components) > 1


def has_parts(candidate: Candidate) -> bool:
    """Whether the answer has several parts; hops are compared in same_way.py, readings are asked about apart."""
    return len(candidate.components) > 1 and candidate.kind in ("list", "procedure", "comparison")


def _says_all(own: str, candidate: Candidate, language: str) -> bool:
    parts = candidate.components
    return len(parts) > 1 and all(
        any(_says(own, text, language) for text in (part.text, *part.short_answers)) for part in parts
    )


def agree(own: str, expected: str, language: str = "en") -> bool:
    """Whether two answers say the same: equal facts, and one inside the other or a token F1 of at least 0.6.

    >>> agree("It is 30 s", "30 seconds"), agree("60 seconds", "30 seconds"), agree("not supported", "supported")
    (True, False, False)
    >>> agree("Nach dem nächsten Termin", "der nächste Termin", "de"), agree("vor dem Start", "nach dem Start", "de")
    (True, False)
    """
    if _one_setting(own, expected):
        return True
    ours, theirs = _stems(own, language), _stems(expected, language)
    if not ours or not theirs:
        own, expected = own.strip().casefold(), expected.strip().casefold()  # signs have no stems
        return own != "" and (own == expected or own.strip(_MARKS) == expected.strip(_MARKS) != "")
    if negated(own) != negated(expected) or opposed(own, expected, language):
        return False
    said, wanted = _facts(ours), _facts(theirs)
    alike = _subset(said, wanted) and _subset(wanted, said)
    if _inside(theirs, ours):
        # A longer answer may add a detail such as the version, but not a second value: "10 or 30 seconds".
        return alike or not _JOINING & set(ours) - set(theirs)
    return alike and (_inside(ours, theirs) or _f1(ours, theirs) >= ENOUGH_F1)


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
    ours, theirs = _stems(one, language), _stems(other, language)
    if not ours or not theirs or negated(one) != negated(other) or opposed(one, other, language):
        return False
    said, wanted = _facts(ours), _facts(theirs)
    if not (_subset(said, wanted) and _subset(wanted, said)):
        return False
    return _begun(ours, theirs) or _begun(theirs, ours)


def _begun(some: Sequence[str | Quantity], others: Sequence[str | Quantity]) -> bool:
    """Whether each token is one of the others, or a word of five letters or more with which one of them begins."""
    words = [other for other in others if isinstance(other, str)]
    return all(
        any(_same(token, other) for other in others)
        or (isinstance(token, str) and len(token) >= _A_PART and any(word.startswith(token) for word in words))
        for token in some
    )


def contradict(own: str, expected: str) -> bool:
    """Whether both answers give quantities or identifiers and have none in common.

    >>> contradict("67 (UDP)", "547"), contradict("set `--port`", "the flag --port, or a file"), contradict("a", "b")
    (True, False, False)
    """
    said, wanted = _facts(_tokens(own)), _facts(_tokens(expected))
    return bool(said and wanted) and not any(_same(one, other) for one in said for other in wanted)


def holds(passage: str, answer: str) -> bool:
    """Whether `passage` has the words of `answer` in a row, or all its facts and most of its words.

    >>> holds("The limit is 5.0 seconds by default.", "5.0 s"), holds("It takes 15 seconds.", "5 seconds")
    (True, False)
    >>> holds("`/api/v1/health`", "/api/v1/version")  # most words of a path are those of its folder
    False
    """
    wanted = _tokens(answer)
    if not wanted:
        return bool(answer.strip()) and answer.strip().casefold() in passage.casefold()
    if _PATH.fullmatch(answer.strip()):
        return _inside(wanted, _tokens(passage))
    return not _lacks(passage, wanted) and _held(_tokens(passage), wanted)


def _lacks(passage: str, wanted: Sequence[str | Quantity]) -> bool:
    """Whether too many words of an answer are nowhere in the passage, by its letters alone.

    Most passages that a search finds do: to read the tokens of one takes a hundred times longer.
    """
    if not passage.isascii():  # its words may be written in other letters
        return False
    letters = passage.lower()
    missing = sum(isinstance(token, str) and token.isalpha() and token not in letters for token in wanted)
    return missing > 0 and ((len(wanted) - missing) / len(wanted) < ENOUGH_F1 or not _facts(wanted))


def _held(there: Sequence[str | Quantity], wanted: Sequence[str | Quantity]) -> bool:
    if _inside(wanted, there):
        return True
    facts = _facts(wanted)
    found = _common(wanted, there) / len(wanted)
    return bool(facts) and _subset(facts, _facts(there)) and found >= ENOUGH_F1


def _says(own: str, part: str, language: str = "en") -> bool:
    """Whether a critic's answer names `part` of the writer's answer. Of two words with one fact, the fact is enough.

    >>> _says("7480 for the HTTP API, 7481 for metrics", "port 7480"), _says("`--listen`", "`--listen ADDRESS`")
    (True, True)
    """
    part = _plain(part)
    there, wanted = _stems(own, language), _stems(part, language)
    if holds(own, part) or (wanted and _held(there, wanted)):
        return True
    facts = _facts(wanted)
    return (
        bool(facts)
        and len(wanted) <= _SHORT
        and _subset(facts, _facts(there))
        and _common(wanted, there) / len(wanted) >= _ENOUGH_OF_SHORT
    )


def _plain(answer: str) -> str:
    """An answer without the addresses of its links and the placeholders behind its options.

    >>> _plain("[`relay`](https://kestrel.example/relay) with `--port PORT`")
    '`relay` with `--port`'
    """
    return _METAVARIABLE.sub(r"\g<option>", without_links(answer))


def _whole_answers(candidate: Candidate) -> Sequence[str]:
    """The forms of the whole answer; the last has all facts that any form must have."""
    if len(candidate.components) == 1:
        component = candidate.components[0]
        return (*component.short_answers, component.text, candidate.answer)
    if candidate.kind != "list":
        return (candidate.answer,)
    # an entry may be completed by its condition, which an answer of few words leaves out
    shortest = (min((part.text, *part.short_answers), key=len) for part in candidate.components)
    return (candidate.answer, "; ".join(shortest))


def _same(one: str | Quantity, other: str | Quantity) -> bool:
    """Equal words, or equal quantities; a number without a unit is any quantity of that number (a table's cell)."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    if one.value == other.value and one.unit == other.unit:
        return True
    return one.written == other.written and not (one.unit and other.unit)


@lru_cache(maxsize=512)
def _tokens(text: str) -> tuple[str | Quantity, ...]:
    """The tokens of a text, cached: the similar passages of one candidate are often those of the next candidate."""
    return tuple(tokens_with_quantities(_REFERENCE.sub("", text)))


@lru_cache(maxsize=512)
def _stems(text: str, language: str) -> tuple[str | Quantity, ...]:
    """The tokens of a text without the articles of its language, each word as its stem."""
    stop = STOP_WORDS.get(language, frozenset())

    def root(word: str) -> str:
        short = stem(word, language)
        clash = short in stop and word not in stop  # the German stemmer makes nach of nächste
        return f"{short}'" if clash else short

    tokens = tokens_with_quantities(text, language)
    return tuple(root(token) if isinstance(token, str) else token for token in tokens)


def _facts(tokens: Sequence[str | Quantity]) -> list[str | Quantity]:
    """Tokens that must be equal: quantities and identifiers."""
    return [token for token in tokens if isinstance(token, Quantity) or _is_name(token)]


def _is_name(word: str) -> bool:
    return any(letter.isdigit() or letter in "_.-+#" for letter in word)


def _subset(some: Sequence[str | Quantity], others: Sequence[str | Quantity]) -> bool:
    return all(any(_same(token, other) for other in others) for token in some)


def _inside(part: Sequence[str | Quantity], whole: Sequence[str | Quantity]) -> bool:
    """Whether the tokens of `part` are in `whole`, in a row."""
    size = len(part)
    return (
        not part
        or any(
            _same(part[0], whole[start])  # most places fail here, without a loop of their own
            and all(_same(one, other) for one, other in zip(part, whole[start : start + size], strict=True))
            for start in range(len(whole) - size + 1)
        )
    )


def _common(some: Sequence[str | Quantity], others: Sequence[str | Quantity]) -> int:
    """How many tokens the two share, each counted once."""
    left = list(others)
    count = 0
    for token in some:
        at = next((place for place, other in enumerate(left) if _same(token, other)), None)
        if at is not None:
            del left[at]
            count += 1
    return count


def _f1(one: Sequence[str | Quantity], other: Sequence[str | Quantity]) -> float:
    return 2 * _common(one, other) / (len(one) + len(other))
