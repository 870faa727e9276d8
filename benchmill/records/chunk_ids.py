"""A chunk's id <-> the number in it, by which large arrays name chunks."""

from __future__ import annotations


def id_of(number: int) -> str:
    """
    >>> id_of(10), number_of("c-000000000000000a")
    ('c-000000000000000a', 10)
    """
    return f"c-{number:016x}"


def number_of(name: str) -> int:
    return int(name[2:], 16)
