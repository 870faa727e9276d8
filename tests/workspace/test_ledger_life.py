"""A ledger over the years: brought up to date step by step, pruned, salvaged."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from benchmill.chat.batches.store import BatchJob, Paid
from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.recorded import RecordedCall
from benchmill.editions.repair import _is_sound_row
from benchmill.records import WorkspaceError
from benchmill.workspace.ledger.check_names import RENAME_CHECKS
from benchmill.workspace.ledger.migrations import MIGRATIONS, migrate
from benchmill.workspace.ledger.salvage import is_sound, salvage
from benchmill.workspace.ledger.store import Edition, Ledger


def call(number: int) -> RecordedCall:
    request = ChatRequest("openai:m", (Message("user", f"question {number}"),), "generator/factoid")
    return RecordedCall(request.key, request, ChatReply(f"answer {number}" * 100, "stop", 10, 5, 2, 0.5))


def older(path: Path, steps: int) -> None:
    """A ledger as it was after so many steps, with one call in it."""
    connection = sqlite3.connect(path, isolation_level=None)
    for number, step in enumerate(MIGRATIONS[:steps], start=1):
        connection.executescript(f"BEGIN;{step};PRAGMA user_version = {number};COMMIT;")
    one = call(1)
    connection.execute(
        "INSERT INTO calls (key, purpose, model, request, reply, finish, input_tokens, output_tokens, cached_tokens, "
        "seconds, state, reason, name) VALUES (?, ?, 'openai:m', ?, ?, 'stop', 10, 5, 2, 0.5, 'unread', '\"\"', '')",
        (one.key, one.request.purpose, json.dumps(asdict(one.request)), json.dumps(one.reply.text)),
    )
    connection.close()


@pytest.mark.parametrize("steps", range(1, len(MIGRATIONS) + 1))
def test_a_ledger_of_any_age_is_brought_up_to_date_with_its_calls(tmp_path: Path, steps: int) -> None:
    path = tmp_path / "ledger.sqlite"
    older(path, steps)
    with Ledger.open(path) as ledger:
        assert ledger.calls.find(call(1).key) == call(1)
        ledger.calls.save(call(2))
        assert ledger.batches.open() == []
        assert (ledger.calls.totals().calls, ledger.calls.beside_growing()) == (2, {})
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    connection.close()


def test_an_older_ledger_s_check_numbers_become_words_where_they_are_names_and_stay_where_they_are_text(
    tmp_path: Path,
) -> None:
    path = tmp_path / "ledger.sqlite"
    older(path, MIGRATIONS.index(RENAME_CHECKS))
    question = 'What does "check": "D05" mean?'
    record = json.dumps({"check": "D07", "question": question}, ensure_ascii=False) + "\n"
    counts = json.dumps({"rejected": {"D07": 2, "relevance": 1}, "failures": {"D02": 1}})
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("INSERT INTO rejections (record) VALUES (?)", (record,))
    connection.execute("INSERT INTO failures VALUES (1, 'check', 'c-1', 'D02', 'not there', '')")
    connection.execute("INSERT INTO editions VALUES (1, '', ?, ?)", (counts, counts))
    connection.close()
    with Ledger.open(path) as ledger:
        (line,) = ledger.rejections()
        assert json.loads(line) == {"check": "answer-leaked", "question": question}
        assert [failure.check for failure in ledger.failures()] == ["quote-not-found"]
        last = ledger.last_edition()
        assert last is not None
        assert last.summary == last.manifest
        assert last.summary == {"rejected": {"answer-leaked": 2, "relevance": 1}, "failures": {"quote-not-found": 1}}


def test_an_older_ledger_can_be_read_without_being_opened_for_writing_first(tmp_path: Path) -> None:
    older(tmp_path / "ledger.sqlite", 1)
    with Ledger.read(tmp_path / "ledger.sqlite") as ledger:
        assert ledger.calls.totals().calls == 1


def test_a_step_that_fails_is_not_taken_in_part(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    older(path, 1)
    connection = sqlite3.connect(path, isolation_level=None)
    # a table of this name is in the way of a later step
    connection.execute("CREATE TABLE batch_requests (x)")
    with pytest.raises(Exception, match="batch_requests already exists"):
        migrate(connection, path)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    (taken,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    assert "batches" not in names
    assert taken == 2


def test_the_calls_of_other_commands_do_not_count_for_growing_also_after_pruning(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    for number, command in enumerate(("grow", "calibrate", "grow"), start=1):
        with Ledger.open(path, command) as ledger:
            ledger.calls.save(call(number))
            ledger.calls.find(call(1).key)  # whoever asks for a recorded call again does not pay for it
            ledger.commit(edition(number), items=[], chapters={})
            counted = (
                ledger.calls.totals().calls,
                {name: one.calls for name, one in ledger.calls.beside_growing().items()},
            )
    with Ledger.open(path) as ledger:
        ledger.prune([], editions=1)
        assert ledger.calls.count() == 2
        assert (ledger.calls.totals().calls, ledger.calls.beside_growing()["calibrate"].calls) == (2, 1)
    assert counted == (2, {"calibrate": 1})


def edition(number: int) -> Edition:
    return Edition(number, str(number), {}, {})


def test_pruning_keeps_what_is_named_and_what_the_last_editions_used(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        for number in range(1, 7):
            ledger.calls.save(call(number))
            ledger.calls.find(call(3).key)  # asked for in every edition after its own
            ledger.commit(edition(number), items=[], chapters={}, corpus=None, findings=None)
        before = ledger.calls.totals()
        assert ledger.prune([call(1).key], editions=2) == 2
        kept = [number for number in range(1, 7) if ledger.calls.find(call(number).key)]
        assert kept == [1, 3, 5, 6]
        assert ledger.calls.totals() == before
        assert ledger.prune([call(1).key], editions=2) == 0
        assert ledger.calls.totals() == before


def test_pruning_leaves_the_calls_of_a_run_that_was_killed(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        for number in range(1, 5):
            ledger.calls.save(call(number))
            ledger.commit(edition(number), items=[], chapters={}, corpus=None, findings=None)
    killed = Ledger.open(tmp_path / "ledger.sqlite")
    killed.calls.save(call(9))  # never closed: nobody wrote down that it was used
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        assert ledger.prune([], editions=1) == 3
        assert ledger.calls.find(call(9).key)
    killed._connection.close()


def test_what_lies_on_sound_pages_is_salvaged(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path) as ledger:
        for number in range(200):
            ledger.calls.save(call(number))
    assert is_sound(path, lambda _table, _row: True)
    content = bytearray(path.read_bytes())
    page = content.find(b"question 100") // 4096
    content[page * 4096 : (page + 1) * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    assert not is_sound(path, lambda _table, _row: True)
    new = tmp_path / "new.sqlite"
    Ledger.open(new).close()
    found = salvage(path, new, lambda _table, _row: True)
    assert "calls" in found.damaged
    assert 190 <= found.rows["calls"] < 200
    with Ledger.open(new) as ledger:
        assert ledger.calls.find(call(199).key)
        assert ledger.calls.find(call(0).key)


def test_a_batch_is_kept_until_its_replies_are_and_its_cost_until_the_edition_is(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    calls = [call(1), call(2)]
    job = BatchJob("tag", "http://server", "openai:m", tuple(one.request for one in calls), (1, 2))
    with Ledger.open(path) as ledger:
        ledger.batches.begin(job)
        ledger.batches.submitted("tag", "batch_1")
    with Ledger.open(path) as ledger:
        assert ledger.batches.open() == [replace(job, id="batch_1")]
        ledger.batches.close("tag", calls[:1])
        assert ledger.batches.open() == []
        assert ledger.calls.find(calls[0].key) == calls[0]
        assert ledger.batches.paid() == [Paid("openai:m", 1, 10, 5, 2)]
        ledger.commit(edition(1), items=[], chapters={}, corpus=None, findings=None)
        assert ledger.batches.paid() == []


@pytest.mark.parametrize(("share", "least"), [(0.5, 50), (0.75, 110), (0.95, 180)])
def test_of_a_ledger_that_was_cut_off_the_calls_before_the_cut_are_salvaged(
    tmp_path: Path, share: float, least: int
) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path) as ledger:
        for number in range(200):
            ledger.calls.save(call(number))
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    assert not is_sound(path, _is_sound_row)
    new = tmp_path / "new.sqlite"
    Ledger.open(new).close()
    found = salvage(path, new, _is_sound_row)
    assert least < found.rows["calls"] < 200
    with Ledger.open(new) as ledger:
        assert ledger.calls.find(call(3).key) == call(3)
    assert not list(tmp_path.glob("*salvaging*"))


def test_text_that_is_no_utf8_is_damage_that_repair_mends_and_no_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path) as ledger:
        ledger.commit(Edition(1, "", {}, {}), items=[], chapters={"guide.md": 1})
    content = path.read_bytes()
    path.write_bytes(content.replace(b"guide.md", b"gu\xff\xfee.md"))
    with pytest.raises(WorkspaceError, match="benchmill repair"), Ledger.read(path) as ledger:
        ledger.chapters()
    assert not is_sound(path, _is_sound_row)


def test_a_summary_that_is_no_json_any_more_is_damage_too(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path) as ledger:
        ledger.commit(Edition(1, "", {"wanted": 12345}, {}), items=[], chapters={})
    path.write_bytes(path.read_bytes().replace(b'{"wanted": 12345}', b'{"wanted": 123,,}'))
    with pytest.raises(WorkspaceError, match="benchmill repair"), Ledger.read(path) as ledger:
        ledger.last_edition()
    assert not is_sound(path, _is_sound_row)
