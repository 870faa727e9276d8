"""A file of records, a reader for one of them -> each record that can be read, with its place; ids are unique."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from benchmill.outputs.fields import Record, as_object
from benchmill.outputs.json_files import BadRecord, refuse
from benchmill.records import InputError


class Named(Protocol):
    """A record with an id; empty where the file gave none."""

    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=Named)


def readable(
    records: Iterable[tuple[str, object]], read: Callable[[Record, str], N], bad: BadRecord | None = None
) -> Iterator[tuple[str, N]]:
    """(place, record) of each element of `records`, read by `read`, which raises InputError where it cannot.

    `bad` gets the place and the fault of a record that cannot be read, or has the id of an earlier one. Without `bad`
    such a record raises InputError.
    """
    seen: set[str] = set()
    for place, value in records:
        try:
            record = read(as_object(value, place), place)
        except InputError as error:
            refuse(error, place, bad)
            continue
        if record.id and record.id in seen:
            refuse(InputError(f"{place}: the id {record.id!r} is used in an earlier record, too"), place, bad)
            continue
        seen.add(record.id)
        yield place, record
