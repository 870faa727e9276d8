"""The nightly recipes are run as they stand: each one's own steps, in an environment like its own."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.end_to_end.command import EXAMPLES, environment
from tests.forks import ROOT
from tests.servers.langsmith import LangSmithPlan, LangSmithServer
from tests.servers.simulated import SimulatedServer

NIGHTLY = ROOT / "examples" / "nightly"
COMMAND = f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m benchmill "$@"\n'
NOBODY = "http://127.0.0.1:9"


def recipe(name: str) -> Any:
    return yaml.safe_load((NIGHTLY / name).read_text(encoding="utf-8"))


def cron_line() -> tuple[list[str], str]:
    """The five fields of the crontab's entry, and its command."""
    lines = (NIGHTLY / "crontab").read_text(encoding="utf-8").splitlines()
    (entry,) = [line for line in lines if line[:1].isdigit() or line.startswith("*")]
    *fields, command = entry.split(None, 5)
    return fields, command


def github_steps() -> dict[str, Any]:
    """Name -> step, of those that have a command."""
    steps = recipe("github-actions.yml")["jobs"]["grow"]["steps"]
    return {step["name"]: step for step in steps if "run" in step}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with docs, and nightly/ as prepare.sh makes it."""
    folder = tmp_path_factory.mktemp("prepared") / "our-docs"
    shutil.copytree(EXAMPLES, folder / "docs")
    variables = environment(PYTHON=sys.executable)
    done = subprocess.run([NIGHTLY / "prepare.sh", folder], env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def repository(prepared: Path, tmp_path: Path) -> Path:
    return shutil.copytree(prepared, tmp_path / "our-docs")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment without benchmill that has its packages in reach: no index is asked."""
    home = tmp_path_factory.mktemp("machine")
    venv.create(home / "venv", with_pip=False, symlinks=True)
    python = home / "venv" / "bin" / "python"
    ask = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip())
    reach = home / "packages"
    reach.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(("benchmill", "__editable__", "_benchmill")):
            (reach / path.name).symlink_to(path)
    (packages / "in_reach.pth").write_text(f"{reach}\n", encoding="utf-8")
    return python.parent


@pytest.fixture
def server() -> Iterator[SimulatedServer]:
    with SimulatedServer() as running:
        yield running


