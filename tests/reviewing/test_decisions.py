"""What reviewers decide is in the ledger at once, whoever else decides, and however the page ends."""

from __future__ import annotations

import json
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmill.outputs.json_files import json_lines
from benchmill.publishing.dataset_changes import Difference
from benchmill.publishing.langsmith_dataset import EDITS
from benchmill.workspace.ledger.store import Ledger
from tests.reviewing.running import Person, ids, reviewing


def decided(bench: Path) -> list[tuple[str, str, str]]:
    """(reviewer, verb, item) of every decision, oldest first."""
    with Ledger.read(bench / "ledger.sqlite") as ledger:
        return [(one.reviewer, one.verb, one.item_id) for one in ledger.decisions()]


def records(bench: Path) -> dict[str, dict[str, str]]:
    lines = (bench / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return {record["id"]: record for record in map(json.loads, lines)}


def test_accept_reject_note_edit_restore_and_undo_reach_the_items(bench: Path) -> None:
    first, second, third = ids(bench)[:3]
    with reviewing(bench) as server:
        anna = Person(server, "anna")
        assert anna.decide(first, "accept")[0] == 303
        assert anna.decide(second, "reject", reason="nobody asks this")[0] == 303
        assert anna.decide(third, "note", reason="ask Bo")[0] == 200
        status, text = anna.decide(
            third, "edit", question="What is shown in the table above?", answer="That one", reason="clearer"
        )
        assert status == 200
        assert "The checks find" in text
        assert records(bench)[first]["review"] == "accepted by anna"
        assert second not in records(bench)
        assert records(bench)[third]["question"] == "What is shown in the table above?"
        assert anna.decide(second, "restore")[0] == 200
        assert second in records(bench)
        assert anna.decide(second, "undo")[0] == 200
        assert second not in records(bench)
        assert "nobody asks this" in anna.get("/item/" + second)[1]
    assert [verb for _, verb, _ in decided(bench)] == ["accept", "drop", "note", "edit", "restore", "undo"]


def test_a_rejection_needs_a_reason_and_keeps_what_was_typed(bench: Path) -> None:
    item = ids(bench)[0]
    with reviewing(bench, "--reviewer", "anna") as server:
        anna = Person(server)
        assert anna.decide(item, "reject", reason=" ")[0] == 409
        status, text = anna.decide(item, "edit", question="", answer="my long answer")
        assert status == 409
        assert "my long answer" in text
        assert anna.decide(item, "nonsense")[0] == 409
    assert decided(bench) == []


def test_a_new_question_needs_words_that_are_in_the_document(bench: Path) -> None:
    with reviewing(bench, "--reviewer", "anna") as server:
        anna = Person(server)
        new = {
            "document": "faq.md",
            "question": "What does the relay promise of each message?",
            "answer": "at least once",
        }
        status, text = anna.post("/new", **new, quote="words that nobody wrote")
        assert status == 409
        assert new["question"] in text
        document = anna.get("/new?document=faq.md")[1]
        quote = next(line for line in document.splitlines() if "least once" in line and "<" not in line)
        assert anna.post("/new", **new, quote=quote)[0] == 200
    assert any(record["question"] == new["question"] for record in records(bench).values())


def test_nothing_of_two_reviewers_at_once_is_lost(bench: Path) -> None:
    items = ids(bench)
    with reviewing(bench) as server:
        people = [Person(server, "anna"), Person(server, "bo")]
        with ThreadPoolExecutor(4) as pool:
            sent = [
                pool.submit(who.decide, item, "note", reason=f"{who.name} read it") for item in items for who in people
            ]
            assert {one.result()[0] for one in sent} == {200}
    assert sorted(decided(bench)) == sorted((who, "note", item) for item in items for who in ("anna", "bo"))


def test_what_was_answered_survives_a_kill(bench: Path) -> None:
    items = ids(bench)[:4]
    with reviewing(bench) as server:
        anna = Person(server, "anna")
        for item in items:
            assert anna.decide(item, "accept")[0] == 303
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    assert decided(bench) == [("anna", "accept", item) for item in items]
    with reviewing(bench) as server:
        _, text = Person(server, "anna").get("/")
        assert "You have judged 4 of 10" in text


def test_two_must_agree_before_anything_changes(bench: Path) -> None:
    both, split = ids(bench)[:2]
    with reviewing(bench, "--double") as server:
        anna, bo = Person(server, "anna"), Person(server, "bo")
        anna.decide(both, "reject", reason="wrong")
        anna.decide(split, "accept")
        assert both in records(bench)
        assert "wrong" not in bo.get("/item/" + both)[1]  # nobody sees the other's vote before his own
        bo.decide(both, "reject", reason="wrong, too")
        assert both not in records(bench)
        bo.decide(split, "reject", reason="unclear")
        assert split in records(bench)
        status, text = anna.get("/agreement")
        assert status == 200
        assert "anna and bo" in text
        assert split in text.partition("Disagreements")[2]
        assert "unclear" in anna.get("/item/" + split)[1]
        anna.decide(split, "accept", settle="yes")
        assert records(bench)[split]["review"] == "accepted by anna"
        bo.decide(both, "undo")
        bo.decide(both, "undo")
        assert both in records(bench)


def test_a_page_says_that_another_process_writes(bench: Path) -> None:
    from benchmill.workspace.folder import Workspace

    item = ids(bench)[0]
    with reviewing(bench, "--reviewer", "anna") as server:
        anna = Person(server)
        with Workspace(bench).locked():
            status, text = anna.decide(item, "reject", reason="typed with care")
        assert status == 409
        assert "is being written by" in text
        assert "typed with care" in text
        assert anna.decide(item, "reject", reason="typed with care")[0] == 303


def test_what_people_did_in_langsmith_is_proposed_taken_or_declined(bench: Path) -> None:
    edited, deleted, other = ids(bench)[:3]
    there = "Which <b>words</b> did they write there?"
    changes = [
        Difference(edited, "drift", "q", {"question": (records(bench)[edited]["question"], there)}, "e-1"),
        Difference(deleted, "drift", "q", {"question": ("q", None), "answer": ("a", None)}),
        Difference(other, "conflict", "q", {"split": ("factoid", "base")}, "e-3"),
    ]
    (bench / EDITS).write_bytes(b"".join(json_lines(one.as_json() for one in changes)))
    with reviewing(bench, "--reviewer", "anna") as server:
        anna = Person(server)
        listed = anna.get("/?state=proposals")[1]
        assert [item for item in ids(bench) if f"/item/{item}" in listed] == [edited, deleted, other]
        page = anna.get(f"/item/{edited}")[1]
        assert "Somebody edited this example there" in page
        assert "Which &lt;b&gt;words" in page
        assert "Somebody deleted this example there" in anna.get(f"/item/{deleted}")[1]
        assert anna.decide(edited, "edit", question=there, answer=records(bench)[edited]["answer"])[0] == 200
        assert anna.decide(deleted, "reject", reason="deleted in LangSmith")[0] == 303
        proposal = re.findall(r'value="(proposal [0-9a-f]{16})"', anna.get(f"/item/{other}")[1])[0]
        assert anna.decide(other, "decline", reason=proposal)[0] == 200
        left = anna.get("/?state=proposals")[1]
        assert [item for item in (edited, deleted, other) if f"/item/{item}" in left] == []
        anna.decide(other, "undo")
        assert f"/item/{other}" in anna.get("/?state=proposals")[1]
    assert records(bench)[edited]["question"] == there
    assert deleted not in records(bench)
