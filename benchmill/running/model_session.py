"""A job that asks models -> its usage, from opening the connection to closing it, however the job ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from benchmill.chat.batches.plan import BatchPlan
from benchmill.chat.batches.store import BatchStore
from benchmill.chat.connect import Connection, ConnectPlan, connect
from benchmill.chat.errors import EndOfRun
from benchmill.chat.model import ModelClient
from benchmill.chat.recorded import CallStore
from benchmill.chat.tracing import tracing_note
from benchmill.prompts import Prompt
from benchmill.running.event_loop import stopping_on_signals
from benchmill.running.progress import Live, Progress
from benchmill.settings import GrowSettings
from benchmill.workspace.outcome import Usage

Stop = Callable[[EndOfRun], None]


class Repairing(Protocol):
    """The prompts of a run, as far as a connection needs them."""

    @property
    def repair(self) -> Prompt: ...


@dataclass(frozen=True, slots=True)
class ModelRun:
    """How models are asked in one run; `counting` is the word for a finished piece: accepted, judged."""

    settings: GrowSettings
    prompt_set: Repairing
    store: CallStore
    progress: Progress
    counting: str = "accepted"
    batches: BatchStore | None = None

    async def work(
        self, job: Callable[[ModelClient, Callable[[int], None]], Awaitable[None]], stop: Stop
    ) -> tuple[Usage, EndOfRun | None]:
        """Do `job` with an open model client; it gets the model client and a function to report how
        many pieces are finished.

        Ctrl-C calls `stop`. Returns the usage, and the EndOfRun that ended the job early. Raises ModelUnreachable
        or ModelRefused where a model does not answer before anything was asked, BatchSubmitted where the settings say
        not to wait for batches.
        """
        plan = replace(connect_plan(self.settings, self.prompt_set, self.progress.note), batch=self._batch_plan())
        if plan.batch is None and self.batches and (left := self.batches.open()):
            ids = ", ".join(job.id or "?" for job in left)
            self.progress.note(f"batches are under way ({ids}); with --batch the same command would go on with them")
        if note := tracing_note(plan.models):
            self.progress.note(note)
        connection = connect(plan, self.store, self.batches)
        ended: EndOfRun | None = None
        try:
            await connection.check((self.settings.model, self.settings.critic))
            try:
                await connection.go_on()
                with stopping_on_signals(stop, self.progress.note):
                    await job(connection.client, lambda done: self.progress.update(self._live(connection, done)))
            except EndOfRun as error:
                ended = error
        finally:
            # what is under way is paid: it gets the time any call gets, and is recorded
            await connection.aclose(grace=self.settings.timeout)
        return usage_of(connection), ended

    def _batch_plan(self) -> BatchPlan | None:
        if not self.settings.batch:
            return None
        return BatchPlan(wait=not self.settings.no_wait, requests=self.settings.batch_size, report=self.progress.note)

    def _live(self, connection: Connection, done: int) -> Live:
        usage = usage_of(connection)
        tokens = usage.input_tokens + usage.output_tokens
        return Live(done, self.settings.questions, usage.asked, usage.recorded, tokens, usage.cost, self.counting)


def connect_plan(
    settings: GrowSettings, prompt_set: Repairing, report: Callable[[str], None] = lambda _: None
) -> ConnectPlan:
    """How the models of `settings` are reached, and within which limits. `report` gets messages for people."""
    return ConnectPlan(
        models=tuple(dict.fromkeys((settings.model, settings.critic))),
        base_url=settings.base_url,
        concurrency=settings.concurrency,
        rpm=settings.rpm,
        tpm=settings.tpm,
        timeout=settings.timeout,
        max_calls=settings.max_calls,
        max_tokens=settings.max_tokens,
        max_cost=settings.max_cost,
        prices=Path(settings.prices) if settings.prices else None,
        hedge=settings.hedge == "on",
        num_ctx=settings.num_ctx,
        repair=lambda reason: prompt_set.repair.render(reason=reason)[1],
        seed=settings.seed,
        report=report,
    )


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
