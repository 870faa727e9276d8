"""The installed command works from any folder, also from one that has a `prompts/` or an `outputs/` of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.house import FLOORS, PRODUCT, ROOT

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
    for room in (*FLOORS, *PRODUCT):
        (tmp_path / room).mkdir()
        for name in ("cli.py", "corpus.py", "errors.py", "jsonl.py", "model.py"):
            (tmp_path / room / name).write_text(TRAP, encoding="utf-8")
        if request.param == "packages":
            (tmp_path / room / "__init__.py").write_text(TRAP, encoding="utf-8")
    for name in ("prompts.py", "chat.py", "records.py", "scorer.py", "settings.py"):
        if not (tmp_path / name.removesuffix(".py")).exists():
            (tmp_path / name).write_text(TRAP, encoding="utf-8")
    return tmp_path


def test_the_command_shows_its_help_from_a_folder_with_names_like_ours(installed: Path, trapped: Path) -> None:
    assert "grow" in run([installed / "benchmill", "--help"], trapped)


def test_python_m_shows_the_help_from_a_folder_with_names_like_ours(installed: Path, trapped: Path) -> None:
    assert "grow" in run([installed / "python", "-m", "benchmill", "--help"], trapped)


def test_the_whole_way_works_from_a_folder_with_names_like_ours(installed: Path, trapped: Path) -> None:
    shutil.copytree(ROOT / "examples" / "docs", trapped / "docs")
    benchmill: list[str | Path] = [installed / "python", "-m", "benchmill"]

    run([*benchmill, "grow", "docs", "--out", "bench", "--model", "extractive"], trapped)
    run([*benchmill, "retrieve", "bench", "--retriever", "bm25", "--out", "run.json"], trapped)
    score = run([*benchmill, "score", "fastbook", "bench/benchmark.json", "run.json", "--json"], trapped)

    assert '"recall@10"' in score


def test_prompts_are_found_where_they_are_installed(installed: Path, tmp_path: Path) -> None:
    show = (
        "from benchmill import prompts; print(prompts.__file__); print(*prompts.names())\n"
        "prompts.load('critique/standalone')"
    )
    where, names = run([installed / "python", "-c", show], tmp_path).splitlines()

    assert Path(where).is_relative_to(installed.parent)
    assert "generator/factoid" in names.split()


SCRIPT = """
import sys
from pathlib import Path

import chat, outputs, prompts, records, scorer  # the user's own, beside this script

import benchmill
from benchmill.evaluating.fastbook import score_fastbook
from benchmill.settings import GrowSettings

assert all(module.OWN == "the user's" for module in (chat, outputs, prompts, records, scorer))
outcome = benchmill.grow(Path("docs"), Path("bench"), GrowSettings(questions=5, kinds=("factoid",)))
assert outcome.accepted, outcome
run = Path("run.json")
run.write_text("[" + ", ".join("[]" for _ in range(outcome.accepted)) + "]", encoding="utf-8")
print("scored", score_fastbook(Path("bench"), run).questions)
print("evaluators", len(benchmill.langsmith.evaluators(model="openai:any", base_url="http://127.0.0.1:9/v1")))
"""


def test_a_script_beside_modules_named_like_our_rooms_grows_scores_and_makes_evaluators(
    installed: Path, tmp_path: Path
) -> None:
    for name in ("prompts.py", "chat.py", "records.py", "outputs/__init__.py", "scorer.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('OWN = "the user\'s"\n', encoding="utf-8")
    shutil.copytree(ROOT / "examples" / "docs", tmp_path / "docs")
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")

    printed = run([installed / "python", "script.py"], tmp_path)

    assert "scored 5" in printed
    assert "evaluators 4" in printed
