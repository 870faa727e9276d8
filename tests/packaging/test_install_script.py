"""`requirements/install.sh` on machines that lack something: one clear message, or going on where it was cut off."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.house import ROOT

TOOLS = ("bash", "cat", "cksum", "dirname", "env", "rm", "sh")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder, with a space in its name, that has what the script reads."""
    folder = tmp_path / "a checkout"
    (folder / "requirements").mkdir(parents=True)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in ("install.sh", "dev.txt"):
        shutil.copy(ROOT / "requirements" / name, folder / "requirements" / name)
    return folder


def program(path: Path, script: str) -> None:
    """An executable shell script at `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def install(checkout: Path, programs: Path) -> subprocess.CompletedProcess[str]:
    """Run the script where only `programs` and a few tools are on the path."""
    programs.mkdir(exist_ok=True)
    for tool in TOOLS:
        where = shutil.which(tool)
        assert where
        if not (programs / tool).exists():
            (programs / tool).symlink_to(where)
    return subprocess.run(
        [checkout / "requirements" / "install.sh"],
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_a_machine_without_a_new_enough_python_is_told_what_to_do(checkout: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    program(programs / "python3", "exit 1")  # a Python that is too old answers so
    program(programs / "python3.13", "echo 'python3.13: command not found' >&2; exit 127")  # a shim without its Python

    done = install(checkout, programs)

    assert done.returncode == 2
    assert "needs Python 3.11 or newer" in done.stderr
    assert "make install PYTHON=" in done.stderr
    assert not (checkout / ".venv").exists()


def test_an_environment_that_was_cut_off_half_way_is_finished_and_then_left_alone(
    checkout: Path, tmp_path: Path
) -> None:
    programs, log = tmp_path / "programs", tmp_path / "log"
    # Stands in for an interpreter that makes environments: what counts here is what it is asked, and when.
    program(
        programs / "python3.11",
        f"echo \"made: $*\" >>'{log}'\n"
        'case "$*" in *--clear*)\n'
        f"  '{shutil.which('mkdir')}' -p .venv/bin; '{shutil.which('cp')}' \"$0\" .venv/bin/python;; esac",
    )
    (checkout / ".venv" / "bin").mkdir(parents=True)  # an environment whose python was never written

    first = install(checkout, programs)
    asked = log.read_text(encoding="utf-8")
    second = install(checkout, programs)
    (checkout / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    log.unlink()
    third = install(checkout, programs)

    assert (first.returncode, second.returncode, third.returncode) == (0, 0, 0), first.stderr
    assert "-m venv --clear .venv" in asked
    assert asked.index("--require-hashes") < asked.index("--no-build-isolation")
    assert second.stderr == ""
    assert "--require-hashes" in log.read_text(encoding="utf-8")


def test_a_checkout_that_was_moved_is_installed_again(checkout: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    program(programs / "python3.11", "exit 0")
    program(checkout / ".venv" / "bin" / "python", "exit 0")

    assert install(checkout, programs).returncode == 0
    assert install(checkout, programs).stderr == ""
    moved = checkout.rename(tmp_path / "moved")
    assert "installing" in install(moved, programs).stderr
