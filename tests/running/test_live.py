"""Progress: true against passages as well as items, with an estimate from the first calls on, and never falling."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from benchmill.chat.connect import ConnectPlan, connect_to
from benchmill.chat.recorded import MemoryStore
from benchmill.growing.prompt_set import PromptSet
from benchmill.running.live import Done, Live
from benchmill.running.model_session import ModelRun, Watch
from benchmill.settings import GrowSettings
from tests.servers.fake_model import FakeModel


@dataclass
class Seen:
    """A Progress that keeps what it is shown."""

    lives: list[Live] = field(default_factory=list)

    def stage(self, name: str) -> None: ...

    def update(self, live: Live) -> None:
        self.lives.append(live)

    def note(self, text: str) -> None: ...


def watched(seen: Seen) -> Watch:
    settings = GrowSettings(model="openai:m", questions=10)
    run = ModelRun(settings, PromptSet.of(settings, "docs"), MemoryStore(), seen)
    return Watch(run, connect_to(ConnectPlan(("openai:m",)), {"openai:m": FakeModel(lambda _request: "yes")}))


def test_the_time_left_is_what_the_passages_say_where_they_end_before_the_items() -> None:
    few = Live(3, 100, 500, 0, 0, 0.0, used=90, passages=100)
    assert few.left(90.0) == pytest.approx(10.0)
    assert "90/100 passages" in few.line(90.0)


def test_items_of_earlier_runs_make_no_run_look_quick() -> None:
    assert Live(99, 100, 4, 0, 0, 0.0, before=90, used=5, passages=100).left(90.0) == pytest.approx(10.0)
    slow = Live(90, 100, 1, 0, 0, 0.0, before=90, used=0, passages=100).left(10.0)
    assert slow is not None
    assert slow > 300


def test_the_estimate_grows_while_nothing_comes() -> None:
    live = Live(5, 10, 30, 0, 0, 0.0)
    assert [live.left(seconds) for seconds in (10.0, 20.0, 40.0)] == [10.0, 20.0, 40.0]


def test_the_number_of_accepted_items_never_falls_and_the_clock_ticks_without_any_item() -> None:
    seen = Seen()

    async def main() -> None:
        watch = watched(seen)
        async with watch.ticking():
            await asyncio.sleep(0)
            assert len(seen.lives) == 1  # a first tick, before anything is finished
            for items in (2, 4, 3, 5):
                watch.report(Done(items, items, 20))

    asyncio.run(main())
    assert [live.accepted for live in seen.lives[1:]] == [2, 4, 4, 5]
    assert {live.before for live in seen.lives[1:]} == {2}
    assert seen.lives[-1].passages == 20
