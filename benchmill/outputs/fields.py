"""Parsed JSON, a key -> the value in the type it must have, or an InputError that says which record is wrong."""

from __future__ import annotations

from collections.abc import Mapping

from benchmill.outputs.json_files import kind_of
from benchmill.records import InputError

Record = Mapping[str, object]


def as_object(value: object, place: str) -> Record:
    """`value` where it is an object."""
    if not isinstance(value, dict):
        raise InputError(f"{place}: expected an object, found {kind_of(value)}")
    return value


def text_in(record: Record, key: str, place: str, default: str | None = None) -> str:
    """The text under `key`; `default` where the key is absent, else InputError."""
    value = _get(record, key, place, default)
    if not isinstance(value, str):
        raise InputError(f"{place}: {key!r} must be a text, not {kind_of(value)}")
    return value


def number_in(record: Record, key: str, place: str) -> int:
    """The whole number under `key`."""
    value = _get(record, key, place, None)
    if type(value) is not int:
        raise InputError(f"{place}: {key!r} must be a whole number, not {_shown(value)}")
    return value


def list_in(record: Record, key: str, place: str, default: list[object] | None = None) -> list[object]:
    """The list under `key`."""
    value = _get(record, key, place, default)
    if not isinstance(value, list):
        raise InputError(f"{place}: {key!r} must be a list, not {kind_of(value)}")
    return value


def texts_in(record: Record, key: str, place: str, default: list[object] | None = None) -> tuple[str, ...]:
    """The list of texts under `key`."""
    return texts_of(list_in(record, key, place, default), f"{place}: {key!r}")


def texts_of(values: list[object], place: str) -> tuple[str, ...]:
    """`values` where all are texts."""
    for number, value in enumerate(values, start=1):
        if not isinstance(value, str):
            raise InputError(f"{place}: element {number} must be a text, not {kind_of(value)}")
    return tuple(value for value in values if isinstance(value, str))


def _get(record: Record, key: str, place: str, default: object) -> object:
    if key in record:
        return record[key]
    if default is None:
        present = ", ".join(repr(name) for name in list(record)[:12]) or "no keys"
        raise InputError(f"{place}: {key!r} is missing; there are: {present}")
    return default


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, float) else kind_of(value)
