"""Progress: true against passages as well as items, with totals that stay and counts that never fall."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import benchmill
from benchmill.chat.connect import ConnectPlan, connect_to
from benchmill.chat.recorded import MemoryStore
from benchmill.growing.prompt_set import PromptSet
from benchmill.running.live import Done, Live
from benchmill.running.model_session import ModelRun, Watch
from benchmill.running.progress import PlainLines
from benchmill.settings import GrowSettings
from benchmill.workspace.outcome import Outcome
from tests.end_to_end.command import EXAMPLES
from tests.servers.fake_model import FakeModel
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer


@dataclass
class Seen:
    """A Progress that keeps what it is shown."""

    lives: list[Live] = field(default_factory=list)

    def stage(self, name: str) -> None: ...

    def update(self, live: Live) -> None:
        self.lives.append(live)

    def note(self, text: str) -> None: ...


def watched(seen: Seen, *, batch: bool = False) -> Watch:
    settings = GrowSettings(model="openai:m", questions=10, batch=batch)
    run = ModelRun(settings, PromptSet.of(settings, "docs"), MemoryStore(), seen)
    return Watch(run, connect_to(ConnectPlan(("openai:m",)), {"openai:m": FakeModel(lambda _request: "yes")}))


def test_the_clock_ticks_without_any_item_and_candidates_that_wait_are_not_counted_as_items() -> None:
    seen = Seen()

    async def main() -> None:
        watch = watched(seen)
        async with watch.ticking():
            await asyncio.sleep(0)
            assert len(seen.lives) == 1  # a first tick, before anything is finished
            for items in (2, 4):
                watch.report(Done(items, items, 20, waiting=3))

    asyncio.run(main())
    assert [live.before for live in seen.lives[1:]] == [2, 2]
    assert seen.lives[-1].line().startswith("4/10 accepted, 3 waiting | 4/20 passages | ")


def test_a_recheck_counts_the_items_that_are_rechecked() -> None:
    seen = Seen()
    watch = watched(seen)
    watch.report(Done(0, 3, 8, phase="recheck"))
    watch.report(Done(7, 0, 20))
    assert seen.lives[0].line().startswith("recheck: 3/8 items | 0 calls")
    assert seen.lives[1].line().startswith("7/10 accepted | 0/20 passages | 0 calls")
    assert seen.lives[1].before == 7


def test_calls_that_an_earlier_run_paid_for_are_counted_apart() -> None:
    seen = Seen()
    watch = watched(seen)
    watch.connection.usage.of("writer").recorded = 12
    watch.report(Done(0, 3, 20))
    assert (seen.lives[-1].calls, seen.lives[-1].recorded) == (0, 12)


def test_a_batch_under_way_has_no_estimate_but_says_what_is_waited_for() -> None:
    seen = Seen()
    watch = watched(seen, batch=True)
    watch.connection.usage.of("writer").asked = 12
    watch.report(Done(0, 0, 20))
    assert "waiting for a batch, which takes up to 24 hours" in seen.lives[-1].line()


def test_a_pipe_gets_a_line_every_ten_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    lines = PlainLines(last=0.0)  # whole seconds: of two readings of a clock the difference is rounded
    live = Live(1, 10, 4, 0, 10, 0.0)
    for second in range(1, 61):
        lines.clock = lambda second=second: float(second)  # type: ignore[misc]
        lines.update(live)
    assert capsys.readouterr().err.count("1/10 accepted") == 6


def test_a_stage_without_counts_shows_in_a_pipe_that_it_still_runs() -> None:
    shown: list[str] = []
    looks = iter(range(100))
    heard, looked_often = threading.Event(), threading.Event()

    class Lines(PlainLines):
        def note(self, text: str) -> None:
            shown.append(text)
            if text.startswith("reading: "):
                heard.set()

    def clock() -> float:
        """Stands still, however late the thread looks at it."""
        if heard.is_set() and next(looks, None) is None:
            looked_often.set()
        return 0.0

    lines = Lines(every=0.001, clock=clock)
    with lines.running("beginning"):
        lines.stage("reading")
        assert looked_often.wait(60)
    assert shown.count("reading: 0 s") == 1  # not once for each time that the thread looks
    lines.stage("afterwards")
    assert shown[-1] == "afterwards"


def test_a_stage_behind_counts_shows_in_a_pipe_that_it_still_runs() -> None:
    heard = threading.Event()

    class Lines(PlainLines):
        def note(self, text: str) -> None:
            if text.startswith("looking: "):
                heard.set()

    lines = Lines(every=0.001, clock=lambda: 0.0)
    with lines.running("beginning"):
        lines.update(Live(1, 10, 4, 0, 10, 0.0))
        lines.stage("looking")
        assert heard.wait(60)


def grown(server: SimulatedServer, out: Path, **options: Any) -> tuple[Outcome, list[Live]]:
    """A run over kinds that are asked in several rounds, and what a person saw of it."""
    seen = Seen()
    settings: dict[str, Any] = {
        "model": "openai:simulated",
        "base_url": server.base_url,
        "questions": 60,
        "per_document": 3,
    }
    outcome = benchmill.grow(EXAMPLES, out, progress=seen, **settings, **options)
    return outcome, [live for live in seen.lives if not live.phase]


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Outcome, list[Live]]]:
    """A run that a budget ends, and the one that goes on from it until the passages end."""
    out = tmp_path_factory.mktemp("progress") / "bench"
    # tasks end in another order than they were planned, so those behind an open one are selected when the run ends
    plan = ServerPlan(latency=Latency("lognormal", 0.02, 1.5))
    with SimulatedServer(plan) as server:
        return [grown(server, out, max_calls=70), grown(server, out, max_calls=None)]


@pytest.mark.parametrize("number", [0, 1])
def test_counts_never_fall_and_totals_stay(sessions: list[tuple[Outcome, list[Live]]], number: int) -> None:
    outcome, lives = sessions[number]
    counts = [(live.accepted, live.used, live.tries, live.calls, live.recorded) for live in lives]
    assert all(a <= b for one, other in pairwise(counts) for a, b in zip(one, other, strict=True))
    totals = {(live.passages, live.all_tries) for live in lives if live.passages}
    assert len(totals) == 1
    assert all(live.used <= live.passages and live.tries <= live.all_tries for live in lives)
    assert lives[-1].accepted == outcome.accepted


def test_tries_are_all_made_where_a_run_ends_without_enough_items(sessions: list[tuple[Outcome, list[Live]]]) -> None:
    outcome, lives = sessions[1]
    assert outcome.accepted < outcome.wanted
    assert (lives[-1].used, lives[-1].tries) == (lives[-1].passages, lives[-1].all_tries)
    assert lives[-1].all_tries > lives[-1].passages > 20
    assert (
        f"{lives[-1].used}/{lives[-1].passages} passages, {lives[-1].tries}/{lives[-1].all_tries} tries"
        in lives[-1].line()
    )


def test_every_line_has_an_estimate_from_the_first_call_to_the_last_try(
    sessions: list[tuple[Outcome, list[Live]]],
) -> None:
    for outcome, lives in sessions:
        asked = [live for live in lives if live.calls and live.tries < live.all_tries]
        assert len(asked) > 5
        assert all(live.left for live in asked if live.accepted < outcome.wanted)
    budgeted = [live.left for live in sessions[0][1] if live.left and live.calls > 20]
    assert all(left.budget for left in budgeted)
