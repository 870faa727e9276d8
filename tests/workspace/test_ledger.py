"""The ledger: what was paid is on disk, an edition is there whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.recorded import RecordedCall
from benchmill.records import Chunk, Failure, Span, WorkspaceError
from benchmill.workspace.ledger.findings import Findings
from benchmill.workspace.ledger.migrations import MIGRATIONS
from benchmill.workspace.ledger.rows import SkippedRow
from benchmill.workspace.ledger.store import Edition, ItemRow, Ledger, Publication
from tests.growing.made import document

PAGE = document("a.md", "The port is 7400.")
EDITION = Edition(1, "f" * 64, {"complete": True}, {"name": "x"})
ROW = ItemRow("q-" + "0" * 16, 1, 1, "live", "{}\n", "", 1, 1)


def request(text: str = "Which port?") -> ChatRequest:
    return ChatRequest("openai:m", (Message("system", "s"), Message("user", text)), "generator/factoid", schema="{}")


def opened(folder: Path) -> Ledger:
    return Ledger.open(folder / "ledger.sqlite")


@settings(max_examples=60)
@given(question=st.text(), reply=st.text(st.characters(exclude_categories=())), reason=st.text())
def test_a_call_comes_back_as_it_was_saved_whatever_its_texts_hold(question: str, reply: str, reason: str) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(";".join(MIGRATIONS))
    ledger = Ledger(connection)
    asked = request(question)
    call = RecordedCall(asked.key, asked, ChatReply(reply, "stop", 10, 5, 2, 0.25))
    ledger.calls.save(call)
    assert ledger.calls.find(asked.key) == call
    bad = RecordedCall(asked.key, asked, call.reply, "bad", reason, "bad-reply")
    ledger.calls.save(bad)
    assert ledger.calls.find(asked.key) == bad
    assert ledger.calls.totals().calls == 1


def test_a_call_is_there_for_another_connection_as_soon_as_it_is_saved(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        call = RecordedCall(request().key, request(), ChatReply("7400"))
        ledger.calls.save(call)
        with Ledger.read(tmp_path / "ledger.sqlite") as reader:
            assert reader.calls.find(request().key) == call


def test_an_edition_is_read_back_with_documents_chunks_items_and_findings(tmp_path: Path) -> None:
    chunk = Chunk(Span.of(PAGE, 0, 12), ("A", "Ports"))
    failure = Failure("load", "b.md", "not-utf8", "b.md is not text")
    skipped = Failure("seed", chunk.id, "too-short", "has 4 words")
    with opened(tmp_path) as ledger:
        ledger.commit(
            EDITION,
            items=[ROW],
            chapters={"a.md": 1},
            corpus=([PAGE], [chunk]),
            findings=Findings(["{}\n"], [failure], [SkippedRow("a.md", "1", [skipped])]),
        )
    with Ledger.read(tmp_path / "ledger.sqlite") as ledger:
        assert ledger.last_edition() == EDITION
        assert ledger.items() == [ROW]
        assert ledger.documents() == (PAGE,)
        assert ledger.chunks([PAGE]) == (chunk,)
        within, beyond = Span.of(PAGE, 3, 12), Span.of(PAGE, 3, 17)
        assert ledger.chunks_around([within, within, beyond], {"a.md": PAGE}) == (chunk,)
        assert ledger.chunks_around([beyond], {"a.md": PAGE}) == ()
        assert ledger.chapters() == {"a.md": 1}
        assert ledger.rejections() == ["{}\n"]
        assert list(ledger.failures()) == [failure, skipped]


def test_the_skipped_passages_of_a_document_are_made_and_written_only_where_they_changed(tmp_path: Path) -> None:
    made: list[str] = []

    def row(document: str, made_of: str) -> SkippedRow:
        def failures() -> Iterator[Failure]:
            made.append(document)
            yield Failure("seed", f"c-{document}", "too-short", made_of)

        return SkippedRow(document, made_of, failures())

    def left(number: int, *skipped: SkippedRow) -> list[str]:
        made.clear()
        with opened(tmp_path) as ledger:
            edition = Edition(number, "", {}, {})
            ledger.commit(edition, items=[], chapters={}, findings=Findings(skipped=skipped))
            return [f"{failure.subject_id} {failure.reason}" for failure in ledger.failures()]

    assert left(1, row("a.md", "1"), row("b.md", "1"), row("c.md", "1")) == ["c-a.md 1", "c-b.md 1", "c-c.md 1"]
    assert left(2, row("a.md", "1"), row("b.md", "2"), row("d.md", "1")) == ["c-a.md 1", "c-b.md 2", "c-d.md 1"]
    assert made == ["b.md", "d.md"]


def test_an_edition_that_cannot_be_written_whole_is_not_written_at_all(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        ledger.commit(EDITION, items=[ROW], chapters={}, corpus=None, findings=None)
        other = ItemRow("q-" + "1" * 16, 2, 1, "live", "{}\n", "", 2, 2)
        with pytest.raises(sqlite3.IntegrityError):  # edition 1 is there already; it is written last
            ledger.commit(EDITION, items=[other], chapters={"b.md": 2}, corpus=([PAGE], []), findings=None)
        assert ledger.items() == [ROW]
        assert ledger.chapters() == {}
        assert ledger.documents() == ()


def test_an_item_never_takes_the_number_of_another_away(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        ledger.commit(EDITION, items=[ROW], chapters={})
        with pytest.raises(sqlite3.IntegrityError):
            ledger.commit(Edition(2, "", {}, {}), items=[replace(ROW, id="q-" + "1" * 16)], chapters={})
        assert ledger.items() == [ROW]


def test_documents_that_are_gone_leave_the_ledger_with_their_chunks(tmp_path: Path) -> None:
    other = document("b.md", "The limit is 10 MB.")
    with opened(tmp_path) as ledger:
        chunks = [Chunk(Span.of(page, 0, len(page.text))) for page in (PAGE, other)]
        ledger.commit(EDITION, items=[], chapters={}, corpus=([PAGE, other], chunks), findings=None)
        second = Edition(2, "", {}, {})
        ledger.commit(second, items=[], chapters={}, corpus=([other], chunks[1:]), findings=None)
        assert ledger.documents() == (other,)
        assert ledger.chunks([PAGE, other]) == (chunks[1],)
        third, kept = Edition(3, "", {}, {}), frozenset([other.id])
        ledger.commit(third, items=[], chapters={}, corpus=([PAGE, other], chunks[:1]), keeping=kept)
        assert set(ledger.chunks([PAGE, other])) == set(chunks)
        ledger.commit(replace(third, number=4), items=[], chapters={}, corpus=([other], []), keeping=kept)
        assert ledger.chunks([PAGE, other]) == (chunks[1],)


def test_the_secret_of_a_workspace_stays_the_same_and_differs_between_workspaces(tmp_path: Path) -> None:
    with opened(tmp_path / "one") as one, opened(tmp_path / "two") as two:
        assert one.secret == one.secret != two.secret
        assert len(one.secret) == 32


def test_a_ledger_of_a_newer_version_is_refused_with_what_to_do(tmp_path: Path) -> None:
    opened(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "ledger.sqlite")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(WorkspaceError, match=r"newer benchmill.*upgrade"):
        opened(tmp_path)


def test_a_file_that_is_no_ledger_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    path.write_bytes(b"this is my shopping list, not a database" * 40)
    with pytest.raises(WorkspaceError, match="damaged"):
        opened(tmp_path)
    assert path.read_bytes().startswith(b"this is my shopping list")


def test_a_folder_without_ledger_is_named_as_no_workspace(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="no workspace"):
        Ledger.read(tmp_path / "ledger.sqlite")


def test_a_ledger_of_an_older_version_is_brought_up_to_date_by_whoever_opens_it_for_reading_too(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "ledger.sqlite")
    connection.executescript(f"{MIGRATIONS[0]};PRAGMA user_version = 1;")
    connection.close()
    with Ledger.read(tmp_path / "ledger.sqlite") as ledger:
        assert ledger.last_edition() is None
        assert ledger.publication("langsmith", "id") is None


def test_what_was_pushed_is_remembered_for_each_dataset_and_replaced_by_the_next_time(tmp_path: Path) -> None:
    first = Publication("langsmith", "id-1", "docs \u2028 qa", 1, "", "", {})
    with opened(tmp_path) as ledger:
        ledger.published(first)
        ledger.published(Publication("langsmith", "id-2", "other", 1, "edition-1", "now", {"q": "h"}))
        second = Publication("langsmith", "id-1", "docs", 2, "edition-2", "2026-11-20T00:00:00+00:00", {"q": "hash"})
        ledger.published(second)
        assert ledger.publication("langsmith", "id-1") == second
        assert ledger.publication("elsewhere", "id-1") is None
