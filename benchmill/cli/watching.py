"""Standard error -> the Progress that suits it: a moving line for a terminal, plain lines for a log, or none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmill.progress import Progress


@contextmanager
def watched(quiet: bool) -> Iterator[Progress]:
    """What a run tells while the block lasts; nothing where `quiet`."""
    from benchmill.progress import PlainLines, Silent, TerminalLine

    if quiet:
        yield Silent()
    elif sys.stderr.isatty():
        with TerminalLine() as line:
            yield line
    else:
        yield PlainLines()
