"""A quote, neighbouring chunks -> the chunks that hold it together, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from benchmill.mapping.plain_text import PlainText

_SHORTEST = 12
_SHORTEST_BESIDE = 3
_REACH = 2


class Piece(NamedTuple):
    """The letters of the quote, from `start` to `end`, that the chunk `number` holds at its edge, or is."""

    start: int
    end: int
    number: int


def pieces_of(quote: str, near: Iterable[int], letters: Callable[[int], str], count: int) -> list[Piece]:
    """The pieces of `quote` (letters) in the chunks `near` and in their neighbours."""
    found: dict[int, Piece] = {}
    for number in near:
        for other in range(max(0, number - _REACH), min(count, number + _REACH + 1)):
            shortest = _SHORTEST_BESIDE if other != number and number in found else _SHORTEST
            if other not in found and (piece := _piece(quote, letters(other), other, shortest)):
                found[other] = piece
        if number in found:  # a short rest of the quote counts only right beside a longer piece
            for other in (number - 1, number + 1):
                if 0 <= other < count and other not in found:
                    piece = _piece(quote, letters(other), other, _SHORTEST_BESIDE)
                    if piece:
                        found[other] = piece
    return sorted(found.values())


def together(pieces: list[Piece], length: int, *, anywhere: bool) -> tuple[Piece, ...]:
    """The fewest pieces that hold all `length` letters; a piece in a neighbouring chunk is preferred.

    With `anywhere` (all are of one document) pieces may lie apart; else each must be near the last one in the index.
    """
    best: tuple[Piece, ...] = ()
    for first in (piece for piece in pieces if piece.start == 0):
        chain = [first]
        while chain[-1].end < length:
            last = chain[-1]
            used = {piece.number for piece in chain}
            onward = [
                piece
                for piece in pieces
                if piece.start <= last.end < piece.end
                and piece.number not in used
                and (anywhere or abs(piece.number - last.number) <= _REACH)
            ]
            if not onward:
                break
            chain.append(min(onward, key=lambda p: (abs(p.number - last.number), -p.end)))
        if chain[-1].end == length and (not best or _order(chain) < _order(best)):
            best = tuple(chain)
    return best


def _order(chain: Iterable[Piece]) -> tuple[int, int]:
    numbers = [piece.number for piece in chain]
    return len(numbers), max(numbers) - min(numbers)


def _piece(quote: str, letters: str, number: int, shortest: int) -> Piece | None:
    if not letters:
        return None
    if len(letters) < len(quote) and (at := quote.find(letters)) >= 0 and len(letters) >= _SHORTEST_BESIDE:
        return Piece(at, at + len(letters), number)
    ahead, behind = _overlap(letters, quote, shortest), _overlap(quote, letters, shortest)
    if not ahead and not behind:
        return None
    return Piece(0, ahead, number) if ahead >= behind else Piece(len(quote) - behind, len(quote), number)


def _overlap(first: str, second: str, shortest: int) -> int:
    """How many letters the end of `first` shares with the beginning of `second`: the most, at least `shortest`, or 0.

    >>> _overlap("retries is fi", "is five", 3), _overlap("retries is fi", "five", 3)
    (5, 0)
    """
    if len(second) < shortest:
        return 0
    at = first.find(second[:shortest], max(0, len(first) - len(second)))
    while at >= 0:
        if second.startswith(first[at:]):
            return len(first) - at
        at = first.find(second[:shortest], at + 1)
    return 0


def marks_of(quote: PlainText, piece: Piece, chunk: PlainText) -> list[str]:
    """The marks (numbers, comparisons) in the part of the chunk that holds the piece."""
    size = piece.end - piece.start
    if size >= len(chunk.letters):
        return chunk.marks
    start = len(chunk.letters) - size if piece.start == 0 and piece.end < len(quote.letters) else 0
    return chunk.marks_between(start, start + size)
