"""`grow`, `report` and `items` as a user types them: files, words, exit codes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from benchmill.reporting.report import bring_up_to_date
from benchmill.workspace.folder import Workspace
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.growing.made import candidate, document, item
from tests.reporting.made import write_workspace


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example docs' benchmark, in a folder with them."""
    folder = tmp_path_factory.mktemp("commands")
    ran = benchmill("grow", EXAMPLES, "--out", folder / "bench", "--questions", 12, "--report")
    assert ran.code == 0, ran.err
    (folder / "grow.txt").write_text(ran.out, encoding="utf-8")
    return folder / "bench"


def test_grow_ends_with_three_sample_items_and_the_next_command(bench: Path) -> None:
    out = (bench.parent / "grow.txt").read_text(encoding="utf-8")
    assert len(re.findall(r"^q-[0-9a-f]{16}  \d+\.\d+  [a-z-]+$", out, re.M)) == 3
    assert f"open {bench}/report.html" in out
    assert out.rstrip().splitlines()[-4].startswith("next")


def test_grow_writes_the_report_and_the_numbers(bench: Path) -> None:
    page = (bench / "report.html").read_text(encoding="utf-8")
    numbers = json.loads((bench / "validity.json").read_text(encoding="utf-8"))
    assert numbers["verdict"]["headline"].split("'")[0] in page
    assert numbers["sections"]["Evidence and labels"]["fresh"]["value"] == 1.0


def test_an_unchanged_edition_leaves_its_report_alone(bench: Path) -> None:
    before = (bench / "report.html").stat()
    assert benchmill("grow", EXAMPLES, "--out", bench, "--questions", 12, "--report", "--quiet").code == 0
    after = (bench / "report.html").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_a_page_of_a_large_corpus_stays_while_few_items_changed(bench: Path, tmp_path: Path) -> None:
    copy = Workspace(Path(shutil.copytree(bench, tmp_path / "copy")))
    page = copy.folder / "report.html"
    name = json.loads(copy.items.read_text(encoding="utf-8").splitlines()[0])["id"]
    assert benchmill("drop", copy.folder, name, "--reason", "too easy").code == 0
    before = page.read_bytes()
    assert bring_up_to_date(copy, many_passages=0, few_changes=0.1) == (
        "report.html shows edition 1; since then 1 of 11 items are new, changed or retired. "
        f"benchmill report {copy.folder} measures edition 2"
    )
    assert page.read_bytes() == before
    assert bring_up_to_date(copy, many_passages=0, few_changes=0.05) == ""
    assert page.read_bytes() != before


def test_report_gives_the_same_bytes_again(bench: Path) -> None:
    first = benchmill("report", bench, "--json")
    page = (bench / "report.html").read_bytes()
    assert first.code == 0, first.err
    assert benchmill("report", bench, "--json").json == first.json
    assert (bench / "report.html").read_bytes() == page
    assert first.json["verdict"]["grade"] in ("good", "limited", "unfit")


def test_report_with_docs_says_what_is_stale(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# Other\n\nNothing of the old documents is here any more.\n", encoding="utf-8")
    ran = benchmill("report", bench, "--docs", tmp_path)
    assert ran.code == 0, ran.err
    assert "stale: The docs changed: the evidence of 12 of 12 items is no longer there" in ran.out


def test_items_prints_cards_to_read(bench: Path) -> None:
    every = benchmill("items", bench)
    assert every.code == 0, every.err
    assert len(re.findall(r"^q-[0-9a-f]{16}", every.out, re.M)) == 12
    few = benchmill("items", bench, "--sample", 2, "--seed", 1)
    assert len(re.findall(r"^q-[0-9a-f]{16}", few.out, re.M)) == 2
    assert few.out == benchmill("items", bench, "--sample", 2, "--seed", 1).out


def test_items_shows_rejected_candidates_with_the_reason(bench: Path) -> None:
    ran = benchmill("items", bench, "--check", "per-chunk")
    assert ran.out.count("rejected: per-chunk") == ran.out.count("because its chunk already has 2 items") > 0


def test_items_that_are_not_there_are_an_error_that_says_so(bench: Path) -> None:
    ran = benchmill("items", bench, "--kind", "multi_hop")
    assert (ran.code, ran.out) == (2, "")
    assert "has no such item" in ran.err


def test_a_terminal_is_not_steered_by_what_an_item_says(tmp_path: Path) -> None:
    page = document("a.md", "The gate \x1b[2J lets six\u202e calls through.")
    write_workspace(tmp_path, [page], [item(candidate(page, page.text, "What does \x1b]0;evil\x07 the gate do?"))])
    ran = benchmill("items", tmp_path)
    assert ran.code == 0, ran.err
    assert not set(ran.out) & {"\x1b", "\x07", "\u202e"}
