"""A disk that is full: one line that says so, exit 5, and nothing half-written."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import benchmill
from benchmill.outputs.whole_file import write_whole
from benchmill.records.errors import DiskFull
from tests.end_to_end.command import EXAMPLES

FULL = Path("/dev/full")


def test_a_file_that_finds_no_room_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"begun"
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(DiskFull, match=r"run\.json cannot be written: the disk is full; make room and run the same"):
        write_whole(tmp_path / "run.json", pieces())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not FULL.exists(), reason="Linux has /dev/full")
@pytest.mark.parametrize("words", [["status"], ["status", "--json"], ["items"]], ids=" ".join)
def test_output_that_finds_no_room_is_one_line_and_no_traceback(tmp_path: Path, words: list[str]) -> None:
    benchmill.grow(EXAMPLES, tmp_path / "bench", questions=3)
    command = [sys.executable, "-m", "benchmill", words[0], str(tmp_path / "bench"), *words[1:]]
    with FULL.open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 5
    assert "the output cannot be written: the disk is full" in done.stderr
    assert len(done.stderr.splitlines()) <= 4
