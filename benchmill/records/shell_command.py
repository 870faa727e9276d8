"""Arguments -> a `benchmill` command that works as it is printed, also where a path holds blanks."""

from __future__ import annotations

import os
import shlex


def command(*arguments: object) -> str:
    """The command as a person types it.

    >>> command("items", "my bench", "--sample", 20)
    "benchmill items 'my bench' --sample 20"
    """
    return shlex.join(["benchmill", *map(str, arguments)])


def from_here(path: str) -> str:
    """An absolute path as a person here would type it: relative where it lies below the current folder."""
    inside = os.path.relpath(path)
    return path if inside.startswith("..") else inside
