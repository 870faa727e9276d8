"""Passages -> their length in characters, and how many of them a prompt has room for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from benchmill.records import Chunk


def room_for(size: int, chunks: Iterable[Chunk]) -> int:
    """The characters of `size` passages that are as long as the longest one: a prompt has room for them."""
    return size * max((len(chunk.text) for chunk in chunks), default=0)


def total(passages: Iterable[Chunk]) -> int:
    """The characters of all passages."""
    return sum(len(chunk.text) for chunk in passages)


def fitting(passages: Iterable[Chunk], room: int) -> int:
    """The number of the first passages that together have no more characters than there is room for."""
    return sum(so_far <= room for so_far in accumulate(len(chunk.text) for chunk in passages))
