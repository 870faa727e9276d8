"""Shingles of all chunks, Repeats of an earlier run -> Repeats: what many documents share, and near-identical chunks.

After an edit, the shingles of unchanged documents are read once, a block at a time, and only those that a changed
document has or had are looked at. The result is the one from nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from benchmill.generator.eligibility.near_identical import alike, classes, similar_pairs, spread
from benchmill.generator.eligibility.rare_shingles import (
    MOST,
    Traits,
    counted,
    document_counts,
    ends_of,
    prefix_sizes,
    traits_of,
)
from benchmill.generator.eligibility.shingles import Shingles, once

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint64]

_LOW = 0xFFFFFFFF
GONE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Repeats:
    """The chunks of one run, compared with each other: how many shingles each has, their traits, the pairs that share
    a rare shingle and nearly have one size, and which of the pairs are near-identical."""

    sizes: NDArray[np.uint32]
    traits: Traits
    pairs: Numbers
    alike: NDArray[np.bool_]

    def shared(self) -> NDArray[np.float64]:
        """For each chunk the share of its shingles that are common: in three or more documents."""
        import numpy as np

        shares: NDArray[np.float64] = self.traits.common / np.maximum(self.sizes, 1)
        return shares

    def near_identical(self) -> list[int]:
        """For each chunk the number of the first chunk in its class (its own number if it is the only one)."""
        return classes(self.sizes, self.traits, self.pairs[self.alike])


class Shingled(Protocol):
    """The shingles of all chunks, in memory or in a file; and the number of each chunk's document."""

    sizes: NDArray[np.uint32]
    document_of: NDArray[np.uint32]

    def blocks(self) -> Iterator[tuple[int, NDArray[np.uint32]]]:
        """(number of the first chunk, the shingles of it and of the next ones), in the order of the chunks."""

    def of(self, chunks: NDArray[np.int64]) -> NDArray[np.uint32]:
        """The shingles of some chunks, whose numbers ascend."""


@dataclass(frozen=True, slots=True, eq=False)
class Former:
    """An earlier run. `number_of`: for each of today's chunks its number there, or GONE where its document changed;
    `shingles`: those of each document that changed or is gone, as they were."""

    repeats: Repeats
    number_of: NDArray[np.int64]
    shingles: Sequence[NDArray[np.uint32]]


def repeats_of(shingles: Shingles, document_of: NDArray[np.uint32]) -> Repeats:
    """The Repeats of these chunks, from nothing."""
    import numpy as np

    traits = traits_of(shingles, document_counts(shingles, document_of))
    pairs = similar_pairs(shingles.sizes, traits)
    return Repeats(shingles.sizes, traits, pairs, alike(np.arange(len(shingles.sizes)), shingles, pairs))


def repeats_since(former: Former, today: Shingled) -> Repeats:
    """The same, by comparing only what changed since an earlier run."""
    import numpy as np

    traits = _traits(former, today)
    pairs = similar_pairs(today.sizes, traits)
    known, was_alike = _renumbered(former)
    place = np.searchsorted(known, pairs)
    place[place == len(known)] = 0
    seen = known[place] == pairs if len(known) else np.zeros(len(pairs), bool)
    found = np.zeros(len(pairs), bool)
    found[seen] = was_alike[place[seen]]
    new = pairs[~seen]
    chunks = once(np.concatenate((new >> np.uint64(32), new & np.uint64(_LOW)))).astype(np.int64)
    found[~seen] = alike(chunks, Shingles(today.of(chunks), today.sizes[chunks]), new)
    return Repeats(today.sizes, traits, pairs, found)


