"""What the pages tell people to type is typed: each page's commands, in a folder laid out as the pages say."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import benchmill
from tests.architecture.house import ROOT
from tests.cli.typed import typed
from tests.documentation.pages import JOBS, README, blocks, lines_to_type, name_of
from tests.end_to_end.command import EXAMPLES
from tests.servers.huggingface import HubServer
from tests.servers.langsmith import LangSmithPlan, LangSmithServer
from tests.servers.simulated import SimulatedServer

TRIED_ELSEWHERE = (
    *("make ", "export ", "benchmill review "),
    *("benchmill grow docs/ --out bench --model gguf:", "benchmill grow --engine ray "),
)
"""What the pages show besides `benchmill`: tests/packaging and CI run the targets, a fixture sets the variables,
tests/reviewing opens the page, which runs until it is interrupted, tests/chat/local has a model file, and
tests/end_to_end/test_on_a_cluster.py a cluster."""


@pytest.fixture(scope="module")
def models() -> Iterator[SimulatedServer]:
    with SimulatedServer() as running:
        yield running


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the pages start from: docs, a benchmark of them and of an earlier night, runs, answers, a table, prompts."""
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(EXAMPLES, folder / "docs")
    bench = benchmill.grow(folder / "docs", folder / "bench", benchmill.GrowSettings(questions=25))
    assert bench.accepted
    retrieved = typed("retrieve", folder / "bench", "--out", folder / "run.json")
    assert retrieved.code == 0, retrieved.err
    shutil.copytree(folder / "bench", folder / "old")
    shutil.copy(folder / "run.json", folder / "old-run.json")
    items = [json.loads(line) for line in (folder / "bench" / "items.jsonl").read_text("utf-8").splitlines()]
    (folder / "answers.jsonl").write_text(
        "".join(json.dumps({"id": item["id"], "answer": item["answer"]}) + "\n" for item in items[:5]), "utf-8"
    )
    labels = "".join(f"{item['id']},{'bad' if n == 2 else 'good'},\n" for n, item in enumerate(items[:6]))
    (folder / "labels.csv").write_text(f"id,label,reason\n{labels}", "utf-8")
    texts = [page.read_text("utf-8") for page in sorted((folder / "docs").rglob("*.md"))]
    (folder / "chunks.jsonl").write_text(
        "".join(json.dumps({"_id": f"c{n}", "text": text}) + "\n" for n, text in enumerate(texts)), "utf-8"
    )
    (folder / "my_rag.py").write_text(
        "def answer(question):\n    return {'answer': question, 'passages': [question]}\n"
    )
    answerable = [item for item in items if item["components"]]
    rows = "".join(f'"{item["question"]}","{item["answer"]}",\n' for item in answerable[:3])
    (folder / "questions.csv").write_text(f"Frage,Antwort,Quelle\n{rows}", "utf-8")
    asked = "".join(f"how to restore snapshot {number}\n" for number in range(20))
    (folder / "queries.csv").write_text(f"question\n{asked}", "utf-8")
    (folder / "my-prompts" / "critique").mkdir(parents=True)
    shutil.copy(ROOT / "benchmill" / "prompts" / "critique" / "groundedness.md", folder / "my-prompts" / "critique")
    return folder


@pytest.fixture
def here(laid_out: Path, tmp_path: Path, models: SimulatedServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of that folder as the current one, with servers behind the usual variables."""
    folder = tmp_path / "here"
    shutil.copytree(laid_out, folder)
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith(("OPENAI_", "OLLAMA_", "LANGSMITH_", "LANGCHAIN_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("OPENAI_BASE_URL", models.base_url)
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    monkeypatch.setenv("OLLAMA_HOST", models.ollama_url)
    with LangSmithServer(LangSmithPlan(api_key="any")) as service, HubServer() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        monkeypatch.setenv("HF_TOKEN", hub.token)
        monkeypatch.setenv("LANGSMITH_ENDPOINT", service.url)
        monkeypatch.setenv("LANGSMITH_API_KEY", "any")
        yield folder


def type_line(line: str, models: SimulatedServer) -> None:
    """Run one line that a page shows after its `$ `."""
    if line.startswith(TRIED_ELSEWHERE):
        return
    words = shlex.split(line.replace("http://localhost:8000/v1", models.base_url), comments=True)
    assert words[0].rpartition("/")[2] == "benchmill", f"nobody tries this line: {line}"
    done = typed(*words[1:])
    assert done.code == 0, f"{line}\n{done.out}\n{done.err}"


@pytest.mark.parametrize("page", [README, *JOBS], ids=name_of)
def test_every_line_to_type_works(page: Path, here: Path, models: SimulatedServer) -> None:
    if page == README:  # which begins with nothing else
        for path in [path for path in here.iterdir() if path.name != "docs"]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    lines = [line for block in lines_to_type(page.read_text(encoding="utf-8")) for line in block]
    for line in dict.fromkeys(lines):
        type_line(line, models)
    assert any(re.match(r"(\S*/)?benchmill ", line) for line in lines)


@pytest.mark.parametrize("page", JOBS, ids=name_of)
def test_a_page_begins_with_a_command(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    title, _, rest = text.partition("\n")
    assert re.fullmatch(r"# .+", title)
    assert rest.startswith("\n```console\n$ benchmill ")


def test_the_readmes_python_runs_as_it_is(here: Path) -> None:
    (block,) = blocks(README.read_text(encoding="utf-8"), "python")
    assert len([line for line in block if line]) <= 10
    shutil.rmtree(here / "bench")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(block)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.match(r"\d+ of 20\nq-[0-9a-f]{16} [a-z_]+ .+\n", done.stdout)
    assert re.search(r"\nq-[0-9a-f]{16} [a-z_]+ .+\n  <- \S+\.md .+\n", done.stdout)


def test_the_quotes_in_the_readme_are_verbatim_in_the_example_docs() -> None:
    shown = re.findall(r'(\S+\.md)\[(\d+):(\d+)\]\s+"(.+)"', README.read_text(encoding="utf-8"))
    assert shown
    for document, start, end, quote in shown:
        assert (EXAMPLES / document).read_text(encoding="utf-8")[int(start) : int(end)] == quote
