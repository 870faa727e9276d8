"""`grow`, `report` and `items` as a user types them: files, words, exit codes."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from benchmill.records import AnswerComponent, Evidence, Span
from benchmill.reporting.material import reading
from benchmill.reporting.report import bring_up_to_date, write_report
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.growing.made import candidate, document, item
from tests.outputs.one_of_each import one_of_each
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
    covered = numbers["sections"]["Coverage"]["documents_covered"]["n"]
    assert f"of {covered} documents that can be asked about have an item" in page
    assert numbers["sections"]["Evidence and labels"]["fresh"]["value"] == 1.0


def test_the_map_leaves_out_the_folder_that_all_documents_are_in(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "docs" / "site" / "pages")
    report = tmp_path / "bench" / "report.html"
    assert benchmill("grow", tmp_path / "docs", "--out", report.parent, "--questions", 5, "--report").code == 0
    tiles = re.findall(
        r'class="tile [^>]* title="([^"]+): \d+ items"[^>]*><b>\d+</b><span>([^<]+)<', report.read_text("utf-8")
    )
    assert ("site/pages/configuration.md", "configuration.md") in tiles
    assert ("site/pages/cli/reference.md", "cli/reference.md") in tiles


def test_the_passage_of_a_question_without_an_answer_is_not_called_evidence(bench: Path) -> None:
    page = (bench / "report.html").read_text(encoding="utf-8")
    without = page.count("<em>none: ")
    assert without == page.count("What the documents say about it:") > 0


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


def test_a_report_has_the_same_bytes_with_any_facts_of_earlier_runs(bench: Path, tmp_path: Path) -> None:
    copy = Workspace(Path(shutil.copytree(bench, tmp_path / "copy" / bench.name)))

    def written() -> tuple[bytes, bytes]:
        write_report(copy)
        return (copy.folder / "report.html").read_bytes(), (copy.folder / "validity.json").read_bytes()

    before = written()
    with sqlite3.connect(copy.facts) as facts:
        facts.execute("DELETE FROM words WHERE document = (SELECT MIN(document) FROM words)")
        facts.execute("UPDATE chunks SET key = 'older' WHERE document = (SELECT MAX(document) FROM chunks)")
    assert written() == before
    with sqlite3.connect(copy.facts) as facts:
        facts.execute("UPDATE words SET keys = x'00'")
        facts.execute("UPDATE chunks SET borders = x'00'")
    assert written() == before
    copy.facts.unlink()
    assert written() == before
    assert not copy.facts.exists()


def test_a_report_reads_what_the_ledger_has_where_it_lost_chunks(bench: Path, tmp_path: Path) -> None:
    copy = Workspace(Path(shutil.copytree(bench, tmp_path / "copy" / bench.name)))
    with sqlite3.connect(copy.ledger) as ledger:
        ledger.execute("DELETE FROM chunks WHERE start = 0 AND document_id = (SELECT MAX(document_id) FROM chunks)")
    with reading(copy) as material, Ledger.read(copy.ledger) as kept:
        assert list(material.benchmark.chunks) == list(kept.chunks(kept.documents()))


def test_report_with_docs_says_what_is_stale(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# Other\n\nNothing of the old documents is here any more.\n", encoding="utf-8")
    ran = benchmill("report", bench, "--docs", tmp_path)
    assert ran.code == 0, ran.err
    assert "stale: The docs changed: the evidence of 12 of 12 items is no longer there" in ran.out


def test_people_s_labels_of_a_sample_say_how_many_items_are_good(bench: Path, tmp_path: Path) -> None:
    table = tmp_path / "audit.csv"
    assert benchmill("items", bench, "--sample", 8, "--csv", table).code == 0
    rows = table.read_text(encoding="utf-8-sig").splitlines()
    names = re.findall(r"^q-[0-9a-f]{16}", "\n".join(rows), re.M)
    assert len(names) == 8
    table.write_text("id,label\n" + "".join(f"{name},{'bad' if n < 3 else 'good'}\n" for n, name in enumerate(names)))
    ran = benchmill("report", bench, "--labels", table)
    assert ran.code == 0, ran.err
    assert "mend     bad-items: People found 3 of 8 items bad: up to 69 % of all items may be." in ran.out
    assert "no item was reviewed" not in ran.out
    page = (bench / "report.html").read_text(encoding="utf-8")
    assert "Read by people" in page
    assert "Items that people found good" in page
    assert benchmill("report", bench).out.count("no item was reviewed") == 1
    table.write_text("id,label\n")
    nothing = benchmill("report", bench, "--labels", table)
    assert (nothing.code, "names no item" in nothing.err) == (2, True)


def test_items_of_a_folder_in_two_languages_are_told_apart(tmp_path: Path) -> None:
    english = document("en.md", "The gate lets six calls through at the same time.")
    german = document("de.md", "Das Tor lässt sechs Anrufe zur gleichen Zeit durch.")
    asked = [
        item(candidate(english, english.text, "How many calls does the gate let through?"), 1),
        item(candidate(german, german.text, "Wie viele Anrufe lässt das Tor durch?"), 2),
    ]
    write_workspace(tmp_path, [english, german], asked)
    assert benchmill("report", tmp_path).code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert ">Languages<" in page
    assert '"language": "de"' in page or '"language":"de"' in page
    write_workspace(tmp_path / "one", [english], asked[:1])
    assert benchmill("report", tmp_path / "one").code == 0
    assert ">Languages<" not in (tmp_path / "one" / "report.html").read_text(encoding="utf-8")


def test_items_prints_cards_to_read(bench: Path) -> None:
    every = benchmill("items", bench)
    assert every.code == 0, every.err
    assert len(re.findall(r"^q-[0-9a-f]{16}", every.out, re.M)) == 12
    few = benchmill("items", bench, "--sample", 2, "--seed", 1)
    assert len(re.findall(r"^q-[0-9a-f]{16}", few.out, re.M)) == 2
    assert few.out == benchmill("items", bench, "--sample", 2, "--seed", 1).out


def test_a_sample_shows_the_passages_and_what_each_kind_adds(tmp_path: Path) -> None:
    every = one_of_each()
    write_workspace(tmp_path, every.documents, every.items)
    ran = benchmill("show", "--sample", 7, tmp_path)
    assert ran.code == 0, ran.err
    assert "     | Run `start`, then `send`. The command `send` takes --to.\n" in ran.out
    assert "     sub-question: What does send take? -> --to\n" in ran.out
    assert "     reading: How long does a key last? -> 90 days\n" in ran.out
    assert "     tempting answer: 90 days\n     not in the documents: the gate's time\n" in ran.out
    assert "     style sentence, language en, difficulty medium\n" in ran.out
    assert "     | " not in benchmill("items", tmp_path).out, "all items stay short"


def test_a_card_shows_the_passage_of_evidence_in_another_document(tmp_path: Path) -> None:
    first, second = document("a.md", "The gate lets six calls through."), document("b.md", "Six calls pass, no more.")
    both = tuple(Evidence(Span.of(page, 0, len(page.text))) for page in (first, second))
    asked = candidate(first, first.text, "How many calls does the gate let through?")
    write_workspace(tmp_path, [first, second], [item(replace(asked, components=(AnswerComponent("six", both),)))])
    (card,) = json.loads(benchmill("items", tmp_path, "--json").out)["items"]
    assert [(passage["document"], passage["note"]) for passage in card["passages"]] == [("a.md", ""), ("b.md", "")]


def test_items_shows_rejected_candidates_with_the_reason(bench: Path) -> None:
    ran = benchmill("items", bench, "--check", "surplus")
    because = "because the benchmark already has the 12 items that were wanted"
    assert ran.out.count("rejected: surplus") == ran.out.count(because) > 0


def test_items_that_are_not_there_are_an_error_that_says_so(bench: Path) -> None:
    ran = benchmill("items", bench, "--kind", "multi_hop")
    assert (ran.code, ran.out) == (2, "")
    assert "has no such item" in ran.err


def test_a_benchmark_that_rejected_nothing_says_so(tmp_path: Path) -> None:
    page = document("en.md", "The gate lets six calls through at the same time.")
    write_workspace(
        tmp_path, [page], [item(candidate(page, page.text, "How many calls does the gate let through?"), 1)]
    )

    ran = benchmill("items", tmp_path, "--rejected")
    assert (ran.code, ran.out) == (0, "")
    assert "no candidate was rejected" in ran.err
    assert json.loads(benchmill("items", tmp_path, "--rejected", "--json").out) == {"items": []}


def test_a_terminal_is_not_steered_by_what_an_item_says(tmp_path: Path) -> None:
    page = document("a.md", "The gate \x1b[2J lets six\u202e calls through.")
    write_workspace(tmp_path, [page], [item(candidate(page, page.text, "What does \x1b]0;evil\x07 the gate do?"))])
    ran = benchmill("items", tmp_path)
    assert ran.code == 0, ran.err
    assert not set(ran.out) & {"\x1b", "\x07", "\u202e"}
