"""The place an export is written to -> whether that is allowed: files that others wrote or changed stay.

The note beside an export names its files with their hashes; what has no note, or another hash, is not ours to replace.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from benchmill.outputs.json_files import json_bytes
from benchmill.outputs.replacing import LEDGER, keep_others
from benchmill.outputs.whole_file import write_whole
from benchmill.records import InputError


def check_target(path: Path, note: Path, *, folder: bool, force: bool) -> frozenset[str]:
    """The names of others' files in the folder `path`, which the export leaves alone.

    Raises InputError where it would replace a file that no export of ours wrote, or that was changed since, unless
    `force`; a workspace's files are refused in any case.
    """
    if folder and (path / LEDGER).is_file():
        raise InputError(f"{path} is a workspace; name another --out")
    if not folder:
        keep_others(path, lambda _: True)  # refuses a workspace's own files; all others are looked at below
    there = _files(path) if folder else {path.name: path} if path.is_file() else {}
    there = {name: file for name, file in there.items() if file != note and file.stat().st_size}
    written = _written(note)
    if not force and written is None and (there or note.is_file()):
        first = (path if folder else path.parent) / min(there, default=note.name)
        raise InputError(f"{first} is there already, and benchmill did not write it; {_TO_DO}")
    known = written or {}
    for name in [] if force else sorted(known.keys() & there.keys()):
        if known[name] != _hash(there[name]):
            raise InputError(f"{there[name]} was changed since benchmill wrote it; {_TO_DO}")
    return frozenset() if force or written == {} else frozenset(there.keys() - known.keys())


def write_note(
    path: Path, note: Path, record: Mapping[str, object], *, folder: bool, others: frozenset[str] = frozenset()
) -> None:
    """The note: what the export holds, and the hash of each file it wrote."""
    files = _files(path) if folder else {path.name: path}
    hashes = {name: _hash(file) for name, file in sorted(files.items()) if file != note and name not in others}
    write_whole(note, json_bytes({**record, "files": hashes}))


_TO_DO = "name another --out, or replace it with --force"


def _written(note: Path) -> dict[str, str] | None:
    """File name -> hash, of the note of an export; None where there is no such note."""
    try:
        record = json.loads(note.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(record, dict) or not {"benchmill", "format", "left_out"} <= record.keys():
        return None
    files = record.get("files")  # notes of earlier versions have none
    return {str(name): str(value) for name, value in files.items()} if isinstance(files, dict) else {}


def _files(folder: Path) -> dict[str, Path]:
    """The files in a folder by their path in it; hidden ones, as editors and systems leave them, do not count."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path for name, path in found.items() if not any(part.startswith(".") for part in name.split("/"))}


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
