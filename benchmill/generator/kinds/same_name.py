"""Mentions -> Groups: two to four sections that share a name, all there are in one language that can give an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmill.generator.eligibility.near_identical import spread
from benchmill.generator.kinds.mentions import Mentions
from benchmill.generator.kinds.mixed_up import Sharing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_READINGS = 4
_LONGEST_TOPIC = 2  # words of a heading that longer headings may repeat
_MOST_PLACES = 6  # of a weaker place: a heading of more sections is the name of no one thing
_AT_ONCE = 1024  # headings
_FACTOR = 0xD6E8FEB86659FD93


@dataclass(frozen=True, eq=False)
class Groups:
    """`rows` has the mentions of each group, -1 behind the last, and `named` that one whose name is the group's."""

    sharing: Sharing
    rows: NDArray[np.int64]
    named: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.rows)

    def of(self, place: int) -> list[int]:
        """The mentions of one group."""
        found: list[int] = self.rows[place][self.rows[place] >= 0].tolist()
        return found


def groups_of(mentions: Mentions, sharing: Sharing, rank: NDArray[np.int64]) -> Groups:
    """The groups of one Sharing; `rank` has the place of each mention's chunk in the order."""
    import numpy as np

    rows = mentions.sharing(sharing)
    if sharing is Sharing.IN_HEADING:
        rows, named = _with_longer_headings(mentions, rows)
        order = np.argsort(rank[rows], kind="stable")
        return _grouped(mentions, sharing, rows[order], named[order])
    _, first, which = np.unique(mentions.names[rows], return_index=True, return_inverse=True)
    return _grouped(mentions, sharing, rows, rows[first[which]])


def _grouped(mentions: Mentions, sharing: Sharing, rows: NDArray[np.int64], named: NDArray[np.int64]) -> Groups:
    """The groups of those with the same `named`, each in the order of `rows`."""
    import numpy as np

    order = np.argsort(named, kind="stable")
    names, which, sizes = np.unique(named[order], return_inverse=True, return_counts=True)
    # of more places a question would leave readings out; thousands of sections may have one heading
    most = len(rows) if sharing is Sharing.EXPLAINED else _MOST_PLACES
    few = ((sizes > 1) & (sizes <= most))[which]
    rows, which = rows[order][few], which[few]
    # those in the language of the first, and those too short to show one: a translation says the same
    language, first = mentions.languages[rows], np.zeros(len(names), np.uint32)
    spoken = np.flatnonzero(language)[::-1]
    first[which[spoken]] = language[spoken]
    own = ((language == 0) | (language == first[which])) & (mentions.can_answer[rows] != 0)
    rows, which = rows[own], which[own]
    sizes = np.bincount(which, minlength=len(names))
    fit = (sizes > 1) & (sizes <= _MOST_READINGS)
    rows, which, sizes = rows[fit[which]], (np.cumsum(fit) - 1)[which[fit[which]]], sizes[fit]
    found = np.full((len(sizes), _MOST_READINGS), -1, np.int64)
    found[which, np.arange(len(rows)) - (np.cumsum(sizes) - sizes)[which]] = rows
    return Groups(sharing, found, names[fit])


def _with_longer_headings(mentions: Mentions, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Mentions whose heading has all words of a heading of one or two words; for each the first mention with that."""
    import numpy as np

    rows = rows[np.argsort(mentions.names[rows], kind="stable")]
    names = mentions.names[rows]
    short, longer = _words_within(mentions.words)
    first, end = (np.searchsorted(names, longer, side) for side in ("left", "right"))
    named = rows[np.searchsorted(names, short)]
    return rows[spread(first, end - first)], np.repeat(named, end - first)


def _words_within(pairs: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """(headings of one or two words; headings with these words and maybe more), one element each for any two such.

    Words that more than _MOST_PLACES headings have are left out. `pairs` are headings and their words.
    """
    import numpy as np

    words, headings = np.unique(pairs[:, ::-1], axis=0).T
    first, end = (np.searchsorted(words, words, side) for side in ("left", "right"))
    many = end - first  # headings that have the word
    by_heading = np.lexsort((many, headings))
    _, at, sizes = np.unique(headings[by_heading], return_index=True, return_counts=True)
    rare, other = by_heading[at], by_heading[at + sizes - 1]
    fit = (sizes <= _LONGEST_TOPIC) & (many[rare] > 1) & ((sizes > 1) | (many[rare] <= _MOST_PLACES))
    known = np.sort(_marks(headings, words))
    found = [np.zeros((2, 0), np.uint64)]
    for block in np.split(np.flatnonzero(fit), range(_AT_ONCE, int(fit.sum()), _AT_ONCE)) if fit.any() else ():
        some, size = rare[block], many[rare[block]]
        both = np.stack((np.repeat(headings[some], size), headings[spread(first[some], size)]))
        marks = _marks(both[1], np.repeat(words[other[block]], size))
        both = both[:, known[np.searchsorted(known, marks).clip(max=len(known) - 1)] == marks]
        _, which, count = np.unique(both[0], return_inverse=True, return_counts=True)
        found.append(both[:, ((count > 1) & (count <= _MOST_PLACES))[which]])
    short, longer = np.concatenate(found, axis=1)
    return short, longer


def _marks(headings: NDArray[np.uint64], words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of each heading with a word."""
    import numpy as np

    return headings * np.uint64(_FACTOR) ^ words
