"""Retirement needs evidence: a wrong folder, an unreadable file and a lost ledger take no item and no number away."""

from __future__ import annotations

import json
import shutil
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmill.editions.next_edition import grow
from benchmill.editions.repair import repair
from benchmill.growing.carry_over import Retired
from benchmill.growing.retirement import refuse_mass_retirement
from benchmill.growing.source import read_source
from benchmill.records import Document, WorkspaceError
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import Outcome
from tests.end_to_end.command import EXAMPLES
from tests.growing.made import candidate, document, item

SETTINGS = GrowSettings(questions=15)
ALLOWED = GrowSettings(questions=15, allow_retire=True)


class Bench:
    """A docs folder and a workspace that the built-in writer grew out of it."""

    def __init__(self, folder: Path) -> None:
        self.docs, self.out = folder / "docs", folder / "bench"

    def grow(self, settings: GrowSettings = SETTINGS) -> Outcome:
        return grow(self.docs, self.out, settings)

    def items(self) -> dict[str, Any]:
        lines = (self.out / "items.jsonl").read_text(encoding="utf-8").splitlines()
        return {item["id"]: item for item in map(json.loads, lines)}

    def files(self) -> dict[str, bytes]:
        return {
            path.name: path.read_bytes() for path in self.out.iterdir() if path.suffix in (".json", ".jsonl", ".md")
        }


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("grown")
    shutil.copytree(EXAMPLES, folder / "docs")
    Bench(folder).grow()
    return folder


@pytest.fixture
def bench(grown: Path, tmp_path: Path) -> Bench:
    shutil.copytree(grown, tmp_path / "copy")
    return Bench(tmp_path / "copy")


