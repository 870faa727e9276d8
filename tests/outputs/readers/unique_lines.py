"""Lines with ids -> what a reader makes of each, or an InputError that names the second line of an id."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from benchmill.outputs.fields import Record
from benchmill.outputs.json_files import read_json_lines
from benchmill.records import InputError

R = TypeVar("R")


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
