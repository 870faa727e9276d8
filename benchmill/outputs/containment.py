"""Passages -> which of them hold a quote: the rule by which evidence becomes labels for any chunking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache


class Passages:
    """An index over passage texts.

    A passage holds a quote where it contains at least 80 % of its characters in one piece: a chunker that cut off the
    quote's last word did not take the evidence away. White space counts as one space, for chunkers that normalise it.

    >>> Passages(["The gate lets six calls", "through at once."]).holding("The gate lets six calls through")
    []
    >>> Passages(["... The gate lets\\nsix calls thr", "ough."]).holding("The gate lets six calls through")
    [0]
    """

    def __init__(self, texts: Sequence[str], quotes: Iterable[str] | None = None) -> None:
        """`quotes` are all that will be asked for: an index of their words alone is made faster."""
        # made for those that may hold a quote: a large corpus would be in memory twice
        self._text: Callable[[int], str] = lru_cache(maxsize=4096)(lambda number: _normalised(texts[number]))
        self._count = len(texts)
        self._by_word: dict[str, list[int]] = {}
        wanted = None if quotes is None else {word for quote in quotes for word in _whole_words(_normalised(quote))}
        for number, text in enumerate(texts):
            words = set(text.split())
            for word in words if wanted is None else words & wanted:
                self._by_word.setdefault(word, []).append(number)

    def holding(self, quote: str) -> list[int]:
        """The indices of the passages that hold `quote`, ascending; none for a blank quote."""
        wanted = _normalised(quote)
        if not wanted:
            return []
        middle = _middle(wanted)
        return [n for n in self._candidates(wanted) if middle in self._text(n) and _holds(self._text(n), wanted)]

    def _candidates(self, quote: str) -> Sequence[int]:
        """The passages with the rarest whole word of the quote's middle, which every piece of 80 % includes."""
        words = _whole_words(quote)
        if not words:
            return range(self._count)
        return min((self._by_word.get(word, []) for word in words), key=len)


def _whole_words(quote: str) -> list[str]:
    """The words that are whole in the quote's middle."""
    return _middle(quote).split(" ")[1:-1]


def _normalised(text: str) -> str:
    return " ".join(text.split())


def _edge(quote: str) -> int:
    """How many characters may be missing: 20 %, rounded down."""
    return len(quote) // 5


def _middle(quote: str) -> str:
    edge = _edge(quote)
    return quote[edge : len(quote) - edge]


def _holds(passage: str, quote: str) -> bool:
    if quote in passage:
        return True
    edge, middle = _edge(quote), _middle(quote)
    start = passage.find(middle)
    while start >= 0:
        end = start + len(middle)
        before = _equal_ends(passage[max(0, start - edge) : start], quote[:edge])
        after = _equal_starts(passage[end : end + edge], quote[len(quote) - edge :])
        if before + len(middle) + after >= len(quote) - edge:
            return True
        start = passage.find(middle, start + 1)
    return False


def _equal_starts(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _equal_ends(one: str, other: str) -> int:
    return _equal_starts(one[::-1], other[::-1])
