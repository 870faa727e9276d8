"""Results -> standard output (a table, or one JSON object); messages -> standard error."""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

import typer

from benchmill.records.listing import and_more
from benchmill.running.printable import printable

_NARROWEST = 30
# what stays in one line: a command at the end, a mean with its interval
_WHOLE = re.compile(r"(?<=: )benchmill .+$|[\d.]+ \([\d.]+ to [\d.]+\)")
_HELD = "\N{NO-BREAK SPACE}"  # textwrap does not end a line there


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
    room = shutil.get_terminal_size().columns - width - 2 if sys.stdout.isatty() else 0
    for label, value in kept:
        for number, line in enumerate(lines_of(value, room)):
            typer.echo(printable(f"{'' if number else label:<{width}}  {line}".rstrip()))


def lines_of(value: str, room: int) -> list[str]:
    """`value` in lines of `room` columns, for a terminal; one line where there is no room, as in a pipe.

    A command at the end stays whole, so that it can be copied, and so does a mean with its interval.

    >>> lines_of("30 of 100 were accepted; go on: benchmill grow docs --out bench", 32)
    ['30 of 100 were accepted; go on:', 'benchmill grow docs --out bench']
    >>> lines_of("recall@10 0.917 (0.615 to 1.000), mrr@10 0.750 (0.500 to 0.900)", 45)
    ['recall@10 0.917 (0.615 to 1.000), mrr@10', '0.750 (0.500 to 0.900)']
    """
    if room < _NARROWEST or len(value) <= room:
        return [value]
    whole = _WHOLE.sub(lambda found: found[0].replace(" ", _HELD), value)
    lines = textwrap.wrap(whole, room, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_HELD, " ") for line in lines]


def print_table(lines: Sequence[Sequence[str]]) -> None:
    """Aligned columns, the titles in the first line; an empty line ends the table.

    >>> print_table([("run", "mrr@10"), ("bm25", "0.5")])
    run   mrr@10
    bm25  0.5
    <BLANKLINE>
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        typer.echo(printable("  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()))
    typer.echo()


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
