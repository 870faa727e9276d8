"""`show` tells an item's whole history, also where a part of it was dropped."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cli.typed import typed
from tests.end_to_end.command import EXAMPLES
from tests.servers.simulated import SimulatedServer


def test_an_item_names_a_call_once_and_says_which_calls_were_pruned(tmp_path: Path) -> None:
    docs, bench = tmp_path / "docs", tmp_path / "bench"
    docs.mkdir()
    for name in ("configuration.md", "delivery.md", "faq.md", "glossary.md"):
        shutil.copy(EXAMPLES / name, docs)
    with SimulatedServer() as server:
        model = ("--model", "openai:simulated", "--base-url", server.base_url, "--kinds", "factoid", "--no-report")
        grow = ("grow", docs, "--out", bench, "--questions", 4, "--allow-retire", *model)
        assert typed(*grow).code == 0
        item = json.loads((bench / "items.jsonl").read_text("utf-8").splitlines()[0])
        shown = typed("show", bench, item["id"]).out
        assert "relevance judged by     the same call as standalone judged by" in shown
        assert "dropped" not in shown
        (docs / item["document"]).unlink()
        assert typed(*grow).code == 0
        assert typed("prune", bench, "--keep-editions", 1).code == 0
    retired = typed("show", bench, item["id"])
    assert retired.code == 0, retired.err
    assert "written by              a call that benchmill prune dropped" in retired.out
