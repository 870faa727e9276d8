"""What the commands are tried on: a folder with docs and a workspace of them, made once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import benchmill
from tests.end_to_end.command import EXAMPLES


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """docs/, bench/ and run.json, to be copied."""
    from tests.cli.typed import typed

    folder = tmp_path_factory.mktemp("cli")
    shutil.copytree(EXAMPLES, folder / "docs")
    benchmill.grow(folder / "docs", folder / "bench", benchmill.GrowSettings(questions=8))
    assert typed("retrieve", folder / "bench", "--out", folder / "run.json").code == 0
    (folder / "chunks.jsonl").write_text('{"_id": "c1", "text": "Pebblewire relays messages."}\n', "utf-8")
    return folder


@pytest.fixture
def here(made_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it as the current folder, without keys and addresses of models in the environment."""
    folder = tmp_path / "here"
    shutil.copytree(made_once, folder)
    monkeypatch.chdir(folder)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)
    return folder
