"""Lines or records with ids -> the same, each id once, or an InputError that names the second place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, TypeVar

from benchmill.outputs.fields import Record
from benchmill.outputs.json_files import read_json_lines
from benchmill.records import InputError

R = TypeVar("R")


class Named(Protocol):
    """A record with an id; empty where the file gave none."""

    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=Named)


def read_unique_lines(path: Path, read: Callable[[Record, str], R], id_of: Callable[[R], str]) -> tuple[R, ...]:
    """What `read` makes of every line (it gets the place, too); InputError where two lines have one id."""
    found: dict[str, R] = {}
    for number, line in read_json_lines(path):
        place = f"{path}, line {number}"
        one = read(line, place)
        name = id_of(one)
        if name in found:
            raise InputError(f"{place}: the id {name!r} is used in an earlier line, too")
        found[name] = one
    return tuple(found.values())


def unique_records(found: Iterable[tuple[str, N]]) -> tuple[tuple[str, N], ...]:
    """The (place, record) pairs; InputError where two records have one id. Records without an id all pass."""
    kept = tuple(found)
    seen: set[str] = set()
    for place, record in kept:
        if record.id and record.id in seen:
            raise InputError(f"{place}: the id {record.id!r} is used in an earlier record, too")
        seen.add(record.id)
    return kept
