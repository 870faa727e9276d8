"""Critics that may be asked at the same time, and a run that ends before the first of them was called."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Callable

import pytest

from benchmill.critique.hearing import Hearing, hear
from benchmill.generator.kinds import WritingTask
from benchmill.growing.candidate_state import CandidateState
from benchmill.growing.counted_hearing import CountedHearing
from benchmill.growing.outlook import Outlook
from benchmill.growing.selection import Selection
from tests.growing.made import chunk, document

PAGE = document("a.md", "The relay listens on port 7400. ")


class Several(Hearing):
    def at_once(self) -> int:
        return 2


class SeveralOfATask(CountedHearing):
    def at_once(self) -> int:
        return 2


def of_a_task() -> Hearing:
    open_task = Outlook(Selection((), wanted=1, per_document=1)).open(0, WritingTask("factoid", (chunk(PAGE),)))
    return SeveralOfATask(open_task, CandidateState())


@pytest.mark.parametrize("hearing", [Several, of_a_task])
def test_a_run_that_ends_before_a_critic_is_called_leaves_no_call_behind(hearing: Callable[[], Hearing]) -> None:
    called: list[str] = []

    async def critic(_its_turn: asyncio.Event) -> str:
        called.append("critic")
        return "accepts"

    async def main() -> None:
        asked = asyncio.create_task(hear([critic], lambda _answer: False, hearing()))
        await asyncio.sleep(0)  # the critic has a task now, which has not taken its first step
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(main())
        gc.collect()
    assert not called
    assert not [str(one.message) for one in caught]
