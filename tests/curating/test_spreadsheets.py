"""Items out as CSV, filled in as people do, and back: a decision for each row, nothing lost, nothing decided twice."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl  # type: ignore[import-untyped, unused-ignore]
import pytest

from benchmill.calibrating.calibrate import calibrate
from benchmill.curating.curator import curating
from benchmill.curating.spreadsheet import labels_of, write_spreadsheet
from benchmill.curating.taking_rows import Taken, take_spreadsheet
from benchmill.records import InputError
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger
from tests.curating.bench import Bench
from tests.end_to_end.command import benchmill

Row = dict[str, str]


def filled_in(bench: Bench, change: Callable[[list[Row]], Any], delimiter: str = ",") -> Path:
    """The table with every candidate, changed, and saved as a spreadsheet saves it."""
    path = bench.out.parent / "labels.csv"
    write_spreadsheet(path, Workspace(bench.out), rejected=True, force=True)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    columns = list(rows[0])
    change(rows)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, delimiter=delimiter, restval="")
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(b"\xef\xbb\xbf" + text.getvalue().encode())
    return path


def taken(bench: Bench, path: Path) -> Taken:
    return take_spreadsheet(bench.out, path, "anna")


def test_each_row_is_a_decision_and_the_same_file_again_decides_nothing(bench: Bench) -> None:
    single = [item["id"] for item in bench.items().values() if len(item["components"]) == 1][:3]
    quote = bench.items()[single[0]]["components"][0]["evidence"][0]

    def label(rows: list[Row]) -> None:
        by_id = {row["id"]: row for row in rows}
        by_id[single[0]]["label"] = "Good"
        by_id[single[1]].update(label="no", reason="nobody asks this")
        by_id[single[2]]["question"] = "What is said\nhere in other words?"
        next(row for row in rows if row["state"] == "rejected")["label"] = "yes"
        new = {"question": "What did I add here?", "answer": "this", "evidence": quote["text"]}
        rows.append({"document": quote["document"], **new})

    path = filled_in(bench, label, delimiter=";")
    found = taken(bench, path)
    assert not found.failures
    assert sorted(one.verb for one in found.decided) == ["accept", "add", "add", "drop", "edit"]
    items = bench.items()
    assert items[single[0]]["review"] == "accepted by anna"
    assert single[1] not in items
    assert items[single[2]]["question"] == "What is said\nhere in other words?"
    assert len(items) == 12 - 1 + 2
    assert "dropped by anna: nobody asks this" in bench.changes()
    assert taken(bench, path).decided == ()
    labels = {
        row["id"]: row["label"]
        for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")), delimiter=";")
    }
    assert (labels[single[0]], labels[single[1]]) == ("Good", "no")
    fresh = filled_in(bench, lambda _: None)
    written = {row["id"]: row for row in csv.DictReader(io.StringIO(fresh.read_text(encoding="utf-8-sig")))}
    assert (written[single[0]]["label"], written[single[1]]["label"]) == ("good", "bad")
    assert (written[single[1]]["reason"], written[single[1]]["state"]) == (
        "dropped by anna: nobody asks this",
        "dropped",
    )


def test_a_workbook_of_excel_is_taken_like_a_csv_file(bench: Bench) -> None:
    def label(rows: list[Row]) -> None:
        next(row for row in rows if row["id"] in bench.items()).update(label="bad", reason="too easy")

    with filled_in(bench, label).open(encoding="utf-8-sig", newline="") as file:
        cells = list(csv.reader(file))
    workbook = openpyxl.Workbook()
    for row in cells:
        workbook.active.append(row)
    path = bench.out.parent / "labels.xlsx"
    workbook.save(path)
    found = taken(bench, path)
    assert (not found.failures, [one.verb for one in found.decided]) == (True, ["drop"])


def test_what_people_found_good_and_bad_says_how_good_the_critics_are(bench: Bench) -> None:
    good, bad = list(bench.items())[:2]
    with curating(bench.out, "anna") as curator:
        curator.accept(good)
        curator.drop(bad, "nobody asks this")
    found = calibrate(bench.out, filled_in(bench, lambda _: None, delimiter=";"), GrowSettings())
    assert (found.labelled, found.good, found.unknown) == (2, 1, ())


def test_an_untouched_file_decides_nothing_and_a_good_label_brings_a_dropped_item_back(bench: Bench) -> None:
    victim = bench.first()["id"]
    with curating(bench.out, "bob") as curator:
        curator.drop(victim, "wrong")
    assert taken(bench, filled_in(bench, lambda _: None)).decided == ()
    path = filled_in(bench, lambda rows: [row.update(label="good") for row in rows if row["id"] == victim])
    assert [one.verb for one in taken(bench, path).decided] == ["restore", "accept"]
    assert victim in bench.items()
    assert taken(bench, path).decided == ()


def test_a_dropped_item_that_is_good_in_other_words_comes_back_with_these_words(bench: Bench) -> None:
    victim = bench.first()["id"]
    with curating(bench.out, "bob") as curator:
        curator.drop(victim, "unclear")
    said = {"label": "good", "question": "What is said here in clearer words?"}
    path = filled_in(bench, lambda rows: [row.update(said) for row in rows if row["id"] == victim])
    assert [one.verb for one in taken(bench, path).decided] == ["restore", "edit", "accept"]
    assert bench.items()[victim]["question"] == said["question"]
    assert taken(bench, path).decided == ()


def test_the_label_of_an_item_is_what_somebody_said_last(bench: Bench) -> None:
    name = bench.first()["id"]
    with curating(bench.out) as curator:
        for who, verb in (("anna", "vote-reject"), ("bo", "vote-reject"), ("anna", "vote-accept")):
            curator.reviewer = who
            curator.vote(name, verb)
    with Ledger.read(bench.out / "ledger.sqlite") as ledger:
        assert labels_of(ledger) == {name: ("good", "")}


def test_a_row_that_cannot_be_taken_is_named_with_its_line_and_the_others_count(bench: Bench) -> None:
    first, second, *_ = bench.items()

    def spoil(rows: list[Row]) -> None:
        rows[0]["label"] = "perhaps"
        rows[1]["label"] = "good"
        next(row for row in rows[2:] if row["kind"] == "factoid")["evidence"] = "words that are nowhere"
        rows.insert(0, {"id": "q-0000000000000000", "label": "good"})
        rows.append({"question": "Without evidence?"})

    path = filled_in(bench, spoil)
    path.write_bytes(path.read_bytes() + f"{first},bad\r\n".encode())  # typed by hand: the other cells are missing
    found = taken(bench, path)
    assert [one.item_id for one in found.decided] == [second]
    *failures, short = found.failures
    assert short.reason == "2 cells for 16 columns"
    assert [failure.subject_id for failure in failures][:2] == ["labels.csv, line 2", "labels.csv, line 3"]
    reasons = [failure.reason for failure in failures]
    assert "names no item" in reasons[0]
    assert reasons[1] == "the label 'perhaps' is not good, bad or empty"
    assert "not in" in reasons[2]
    assert reasons[3] == "a row without an id is a new item, and it lacks: answer, document, evidence"
    assert first in bench.items()


def test_no_cell_is_a_formula_and_a_filled_in_table_is_not_replaced(bench: Bench) -> None:
    victim = bench.first()["id"]
    with curating(bench.out, "anna") as curator:
        curator.edit(victim, question="=HYPERLINK(1) is what?", reason="@SUM(1)")
    path = filled_in(bench, lambda _: None)
    cells = [cell for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"))) for cell in row]
    assert not [cell for cell in cells if cell.lstrip()[:1] in ("=", "+", "-", "@")]
    assert taken(bench, path).decided == ()
    with pytest.raises(InputError, match="is there already"):
        write_spreadsheet(path, Workspace(bench.out))


def test_the_commands_write_a_table_and_take_it_back(bench: Bench, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    assert benchmill("items", bench.out, "--csv", table).code == 0
    lines = table.read_text(encoding="utf-8-sig").replace(",,", ",bad,", 1)
    table.write_text(lines, encoding="utf-8")
    ran = benchmill("decide", bench.out, table, "--reviewer", "anna", "--json")
    assert (ran.code, [one["verb"] for one in ran.json["decided"]], ran.json["unchanged"]) == (0, ["drop"], 11)
    table.write_text(lines.replace(",bad,", ",perhaps,"), encoding="utf-8")
    assert benchmill("decide", bench.out, table).code == 1  # its other rows were read, and decide nothing new
    candidate = json.loads((bench.out / "rejected.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert benchmill("restore", bench.out, candidate["id"][:12]).code == 0
    assert candidate["question"] in {item["question"] for item in bench.items().values()}
