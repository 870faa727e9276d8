"""One connection's life: made, checked, worked with, closed; whatever ends it, what it spent comes back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from benchmill.loop import stopping_on_signals
from benchmill.outcome import Spent
from benchmill.progress import Live, Progress
from benchmill.settings import GrowSettings
from benchmill.wording import Wording
from chat.connect import Connection, ConnectPlan, connect
from chat.errors import EndOfRun
from chat.model import Door
from chat.recorded import CallStore

Stop = Callable[[EndOfRun], None]


@dataclass(frozen=True, slots=True)
class ModelRun:
    """How models are asked in one run of `grow`."""

    settings: GrowSettings
    wording: Wording
    store: CallStore
    progress: Progress

    async def work(
        self, job: Callable[[Door, Callable[[int], None]], Awaitable[None]], stop: Stop
    ) -> tuple[Spent, EndOfRun | None]:
        """Do `job` with an open door; it is given the door and a function to tell how many items are accepted.

        Ctrl-C calls `stop`. Returns what was spent, and the EndOfRun that ended the job early. Raises ModelUnreachable
        or ModelRefused where a model does not answer before anything was asked.
        """
        connection = connect(self._plan(), self.store)
        ended: EndOfRun | None = None
        try:
            await connection.check((self.settings.model, self.settings.critic))
            try:
                with stopping_on_signals(stop, self.progress.note):
                    await job(connection.door, lambda accepted: self.progress.update(self._live(connection, accepted)))
            except EndOfRun as error:
                ended = error
        finally:
            # what is under way is paid: it gets the time any call gets, and is recorded
            await connection.aclose(grace=self.settings.timeout)
        return _spent(connection), ended

    def _plan(self) -> ConnectPlan:
        settings = self.settings
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
            repair=lambda reason: self.wording.repair.render(reason=reason)[1],
            seed=settings.seed,
        )

    def _live(self, connection: Connection, accepted: int) -> Live:
        spent = _spent(connection)
        tokens = spent.input_tokens + spent.output_tokens
        return Live(accepted, self.settings.questions, spent.asked, spent.recorded, tokens, spent.cost)


def _spent(connection: Connection) -> Spent:
    total = connection.tally.total
    return Spent(
        asked=total.asked,
        recorded=total.recorded,
        retried=total.retried,
        input_tokens=total.input_tokens,
        output_tokens=total.output_tokens,
        cost=None if total.unpriced and not total.cost else total.cost,
    )
