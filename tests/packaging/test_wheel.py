"""The wheel holds every room, every prompt and the types' markers, and nothing that only a checkout needs."""

from __future__ import annotations

import email
import zipfile
from pathlib import Path

import pytest

from tests.architecture.house import FLOORS, ROOT


@pytest.fixture(scope="session")
def content(wheel: Path) -> set[str]:
    """The names in the wheel, without its metadata folder."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name and not name.endswith("/")}


def test_the_wheel_holds_every_file_of_every_room(content: set[str]) -> None:
    """Whatever a room has: a data file of a new ending would otherwise be missing where it is installed only."""
    files = {
        path.relative_to(ROOT).as_posix()
        for room in FLOORS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files - content == set()


def test_the_wheel_holds_nothing_else(content: set[str]) -> None:
    assert {name.split("/")[0] for name in content} == set(FLOORS)
    assert [name for name in content if "__pycache__" in name or name.endswith(".pyc")] == []


def test_every_room_says_that_it_has_types(content: set[str]) -> None:
    assert {f"{room}/py.typed" for room in FLOORS} <= content


def test_the_metadata_names_licence_python_and_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (folder,) = {name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        metadata = email.message_from_string(archive.read(f"{folder}/METADATA").decode("utf-8"))
        commands = archive.read(f"{folder}/entry_points.txt").decode("utf-8")
        licence = archive.read(f"{folder}/licenses/LICENSE").decode("utf-8")

    assert metadata["Name"] == "benchmill"
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "benchmill = benchmill.cli:main" in commands
    assert "Apache License" in licence
