from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmill.outputs.whole_file import write_whole
from benchmill.records import InputError


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_file_holds_the_bytes_and_its_folder_nothing_else(tmp_path: Path) -> None:
    write_whole(tmp_path / "deep" / "er" / "file.json", [b"one", b"two"])
    assert (tmp_path / "deep" / "er" / "file.json").read_bytes() == b"onetwo"
    assert _names(tmp_path / "deep" / "er") == ["file.json"]


def test_a_failure_while_writing_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    write_whole(path, b"old")

    def half() -> Iterator[bytes]:
        yield b"half of the new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, half())
    assert path.read_bytes() == b"old"
    assert _names(tmp_path) == ["file.json"]


def test_a_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    write_whole(path, b"old")
    seen = []

    def watched() -> Iterator[bytes]:
        for _ in range(3):
            yield b"x" * 100_000
            seen.append(path.read_bytes())

    write_whole(path, watched())
    assert seen == [b"old"] * 3
    assert path.stat().st_size == 300_000


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o007, 0o660)])
def test_permissions_are_what_the_umask_leaves(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        write_whole(tmp_path / "file", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match=r"inside.json cannot be written: (Not a directory|File exists)"):
        write_whole(tmp_path / "file" / "inside.json", b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="folder cannot be written: Is a directory"):
        write_whole(tmp_path / "folder", b"")
    assert _names(tmp_path) == ["file", "folder"]
