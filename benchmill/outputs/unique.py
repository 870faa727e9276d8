"""Lines or records with ids -> the same, each id once, or an InputError that names the second place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from benchmill.records import InputError

R = TypeVar("R")


class Named(Protocol):
    """A record with an id; empty where the file gave none."""

    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=Named)


def unique_records(found: Iterable[tuple[str, N]]) -> tuple[tuple[str, N], ...]:
    """The (place, record) pairs; InputError where two records have one id. Records without an id all pass."""
    kept = tuple(found)
    seen: set[str] = set()
    for place, record in kept:
        if record.id and record.id in seen:
            raise InputError(f"{place}: the id {record.id!r} is used in an earlier record, too")
        seen.add(record.id)
    return kept
