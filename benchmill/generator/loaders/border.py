"""A call into a package that parses other people's files -> its result, or one Unreadable for any exception."""

from __future__ import annotations

import importlib
import zipfile
from collections.abc import Callable
from io import BytesIO
from types import ModuleType
from typing import TypeVar

from benchmill.generator.loaders.loaded import Unreadable
from benchmill.records import BenchmillError, MissingExtra

T = TypeVar("T")
_UNPACKED_LIMIT = 500_000_000  # bytes that an Office file may unpack to; the largest real files unpack to about 100 MB


def guarded(kind: str, convert: Callable[[], T]) -> T:
    """What `convert` returns. Raises Unreadable for this file, or an error of ours that concerns every file.

    This function does not catch a MemoryError: the child process reports it.
    """
    try:
        return convert()
    except (Unreadable, BenchmillError, MemoryError):
        raise
    except Exception as error:
        words = " ".join(str(error).split())[:200]
        raise Unreadable("corrupt", f"is not a {kind} that can be read: {type(error).__name__}: {words}") from error


def extra_module(name: str, purpose: str, extra: str) -> ModuleType:
    """The module `name` of an optional package. Raises MissingExtra, which says how to install the package."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtra(purpose, extra) from error


def check_unpacked(data: bytes) -> None:
    """Refuse an Office file that unpacks to over half a gigabyte. The check adds up the sizes that the file declares.

    zipfile unpacks no more than the declared size, so a false declaration does no harm.
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
    if unpacked > _UNPACKED_LIMIT:
        raise Unreadable(
            "too-large", f"unpacks to {unpacked // 1_000_000} MB, more than {_UNPACKED_LIMIT // 1_000_000} MB"
        )
