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
    for name in ("install.sh", "run.txt", "dev.txt"):
        shutil.copy(ROOT / "requirements" / name, folder / "requirements" / name)
    return folder


def program(path: Path, script: str) -> None:
    """An executable shell script at `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def install(checkout: Path, programs: Path, what: str = "run") -> subprocess.CompletedProcess[str]:
    """Run the script where only `programs` and a few tools are on the path."""
    programs.mkdir(exist_ok=True)
    for tool in TOOLS:
        where = shutil.which(tool)
        assert where
        if not (programs / tool).exists():
            (programs / tool).symlink_to(where)
    return subprocess.run(
        [checkout / "requirements" / "install.sh", what],
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


def python_that_logs(path: Path, log: Path) -> None:
    """An interpreter that makes environments: what counts here is what it is asked, and when."""
    program(
        path,
        f"echo \"$*\" >>'{log}'\n"
        'case "$*" in *--clear*)\n'
        f"  '{shutil.which('mkdir')}' -p .venv/bin; '{shutil.which('cp')}' \"$0\" .venv/bin/python;; esac",
    )


@pytest.mark.parametrize("what", ["run", "dev"])
def test_an_environment_that_was_cut_off_half_way_is_finished_and_then_left_alone(
    checkout: Path, tmp_path: Path, what: str
) -> None:
    programs, log = tmp_path / "programs", tmp_path / "log"
    python_that_logs(programs / "python3.11", log)
    (checkout / ".venv" / "bin").mkdir(parents=True)  # an environment whose python was never written

    first = install(checkout, programs, what)
    asked = log.read_text(encoding="utf-8")
    second = install(checkout, programs, what)
    (checkout / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    log.unlink()
    third = install(checkout, programs, what)

    assert (first.returncode, second.returncode, third.returncode) == (0, 0, 0), first.stderr
    assert "-m venv --clear .venv" in asked
    assert asked.index(f"--require-hashes -r requirements/{what}.txt") < asked.index("--no-build-isolation")
    assert asked.index("--no-build-isolation") < asked.index("-m compileall -q -j 0 benchmill")
    assert second.stderr == ""
    assert "--require-hashes" in log.read_text(encoding="utf-8")


def test_a_users_environment_is_a_part_of_a_developers_and_is_not_made_twice(checkout: Path, tmp_path: Path) -> None:
    programs, log = tmp_path / "programs", tmp_path / "log"
    python_that_logs(programs / "python3.11", log)

    assert install(checkout, programs, "run").returncode == 0
    assert install(checkout, programs, "dev").returncode == 0
    again = install(checkout, programs, "run")

    asked = log.read_text(encoding="utf-8")
    assert again.stderr == ""
    assert asked.count("-m venv --clear") == 1
    assert [name for name in ("run", "dev") if asked.count(f"requirements/{name}.txt") != 1] == []


def test_uv_installs_where_it_is_on_the_path(checkout: Path, tmp_path: Path) -> None:
    programs, log = tmp_path / "programs", tmp_path / "log"
    program(programs / "python3.11", "echo python3.11")  # has neither venv nor pip that anybody asks
    made = f"'{shutil.which('mkdir')}' -p .venv/bin; printf '#!/bin/sh\\n[ \"$2\" != pip ]\\n' >.venv/bin/python"
    program(
        programs / "uv",
        f"echo \"$*\" >>'{log}'\ncase \"$*\" in venv*) {made}; '{shutil.which('chmod')}' 755 .venv/bin/python;; esac",
    )

    done = install(checkout, programs)

    assert done.returncode == 0, done.stderr
    version, venv, packages, ours = log.read_text(encoding="utf-8").splitlines()
    assert version == "--version"
    assert venv.startswith("venv ")
    assert packages.endswith("--compile-bytecode --python .venv/bin/python --require-hashes -r requirements/run.txt")
    assert ours.endswith("--no-deps --no-build-isolation -e .")


def test_a_shim_of_uv_without_its_program_is_passed_over(checkout: Path, tmp_path: Path) -> None:
    programs, log = tmp_path / "programs", tmp_path / "log"
    python_that_logs(programs / "python3.11", log)
    program(programs / "uv", "echo 'uv: command not found' >&2; exit 127")

    assert install(checkout, programs).returncode == 0
    assert "-m pip" in log.read_text(encoding="utf-8")


def test_a_checkout_that_was_moved_is_installed_again(checkout: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    program(programs / "python3.11", "exit 0")
    program(checkout / ".venv" / "bin" / "python", "exit 0")

    assert install(checkout, programs).returncode == 0
    assert install(checkout, programs).stderr == ""
    moved = checkout.rename(tmp_path / "moved")
    assert "installing" in install(moved, programs).stderr


def test_what_a_user_installs_has_no_tool_of_the_tests() -> None:
    users = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    tools = ("mypy", "ruff", "pytest", "hypothesis", "xllamacpp", "gguf", "pytrec-eval-terrier", "rouge-score")
    assert [tool for tool in tools if f"\n{tool}==" in users] == []