def run(shell: list[str], command: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `command` as a machine does that knows these variables and nothing of ours."""
    home = {"HOME": str(folder.parent), "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [*shell, command], cwd=folder, env=home | variables, capture_output=True, text=True, check=False
    )


def fewer(command: str, questions: int) -> str:
    """The command of a recipe, with fewer questions: what is looked at here is the same with a quarter of the items."""
    return command.replace("--questions 100", f"--questions {questions}")


def test_the_cron_line_grows_scores_and_logs_with_crons_bare_path(repository: Path, server: SimulatedServer) -> None:
    checkout = repository.parent / "benchmill" / ".venv" / "bin" / "benchmill"  # what `make install` makes there
    checkout.parent.mkdir(parents=True)
    checkout.write_text(COMMAND, encoding="utf-8")
    checkout.chmod(0o755)
    fields, command = cron_line()
    assert fields == ["15", "2", "*", "*", "*"]
    done = run(["/bin/sh", "-c"], command, repository, SHELL="/bin/sh", LOGNAME="you", OLLAMA_HOST=server.ollama_url)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = (repository / "nightly.log").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line)["event"] for line in log if line.startswith("{")]
    assert "stage" in events
    assert any(line.startswith("accepted") for line in log)
    assert json.loads((repository / "bench" / "manifest.json").read_text(encoding="utf-8"))["accepted"] > 20


def test_a_command_that_is_not_on_the_path_is_named(repository: Path) -> None:
    done = run(["/bin/sh", "-c"], "nightly/nightly.sh", repository)
    assert done.returncode == 2
    assert "benchmill is not on the PATH (/usr/bin:/bin)" in done.stderr
    assert "BENCHMILL=" in done.stderr


def test_the_github_workflow_installs_grows_scores_and_publishes(
    repository: Path, machine: Path, server: SimulatedServer, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text("earlier steps\n", encoding="utf-8")
    (repository / "docs" / "scan.png").write_bytes(b"png")
    steps = github_steps()
    runner = {"PATH": f"{machine}:/usr/bin:/bin", "CI": "true", "GITHUB_STEP_SUMMARY": str(page)}
    bash = ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]

    installed = run(bash, steps["Install"]["run"], repository, **runner, PIP_NO_INDEX="1")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    assert (machine / "benchmill").is_file()

    grow = steps["Grow, score, publish"]
    assert set(grow["env"]) == {"OPENAI_API_KEY", "LANGSMITH_API_KEY", "DATASET"}
    with LangSmithServer(LangSmithPlan(api_key="any")) as langsmith:
        secrets = dict.fromkeys(grow["env"], "any")
        servers = {"OPENAI_BASE_URL": server.base_url, "LANGSMITH_ENDPOINT": langsmith.url}
        for night in range(2):
            asked = server.counters().requests
            done = run(bash, fewer(grow["run"], 24), repository, **runner, **secrets, **servers)
            assert done.returncode == 0, (night, done.stderr)
        assert server.counters().requests == asked, "the second night pays nothing"
    text = page.read_text(encoding="utf-8")
    assert text.startswith("earlier steps\n")
    assert text.count("## Benchmark: ") == 2
    assert "### Added" in text
    assert "1 file is of a type that is not read: scan.png" in text
    assert text.count("### Score") == text.count("### LangSmith") == 2
    assert re.search(r"^recall@10 +0\.", text, re.M)
    assert re.search(r"^unchanged +[1-9]", text, re.M)


def test_the_gitlab_job_installs_writes_a_summary_and_ends_with_grows_code(
    repository: Path, machine: Path, server: SimulatedServer
) -> None:
    job = recipe("gitlab-ci.yml")["benchmark"]
    script = fewer("\n".join([*job["before_script"], *job["script"]]), 10)  # and 20 are the least
    runner = {"PATH": f"{machine}:/usr/bin:/bin", "CI": "true", "PIP_NO_INDEX": "1", "OPENAI_API_KEY": "any"}
    done = run(["/bin/sh", "-e", "-c"], script, repository, **runner, OPENAI_BASE_URL=server.base_url)
    assert done.returncode == 1, done.stderr
    page = (repository / "summary.md").read_text(encoding="utf-8")
    assert "## Benchmark: " in page
    assert "### Score" in page


def test_a_night_without_a_model_says_so_on_the_page_and_publishes_nothing(repository: Path) -> None:
    command = f"SUMMARY=s.md DATASET=d nightly/nightly.sh --model openai:m --base-url {NOBODY}/v1"
    benchmill = repository / "benchmill.sh"
    benchmill.write_text(COMMAND, encoding="utf-8")
    benchmill.chmod(0o755)
    done = run(["/bin/sh", "-c"], command, repository, BENCHMILL=str(benchmill))
    assert done.returncode == 3
    last = json.loads(done.stderr.splitlines()[-1])
    assert (last["event"], last["exit_code"]) == ("error", 3)
    page = (repository / "s.md").read_text(encoding="utf-8")
    assert "nothing new" in page
    assert "LangSmith" not in page


def test_no_recipe_installs_a_name_that_anybody_could_claim() -> None:
    installs = [
        line.strip()
        for path in NIGHTLY.iterdir()
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\bpip3? install\b", line)
    ]
    assert len(installs) == 2
    assert [line for line in installs if "--require-hashes -r nightly/requirements.txt" not in line] == []


def test_what_is_installed_is_pinned_with_hashes_the_wheel_too(prepared: Path) -> None:
    lines = (prepared / "nightly" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    (wheel,) = [line for line in lines if line.startswith("./nightly/benchmill-")]
    file, _, digest = wheel.partition(" --hash=sha256:")
    assert hashlib.sha256((prepared / file).read_bytes()).hexdigest() == digest
    names = [line for line in lines if line and not line.startswith((" ", "#", "./"))]
    assert len(names) > 40
    assert [line for line in names if "==" not in line] == []


def test_both_ci_recipes_keep_the_workspace_also_after_a_failed_night() -> None:
    steps = recipe("github-actions.yml")["jobs"]["grow"]["steps"]
    (save,) = [step for step in steps if step.get("uses", "").startswith("actions/cache/save")]
    (restore,) = [step for step in steps if step.get("uses", "").startswith("actions/cache/restore")]
    assert save["if"] == "always()"
    assert save["with"]["path"] == restore["with"]["path"] == "bench"
    cache = recipe("gitlab-ci.yml")["benchmark"]["cache"]
    assert (cache["when"], cache["paths"]) == ("always", ["bench/"])


def test_a_live_system_is_compared_with_the_night_before_also_where_it_was_asked_what_nothing_answers(
    repository: Path,
) -> None:
    benchmill = repository / "benchmill.sh"
    benchmill.write_text(COMMAND, encoding="utf-8")
    benchmill.chmod(0o755)
    (repository / "my_rag.py").write_text("def answer(question):\n    return {'answer': '', 'passages': ['a text']}\n")
    grow = "nightly/nightly.sh --questions 30 --kinds factoid,unanswerable"
    variables = {"BENCHMILL": str(benchmill), "TARGET": "my_rag:answer", "SUMMARY": "s.md"}
    for _ in range(2):
        done = run(["/bin/sh", "-c"], grow, repository, **variables)
        assert done.returncode == 0, done.stderr
        (repository / "docs" / "more.md").write_text("# More\n\nOf no use to anybody.\n", encoding="utf-8")
    page = (repository / "s.md").read_text(encoding="utf-8")
    assert "that no passage answers" in page
    assert page.count("### System") == 1
    assert "tonight and old edition are equal on every question" in page
