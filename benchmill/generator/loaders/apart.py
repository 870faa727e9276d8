"""A file in a heavy format -> Text; a child process reads it within limits of memory, work and size."""

from __future__ import annotations

import json
import os
import signal
import threading
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchmill.generator.loaders.loaded import Interrupted, Reader, Text, Unreadable
from benchmill.records import InputError, MissingExtra
from benchmill.records.child_process import Child, end, pipes, start

HEAVY = (".html", ".htm", ".docx", ".pptx", ".pdf")
_START = "from benchmill.generator.loaders.child import main; main()"
# A busy machine gives the child only part of its time. So the clock allows this many times the seconds of work.
_PATIENCE = 10
# What the clock and a system without memory send. The limit of work sends another signal, and Windows none.
_KILLED = getattr(signal, "SIGKILL", -1)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost.

    The child may work `seconds`, and one second more for each `bytes_a_second` bytes of the file. It may use `memory`
    bytes, and its text may have `characters`.
    """

    seconds: int = 20
    bytes_a_second: int = 20_000
    memory: int = 2 << 30
    characters: int = 50_000_000

    def for_size(self, size: int) -> int:
        return self.seconds + size // self.bytes_a_second


class Apart:
    """One child process that reads many files. The first file starts it. If a file ends it, the next starts another."""

    def __init__(self, reader: Reader, limits: Limits) -> None:
        self._reader = reader
        self._limits = limits
        self._child: Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def read(self, data: bytes, path: Path, ending: str) -> Text:
        """The file's text. Raises Unreadable, MissingExtra or InputError as the readers do."""
        seconds = self._limits.for_size(len(data))
        request = {
            "path": os.fsencode(path).hex(),
            "ending": ending,
            "reader": self._reader,
            "size": len(data),
            "memory": self._limits.memory if self._reader == "light" else 4 * self._limits.memory,
            "seconds": seconds,
            "characters": self._limits.characters,
        }
        child = self._child = self._child or start(_START)
        requests, answers = pipes(child)
        clock = threading.Timer(seconds * _PATIENCE, child.kill)
        clock.daemon = True
        clock.start()
        try:
            requests.write(json.dumps(request).encode() + b"\n" + data)
            requests.flush()
            line = answers.readline()
            head = json.loads(line) if line.endswith(b"\n") else {}
            text = answers.read(head.get("size", 0))
        except BrokenPipeError:
            head, text = {}, b""
        finally:
            clock.cancel()
        if not head or len(text) < head["size"]:
            kind = Interrupted if self._end() == -_KILLED else Unreadable
            raise kind("too-large", f"could not be read within {seconds} seconds of work and the memory allowed")
        return _text(head, text)

    def _end(self) -> int | None:
        """The exit code of the child; None where there is no child."""
        child, self._child = self._child, None
        return end(child) if child else None


def _text(head: dict[str, Any], text: bytes) -> Text:
    if "unreadable" in head:
        raise Unreadable(*head["unreadable"])
    if "missing" in head:
        raise MissingExtra(*head["missing"])
    if "input" in head:
        raise InputError(head["input"])
    cells = tuple((place, kind) for place, kind in head["cells"])
    return Text(text.decode("utf-8", "surrogatepass"), head["title"], head["note"], cells)
