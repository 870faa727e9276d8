"""The wheel holds every room, every prompt and the types' markers, and nothing that only a checkout needs."""

from __future__ import annotations

import email
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.architecture.house import LINKS, PACKAGE, ROOT
from tests.packaging.conftest import pip


@pytest.fixture(scope="session")
def content(wheel: Path) -> set[str]:
    """The names in the wheel, without its metadata folder."""
    return files_of(wheel)


def files_of(wheel: Path) -> set[str]:
    """The names in a wheel, without its metadata folder."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name and not name.endswith("/")}


def test_the_wheel_holds_every_file_of_every_room(content: set[str]) -> None:
    """Whatever a room has: a data file of a new ending would otherwise be missing where it is installed only."""
    files = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / PACKAGE).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files - content == set()


def test_the_wheel_has_exactly_one_top_level_name(content: set[str]) -> None:
    assert {name.split("/")[0] for name in content} == {PACKAGE}
    assert [name for name in content if "__pycache__" in name or name.endswith(".pyc")] == []


def test_the_package_says_that_it_has_types(content: set[str]) -> None:
    assert f"{PACKAGE}/py.typed" in content


def test_an_sdist_builds_the_same_wheel(content: set[str], tmp_path: Path) -> None:
    """Of a copy of the whole checkout, links included: the sdist must not hold a room twice, and must lack nothing."""
    checkout = tmp_path / "checkout"
    ignore = shutil.ignore_patterns(".git", ".venv", "__pycache__", "build", "*.egg-info", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, checkout, symlinks=True, ignore=ignore)
    build = "import sys, setuptools.build_meta as backend; print(backend.build_sdist(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (sdist,) = tmp_path.glob("benchmill-*.tar.gz")
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path / "dist", sdist)
    (built,) = (tmp_path / "dist").iterdir()

    assert files_of(built) == content
    with tarfile.open(sdist) as archive:
        held = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    assert held & set(LINKS) == set()


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
