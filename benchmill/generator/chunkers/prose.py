"""Prose that is too long for a chunk -> pieces cut between sentences, else words, else characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

Split = Callable[[str, int, int, int, int], Iterable[tuple[int, int]]]
"""`split_prose`, or a function that knows what it gave for the same paragraph."""

# The best place to cut comes first. Sentences come before lines: most hand-broken lines end inside a sentence.
_SEPARATORS = [r"\n[ \t]*\n", r"(?<=[.!?…])[\"'”’)\]*_`]*\s+|(?<=[。！？；])", r"\n", r"\s+", ""]
_STRETCH = (
    65_536  # characters given to the splitter at once: it makes a string of each word, at worst of each character
)
_SLACK = 8  # characters a cut may move back, so that it separates no letter from its accents and splits no joined emoji
_SPACE = re.compile(r"\s+")
_BREAK = re.compile(r"[\s。！？；]")


def split_prose(text: str, start: int, end: int, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """(start, end) of pieces of `text[start:end]`, at most `size` long, without white space at either end.

    Each piece after the first begins at a word, up to `overlap` characters before the end of the previous piece.
    """
    earliest = place = start
    for cut in _cuts(text, start, end, size - overlap):
        if text[place:cut].strip():
            begin = _word_start(text, max(place - overlap, earliest), place) if place > start else place
            piece = text[begin:cut]
            begin += len(piece) - len(piece.lstrip())
            yield begin, cut - len(piece) + len(piece.rstrip())
            earliest = begin + 1
        place = cut


def _cuts(text: str, start: int, end: int, size: int) -> Iterator[int]:
    """The offsets at which the pieces end: at most `size` characters apart, the last one at `end`."""
    slack = _SLACK if size > 4 * _SLACK else 0
    place = start
    while place < end:
        stop = _stretch_end(text, place, end)
        # The splitter leaves nothing out and repeats nothing, so the sum of the lengths is the offset. `find` would
        # give a wrong offset in a text that repeats itself.
        running, cut = place, place
        for length in _lengths(text[place:stop], size - slack):
            running += length
            cut = _before_marks(text, running, slack) if running < end else end
            yield cut
        place = cut


def _lengths(stretch: str, size: int) -> list[int]:
    """The length of each piece of `stretch`. The splitter is slow on text without a break, so it gets no such text."""
    if stretch.isspace():
        return [len(stretch)]
    if not _BREAK.search(stretch):
        return [min(size, len(stretch) - place) for place in range(0, len(stretch), size)]
    return [len(piece) for piece in _splitter(size).split_text(stretch)]


def _stretch_end(text: str, place: int, end: int) -> int:
    if end - place <= _STRETCH:
        return end
    half, full = place + _STRETCH // 2, place + _STRETCH
    best = max(text.rfind("\n", half, full), text.rfind(" ", half, full))
    return best + 1 if best >= 0 else full


def _before_marks(text: str, cut: int, slack: int) -> int:
    """`cut`, or the nearest place before it that no combining mark, joiner or modifier follows."""
    for place in range(cut, cut - slack, -1):
        if not (_joins(text[place]) or text[place - 1] == "\u200d"):
            return place
    return cut


def _joins(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me", "Mc", "Cf") or "\U0001f3fb" <= character <= "\U0001f3ff"


def _word_start(text: str, start: int, end: int) -> int:
    found = _SPACE.search(text, start, end)
    return found.end() if found else start


@lru_cache(maxsize=8)
def _splitter(size: int) -> RecursiveCharacterTextSplitter:
    # This import costs 0.3 s and 25 MB, since it loads langchain-core. Only a paragraph that is too long needs it.
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(
        separators=_SEPARATORS,
        is_separator_regex=True,
        keep_separator="end",
        strip_whitespace=False,
        chunk_size=size,
        chunk_overlap=0,
    )
