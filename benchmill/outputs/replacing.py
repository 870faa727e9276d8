"""A path to write, how our own file there is recognised -> nothing, or an error that protects a file of others."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmill.records import InputError

LEDGER = "ledger.sqlite"
WORKSPACE_FILES = (
    "benchmark.json",
    "items.jsonl",
    "items.backup.jsonl",
    "rejected.jsonl",
    "CHANGES.md",
    "manifest.json",
    "report.html",
    "validity.json",
)
"""What `grow` writes into a workspace, beside its ledger."""


def keep_others(
    path: Path, ours: Callable[[bytes], bool], *, force: bool = False, remedy: str = ", or replace it with --force"
) -> None:
    """Raise InputError where writing `path` would replace a file that benchmill did not write.

    `ours` says of the bytes of a file whether it is one of those that are about to be written again. An empty file may
    be replaced, and with `force` any file that is not a workspace's own. `remedy` says how to force it.
    """
    if path.name in (*WORKSPACE_FILES, LEDGER) and (path.parent / LEDGER).is_file():
        raise InputError(f"{path} belongs to the workspace {path.parent}; name another file")
    if force or not path.is_file():
        return
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} is there already and cannot be read: {error.strerror}; name another file") from error
    if content.strip() and not ours(content):
        raise InputError(f"{path} is there already, and benchmill did not write it: name another file{remedy}")


def json_rows(content: bytes) -> Iterator[object]:
    """The values of JSON Lines; one None where a line is no JSON.

    >>> list(json_rows(b'{"id": 1}'))
    [{'id': 1}]
    >>> list(json_rows(b"# A page"))
    [None]
    """
    for line in content.splitlines():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            yield None
            return
