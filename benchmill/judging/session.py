"""References, answers, a judge -> judgements: many under way at once; none that is done is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmill.chat.errors import EndOfRun
from benchmill.chat.model import ModelClient
from benchmill.judging.given import Given
from benchmill.judging.judge import Judge, free_of_calls
from benchmill.judging.judge_rules import missing
from benchmill.judging.judgement import Judgement
from benchmill.judging.reference import Reference
from benchmill.judging.robustness import RobustnessCheck, control
from benchmill.running.live import Done
from benchmill.running.model_session import ModelRun, Report
from benchmill.workspace.outcome import Usage

# Answers open at once for each call that may be under way: enough to keep the rate limiter full while replies are read.
_OPEN_A_CALL = 2


@dataclass(slots=True)
class JudgingSession:
    """The judging of one file of answers; `done` holds what is finished, however it ends."""

    references: Mapping[str, Reference]
    given: Mapping[str, Given]
    language: str
    always_ask: bool
    wanted_robustness_checks: int
    concurrency: int
    seed: int
    done: dict[str, Judgement] = field(default_factory=dict)
    robustness_checks: tuple[RobustnessCheck, ...] = ()
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _ended_by: EndOfRun | None = None

    async def hold(self, judge: Callable[[ModelClient], Judge], models: ModelRun) -> tuple[Usage, EndOfRun | None]:
        """Judge every answer. What was spent, and what ended it early; no model is met where none is needed."""
        for id_, reference in self.references.items():
            given = self.given.get(id_)
            free = (
                missing(reference)
                if given is None
                else free_of_calls(reference, given, self.language, always_ask=self.always_ask)
            )
            if free is not None:
                self.done[id_] = free
        if len(self.done) == len(self.references):
            return Usage(), None
        return await models.work(lambda client, report: self._work(judge(client), report), self.stop)

    def stop(self, error: EndOfRun) -> None:
        """Ask no more; replies that are paid and under way are recorded by the model client."""
        if self._ended_by is None:
            self._ended_by = error
            for task in self._tasks:
                task.cancel()

    async def _work(self, judge: Judge, report: Report) -> None:
        report(Done(len(self.done)))
        waiting = iter([id_ for id_ in self.references if id_ not in self.done])

        async def work() -> None:
            for id_ in waiting:
                self.done[id_] = await judge.judge(self.references[id_], self.given[id_])
                report(Done(len(self.done)))

        await self._together(*(work() for _ in range(self.concurrency * _OPEN_A_CALL)))
        if self.wanted_robustness_checks:
            await self._together(self._control(judge))

    async def _control(self, judge: Judge) -> None:
        judged = tuple(self.done.values())
        self.robustness_checks = await control(
            judge, judged, self.references, self.given, sample=self.wanted_robustness_checks, seed=self.seed
        )

    async def _together(self, *work: Coroutine[Any, Any, None]) -> None:
        """Do all of it. Raises the EndOfRun that one of them met or that `stop` was given; that one ends them all."""
        self._tasks = {asyncio.ensure_future(one) for one in work}
        try:
            open_: set[asyncio.Task[None]] = self._tasks
            while open_ and self._ended_by is None:
                finished, open_ = await asyncio.wait(open_, return_when=asyncio.FIRST_COMPLETED)
                for task in finished:
                    if not task.cancelled() and (error := task.exception()) is not None:
                        if not isinstance(error, EndOfRun):
                            raise error
                        self.stop(error)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._ended_by is not None:
            raise self._ended_by
