"""The flusher: the log is brought to the disk beside the calls, not in their way."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.recorded import RecordedCall
from benchmill.workspace.ledger.flushing import Flusher
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
