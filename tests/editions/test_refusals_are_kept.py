"""What unchanged critics refused is not judged again, also after nights that did not come to it."""

from __future__ import annotations

import json
from pathlib import Path

import benchmill
from benchmill.editions.next_edition import grow
from benchmill.growing.basis import Basis
from benchmill.growing.description import kept_description
from benchmill.growing.source import read_source
from benchmill.growing.staleness import stale
from benchmill.records import CRITERIA
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from tests.editions.edits import retire_one
from tests.end_to_end.command import EXAMPLES
from tests.servers.simulated import SimulatedServer


def refused(lines: list[str], edited: str) -> set[str]:
    """The candidates that a critic refused, of all pages but the edited one."""
    records = (record for record in map(json.loads, lines) if record["document"] != edited)
    return {record["id"] for record in records if record["check"] in CRITERIA}


def test_a_night_that_comes_to_few_candidates_keeps_what_was_refused_before(docs: Path, tmp_path: Path) -> None:
    out = tmp_path / "b"
    with SimulatedServer() as server:
        settings = GrowSettings(questions=24, model="openai:simulated", base_url=server.base_url)
        grow(docs, out, settings)
        first = (out / "rejected.jsonl").read_text("utf-8").splitlines()
        edited = retire_one(docs, out, "procedure")
        grow(docs, out, settings)
    now = (out / "rejected.jsonl").read_text("utf-8").splitlines()
    with Ledger.open(out / "ledger.sqlite") as ledger:
        known = refused(ledger.refusals(), edited)
        assert [line.strip() for line in ledger.rejections()] == now
    before = refused(first, edited)
    assert before - refused(now, edited)  # else this would show nothing
    assert before <= known


def known_after(out: Path, settings: GrowSettings) -> int:
    """How many refusals the next run with these settings would not ask about again, after this one."""
    grow(EXAMPLES, out, settings)
    with Ledger.open(out / "ledger.sqlite") as ledger:
        basis = Basis(read_source(EXAMPLES, settings), settings, kept_description(ledger))
        return len(stale(ledger, ledger.last_edition(), basis).decided)


def test_a_refusal_does_not_outlast_its_prompt_although_the_night_of_the_change_lacked_no_item(
    tmp_path: Path,
) -> None:
    own = tmp_path / "prompts" / "critique" / "standalone_relevance.md"
    own.parent.mkdir(parents=True)
    text = (Path(benchmill.__file__).parent / "prompts" / "critique" / own.name).read_text("utf-8")
    own.write_text(text, "utf-8")
    with SimulatedServer() as server:
        prompts = str(tmp_path / "prompts")
        settings = GrowSettings(questions=12, model="openai:simulated", base_url=server.base_url, prompts=prompts)
        assert known_after(tmp_path / "b", settings)
        own.write_text(text.replace("# User", "Be strict.\n\n# User"), "utf-8")
        assert [known_after(tmp_path / "b", settings) for _ in range(2)] == [0, 0]
