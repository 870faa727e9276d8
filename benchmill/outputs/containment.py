"""Passages -> which of them hold a quote: the rule by which evidence becomes labels for any chunking."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence


class Passages:
    """An index over passage texts.

    A passage holds a quote where it contains at least 80 % of its characters in one piece: a chunker that cut off the
    quote's last word did not take the evidence away. White space counts as one space, for chunkers that normalise it.

    >>> Passages(["The gate lets six calls", "through at once."]).holding("The gate lets six calls through")
    []
    >>> Passages(["... The gate lets\\nsix calls thr", "ough."]).holding("The gate lets six calls through")
    [0]
    """

    def __init__(
        self,
        texts: Sequence[str],
        quotes: Iterable[str] | None = None,
        may_hold: Callable[[Sequence[str]], Sequence[int] | None] | None = None,
    ) -> None:
        """`quotes` are all that will be asked for: an index of their words alone is made faster.

        `may_hold`: words -> numbers of the passages that may have them all, or None where that is not known; with it no
        index is made.
        """
        self._texts = texts
        self._may_hold = may_hold
        self._by_word: dict[str, list[int]] = {}
        self._held: dict[str, list[int]] = {}
        known = [] if quotes is None else sorted({wanted for quote in quotes if (wanted := _normalised(quote))})
        if may_hold is None:
            wanted_words = None if quotes is None else {word for quote in known for word in whole_words(quote)}
            for number, text in enumerate(texts):
                words = set(text.split())
                for word in words if wanted_words is None else words & wanted_words:
                    self._by_word.setdefault(word, []).append(number)
        self._look_for(known)

    def holding(self, quote: str) -> list[int]:
        """The indices of the passages that hold `quote`, ascending; none for a blank quote."""
        wanted = _normalised(quote)
        if wanted and wanted not in self._held:
            self._look_for([wanted])
        return self._held.get(wanted, [])

    def _look_for(self, quotes: Iterable[str]) -> None:
        """Find the passages that hold each quote; each text, which may be in a file, is read once."""
        everywhere: list[_Search] = []
        somewhere: defaultdict[int, list[_Search]] = defaultdict(list)
        for quote in quotes:
            search = _Search(quote, self._held.setdefault(quote, []))
            numbers = self._with_words(quote)
            for number in numbers or ():
                somewhere[number].append(search)
            everywhere += [search] if numbers is None else []
        for number in range(len(self._texts)) if everywhere else sorted(somewhere):
            text = self._texts[number]
            for search in (*everywhere, *somewhere.get(number, ())):
                if search.longest in text:  # most texts lack it
                    search.look(number, text)

    def _with_words(self, quote: str) -> Sequence[int] | None:
        """The passages that may have all words that are whole in the quote's middle; None where it has no such word."""
        words = whole_words(quote)
        if not words:
            return None
        if self._may_hold is not None:
            return self._may_hold(words)
        return min((self._by_word.get(word, []) for word in words), key=len)


class _Search:
    """A quote, and the passages `found` that hold it: they have its middle, which every part of 80 % includes."""

    def __init__(self, quote: str, found: list[int]) -> None:
        pieces = _middle(quote).split()
        self.longest = max(pieces, key=len)
        self._quote, self._found = quote, found
        self._middle = re.compile(r"\s+".join(map(re.escape, pieces)))

    def look(self, number: int, text: str) -> None:
        if self._middle.search(text) and _holds(_normalised(text), self._quote):
            self._found.append(number)


def whole_words(quote: str) -> list[str]:
    """The words that are whole in the middle of a quote in which white space counts as one space."""
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