def test_a_placeholder_in_place_of_the_docs_stops_the_run_and_changes_nothing(bench: Bench) -> None:
    before = bench.files()
    shutil.rmtree(bench.docs)
    bench.docs.mkdir()
    (bench.docs / "README.md").write_text("# Docs\n\nThe volume is mounted here.\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"15 of 15 items would be retired.*--allow-retire"):
        bench.grow()
    assert bench.files() == before


@pytest.mark.parametrize(
    ("going", "live", "stops"),
    [
        (1, 2, False),  # one edited section is no wrong folder, however few items there are
        (2, 4, False),
        (2, 9, False),
        (1, 1, True),  # but a benchmark is not emptied
        (2, 2, True),
        (3, 10, True),
        (2, 10, False),
        (20, 100, False),
        (21, 100, True),
    ],
)
def test_a_run_stops_where_a_fifth_and_at_least_three_items_would_go_or_all_of_them(
    going: int, live: int, stops: bool
) -> None:
    page = document("a.md", "The relay listens on port 7000.")
    retired = [Retired(item(candidate(page, page.text, f"Question {n}?")), "gone") for n in range(going)]
    refusing = pytest.raises(WorkspaceError, match="--allow-retire") if stops else nullcontext()
    with refusing:
        refuse_mass_retirement(retired, live, allow=False)
    refuse_mass_retirement(retired, live, allow=True)


def test_the_refusal_counts_the_items_of_the_reasons_that_it_does_not_name() -> None:
    page = document("a.md", "The relay listens on port 7000.")
    reasons = ["a is gone", "a is gone", "b is gone", "c is gone", "d is gone", "d is gone", "e is gone"]
    retired = [Retired(item(candidate(page, page.text, f"Question {n}?")), why) for n, why in enumerate(reasons)]
    with pytest.raises(WorkspaceError) as caught:
        refuse_mass_retirement(retired, 10, allow=False)
    assert "a is gone (2 items); d is gone (2 items); b is gone; and 2 more for other reasons." in str(caught.value)


def test_items_come_back_with_id_number_and_verdicts_when_the_docs_do(bench: Bench) -> None:
    before = bench.items()
    shutil.move(bench.docs, bench.docs.with_name("elsewhere"))
    bench.docs.mkdir()
    (bench.docs / "README.md").write_text("# Docs\n\nThe volume is mounted here.\n", encoding="utf-8")
    assert bench.grow(ALLOWED).changes.counts()["retired"] == 15
    assert bench.items() == {}
    shutil.rmtree(bench.docs)
    shutil.move(bench.docs.with_name("elsewhere"), bench.docs)
    back = bench.grow()
    assert bench.items() == before
    assert {change.reason for change in back.changes.added} == {"its evidence is there again"}
    assert back.candidates == 0


def test_a_short_quote_elsewhere_in_its_file_does_not_bring_an_item_back(bench: Bench) -> None:
    short, quote = next(
        (item, evidence["text"])
        for item in bench.items().values()
        for component in item["components"]
        for evidence in component["evidence"]
        if len(evidence["text"]) < 60
    )
    page = bench.docs / short["document"]
    page.write_text(page.read_text(encoding="utf-8").replace(quote, "nothing of the kind"), encoding="utf-8")
    bench.grow(ALLOWED)
    assert short["id"] not in bench.items()
    page.write_text(page.read_text(encoding="utf-8") + f"\n## Another thing\n\n{quote}\n", encoding="utf-8")
    bench.grow(ALLOWED)
    with Ledger.read(bench.out / "ledger.sqlite") as ledger:
        (row,) = [row for row in ledger.items() if row.id == short["id"]]
    assert row.state == "retired"


def test_items_of_files_that_cannot_be_read_stay_as_they_are(bench: Bench) -> None:
    before = bench.items()
    names = sorted({item["document"] for item in before.values()})
    for name in names[: len(names) // 2 + 1]:
        (bench.docs / name).unlink()
        (bench.docs / name).symlink_to("nowhere.md")  # a link that leads nowhere is a file that cannot be read
    (bench.docs / "new.md").write_text("# New\n\nThe relay also listens on port 7999.\n", encoding="utf-8")
    outcome = bench.grow()
    assert bench.items() == before
    assert outcome.changes.counts()["retired"] == 0
    assert any("could not be read today" in note and names[0] in note for note in outcome.notes)
    assert set(names) <= {document.id for document in Workspace(bench.out).read().benchmark.documents}


@pytest.mark.parametrize("lost", ["missing", "empty", "new"])
def test_without_its_ledger_a_workspace_is_not_grown_over_and_repair_brings_all_back(bench: Bench, lost: str) -> None:
    shutil.rmtree(bench.docs / "guide", ignore_errors=True)
    bench.grow(ALLOWED)  # some items are retired by now, and their numbers are taken
    before = bench.files()
    with Ledger.read(bench.out / "ledger.sqlite") as ledger:
        rows = ledger.items()
    for path in bench.out.glob("ledger.sqlite*"):
        path.unlink()
    if lost == "empty":
        (bench.out / "ledger.sqlite").touch()
    elif lost == "new":
        Ledger.open(bench.out / "ledger.sqlite").close()
    with pytest.raises(WorkspaceError, match="benchmill repair"):
        bench.grow()
    assert bench.files() == before
    repaired = repair(Workspace(bench.out))
    assert repaired.items == len(rows)
    with Ledger.read(bench.out / "ledger.sqlite") as ledger:
        assert ledger.items() == rows
    assert bench.grow(ALLOWED).changes.counts()["kept"] == len(bench.items())


def test_a_damaged_line_of_items_is_taken_from_the_copy_that_every_edition_keeps(bench: Bench) -> None:
    before = bench.items()
    items = bench.out / "items.jsonl"
    items.write_bytes(items.read_bytes()[: items.stat().st_size // 2])
    for path in bench.out.glob("ledger.sqlite*"):
        path.unlink()
    repair(Workspace(bench.out))
    bench.grow()
    assert bench.items() == before


def test_a_text_that_a_converter_makes_otherwise_is_new_to_the_ledger(bench: Bench) -> None:
    source = read_source(bench.docs, SETTINGS)
    first, *others = source.documents
    text = f"{first.text}\nA line that the older converter left out.\n"
    other = Document(first.id, text, first.title, first.source_hash, "text/html")
    assert other.source_hash == first.source_hash
    grow(replace(source, documents=(other, *others)), bench.out, SETTINGS)
    with Ledger.read(Workspace(bench.out).ledger) as ledger:
        assert ledger.documents([first.id]) == (other,)
        assert any("older converter" in chunk.text for chunk in ledger.chunks([other]))
