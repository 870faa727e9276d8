"""Nights after random edits: with the facts of the nights before, or without any, every file has the same bytes."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmill.api import grow
from benchmill.generator.eligibility import judge_seeds
from benchmill.growing.source import read_source
from benchmill.records import Failure
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger
from tests.end_to_end.command import EXAMPLES
from tests.servers.simulated import ServerPlan, SimulatedServer

NIGHTS = 2


def edit(docs: Path, rng: random.Random) -> None:
    """Change, add, rename or delete a page."""
    pages = sorted(docs.rglob("*.md"))
    page = rng.choice(pages)
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    deed = rng.choice(["reword", "reword", "cut", "copy", "rename", "delete"])
    if deed == "reword":
        number = rng.choice([n for n, line in enumerate(lines) if len(line) > 40] or [0])
        lines[number] = lines[number].rstrip() + " The limit of 7 is new today.\n"
        page.write_text("".join(lines), encoding="utf-8")
    elif deed == "cut":
        page.write_text("".join(lines[: len(lines) // 2]) + "\nIt ends here.\n", encoding="utf-8")
    elif deed == "copy":
        page.with_name(f"copy-{rng.randrange(1000)}.md").write_bytes(page.read_bytes())
    elif deed == "rename":
        page.rename(page.with_name(f"renamed-{rng.randrange(1000)}.md"))
    elif len(pages) > 5:
        page.unlink()


def written(bench: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in bench.iterdir() if path.suffix in (".json", ".jsonl", ".md")}


def failures(bench: Path, *stages: str) -> list[Failure]:
    with Ledger.read(Workspace(bench).ledger) as ledger:
        return [failure for failure in ledger.failures() if failure.stage in stages or not stages]


def skipped(docs: Path) -> list[Failure]:
    return list(judge_seeds(read_source(docs, GrowSettings()).chunks()).failures)


@pytest.mark.parametrize("model", ["extractive", "openai:simulated"])
def test_facts_kept_from_other_nights_change_no_byte(
    tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    rng = random.Random(1)
    docs, kept, fresh = tmp_path / "docs", tmp_path / "kept" / "bench", tmp_path / "fresh" / "bench"
    shutil.copytree(EXAMPLES, docs)
    with SimulatedServer(ServerPlan()) as server:

        def night(bench: Path, questions: int = 12) -> None:
            options: dict[str, Any] = {} if model == "extractive" else {"base_url": server.base_url, "hedge": "off"}
            grow(docs, bench, questions=questions, model=model, allow_retire=True, **options)

        night(kept)
        shutil.copytree(kept, fresh)  # a workspace of its own would ask in other words: each has a secret
        for _ in range(NIGHTS):
            for _ in range(rng.randrange(2, 5)):
                edit(docs, rng)
            Workspace(fresh).facts.unlink(missing_ok=True)
            night(kept)
            night(fresh)
            assert written(kept) == written(fresh)
            assert failures(kept) == failures(fresh)
        assert Workspace(kept).facts.is_file()
        night(kept, questions=14)
        assert failures(kept, "seed") == skipped(docs)
