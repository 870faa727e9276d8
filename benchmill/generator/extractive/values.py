"""A value and words -> whether the words hold it, in another unit or as another word for on or off, too."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmill.generator.languages import Language
from benchmill.records.numbers import Quantity, tokens_with_quantities

_SIZE = re.compile(r"(?<=\d) ?(?:([KkMG])B|([MG]))\b")  # docs call 1024 bytes "1 KB", and 1,048,576 "1M"
_DISTINCTIVE = re.compile(r"\d\d|[\d/]\D")
CODE = re.compile(r"`+([^`]+)`+")
_ON, _OFF = "on", "off"


def is_same(one: str, other: str, language: Language) -> bool:
    return _are_equal(_tokens(one, language), _tokens(other, language))


def is_distinctive(value: str) -> bool:
    """Whether a value is one of few things: "1" and "true" are values of many."""
    return _DISTINCTIVE.search(value) is not None


def holds(said: str, value: str, language: Language) -> bool:
    """Whether words hold a value. Only code holds a switch: prose says "on" and "no" of many things."""
    wanted, tokens = _tokens(value, language), _tokens(said, language)
    if wanted in ([_ON], [_OFF]):
        return any(_tokens(code, language) == wanted for code in CODE.findall(said))
    return any(_are_equal(tokens[at : at + len(wanted)], wanted) for at in range(len(tokens)))


def _tokens(text: str, language: Language) -> list[str | Quantity]:
    bare = text.strip("\"'“” `").casefold()
    switch = next((name for name in (_ON, _OFF) if bare in language.words(name)), "")
    return [switch] if switch else tokens_with_quantities(_SIZE.sub(r" \1\2iB", text), language.code)


def _are_equal(some: Sequence[str | Quantity], others: Sequence[str | Quantity]) -> bool:
    return bool(others) and len(some) == len(others) and all(map(_is_equal, some, others))


def _is_equal(one: str | Quantity, other: str | Quantity) -> bool:
    """Whether two tokens are one value. A number without a unit may be in any: 86400 is "24h"."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    if one.unit and other.unit:
        return str(one) == str(other)
    measure, bare = (one, other) if one.unit else (other, one)
    milliseconds = measure.value * 1000 if measure.unit == "s" else measure.value
    return measure.written == bare.written or bare.value in (measure.value, milliseconds)
