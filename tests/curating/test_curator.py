"""People's decisions: they hold over every later run, reach the files, and can be taken back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmill.curating.curator import curating
from benchmill.curating.taking_edits import discard_edits, edits_of, take_edits
from benchmill.editions.change_log import changes
from benchmill.editions.next_edition import grow
from benchmill.records import InputError, WorkspaceError
from benchmill.reporting.report import write_report
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger
from tests.curating.bench import SETTINGS, Bench
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.outputs.readers.items import read_items


def test_a_dropped_item_leaves_every_file_and_does_not_come_back(bench: Bench) -> None:
    victim = bench.first()
    with curating(bench.out, "anna") as curator:
        curator.drop(victim["id"], "nobody asks this")
    assert victim["id"] not in bench.items()
    assert victim["question"] not in (bench.out / "benchmark.json").read_text(encoding="utf-8")
    assert "dropped by anna: nobody asks this" in bench.changes()
    outcome = bench.grow()
    assert outcome.accepted == 12  # another one grew in its place
    assert victim["question"] not in {item["question"] for item in bench.items().values()}
    assert bench.grow().changes.counts()["kept"] == 12


def test_a_restored_item_has_its_id_number_and_words_again(bench: Bench) -> None:
    victim = bench.first()
    with curating(bench.out) as curator:
        curator.drop(victim["id"], "")
    with curating(bench.out) as curator:
        curator.restore(victim["id"])
    after = bench.items()[victim["id"]]
    assert {**after, "review": ""} == {**victim, "review": ""}
    with curating(bench.out) as curator, pytest.raises(InputError, match="nothing to restore"):
        curator.restore(victim["id"])


def test_an_edited_item_keeps_id_and_number_over_the_next_runs_and_says_what_the_checks_find(bench: Bench) -> None:
    victim = bench.first()
    with curating(bench.out, "anna") as curator:
        decided = curator.edit(victim["id"], question="According to the text, what is it?", reason="clearer")
    assert "points-at-source" in {finding.check for finding in decided.findings}
    shutil.copytree(EXAMPLES, bench.out.parent / "docs")
    (bench.out.parent / "docs" / "new.md").write_text("# New\n\nThe relay uses port 7999.\n", encoding="utf-8")
    grow(bench.out.parent / "docs", bench.out, SETTINGS)
    after = bench.items()[victim["id"]]
    assert after["question"] == "According to the text, what is it?"
    assert (after["chapter"], after["question_number"]) == (victim["chapter"], victim["question_number"])
    assert after["ratings"] == {}  # the critics never saw these words
    assert after["review"] == "edited by anna: clearer"
    assert victim["question"] not in {item["question"] for item in bench.items().values()}


def test_an_added_question_needs_a_verbatim_quote_and_gets_a_number_of_its_own(bench: Bench) -> None:
    victim = bench.first()
    name, quote = victim["document"], victim["components"][0]["evidence"][0]["text"]
    with curating(bench.out) as curator, pytest.raises(InputError, match="not in"):
        curator.add("Who?", "Nobody", [(name, "these words are nowhere")])
    with curating(bench.out, "bo") as curator:
        decided = curator.add("Which fact did a person find worth asking?", quote, [(name, quote)])
    item = bench.items()[decided.item_id]
    assert item["generator"] == "human"
    assert item["components"][0]["evidence"][0]["origin"] == "human"
    numbers = [(one["chapter"], one["question_number"]) for one in bench.items().values()]
    assert len(set(numbers)) == len(numbers) == 13


def test_decisions_in_a_row_make_one_edition_and_are_all_kept(bench: Bench) -> None:
    names = list(bench.items())
    for name in names[:3]:
        with curating(bench.out, "anna") as curator:
            curator.drop(name, "")
    with curating(bench.out, "bo") as curator:
        curator.accept(names[4], "good")
    assert bench.editions() == 2
    with Ledger.read(bench.out / "ledger.sqlite") as ledger:
        assert [(one.verb, one.reviewer, one.number) for one in ledger.decisions()] == [
            ("drop", "anna", 1),
            ("drop", "anna", 2),
            ("drop", "anna", 3),
            ("accept", "bo", 4),
        ]
    assert "9 kept" in bench.changes()
    assert "Accepted by a person" in bench.changes()


def test_nothing_is_decided_where_the_block_ends_with_an_error(bench: Bench) -> None:
    before = bench.path.read_bytes()
    with pytest.raises(InputError), curating(bench.out) as curator:
        curator.drop(bench.first()["id"], "")
        curator.drop("q-nobody", "")
    assert bench.path.read_bytes() == before
    assert bench.editions() == 1


def test_undo_takes_back_ones_own_decisions_one_after_the_other(bench: Bench) -> None:
    before = bench.items()
    one, other = list(before)[:2]
    with curating(bench.out, "anna") as curator:
        curator.edit(one, question="What did anna ask here?")
        curator.drop(one, "")
    with curating(bench.out, "bo") as curator:
        curator.drop(other, "")
    with curating(bench.out, "anna") as curator:
        curator.undo()
    assert bench.items()[one]["question"] == "What did anna ask here?"
    with curating(bench.out, "anna") as curator:
        curator.undo()
    assert bench.items()[one] == before[one]
    assert other not in bench.items()
    with curating(bench.out, "anna") as curator, pytest.raises(InputError, match="could be undone"):
        curator.undo()


def test_an_edition_lists_what_it_did_to_an_item_on_the_whole(bench: Bench) -> None:
    dropped, edited, undone, *_ = bench.items()
    quoted = bench.items()[dropped]
    name, quote = quoted["document"], quoted["components"][0]["evidence"][0]["text"]

    def listed() -> dict[str, list[str]]:
        found: Any = changes(Workspace(bench.out))
        return {kind: [one["item_id"] for one in found[kind]] for kind in ("added", "changed", "retired", "reviewed")}

    nothing: dict[str, list[str]] = {"added": [], "changed": [], "retired": [], "reviewed": []}
    with curating(bench.out, "anna") as curator:
        curator.drop(dropped, "")
        curator.undo()
        curator.edit(edited, question="What did anna ask here?")
        curator.accept(edited)
        curator.accept(undone)
        curator.undo()
    assert listed() == nothing | {"changed": [edited], "reviewed": [edited]}
    with curating(bench.out, "anna") as curator:
        curator.drop(dropped, "")
        curator.drop(edited, "")
        new = curator.add("Which fact did a person find worth asking?", quote, [(name, quote)]).item_id
        curator.edit(new, question="Which fact did anna find worth asking about?")
    assert listed() == nothing | {"added": [new], "retired": [dropped, edited]}
    with curating(bench.out, "anna") as curator:
        curator.restore(dropped)
        curator.restore(edited)
        curator.drop(new, "")
    assert listed() == nothing | {"changed": [edited]}
    with Ledger.read(bench.out / "ledger.sqlite") as ledger:
        rows = {row.id: row for row in ledger.items()}
    assert (rows[dropped].added, rows[dropped].changed) == (1, 2)
    assert bench.editions() == 2


def test_undo_takes_back_no_more_than_ones_own_decision(bench: Bench) -> None:
    voted, edited, *_ = bench.items()
    with curating(bench.out, "anna") as curator:
        curator.accept(edited)
        curator.vote(voted, "vote-accept")
    with curating(bench.out, "bo") as curator:
        curator.edit(voted, question="What did bo ask here?")
        curator.drop(edited, "nobody asks this")
    with curating(bench.out, "anna") as curator:
        curator.undo()
        with pytest.raises(InputError, match=r"bo has changed .* since \(drop\)"):
            curator.undo()
    assert bench.items()[voted]["question"] == "What did bo ask here?"
    assert edited not in bench.items()
    with curating(bench.out, "bo") as curator:
        curator.restore(edited)
        curator.undo()  # of the same block
    with Ledger.read(bench.out / "ledger.sqlite") as ledger:
        (row,) = (row for row in ledger.items() if row.id == edited)
    assert (row.state, row.reason) == ("retired", "dropped by bo: nobody asks this")


def test_undo_leaves_evidence_where_the_documents_have_it_now(bench: Bench, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(EXAMPLES, docs)
    item = bench.first()
    with curating(bench.out, "anna") as curator:
        curator.accept(item["id"])
    page = docs / item["document"]
    page.write_text("A line that moves all others.\n\n" + page.read_text(encoding="utf-8"), encoding="utf-8")
    grow(docs, bench.out, SETTINGS)
    with curating(bench.out, "anna") as curator:
        curator.undo()
    after = bench.items()[item["id"]]
    (evidence,) = after["components"][0]["evidence"]
    assert page.read_text(encoding="utf-8")[evidence["start"] : evidence["end"]] == evidence["text"]
    assert after["review"] == ""


def test_undo_says_that_asking_again_cannot_be_undone(bench: Bench) -> None:
    first = json.loads((bench.out / "rejected.jsonl").read_text(encoding="utf-8").splitlines()[0])
    with curating(bench.out, "anna") as curator:
        curator.retry(first["id"])
    with curating(bench.out, "anna") as curator, pytest.raises(InputError, match=r"retry of .* cannot be undone"):
        curator.undo()


def test_an_item_that_is_accepted_after_an_edit_is_listed_as_changed_and_as_read(bench: Bench) -> None:
    name = bench.first()["id"]
    with curating(bench.out, "anna") as curator:
        curator.edit(name, question="What did anna ask here?")
    with curating(bench.out, "anna") as curator:
        curator.accept(name)
    assert "1 changed" in bench.changes()
    assert "Accepted by a person" in bench.changes()


def test_many_edits_read_the_other_items_once(bench: Bench) -> None:
    first, second, *others = bench.items()
    with curating(bench.out, "anna") as curator:
        curator.edit(first, question="What did anna ask of this page, and why?")
        again = curator.edit(second, question="What did anna ask of this page, and why?")
        mended = curator.edit(first, question="Whose name is on the cover of the second volume?")
        kept = len(curator._others.questions) if curator._others else 0
    assert [one.check for one in again.findings if one.check == "duplicate"] == ["duplicate"]
    assert not [one for one in mended.findings if one.check == "duplicate"]
    assert kept == len(others) + 2 + 3


def test_lines_edited_deleted_and_added_by_hand_are_never_reverted_in_silence(bench: Bench) -> None:
    before = list(bench.items().values())

    def change(lines: list[Any]) -> list[Any]:
        new = {k: v for k, v in bench.first().items() if k in ("kind", "answer", "components")}
        lines[0]["question"] = "What would a person rather ask here?"
        return [lines[0], *lines[2:], {**new, "question": "Which question is new in this file?"}]

    bench.rewrite(change)
    typed = bench.path.read_bytes()
    with pytest.raises(WorkspaceError, match=r"1 edited, 1 deleted, 1 added.*--take-edits"):
        bench.grow()
    assert bench.path.read_bytes() == typed
    assert str(edits_of(bench.out)) == "1 edited, 1 deleted, 1 added"
    assert benchmill("status", bench.out, "--json").json["hand_edits"] == "1 edited, 1 deleted, 1 added"
    write_report(Workspace(bench.out))
    assert "edited by hand (1 edited, 1 deleted, 1 added)" in (bench.out / "report.html").read_text(encoding="utf-8")
    assert [decided.verb for decided in take_edits(bench.out)] == ["edit", "drop", "add"]
    after = bench.items()
    assert after[before[0]["id"]]["question"] == "What would a person rather ask here?"
    assert before[1]["id"] not in after
    assert "Which question is new in this file?" in {item["question"] for item in after.values()}
    assert not edits_of(bench.out)
    bench.grow()
    assert after[before[0]["id"]] == bench.items()[before[0]["id"]]


def test_a_quote_edited_by_hand_is_looked_for_in_its_document_and_refused_where_it_is_not(bench: Bench) -> None:
    victim = bench.first()

    def shorter(lines: list[Any]) -> list[Any]:
        for line in lines:
            if line["id"] == victim["id"]:
                evidence = line["components"][0]["evidence"][0]
                evidence["text"] = evidence["text"].split(" ", 1)[1]
        return lines

    bench.rewrite(shorter)
    take_edits(bench.out)
    (item,) = [record.item for record in read_items(bench.path) if record.item.id == victim["id"]]
    span = item.candidate.components[0].evidence[0].span
    assert (EXAMPLES / span.document_id).read_text(encoding="utf-8")[span.start : span.end] == span.text

    def nowhere(lines: list[Any]) -> list[Any]:
        answered = next(line for line in lines if line["components"])
        answered["components"][0]["evidence"][0]["text"] = "these words are nowhere in the docs"
        return lines

    bench.rewrite(nowhere)
    with pytest.raises(InputError, match="no longer in"):
        take_edits(bench.out)
    discard_edits(bench.out)
    assert not edits_of(bench.out)


def test_a_file_left_behind_by_a_killed_run_is_no_edit(bench: Bench) -> None:
    old = bench.path.read_bytes()
    with curating(bench.out) as curator:
        curator.drop(bench.first()["id"], "")
    with Ledger.open(bench.out / "ledger.sqlite") as ledger:  # as it is before the files of an edition are written
        import hashlib

        ledger.keep_note("items.jsonl", hashlib.sha256(old).hexdigest())
    bench.path.write_bytes(old)
    assert bench.grow().accepted == 12


def test_retry_forgets_the_item_and_lets_the_same_words_grow_again_under_the_same_number(bench: Bench) -> None:
    victim = bench.first()
    with curating(bench.out) as curator:
        curator.retry(victim["id"], "try again")
    assert victim["id"] not in bench.items()
    bench.grow()
    assert bench.items()[victim["id"]] == victim  # the built-in writer always says the same


def test_the_commands_say_what_they_did(bench: Bench) -> None:
    victim = bench.first()
    number = f"{victim['chapter']}.{victim['question_number']}"
    dropped = benchmill("drop", bench.out, number, "--reason", "dull", "--json")
    assert (dropped.code, dropped.json["item_id"]) == (0, victim["id"])
    assert benchmill("undo", bench.out).code == 0
    assert Workspace(bench.out).read().benchmark.items[0].id in bench.items()
    nothing = benchmill("edit", bench.out, number)
    assert (nothing.code, "nothing to edit" in nothing.err) == (2, True)


def test_an_export_does_not_pass_over_edits_by_hand(bench: Bench, tmp_path: Path) -> None:
    bench.rewrite(lambda lines: lines[1:])
    command = ("export", bench.out, "--to", "jsonl", "--out", tmp_path / "items-out.jsonl")
    refused = benchmill(*command)
    assert (refused.code, "1 deleted" in refused.err) == (2, True)
    assert not (tmp_path / "items-out.jsonl").exists()
    assert benchmill("grow", EXAMPLES, "--out", bench.out, "--take-edits", "--no-report").code == 0
    assert benchmill(*command).code == 0


def test_show_prints_what_people_decided_about_an_item(bench: Bench) -> None:
    victim = bench.first()
    with curating(bench.out, "anna") as curator:
        curator.accept(victim["id"], "clear")
    shown = benchmill("show", bench.out, victim["id"], "--json")
    assert [(one["verb"], one["reviewer"], one["reason"]) for one in shown.json["decisions"]] == [
        ("accept", "anna", "clear")
    ]
    assert "by anna: clear" in benchmill("show", bench.out, victim["id"]).out


def test_a_line_added_by_hand_without_any_evidence_is_refused_and_nothing_is_taken(bench: Bench) -> None:
    line = {"kind": "unanswerable", "question": "Which colour is the relay?", "answer": "", "components": []}
    bench.rewrite(lambda lines: [*lines[1:], line])
    with pytest.raises(InputError, match="has no evidence"):
        take_edits(bench.out)
    assert str(edits_of(bench.out)) == "1 deleted, 1 added"
