"""A block of code -> an error where its work does not grow in proportion to its input."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def cpu_ceiling(seconds: float = 20.0) -> Iterator[None]:
    """Fails where the block took more than `seconds` of this process's processor time.

    Other processes do not add to processor time, so a busy machine passes. The ceiling is a guard and no measure of
    speed: it is twenty times what the callers' inputs take where the work grows with the input.
    """
    began = time.process_time()
    yield
    taken = time.process_time() - began
    assert taken < seconds, f"{taken:.0f} s of processor time: the work does not grow in proportion to the input"
