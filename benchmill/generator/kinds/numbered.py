"""Many writing tasks as numbers -> sequences of WritingTasks, each made when it is asked for.

A large corpus has 40,000 tasks, of which a night asks a few. As objects they take 30 MB and half a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.records import KINDS, Kind
from benchmill.records.chunk_ids import number_of
from benchmill.records.identity import fingerprint
from benchmill.records.lazy import Lazy
from benchmill.records.manner import UNASKED

if TYPE_CHECKING:
    from collections.abc import Set

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class TaskNumbers:
    """Five numbers of each task: its kind, its weakness, its source chunk, the document, its passages together."""

    kinds: NDArray[np.uint8]
    weak: NDArray[np.uint8]
    chunks: NDArray[np.uint64]
    documents: NDArray[np.uint64]
    passages: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.kinds)

    def at(self, places: Any) -> TaskNumbers:  # noqa: ANN401 - whatever chooses elements of an array
        """Those of some of the tasks."""
        return TaskNumbers(*(column[places] for column in _columns(self)))

    def plus(self, other: TaskNumbers) -> TaskNumbers:
        """Those of these tasks and the others."""
        import numpy as np

        pairs = zip(_columns(self), _columns(other), strict=True)
        return TaskNumbers(*(np.concatenate(pair) for pair in pairs))

    @classmethod
    def of(cls, tasks: Sequence[WritingTask]) -> TaskNumbers:
        """The numbers of any tasks."""
        import numpy as np

        if isinstance(tasks, (NumberedTasks, Interleaved)):
            return tasks.numbers
        size = len(tasks)
        return cls(
            np.fromiter((number_of_kind(task.kind) for task in tasks), np.uint8, size),
            np.fromiter((task.weak for task in tasks), np.uint8, size),
            np.fromiter((number_of(task.seed.id) for task in tasks), np.uint64, size),
            np.fromiter((number_of_document(task.seed.document_id) for task in tasks), np.uint64, size),
            np.fromiter(map(number_of_passages, tasks), np.uint64, size),
        )


def number_of_kind(kind: Kind | None) -> int:
    return KINDS.index(kind) if kind else len(KINDS)


def number_of_document(name: str) -> int:
    return fingerprint(name)


def number_of_passages(task: WritingTask) -> int:
    """Equal where two tasks have the same passages in the same order."""
    if len(task.passages) == 1:
        return number_of(task.seed.id)
    return fingerprint(*(passage.id for passage in task.passages))


class NumberedTasks(Lazy[WritingTask]):
    """The tasks of one kind, best first."""

    def __init__(self, numbers: TaskNumbers, make: Callable[[int], WritingTask]) -> None:
        self.numbers, self._make = numbers, make

    def __len__(self) -> int:
        return len(self.numbers)

    def made(self, place: int) -> WritingTask:
        return self._make(place)

    @property
    def weaker(self) -> int:
        """How many of them are `WritingTask.is_weaker`."""
        return int((self.numbers.weak >= WEAKER).sum())


class Interleaved(Lazy[WritingTask]):
    """Tasks of several kinds in one order: the task at each place is the `place_of`-th of `tasks[kind_of]`."""

    def __init__(
        self, tasks: Sequence[Sequence[WritingTask]], kind_of: NDArray[np.uint8], place_of: NDArray[np.uint32]
    ) -> None:
        self._tasks, self._kind_of, self._place_of = tasks, kind_of, place_of
        self._made: dict[int, WritingTask] = {}

    def __len__(self) -> int:
        return len(self._kind_of)

    def made(self, place: int) -> WritingTask:
        if place not in self._made:  # a run looks again and again at the tasks that come next
            self._made[place] = self._tasks[int(self._kind_of[place])][int(self._place_of[place])]
        return self._made[place]

    @cached_property
    def numbers(self) -> TaskNumbers:
        import numpy as np

        found = [TaskNumbers.of(own) for own in self._tasks]
        chosen = [own.at(self._place_of[self._kind_of == number]) for number, own in enumerate(found)]
        inverse = np.empty(len(self), np.int64)
        inverse[np.argsort(self._kind_of, kind="stable")] = np.arange(len(self))
        columns = zip(*map(_columns, chosen), strict=True)
        return TaskNumbers(*(np.concatenate(own)[inverse] for own in columns))

    def without(self, taken: Set[WritingTask], gone: NDArray[np.bool_] | None = None) -> Interleaved:
        """The tasks that are not among `taken`, whatever manner they were given, and not `gone`."""
        import numpy as np

        left = np.ones(len(self), bool) if gone is None else ~gone
        for task in taken:
            plain, chunk = replace(task, manner=UNASKED), number_of(task.seed.id)
            for place in np.flatnonzero(self.numbers.chunks == np.uint64(chunk)).tolist():
                if self.made(place) == plain:
                    left[place] = False
        return Interleaved(self._tasks, self._kind_of[left], self._place_of[left])


def _columns(numbers: TaskNumbers) -> tuple[NDArray[Any], ...]:
    return numbers.kinds, numbers.weak, numbers.chunks, numbers.documents, numbers.passages
