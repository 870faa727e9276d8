"""A job that asks models -> its usage, from opening the connection to closing it, however the job ends."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from benchmill.chat.batches.plan import BatchPlan
from benchmill.chat.batches.store import BatchStore
from benchmill.chat.connect import Connection, ConnectPlan, connect
from benchmill.chat.errors import EndOfRun
from benchmill.chat.model import ModelClient
from benchmill.chat.recorded import CallStore
from benchmill.chat.tracing import tracing_note
from benchmill.chat.usage import Count
from benchmill.prompts import Prompt
from benchmill.running.event_loop import stopping_on_signals
from benchmill.running.live import Done, Live
from benchmill.running.pace import Counts, Pace
from benchmill.running.progress import Progress
from benchmill.settings import GrowSettings
from benchmill.workspace.outcome import Usage

Stop = Callable[[EndOfRun], None]
Report = Callable[[Done], None]
_TICK = 1.0  # seconds
_BATCH = "waiting for a batch, which takes up to 24 hours"


class Repairing(Protocol):
    """What a connection needs of a run's prompts: the words of a repair request."""

    @property
    def repair(self) -> Prompt: ...


@dataclass(slots=True)
class Meter:
    """Reads what a run has asked and paid, while the run is under way."""

    read: Callable[[], Count] = Count


@dataclass(frozen=True, slots=True)
class ModelRun:
    """How models are asked in one run; `counting` is the word for a finished piece: accepted, judged."""

    settings: GrowSettings
    prompt_set: Repairing
    store: CallStore
    progress: Progress
    counting: str = "accepted"
    batches: BatchStore | None = None
    meter: Meter = field(default_factory=Meter)

    def calls_left(self) -> float:
        """Calls that the budgets still allow, besides those under way."""
        return _affordable(self.settings, self.meter.read())

    async def work(
        self, job: Callable[[ModelClient, Report], Awaitable[None]], stop: Stop
    ) -> tuple[Usage, EndOfRun | None]:
        """Do `job` with an open model client. The job gets that client and a function to report what is finished.

        Ctrl-C calls `stop`. Returns the usage, and the EndOfRun that ended the job early. Raises ModelUnreachable
        or ModelRefused where a model does not answer before anything was asked, BatchSubmitted where the settings say
        not to wait for batches.
        """
        plan = replace(connect_plan(self.settings, self.prompt_set, self.progress.note), batch=self._batch_plan())
        if plan.batch is None and self.batches and (left := self.batches.open()):
            ids = ", ".join(job.id or "?" for job in left)
            self.progress.note(f"batches are under way ({ids}); with --batch the same command would go on with them")
        for note in _notes(plan.models):
            self.progress.note(note)
        connection = connect(plan, self.store, self.batches)
        self.meter.read = lambda: connection.usage.total
        ended: EndOfRun | None = None
        try:
            await connection.check(self.settings.models)
            try:
                await connection.go_on()
                with stopping_on_signals(stop, self.progress.note):
                    watch = Watch(self, connection)
                    async with watch.ticking():
                        await job(connection.client, watch.report)
            except EndOfRun as error:
                ended = error
        finally:
            # calls under way are paid: they get the time that any call gets, and are recorded
            await connection.aclose(grace=self.settings.timeout)
        return usage_of(connection), ended

    def _batch_plan(self) -> BatchPlan | None:
        if not self.settings.batch:
            return None
        return BatchPlan(wait=not self.settings.no_wait, requests=self.settings.batch_size, report=self.progress.note)


@dataclass(slots=True)
class Watch:
    """What people see of a run: it is updated when a piece is finished, and every second."""

    run: ModelRun
    connection: Connection
    pace: Pace = field(default_factory=Pace)
    _done: Done = field(default_factory=lambda: Done(0))
    _before: int | None = None

    def report(self, done: Done) -> None:
        """Show what is finished by now. The first report of items holds those that existed before the run."""
        if self._before is None and not done.phase:
            self._before = done.items
        self._done = replace(done, items=self._done.items) if done.phase else done
        self.update()

    @asynccontextmanager
    async def ticking(self) -> AsyncIterator[None]:
        """While the block lasts, update the clock that people see, however slow the server is."""
        ticker = asyncio.create_task(self._tick())
        try:
            yield
        finally:
            ticker.cancel()

    async def _tick(self) -> None:
        while True:
            self.update()
            await asyncio.sleep(_TICK)

    def update(self) -> None:
        """Show the counts of now."""
        total, done, settings = self.connection.usage.total, self._done, self.run.settings
        counts = Counts(
            items=0 if done.phase else done.items,
            waiting=done.waiting,
            wanted=0 if done.phase else settings.questions,
            tries=done.used if done.phase else done.tries,
            all_tries=done.passages if done.phase else done.all_tries,
            answered=total.answered,
            under_way=max(0, total.asked - total.failed - total.answered),
            recorded=total.recorded,
            affordable=_affordable(settings, total),
            phase=done.phase,
        )
        left = self.pace.left(counts)
        batch = settings.batch and not total.answered
        live = Live(
            accepted=done.items,
            wanted=settings.questions,
            calls=total.asked,
            recorded=total.recorded,
            tokens=total.tokens,
            cost=usage_of(self.connection).cost,
            counting=self.run.counting,
            before=self._before or 0,
            used=done.used,
            passages=done.passages,
            tries=done.tries,
            all_tries=done.all_tries,
            phase=done.phase,
            waiting=done.waiting,
            seconds=self.pace.seconds,
            left=None if batch else left,  # a batch says nothing before its end
            until=_BATCH if batch else "",
        )
        self.run.progress.update(live)


def connect_plan(
    settings: GrowSettings, prompt_set: Repairing, report: Callable[[str], None] = lambda _: None
) -> ConnectPlan:
    """How the models of `settings` are reached, and within which limits. `report` gets messages for people."""
    return ConnectPlan(
        models=settings.models,
        **settings.calls,
        repair=lambda reason: prompt_set.repair.render(reason=reason)[1],
        seed=settings.seed,
        report=report,
    )


def _affordable(settings: GrowSettings, total: Count) -> float:
    """The calls that the budgets still allow besides those under way, at the tokens and the money that a call of this
    run costs."""
    under_way = total.asked - total.failed - total.answered
    limits = [math.inf if settings.max_calls is None else settings.max_calls - total.asked]
    for limit, used in ((settings.max_tokens, total.tokens), (settings.max_cost, total.cost)):
        if limit is not None and used and total.answered:
            limits.append((limit - used) * total.answered / used - under_way)
    return max(0.0, min(limits))


def _notes(specs: Sequence[str]) -> Iterator[str]:
    """What a user must know before a `langchain:` model is asked."""
    if any(spec.startswith("langchain:") for spec in specs):
        yield from filter(None, (tracing_note(specs),))


def usage_of(connection: Connection) -> Usage:
    """The connection's usage so far."""
    total = connection.usage.total
    return Usage(
        asked=total.asked,
        recorded=total.recorded,
        retried=total.retried,
        input_tokens=total.input_tokens,
        output_tokens=total.output_tokens,
        cost=None if total.unpriced and not total.cost else total.cost,
    )
