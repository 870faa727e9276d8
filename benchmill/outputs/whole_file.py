"""Path, bytes -> a file that is there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from benchmill.records import InputError
from benchmill.records.errors import DiskFull, is_disk_full


def write_whole(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Write `content` so that a reader sees the old file or the new one, never half of one, also after a power cut.

    It goes to a temporary file in the same folder (a rename works inside one file system only), is flushed to the
    disk and renamed; then the folder's entry is flushed too. Missing folders are made; permissions are the umask's; a
    symbolic link stays one and its target is replaced. Where anything fails, also inside `content`, nothing is left.

    Raises InputError naming the file where the system refuses, DiskFull where there is no room.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:64]}.{secrets.token_hex(6)}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _write_then_rename(temporary, target, [content] if isinstance(content, bytes) else content)
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(str(path)) from error
        raise InputError(f"{path} cannot be written: {error.strerror or error}; name another path") from error


def _write_then_rename(temporary: Path, target: Path, pieces: Iterable[bytes]) -> None:
    # 0o666 is what open() asks for; the umask takes its part off. tempfile would give 0o600, which a web server or a
    # colleague's account could not read.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:  # Ctrl-C included: no temporary file stays behind
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(target.parent)


def _flush_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows cannot open a folder; its rename is flushed with the file system's journal
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
