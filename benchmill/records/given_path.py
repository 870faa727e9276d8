"""The name of a folder or file as a user gave it -> its path; an empty name is refused."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from benchmill.records.errors import UsageError


def path(named: str | PathLike[str]) -> Path:
    """The path that a user named. Raises UsageError where the name is empty, as `"$DOCS"` is without such a variable.

    pathlib takes an empty name for the current folder: a run would read, or write, what nobody meant.
    """
    if not str(named):
        raise UsageError("the name of a folder or file is empty: is a variable not set? The current folder is `.`")
    return Path(named)
