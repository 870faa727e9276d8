"""Results -> standard output (a table, or one JSON object); messages -> standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

import typer

from benchmill.records.listing import and_more
from benchmill.running.printable import printable


def print_json(value: Mapping[str, object]) -> None:
    """One JSON object on standard output."""
    typer.echo(json.dumps(value, ensure_ascii=not _speaks_unicode(), indent=2))


def print_rows(rows: Iterable[tuple[str, str]]) -> None:
    """Two aligned columns; a row with an empty label continues the row before.

    >>> print_rows([("accepted", "3 of 10"), ("kinds", "factoid 3")])
    accepted  3 of 10
    kinds     factoid 3
    """
    kept = list(rows)
    width = max((len(label) for label, _ in kept), default=0)
    for label, value in kept:
        typer.echo(printable(f"{label:<{width}}  {value}".rstrip()))


def first_of(lines: Sequence[str], most: int = 20) -> Iterator[tuple[str, str]]:
    """Rows that continue the row before: the first lines, and how many more there are."""
    for line in lines[:most]:
        yield "", line
    if rest := and_more(len(lines), most):
        yield "", f"... {rest}: --json lists all"


def say(text: str) -> None:
    """One line on standard error."""
    typer.echo(printable(text), err=True)


def complain(message: str, exit_code: int, *, as_json: bool = False) -> None:
    """Why the command ends with `exit_code`: one line on standard error, for people or as a JSON object."""
    with suppress(OSError):  # where the disk of the log is full, the exit code alone says what happened
        if as_json:
            typer.echo(json.dumps({"error": message, "exit_code": exit_code}), err=True)
        else:
            say(f"benchmill: {message}")


def counted(counts: Mapping[str, int]) -> str:
    """`points-at-source 12, relevance 3`, or a dash where all counts are missing."""
    return ", ".join(f"{name} {number:,}" for name, number in counts.items()) or "-"


def _speaks_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16", "utf32")