def _traits(former: Former, today: Shingled) -> Traits:
    """The traits of all chunks: made for those with a shingle of another rarity than before, else as they were."""
    import numpy as np

    kept = former.number_of != GONE
    new = np.flatnonzero(~kept)
    watched, counts, touched = _recounted(former, today, new)
    made = once(np.concatenate((new, touched)))
    shingles = Shingles(today.of(made), today.sizes[made])
    rest = np.setdiff1d(shingles.values, watched)
    if len(rest):
        more, _ = _holders(today, rest, np.zeros(len(rest), bool), np.zeros(len(today.sizes), bool))
        watched, counts = np.concatenate((watched, rest)), np.concatenate((counts, more))
        order = np.argsort(watched)
        watched, counts = watched[order], counts[order]
    rarity = np.minimum(counts, MOST).astype(np.uint8)[np.searchsorted(watched, shingles.values)]
    own, was = traits_of(shingles, rarity), former.repeats
    kept[made] = False
    numbers = former.number_of[kept]
    sums, common = np.empty(len(kept), np.uint64), np.empty(len(kept), np.uint32)
    for all_of, before, today_of in ((sums, was.traits.sums, own.sums), (common, was.traits.common, own.common)):
        all_of[kept], all_of[made] = before[numbers], today_of
    lengths, starts = prefix_sizes(today.sizes), ends_of(prefix_sizes(was.sizes))
    rarest = np.empty(int(lengths.sum()), np.uint32)
    mine = np.repeat(kept, lengths)
    rarest[mine] = was.traits.rarest[spread(starts[numbers], lengths[kept])]
    rarest[~mine] = own.rarest
    return Traits(sums, common, rarest)


def _recounted(
    former: Former, today: Shingled, new: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64]]:
    """The shingles that changed documents have or had, ascending; how many documents have each now; and the chunks of
    other documents with a shingle of another rarity than before."""
    import numpy as np

    holder = np.repeat(today.document_of[new], today.sizes[new])
    is_in = counted(once(today.of(new).astype(np.uint64) << np.uint64(32) | holder))
    gone = [np.zeros(0, np.uint64)]
    gone += [once(own).astype(np.uint64) << np.uint64(32) | np.uint64(n) for n, own in enumerate(former.shingles)]
    was_in = counted(np.sort(np.concatenate(gone)))
    watched = once(np.concatenate((is_in[0], was_in[0])))
    now, before = np.zeros(len(watched), np.int64), np.zeros(len(watched), np.int64)
    for counts, (values, documents) in ((now, is_in), (before, was_in)):
        counts[np.searchsorted(watched, values)] = documents
    left_out = np.zeros(len(today.sizes), bool)
    left_out[new] = True
    others, held = _holders(today, watched, now != before, left_out)
    now, before = now + others, before + others
    moved = np.minimum(now, MOST) != np.minimum(before, MOST)
    which, chunk = held >> np.uint64(32), (held & np.uint64(_LOW)).astype(np.int64)
    return watched, now, once(chunk[moved[which.astype(np.int64)]])


def _holders(
    today: Shingled, watched: NDArray[np.uint32], wanted: NDArray[np.bool_], left_out: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], Numbers]:
    """How many documents have each of the watched shingles, without the chunks that are left out; and for the wanted
    ones (place in `watched`, chunk), packed into one number."""
    import numpy as np

    ends = ends_of(today.sizes)
    table = np.zeros(1 << 16, bool)  # by it most shingles are seen to be others, without a search
    table[watched & np.uint32(0xFFFF)] = True
    documents, chunks = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint64)]
    for first, values in today.blocks() if len(watched) else ():
        places = np.flatnonzero(table[values & np.uint32(0xFFFF)])
        which = np.searchsorted(watched, values[places])
        which[which == len(watched)] = 0
        there = watched[which] == values[places]
        which, places = which[there], places[there]
        chunk = np.searchsorted(ends, places + ends[first], "right") - 1
        which, chunk = which[~left_out[chunk]], chunk[~left_out[chunk]]
        keys = which.astype(np.uint64) << np.uint64(32)
        documents.append(once(keys | today.document_of[chunk]))
        chunks.append((keys | chunk.astype(np.uint64))[wanted[which]])
    which = (once(np.concatenate(documents)) >> np.uint64(32)).astype(np.int64)
    return np.bincount(which, minlength=len(watched)), np.concatenate(chunks)


def _renumbered(former: Former) -> tuple[Numbers, NDArray[np.bool_]]:
    """The pairs of chunks that are still there, by today's numbers, ascending; and which of them are near-identical."""
    import numpy as np

    was = former.repeats
    today_of = np.full(len(was.sizes), GONE, np.int64)
    there = np.flatnonzero(former.number_of != GONE)
    today_of[former.number_of[there]] = there
    one, other = today_of[was.pairs >> np.uint64(32)], today_of[was.pairs & np.uint64(_LOW)]
    both = (one != GONE) & (other != GONE)
    one, other = one[both], other[both]
    pairs = np.minimum(one, other).astype(np.uint64) << np.uint64(32) | np.maximum(one, other).astype(np.uint64)
    order = np.argsort(pairs)
    return pairs[order], was.alike[both][order]
