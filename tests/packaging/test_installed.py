"""The installed command works from any folder, also from one that has a `prompts/` or an `outputs/` of its own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.architecture.house import FLOORS

TRAP = "raise AssertionError('imported from the current folder: ' + __file__)\n"


def run(command: list[str | Path], folder: Path) -> str:
    """What `command` prints when started in `folder`, without the variables that tests and users may have set."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment | {"NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(params=["plain folders", "packages"])
def trapped(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder in which every room's name is taken, by folders of files that must not be imported."""
    for room in FLOORS:
        if room == "benchmill":
            continue
        (tmp_path / room).mkdir()
        for name in ("cli.py", "corpus.py", "errors.py", "jsonl.py", "model.py"):
            (tmp_path / room / name).write_text(TRAP, encoding="utf-8")
        if request.param == "packages":
            (tmp_path / room / "__init__.py").write_text(TRAP, encoding="utf-8")
    return tmp_path


def test_the_command_shows_its_help_from_a_folder_with_names_like_ours(installed: Path, trapped: Path) -> None:
    assert "grow" in run([installed / "benchmill", "--help"], trapped)


def test_python_m_shows_the_help_from_a_folder_with_names_like_ours(installed: Path, trapped: Path) -> None:
    assert "grow" in run([installed / "python", "-m", "benchmill", "--help"], trapped)


def test_the_whole_way_works_from_a_folder_with_names_like_ours(installed: Path, trapped: Path) -> None:
    docs = trapped / "docs"
    docs.mkdir()
    (docs / "limits.md").write_text(
        "# Relay limits\n\nThe relay refuses larger requests whole and says so in its answer to the publisher.\n\n"
        "| Setting | Default | Meaning |\n|---|---|---|\n"
        "| `relay.max_payload` | `256KiB` | Largest payload of one message that the relay accepts |\n"
        "| `relay.max_batch` | `100` | Messages that one request may carry at most |\n"
        "| `relay.timeout` | `10s` | How long a webhook may take before the call counts as failed |\n",
        encoding="utf-8",
    )
    benchmill: list[str | Path] = [installed / "python", "-m", "benchmill"]

    run([*benchmill, "grow", "docs", "--out", "bench", "--model", "extractive"], trapped)
    run([*benchmill, "retrieve", "bench", "--retriever", "bm25", "--out", "run.json"], trapped)
    score = run([*benchmill, "score", "fastbook", "bench/benchmark.json", "run.json", "--json"], trapped)

    assert '"recall@10"' in score


def test_prompts_are_found_where_they_are_installed(installed: Path, tmp_path: Path) -> None:
    show = "import prompts; print(prompts.__file__); print(*prompts.names()); prompts.load('critique/standalone')"
    where, names = run([installed / "python", "-c", show], tmp_path).splitlines()

    assert Path(where).is_relative_to(installed.parent)
    assert "generator/factoid" in names.split()
