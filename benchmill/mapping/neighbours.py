"""A short line that several chunks hold -> the chunks where the evidence's own neighbouring text is beside it.

Documents often repeat a list item or a table row: a name in a list also occurs in a sentence, a row in another table.
The words alone do not identify the place; the letters right before and after them do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmill.mapping.plain_text import PlainText
from benchmill.mapping.wanted import WantedQuote

_LETTERS = 12
"""How many letters are compared on either side: few, as parsers may drop text further away."""
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
    """The hits with the fewest sides that differ from the document; all hits where no side is known to agree.

    A side is unknown where the chunk, or the known part of the document, ends there.
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
    """Whether both texts begin alike; None where one of them is too short to compare."""
    length = min(len(one), len(other))
    return None if length < _LEAST else one[:length] == other[:length]
