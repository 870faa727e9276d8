"""Python code of ours -> a child process that runs it and talks over its pipes, and its end.

A program of its own, and no fork: a fork copies the locks that other threads hold.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import IO

Child = subprocess.Popen[bytes]


def start(code: str) -> Child:
    """A child that runs `code`, with the modules that this process finds. What it writes to standard error is lost."""
    # With `-m`, Python would import a file of the user's in the current folder in place of a module of ours.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(  # noqa: S603 - this starts our own interpreter with our own arguments
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )


def pipes(child: Child) -> tuple[IO[bytes], IO[bytes]]:
    """Where its requests are written, and where its answers are read."""
    if child.stdin is None or child.stdout is None:
        raise RuntimeError("the child process has no pipes")
    return child.stdin, child.stdout


def end(child: Child) -> int:
    """Kill it, and wait. The exit code, which a child that is dead already keeps."""
    child.kill()
    # Leaving the block closes the pipes and waits for the child. A dead child needs no more input.
    with suppress(BrokenPipeError), child:
        pass
    return child.returncode
