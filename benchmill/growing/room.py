"""The tasks of one round, a Selection -> which of them it has room for; tasks as numbers are not made for this.

Where a kind was stopped, 10,000 of its tasks may follow each other without room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.numbered import Interleaved, TaskNumbers, number_of_document, number_of_kind
from benchmill.growing.selection import Selection
from benchmill.records import KINDS
from benchmill.records.chunk_ids import id_of, number_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(slots=True)
class Room:
    """Room that is gone does not come back in a round. A task is named by its position in the plan."""

    tasks: Sequence[WritingTask]
    selection: Selection
    _numbers: TaskNumbers | None = field(init=False)
    _seen: tuple[int, ...] = ()
    _computed_for: tuple[int, ...] = ()
    _capped: bytes = b""
    _closed: bytes = b""

    def __post_init__(self) -> None:
        # tasks as numbers have no manner: only the caps and the quotas of kinds count
        self._numbers = self.tasks.numbers if isinstance(self.tasks, Interleaved) else None

    def at(self, position: int) -> bool:
        """Whether the caps and the quotas leave room for an item of this task."""
        if self._numbers is None:
            return self.selection.has_room(self.tasks[position])
        self._compute(self._numbers)
        return not self._closed[position]

    def pass_over(self, position: int) -> None:
        """Select nothing of a task without room."""
        if self._numbers is None:
            task = self.tasks[position]
            self.selection.pass_over(task.seed.id, capped=not self.selection.has_room_for(task))
            return
        self._compute(self._numbers)
        self.selection.pass_over(id_of(int(self._numbers.chunks[position])), capped=bool(self._capped[position]))

    def _compute(self, numbers: TaskNumbers) -> None:
        import numpy as np

        selection = self.selection
        seen = selection.count, len(selection.stopped), len(selection.taken)
        if seen == self._seen:
            return
        self._seen = seen
        if seen[:2] != self._computed_for:
            full = [number_of_kind(kind) for kind in KINDS if selection.missing(kind) <= 0]
            capped = capped_tasks(numbers, selection)
            closed = capped | np.isin(numbers.kinds, full)
            self._capped, self._closed, self._computed_for = capped.tobytes(), closed.tobytes(), seen[:2]


def capped_tasks(numbers: TaskNumbers, selection: Selection) -> NDArray[np.bool_]:
    """For each task whether its document or its source chunk has the most items that the caps allow."""
    full = among(numbers.documents, number_of_document, selection.full_documents)
    return full | among(numbers.chunks, number_of, selection.full_chunks)


def among(numbers: NDArray[np.uint64], number: Callable[[str], int], names: Iterable[str]) -> NDArray[np.bool_]:
    """For each of the `numbers` whether it is that of one of the `names`."""
    import numpy as np

    return np.isin(numbers, np.array([number(name) for name in names], np.uint64))
