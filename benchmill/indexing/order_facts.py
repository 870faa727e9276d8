"""A document's source chunks -> the order in which they are asked about; of all documents -> one Order."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from benchmill.generator.kinds.tasks import turn_of
from benchmill.generator.sampling import order_within, turn_of_document
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.indexing.light_chunks import AllChunks
from benchmill.records import Chunk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def order_facts(chosen: Callable[[str], Sequence[int]], seed: int, *settings: object) -> FactKind:
    """The order within each document; `chosen` gives the places of a document's source chunks among its chunks."""
    columns = ("places", "ranks", "turns", "turn")
    return FactKind("orders", 1, columns, partial(_make, chosen, seed), (seed, *settings))


def _make(chosen: Callable[[str], Sequence[int]], seed: int, cut: Sequence[Cut]) -> Iterator[Row]:
    for document, chunks in cut:
        own: dict[str, tuple[int, Chunk]] = {}
        for place in chosen(document.id):
            own.setdefault(chunks[place].id, (place, chunks[place]))
        order = list(order_within([chunk for _, chunk in own.values()], seed)) if own else []
        places = array("I", (own[chunk.id][0] for _, chunk in order))
        ranks = array("d", (rank for rank, _ in order))
        turns = array("Q", (int(turn_of(chunk, seed), 16) for _, chunk in order))
        turn = array("Q", [int(turn_of_document(document.id, seed), 16)])
        yield places.tobytes(), ranks.tobytes(), turns.tobytes(), turn.tobytes()


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The numbers of the source chunks, most wanted first: those of `sampling.plan`."""

    numbers: NDArray[np.uint32]
    _facts: Facts
    _moved: NDArray[np.int64]

    @classmethod
    def of(cls, facts: Facts, chunks: AllChunks, per_document: int) -> Order:
        import numpy as np

        bytes_of, (own, turns, places) = facts.joined("ranks", "turn", "places")
        sizes = np.array(bytes_of, np.int64) // 8
        document_of = np.repeat(np.arange(len(sizes)), sizes)
        ranks = np.frombuffer(own, np.float64)
        place = np.arange(len(ranks)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        names = [document.id for document in facts.documents]
        by_name = np.empty(len(names), np.int64)
        by_name[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
        turn = np.frombuffer(turns, np.uint64)
        # stable, and the last key counts most: the order of `sampling.plan`
        keys = (by_name[document_of], turn[document_of], ranks, ranks < 0, place >= per_document)
        moved = np.lexsort(keys)
        starts = np.frombuffer(chunks.starts, np.uint32)
        numbers = starts[document_of] + np.frombuffer(places, np.uint32)
        return cls(numbers[moved], facts, moved)

    @property
    def turns(self) -> NDArray[np.uint64]:
        """For each the hash by which tasks for unanswerable questions are ordered."""
        import numpy as np

        return np.frombuffer(self._facts.joined("turns")[1][0], np.uint64)[self._moved]
