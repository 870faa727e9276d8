"""An Order and the facts of tasks -> every task of each kind as numbers: those of TasksByKind, in the same order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from benchmill.generator.kinds import TasksByKind
from benchmill.generator.kinds.linked import ambiguous_tasks
from benchmill.generator.kinds.numbered import NumberedTasks, TaskNumbers, number_of_document, number_of_kind
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.task import WritingTask
from benchmill.indexing.kept_book import KeptBook
from benchmill.indexing.kept_facts import FactKind, Facts
from benchmill.indexing.kept_hops import Hops
from benchmill.indexing.light_chunks import AllChunks
from benchmill.indexing.mention_facts import mention_facts, mentions_of, weigh_by
from benchmill.indexing.name_facts import Names, by_id, name_facts
from benchmill.indexing.order_facts import Order
from benchmill.indexing.place_facts import OWN_KINDS, place_facts, places_of
from benchmill.indexing.task_facts import KeptPages, task_from
from benchmill.indexing.weights import Weights
from benchmill.records import Kind
from benchmill.records.lazy import LazyMapping

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class KeptTasks(LazyMapping[Kind, Sequence[WritingTask]]):
    """`kinds` in the order of the mapping. `derived` gives the facts that follow from others in `pages`; `linked` finds
    the last sorts of tasks."""

    chunks: AllChunks
    order: Order
    pages: KeptPages
    derived: Callable[[Callable[..., FactKind], Facts], Facts]
    kinds: tuple[Kind, ...]
    linked: Callable[[KeptPages], TasksByKind]

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.kinds)

    def made(self, key: Kind) -> Sequence[WritingTask]:
        if key in ("factoid", "unanswerable"):
            return self._of_one_chunk(key)
        if key in OWN_KINDS and key != "ambiguous":
            return self._of_one_document(key)
        # those of one document are the best of their kind
        best = self._hops() if key == "multi_hop" else [*self._of_one_document(key), *self._ambiguous()]
        return self.linked(self.pages).with_last(key, best)

    def _hops(self) -> list[WritingTask]:
        @lru_cache(maxsize=8)
        def readings(document_id: str) -> list[Reading]:
            chunks = tuple(self.chunks.of_document(self._number_of[document_id]))
            return by_id(chunks, self.pages.readings_of(document_id))

        facts = self.derived(name_facts, self.pages.read)
        book = KeptBook(self.chunks, Names(facts))
        return Hops(book, Weights(facts.kept, "multi_hop"), self._rank, readings).tasks()

    def _ambiguous(self) -> list[WritingTask]:
        facts = self.derived(mention_facts, self.pages.read)
        mentions, weights = mentions_of(facts, self.chunks), Weights(facts.kept, "ambiguous")
        found = ambiguous_tasks(mentions, self._rank(mentions.numbers), weigh_by(weights, mentions, self.chunks))
        weights.keep()
        return found

    def _of_one_chunk(self, kind: Kind) -> NumberedTasks:
        """A task for each source chunk; passages of pasted output, example values and links come last."""
        import numpy as np

        with_facts = self._ids[np.fromiter(self.pages.has_facts(), bool, len(self._ids))]
        weak = (~np.isin(self._ids[self.order.numbers], with_facts)).astype(np.uint8)
        best = np.lexsort((self.order.turns, weak)) if kind == "unanswerable" else np.argsort(weak, kind="stable")
        chosen, weak = self.order.numbers[best], weak[best]

        def make(place: int) -> WritingTask:
            return WritingTask(kind, (self.chunks[int(chosen[place])],), weak=int(weak[place]))

        return NumberedTasks(self._numbers(kind, weak, chosen, self._ids[chosen]), make)

    def _of_one_document(self, kind: Kind) -> NumberedTasks:
        import numpy as np

        document_of, found = places_of(self._places, kind)
        starts = np.frombuffer(self.chunks.starts, np.uint32)
        seeds = (starts[document_of] + found[:, 0].astype(np.uint32)).astype(np.uint32)
        weak = found[:, 2].astype(np.uint8)
        best = np.lexsort((self._rank(seeds), weak))
        if kind == "list":
            best = best[_in_turn(found[best, 3])]
        seeds, weak, passages = seeds[best], weak[best], found[best, 4]
        at = np.stack((document_of[best].astype(np.uint32), found[best, 1].astype(np.uint32)))

        @lru_cache(maxsize=8)
        def tasks_of(document: int) -> list[list[object]]:
            tasks: list[list[object]] = json.loads(self.pages.of(self.chunks.documents[document].id))
            return tasks

        def make(place: int) -> WritingTask:
            document, own = at[:, place].tolist()
            return task_from(tasks_of(document)[own], tuple(self.chunks.of_document(document)))

        return NumberedTasks(self._numbers(kind, weak, seeds, passages), make)

    def _rank(self, seeds: NDArray[Any]) -> NDArray[np.int64]:
        """The place of each in the order; chunks of one id have one place."""
        import numpy as np

        own = self._ids[self.order.numbers]
        by_id = np.argsort(own)
        found: NDArray[np.int64] = by_id[np.searchsorted(own, self._ids[seeds], sorter=by_id)]
        return found

    def _numbers(
        self, kind: Kind, weak: NDArray[np.uint8], seeds: NDArray[np.uint32], passages: NDArray[np.uint64]
    ) -> TaskNumbers:
        import numpy as np

        kinds = np.full(len(seeds), number_of_kind(kind), np.uint8)
        documents = np.searchsorted(np.frombuffer(self.chunks.starts, np.uint32), seeds, "right") - 1
        return TaskNumbers(kinds, weak, self._ids[seeds], self._documents[documents], passages)

    @cached_property
    def _number_of(self) -> Mapping[str, int]:
        return {document.id: number for number, document in enumerate(self.chunks.documents)}

    @cached_property
    def _places(self) -> Facts:
        return self.derived(place_facts, self.pages.own)

    @cached_property
    def _ids(self) -> NDArray[np.uint64]:
        import numpy as np

        return np.frombuffer(self.chunks.ids, np.uint64)

    @cached_property
    def _documents(self) -> NDArray[np.uint64]:
        import numpy as np

        return np.array([number_of_document(document.id) for document in self.chunks.documents], np.uint64)


def _in_turn(forms: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The places in the order: the first of each form, then the second of each."""
    import numpy as np

    _, first, which = np.unique(forms, return_index=True, return_inverse=True)
    by_form = np.argsort(which, kind="stable")
    sizes = np.bincount(which)
    turn = np.empty(len(forms), np.int64)
    turn[by_form] = np.arange(len(forms)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    found: NDArray[np.int64] = np.lexsort((first[which], turn))
    return found
