"""A Plan -> the writes that carry it out, in requests of limited size; reports what was taken or gone by then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from benchmill.outputs.langsmith.difference import Plan, Update
from benchmill.outputs.langsmith.errors import Gone, Taken
from benchmill.outputs.langsmith.examples import RETIRED, Example, Stored, first_id, later_id, size_of
from benchmill.outputs.langsmith.service import LangSmith

T = TypeVar("T")

ROWS_A_REQUEST = 200
BYTES_A_REQUEST = 4_000_000  # the service takes 25 MB; a small body is soon sent again
IDS_A_DELETE = 100  # the address holds them: about 5 KB of it

Tell = Callable[[str, int, int], None]  # what is being done, how many are done, of how many


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes to one dataset. With `keep_retired` an item that is gone moves to the split `retired`."""

    service: LangSmith
    dataset_id: str
    keep_retired: bool
    tell: Tell

    def apply(self, plan: Plan, taken: frozenset[str], as_of: datetime | None) -> frozenset[str]:
        """Carry out `plan`, made of the version `as_of`.

        `taken` are items whose first id belongs to a deleted example. Comes back with those found now; they, and all
        that another person or program changed in the meantime, are for the next plan.
        """
        rows = [(self._id(example, taken, as_of), example) for example in plan.creates]
        found = self._create(rows)
        self._update(plan.updates)
        if self.keep_retired:
            self._update([Update(one, _retired(one)) for one in plan.retires])
        else:
            self._delete(plan.retires)
        return taken | found

    def _id(self, example: Example, taken: frozenset[str], as_of: datetime | None) -> str:
        if example.item_id not in taken:
            return first_id(self.dataset_id, example.item_id)
        return later_id(self.dataset_id, example.item_id, as_of.isoformat() if as_of else "")

    def _create(self, rows: Sequence[tuple[str, Example]]) -> frozenset[str]:
        """The items whose ids are taken by what is not there any more."""
        taken: set[str] = set()
        done = 0
        for batch in batches(rows, lambda row: _size(row[1])):
            self.tell("creating", done, len(rows))
            taken |= self._create_batch(batch)
            done += len(batch)
        return frozenset(taken)

    def _create_batch(self, batch: Sequence[tuple[str, Example]]) -> set[str]:
        rest = list(batch)
        while rest and not self._stored(rest):
            # Stored by our own request whose answer was lost, or by another program, or the id of a deleted one.
            there = self.service.present([id_ for id_, _ in rest])
            missing = [row for row in rest if row[0] not in there]
            if len(missing) == len(rest):
                return {example.item_id for _, example in rest}
            rest = missing
        return set()

    def _stored(self, rows: Sequence[tuple[str, Example]]) -> bool:
        try:
            self.service.create(self.dataset_id, rows)
        except Taken:
            return False
        return True

    def _update(self, updates: Sequence[Update]) -> None:
        done = 0
        for batch in batches(
            updates, lambda one: size_of([one.example.inputs, one.example.outputs, one.example.facts])
        ):
            self.tell("updating", done, len(updates))
            try:
                self.service.update(self.dataset_id, batch)
            except (Gone, Taken):
                return  # one of them was deleted meanwhile: the next plan will see that
            done += len(batch)

    def _delete(self, retires: Sequence[Stored]) -> None:
        for start in range(0, len(retires), IDS_A_DELETE):
            self.tell("retiring", start, len(retires))
            try:
                self.service.delete([one.id for one in retires[start : start + IDS_A_DELETE]])
            except Gone:
                return  # another program was quicker, or our first try arrived: the next plan will see that


def batches(rows: Iterable[T], size: Callable[[T], int]) -> Iterator[list[T]]:
    """The rows in groups of at most ROWS_A_REQUEST and BYTES_A_REQUEST; one that is larger alone goes alone."""
    batch: list[T] = []
    total = 0
    for row in rows:
        more = size(row)
        if batch and (len(batch) == ROWS_A_REQUEST or total + more > BYTES_A_REQUEST):
            yield batch
            batch, total = [], 0
        batch.append(row)
        total += more
    if batch:
        yield batch


def _size(example: Example) -> int:
    return size_of([example.inputs, example.outputs, example.metadata()])


def _retired(stored: Stored) -> Example:
    """The example as it is there, without its split."""
    edition = stored.metadata.get("edition")
    facts = {**stored.facts, "split": RETIRED}
    return Example(stored.item_id, stored.inputs, stored.outputs, facts, edition if isinstance(edition, int) else 0)
