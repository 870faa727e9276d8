"""A standard stream -> the same stream, whose output goes nowhere once its reader has ended, as `| head` does.

A closed pipe is no failure: a run that was paid for goes on to its own end and exit code. Python would raise
BrokenPipeError in the middle of the run.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any


class _Descriptor(io.FileIO):
    def write(self, data: Any, /) -> int:  # noqa: ANN401 - any buffer; Python 3.11 has no name for it
        try:
            return super().write(data)
        except OSError as error:
            # what a buffer still holds goes nowhere: at the end Python would try again, with a message of its own
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if isinstance(error, BrokenPipeError):
                return memoryview(data).nbytes
            raise  # a full disk


def outlive_readers() -> None:
    """Let standard output and standard error go nowhere once nobody reads them."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):  # not what a program that calls `main` has put in its place
            buffer = io.BufferedWriter(_Descriptor(stream.fileno(), "w", closefd=False))
            setattr(sys, name, io.TextIOWrapper(buffer, stream.encoding, stream.errors, line_buffering=True))
