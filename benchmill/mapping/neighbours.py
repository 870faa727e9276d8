"""A short line that several chunks hold -> those where it is at the evidence's own place: the same text beside it.

An item of a list or a row of a table is often repeated: a name in a list comes back in a sentence, a row in another
table. Its words do not say which place is meant; the letters right before and after it do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmill.mapping.plain_text import PlainText
from benchmill.mapping.wanted import WantedQuote

_LETTERS = 12
"""So many letters on either side are compared: few, as parsers leave out what is further away."""
_LEAST = 4
_LINES = ("|", "-", "*", "+", "#")


def is_line(quote: PlainText) -> bool:
    """Whether the quote is a row, an item or a heading rather than a sentence.

    >>> [is_line(PlainText(text)) for text in ("| `a` | int |", "- [`A`]", "The limit is 5.")]
    [True, True, False]
    """
    return quote.raw.startswith(_LINES)


def at_their_place(
    hits: Sequence[int], quote: PlainText, wanted: WantedQuote, plain: Callable[[int], PlainText]
) -> list[int]:
    """The hits with the fewest sides that differ from the document's; all where no side of any is known to agree.

    A side is unknown where the chunk, or what is known of the document, ends there.
    """
    before = PlainText(wanted.before).letters[-_LETTERS:]
    after = PlainText(wanted.after).letters[:_LETTERS]
    sides = {number: _best(plain(number), quote, before, after) for number in hits}
    agreeing = [number for number in hits if sides[number][1]]
    if not agreeing:
        return list(hits)
    least = min(sides[number][0] for number in agreeing)
    return [number for number in hits if sides[number][0] <= least]


def _best(chunk: PlainText, quote: PlainText, before: str, after: str) -> tuple[int, int]:
    """(sides that differ, sides that agree) at the place of the chunk where the fewest differ."""
    found = []
    for at in chunk.find(quote):
        end = at + len(quote.letters)
        left, right = chunk.letters[max(0, at - _LETTERS) : at], chunk.letters[end : end + _LETTERS]
        same = (_same(left[::-1], before[::-1]), _same(right, after))
        found.append((same.count(False), -same.count(True)))
    differ, agree = min(found, default=(0, 0))
    return differ, -agree


def _same(one: str, other: str) -> bool | None:
    """Whether both begin alike; None where too little is known of either."""
    length = min(len(one), len(other))
    return None if length < _LEAST else one[:length] == other[:length]
