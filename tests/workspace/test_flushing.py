"""The flusher: the log is brought to the disk beside the calls, not in their way."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.recorded import RecordedCall
from benchmill.workspace.ledger.flushing import Flusher, NotFlushed
from benchmill.workspace.ledger.store import Ledger


def call(number: int) -> RecordedCall:
    request = ChatRequest("openai:m", (Message("user", str(number)),), "generator/factoid")
    return RecordedCall(request.key, request, ChatReply("yes"))


def flushers() -> int:
    return sum(thread.name == "ledger flusher" for thread in threading.enumerate())


def test_a_ledger_that_is_only_opened_has_no_thread_and_one_that_was_written_none_after_closing(tmp_path: Path) -> None:
    before = flushers()
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        assert flushers() == before
        for number in range(20):
            ledger.calls.save(call(number))
        assert flushers() == before + 1
    assert flushers() == before
    with Ledger.read(tmp_path / "ledger.sqlite") as ledger:
        assert ledger.calls.totals().calls == 20


def test_flushing_goes_on_while_the_log_comes_and_goes(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    flusher = Flusher(ledger, seconds=0.01)
    for _ in range(5):
        (tmp_path / "ledger.sqlite-wal").write_bytes(os.urandom(100))
        flusher.wrote()
        time.sleep(0.02)
        (tmp_path / "ledger.sqlite-wal").unlink()
        flusher.wrote()
        time.sleep(0.02)
    assert flusher._thread is not None
    assert flusher._thread.is_alive()
    flusher.close()
    assert not flusher._thread.is_alive()


def test_a_flush_that_fails_is_tried_again_until_it_succeeds(tmp_path: Path) -> None:
    log = tmp_path / "ledger.sqlite-wal"
    log.mkdir()  # what cannot be opened for writing cannot be flushed
    flusher = Flusher(tmp_path / "ledger.sqlite", seconds=0.001)
    flusher.wrote()
    while not flusher._failed:
        time.sleep(0.001)
    log.rmdir()
    log.touch()
    while flusher._failed:
        time.sleep(0.001)
    flusher.wrote()
    flusher.close()


def test_a_run_that_cannot_flush_says_so_and_ends_with_an_exit_code_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite-wal").mkdir()
    flusher = Flusher(tmp_path / "ledger.sqlite", seconds=0.001)
    with pytest.raises(NotFlushed, match="cannot be flushed to the disk") as caught:
        while True:
            flusher.wrote()
            time.sleep(0.001)
    assert caught.value.exit_code == 5
    with pytest.raises(NotFlushed):
        flusher.flush()
    with pytest.raises(NotFlushed):
        flusher.close()
