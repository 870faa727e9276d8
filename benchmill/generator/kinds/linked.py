"""Mentions -> tasks for ambiguous questions: sections that explain one name, or have one heading, and say other things.

Where a name stands follows from the chunks alone (mentions.py, same_name.py); whether who asks about it may mean either
of two sections follows from the texts of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from benchmill.generator.kinds.mentions import Mentions, values
from benchmill.generator.kinds.mixed_up import Sharing, is_one_thing, mixed_up
from benchmill.generator.kinds.names import is_identifier
from benchmill.generator.kinds.respects import give_other_values
from benchmill.generator.kinds.same_name import Groups, groups_of
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.records import Chunk
from benchmill.records.words import content_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ALIKE, _COPIED = 0.5, 0.75  # the words that two places share: of a copy, other values are only another edition
_SAME, _NO_TASK = 255, 254  # in place of `weak`: the places say the same; nobody mixes them up
PLENTY = 200
"""Nobody needs weaker places where so many better ones are."""

Weigh = Callable[[Groups, Callable[[int], int]], Iterable[int]]
"""Groups, and how weak a task the one at a place makes -> that of each."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Chunks that share a name, as one task shows them."""

    weak: int
    rank: int
    name: str
    passages: tuple[Chunk, ...]

    @property
    def pairs(self) -> set[frozenset[str]]:
        return {frozenset((one.id, other.id)) for one, other in combinations(self.passages, 2)}

    @property
    def task(self) -> WritingTask:
        return WritingTask("ambiguous", self.passages, self.name, weak=self.weak)


def weighed(groups: Groups, weak: Callable[[int], int]) -> Iterable[int]:
    """Each worked out anew."""
    return map(weak, range(len(groups)))


def ambiguous_tasks(mentions: Mentions, rank: NDArray[np.int64], weigh: Weigh = weighed) -> list[WritingTask]:
    """Tasks on two to four chunks of different sections that explain one name, each otherwise; then the weaker ones.

    The best come first. `rank` has the place of each mention's chunk in the order.
    """
    found: dict[frozenset[str], _Place] = {}
    for place in _places(mentions, Sharing.EXPLAINED, rank, weigh):
        # two pages that share ten names give one task
        found.setdefault(frozenset(chunk.id for chunk in place.passages), place)
    every = list(found.values())
    if len(every) < PLENTY:
        pairs = {pair for place in every for pair in place.pairs}
        for sharing in (Sharing.ABOUT, Sharing.IN_HEADING):
            for place in _places(mentions, sharing, rank, weigh):
                if pairs.isdisjoint(place.pairs):
                    pairs |= place.pairs
                    every.append(place)
    every.sort(key=lambda place: (place.weak, place.rank, place.name))
    return [place.task for place in every if place.weak != _NO_TASK]


def _places(mentions: Mentions, sharing: Sharing, rank: NDArray[np.int64], weigh: Weigh) -> Iterator[_Place]:
    """The groups of one Sharing that say different things, in the order of their names."""
    groups = groups_of(mentions, sharing, rank)

    def weak(place: int) -> int:
        own = [(mentions.chunk(row), mentions.words_of(row)) for row in groups.of(place)]
        name = mentions.spelled(int(groups.named[place]))
        return _weakness(name, own, sharing)

    weights = list(weigh(groups, weak))
    apart = [place for place, weight in enumerate(weights) if weight != _SAME]
    named = {place: mentions.spelled(int(groups.named[place])) for place in apart}
    for place in sorted(apart, key=named.__getitem__):
        rows = groups.of(place)
        yield _Place(weights[place], int(rank[rows[0]]), named[place], tuple(map(mentions.chunk, rows)))


def _weakness(name: str, own: Sequence[tuple[Chunk, str]], sharing: Sharing) -> int:
    if sharing is Sharing.EXPLAINED:
        local = _local(name, [told for _, told in own])
        return _SAME if local is None or is_one_thing(name, [chunk for chunk, _ in own]) else local
    if not _differ(own):
        return _SAME
    weak = mixed_up([chunk for chunk, _ in own], name, sharing)
    return _NO_TASK if weak is None else weak


def _differ(own: Sequence[tuple[Chunk, str]]) -> bool:
    """Whether each place gives values of its own, in words of its own or where the others have another value."""
    said = [(set(content_words(told)), told) for _, told in own]
    shares = ((_share(one, other), mine, yours) for (one, mine), (other, yours) in combinations(said, 2))
    alike = any(
        share > _COPIED or (share > _ALIKE and not give_other_values(mine, yours)) for share, mine, yours in shares
    )
    inside = any(_is_within(one, other) or _is_within(other, one) for (one, _), (other, _) in combinations(own, 2))
    return not alike and not inside and len({values(told) for _, told in own}) == len(own)


def _share(one: Set[str], other: Set[str]) -> float:
    """The words that two places share, as a share of those of both; 1 where neither has a word beside code."""
    return len(one & other) / len(one | other) if one | other else 1.0


def _is_within(one: Chunk, other: Chunk) -> bool:
    """Whether a chunk belongs to the other's section or to one below it."""
    return one.document_id == other.document_id and one.headings[: len(other.headings)] == other.headings


def _local(name: str, texts: Sequence[str]) -> int | None:
    """2 for a flag, or where each place gives a measured value; WEAKER for another name with numbers; else None.

    The places must not describe the name in the same words, and give values of one sort, each another; a flag needs no
    value. A common word, such as `type`, means another thing on each page, and nobody mixes them up.
    """
    said = [set(content_words(told)) for told in texts]
    if any(2 * len(one & other) > len(one | other) for one, other in combinations(said, 2)):
        return None
    if name.startswith("-"):
        return 2
    given = [values(told) for told in texts]
    sorts = [{value.partition(" ")[0] for value in own} for own in given]
    shared = set.intersection(*sorts)
    if len(set(given)) < len(given) or not shared:
        return None
    if shared - {"code", "number"}:
        return 2
    return WEAKER if "number" in shared and is_identifier(name) else None
