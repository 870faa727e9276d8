"""All chunks, the eligible chunks in order, shares -> every task of each kind, and one order of all tasks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING

from benchmill.generator.kinds.book import Book
from benchmill.generator.kinds.hops import last_tasks, multi_hop_tasks
from benchmill.generator.kinds.last_readings import last_readings
from benchmill.generator.kinds.linked import ambiguous_tasks
from benchmill.generator.kinds.mentions import Mentions
from benchmill.generator.kinds.numbered import Interleaved, NumberedTasks
from benchmill.generator.kinds.pages import MadePages, Pages, Reading
from benchmill.generator.kinds.sections import form_of
from benchmill.generator.kinds.task import ONE_A_CALL, WritingTask
from benchmill.records import KINDS, Chunk, Kind, short_digest
from benchmill.records.lazy import LazyMapping

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_A_CALL = 2
# nobody needs the last sort of tasks of a kind where there are so many others
_PLENTY: Mapping[Kind, int] = {"multi_hop": 500, "ambiguous": 200}


class TasksByKind(LazyMapping[Kind, list[WritingTask]]):
    """Kind -> its tasks, best first: the order is that of the eligible chunks in `plan`.

    The tasks of a kind are found when they are first asked for: a night that replaces one list needs no other kind.
    Tasks for unanswerable questions have a different order, so that they do not begin with the factoids' chunks.
    `pages` are the tasks and readings of the documents of `chunks`, if they are known. Of the kinds in `last` there are
    also places that seldom give a question.
    """

    def __init__(
        self,
        chunks: Sequence[Chunk],
        plan: Sequence[Chunk],
        kinds: Iterable[Kind],
        *,
        seed: int = 0,
        pages: Pages | None = None,
        last: Iterable[Kind] = (),
    ) -> None:
        self._chunks, self._plan, self._seed = chunks, plan, seed
        self._pages: Pages = pages or MadePages(chunks, self._rank.keys())
        self._last = frozenset(last)
        wanted = set(kinds)
        self._kinds = tuple(kind for kind in KINDS if kind in wanted)

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds)

    def made(self, key: Kind) -> list[WritingTask]:
        found = sorted(self._of_kind(key), key=self._key)
        return _in_turn(found) if key == "list" else self.with_last(key, found)

    def with_last(self, kind: Kind, best: list[WritingTask]) -> list[WritingTask]:
        """The tasks of a kind of which `best` are found already, with the last sort where it is wanted."""
        if kind not in self._last or len(best) >= _PLENTY.get(kind, 0):
            return best
        if kind == "multi_hop":
            book = Book(self._chunks, self._rank, self._readings)
            last = last_tasks(best, self._chunks, self._rank, book)
        else:
            last = last_readings(self._chunks, self._rank, best)
        return sorted((*best, *last), key=self._key)

    def _of_kind(self, kind: Kind) -> Iterable[WritingTask]:
        if kind in ("factoid", "unanswerable"):
            # passages of pasted output, example values and links come last
            return (WritingTask(kind, (one,), weak=0 if one.id in self._with_facts else 1) for one in self._plan)
        if kind == "multi_hop":
            return multi_hop_tasks(self._chunks, self._rank, self._readings)
        if kind == "ambiguous":
            mentions = Mentions.of(self._chunks, self._pages.readings(), self._rank.keys())
            return (*self._pages.tasks(kind), *ambiguous_tasks(mentions, self._ranks(mentions.numbers)))
        return self._pages.tasks(kind)

    def _ranks(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        import numpy as np

        return np.fromiter((self._rank[self._chunks[number].id] for number in numbers.tolist()), np.int64, len(numbers))

    @cached_property
    def _rank(self) -> Mapping[str, int]:
        return {chunk.id: number for number, chunk in enumerate(self._plan)}

    @cached_property
    def _with_facts(self) -> Set[str]:
        return {self._chunks[place].id for place, found in enumerate(self._pages.has_facts()) if found}

    @cached_property
    def _readings(self) -> Mapping[str, Reading]:
        return {chunk.id: found for chunk, found in zip(self._chunks, self._pages.readings(), strict=True)}

    def _key(self, task: WritingTask) -> tuple[int, int, str]:
        if task.kind == "unanswerable":
            return task.weak, 0, turn_of(task.seed, self._seed)
        return task.weak, self._rank[task.seed.id], task.shared


def turn_of(chunk: Chunk, seed: int) -> str:
    """By this the tasks for unanswerable questions are ordered."""
    return short_digest(seed, "unanswerable", chunk.id)


def _in_turn(tasks: Sequence[WritingTask]) -> list[WritingTask]:
    """The first task of each form, then the second: else most lists of a reference ask "which options does X have"."""
    by_form: dict[str, list[WritingTask]] = {}
    for task in tasks:
        by_form.setdefault(form_of(task), []).append(task)
    rounds = zip_longest(*by_form.values())
    return [task for one_of_each in rounds for task in one_of_each if task is not None]


class Capacity(LazyMapping[Kind, int]):
    """The number of items that the tasks of each kind can give: one a call for ONE_A_CALL, two for other kinds.

    A weaker place counts as one. The tasks of a kind are counted when it is first asked for.
    """

    def __init__(self, tasks: Mapping[Kind, Sequence[WritingTask]]) -> None:
        self._tasks = tasks

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._tasks)

    def made(self, key: Kind) -> int:
        own = self._tasks[key]
        weaker = own.weaker if isinstance(own, NumberedTasks) else sum(task.is_weaker for task in own)
        return len(own) if key in ONE_A_CALL else _A_CALL * len(own) - (_A_CALL - 1) * weaker


def interleave(tasks: Mapping[Kind, Sequence[WritingTask]], quotas: Mapping[Kind, float]) -> Sequence[WritingTask]:
    """One order of all tasks, by Sainte-Lague over the quotas: wherever a run ends, the kinds are in proportion.

    Of equal kinds the first of `tasks` comes first. Kinds with a quota of 0 come last, one after the other.
    """
    import numpy as np

    sizes = [len(own) for own in tasks.values()]
    kind_of = np.repeat(np.arange(len(sizes), dtype=np.uint8), sizes)
    place_of = np.concatenate([np.zeros(0, np.uint32), *(np.arange(size, dtype=np.uint32) for size in sizes)])
    quota = np.array([quotas.get(kind, 0) for kind in tasks], np.float64)
    order = np.lexsort((place_of, kind_of, -quota[kind_of] / (2.0 * place_of + 1)))
    found = Interleaved(list(tasks.values()), kind_of[order], place_of[order])
    # few tasks that are objects already are quicker as objects
    return found if any(isinstance(own, NumberedTasks) for own in tasks.values()) else list(found)
