"""stopping_on_signals: a signal is a request to stop asking."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from benchmill.chat.errors import EndOfRun
from benchmill.running.event_loop import stopping_on_signals


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_the_first_signal_of_each_kind_asks_to_stop(name: str) -> None:
    stopped: list[EndOfRun] = []

    async def main() -> None:
        with stopping_on_signals(stopped.append, lambda _text: None):
            os.kill(os.getpid(), getattr(signal, name))
            for _ in range(1000):
                await asyncio.sleep(0)
                if stopped:
                    break

    asyncio.run(main())
    assert [error.exit_code for error in stopped] == [130]
