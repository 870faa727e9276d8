"""A value -> Value, which finds itself in other words: in another unit, or as another word for on or off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from benchmill.generator.languages import Language
from benchmill.records.numbers import Quantity, tokens_with_quantities

_SIZE = re.compile(r"(?<=\d) ?(?:([KkMG])B|([MG]))\b")  # docs call 1024 bytes "1 KB", and 1,048,576 "1M"
_DISTINCTIVE = re.compile(r"\d\d|[\d/]\D")
_RARE = re.compile(r"\d{4}|\w[./:-]\w.{4}")
_WORD = re.compile(r"[^\W\d]{3}")
CODE = re.compile(r"`+([^`]+)`+")
_MARKS = "\"'“” `"  # around a value
_ON, _OFF = ["on"], ["off"]


class Value:
    """A value as a document states it."""

    def __init__(self, written: str, language: Language) -> None:
        self.written, self._language = written, language
        self._tokens = self._tokens_of(written)
        self.is_distinctive = _DISTINCTIVE.search(written) is not None  # "1" and "true" are values of many things
        self.is_switch = self._tokens in (_ON, _OFF) or written in ("0", "1")
        self.is_word = not self.is_switch and _WORD.search(written) is not None
        self._is_path = "/" in written
        self.is_rare = _RARE.search(written) is not None  # a port, a path, an address: one thing's wherever it stands

    def is_any(self, values: Iterable[str]) -> bool:
        """Whether one of some values is this one."""
        return any(_are_equal(self._tokens_of(value), self._tokens) for value in values)

    def is_in(self, said: str) -> bool:
        """Whether words hold the value. Only code holds a switch: prose says "on" and "no" of many things."""
        if self._tokens in (_ON, _OFF):
            return any(self._tokens_of(code.rpartition("=")[2]) == self._tokens for code in CODE.findall(said))
        if self._is_path and self.written.strip(_MARKS) not in said:
            return False  # "static files" has the words of `/static/`
        tokens, count = self._tokens_of(said), len(self._tokens)
        return any(_are_equal(tokens[at : at + count], self._tokens) for at in range(len(tokens)))

    def _tokens_of(self, text: str) -> list[str | Quantity]:
        bare = text.strip(_MARKS).casefold()
        switch = next((name for name in (*_ON, *_OFF) if bare in self._language.words(name)), "")
        return [switch] if switch else tokens_with_quantities(_SIZE.sub(r" \1\2iB", text), self._language.code)


def _are_equal(some: Sequence[str | Quantity], others: Sequence[str | Quantity]) -> bool:
    return len(some) == len(others) and all(map(_is_equal, some, others))


def _is_equal(one: str | Quantity, other: str | Quantity) -> bool:
    """Whether two tokens are one value. A number without a unit may be in any: 86400 is "24h"."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    if one.unit and other.unit:
        return str(one) == str(other)
    measure, bare = (one, other) if one.unit else (other, one)
    milliseconds = measure.value * 1000 if measure.unit == "s" else measure.value
    return measure.written == bare.written or bare.value in (measure.value, milliseconds)
