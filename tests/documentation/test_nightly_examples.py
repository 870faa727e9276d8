"""The nightly recipes are run, not only written: each one's own command, in a folder laid out as it says."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.end_to_end.command import EXAMPLES, ROOT, environment
from tests.servers.simulated import SimulatedServer

NIGHTLY = ROOT / "examples" / "nightly"


def recipe(name: str) -> Any:
    return yaml.safe_load((NIGHTLY / name).read_text(encoding="utf-8"))


def cron_line() -> tuple[list[str], str]:
    """The five fields of the crontab's entry, and its command."""
    lines = (NIGHTLY / "crontab").read_text(encoding="utf-8").splitlines()
    (entry,) = [line for line in lines if line[:1].isdigit() or line.startswith("*")]
    *fields, command = entry.split(None, 5)
    return fields, command


def github_command() -> str:
    steps = recipe("github-actions.yml")["jobs"]["grow"]["steps"]
    (command,) = [step["run"] for step in steps if "nightly.sh" in step.get("run", "")]
    return str(command)


def gitlab_command() -> str:
    return "\n".join(recipe("gitlab-ci.yml")["benchmark"]["script"])


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A home with a repository in it: docs, the script, and `benchmill` on the path."""
    folder = tmp_path / "our-docs"
    shutil.copytree(EXAMPLES, folder / "docs")
    (folder / "nightly").mkdir()
    shutil.copy(NIGHTLY / "nightly.sh", folder / "nightly")
    command = tmp_path / "bin" / "benchmill"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m benchmill "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return folder


@pytest.fixture
def server() -> Iterator[SimulatedServer]:
    with SimulatedServer() as running:
        yield running


def run(command: str, repository: Path, server: SimulatedServer, **more: str) -> subprocess.CompletedProcess[str]:
    path = f"{repository.parent / 'bin'}:/usr/local/bin:/usr/bin:/bin"
    variables = environment(
        PATH=path, HOME=str(repository.parent), OLLAMA_HOST=server.ollama_url, OPENAI_BASE_URL=server.base_url, **more
    )
    return subprocess.run(
        ["sh", "-c", command], cwd=repository, env=variables, capture_output=True, text=True, check=False
    )


def test_the_cron_line_grows_and_logs(repository: Path, server: SimulatedServer) -> None:
    fields, command = cron_line()
    assert fields == ["15", "2", "*", "*", "*"]
    done = run(command, repository, server)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = (repository / "nightly.log").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line)["event"] for line in log if line.startswith("{")]
    assert "stage" in events
    assert any(line.startswith("accepted") for line in log)
    assert json.loads((repository / "bench" / "manifest.json").read_text(encoding="utf-8"))["accepted"] > 20


def test_the_github_workflow_writes_its_page_and_the_second_night_costs_nothing(
    repository: Path, server: SimulatedServer, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text("earlier steps\n", encoding="utf-8")
    for _ in range(2):
        asked = server.counters().requests
        done = run(github_command(), repository, server, GITHUB_STEP_SUMMARY=str(page), OPENAI_API_KEY="x")
        assert done.returncode == 0, done.stderr
        assert all(json.loads(line) for line in done.stderr.splitlines())
    assert server.counters().requests == asked
    text = page.read_text(encoding="utf-8")
    assert text.startswith("earlier steps\n")
    assert text.count("## Benchmark: ") == 2
    assert "### Added" in text


def test_the_gitlab_job_writes_a_summary_and_tells_too_few_items_by_its_code(
    repository: Path, server: SimulatedServer
) -> None:
    done = run(gitlab_command().replace("--fail-under 20", "--fail-under 99"), repository, server, OPENAI_API_KEY="x")
    assert done.returncode == 1
    assert json.loads(done.stderr.splitlines()[-1])["exit_code"] == 1
    assert (repository / "summary.md").read_text(encoding="utf-8").splitlines()[1].startswith("## Benchmark: ")


def test_a_night_without_a_model_says_so_on_the_page(repository: Path, server: SimulatedServer) -> None:
    done = run("SUMMARY=s.md nightly/nightly.sh --model openai:m --base-url http://127.0.0.1:9/v1", repository, server)
    assert done.returncode == 3
    last = json.loads(done.stderr.splitlines()[-1])
    assert (last["event"], last["exit_code"]) == ("error", 3)
    assert "nothing new" in (repository / "s.md").read_text(encoding="utf-8")


def test_both_ci_recipes_keep_the_workspace_also_after_a_failed_night() -> None:
    steps = recipe("github-actions.yml")["jobs"]["grow"]["steps"]
    (save,) = [step for step in steps if step.get("uses", "").startswith("actions/cache/save")]
    (restore,) = [step for step in steps if step.get("uses", "").startswith("actions/cache/restore")]
    assert save["if"] == "always()"
    assert save["with"]["path"] == restore["with"]["path"] == "bench"
    cache = recipe("gitlab-ci.yml")["benchmark"]["cache"]
    assert (cache["when"], cache["paths"]) == ("always", ["bench/"])
