"""Any thread, any event loop -> judgements: a judge with a thread and a loop of its own.

Evaluators are called from wherever their caller is: from plain code, from several threads, from one `asyncio.run` after
the other. A model's client lives on one loop and dies with it; so that loop is kept here, apart from all of theirs. A
caller's context does not come along: LangSmith keeps "trace everything below this" in it.
"""

from __future__ import annotations

import asyncio
import atexit
import contextvars
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

from benchmill.chat.connect import Connection, connect
from benchmill.chat.specs import FORMS
from benchmill.judging.given import Given
from benchmill.judging.judge import Judge, JudgePrompts
from benchmill.judging.judgement import Judgement
from benchmill.judging.reference import Reference
from benchmill.records import UsageError, WorkspaceError
from benchmill.running.model_session import connect_plan, usage_of
from benchmill.settings import EXTRACTIVE, GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import Usage

T = TypeVar("T")


class JudgeService:
    """Judges one answer at a time for every caller, as many at once as `settings.concurrency` allows.

    Calls are recorded in the ledger at `ledger`, or in memory. From the first answer to `close` the service is the one
    writer of that ledger's workspace. Nothing is started before the first answer comes. Raises
    UsageError where `settings` names no model or a prompt cannot be used.
    """

    def __init__(
        self, settings: GrowSettings, *, ledger: Path | None = None, language: str = "en", always_ask: bool = False
    ) -> None:
        if settings.model == EXTRACTIVE:
            raise UsageError(f"judging needs a model: {FORMS}")
        self._settings = settings.asking_only(settings.model)
        self._prompts = JudgePrompts.load(Path(settings.prompts) if settings.prompts else None)
        self._path = ledger
        self._language = language
        self._always_ask = always_ask
        self._starting = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ledger: Ledger | None = None
        self._writing = ExitStack()
        self._connection: Connection | None = None
        self._opening: asyncio.Task[Judge] | None = None
        self._closed = False

    def judge(self, reference: Reference, given: Given, *, groundedness: bool = False) -> Future[Judgement]:
        """The judgement, of groundedness or else of all other aspects, when it is there.

        `.result()` waits for it, `asyncio.wrap_future` lets a loop wait.

        The future raises EndOfRun where no further call would succeed; RuntimeError after `close`.
        """
        return self._submit(self._judge(reference, given, groundedness))

    @property
    def usage(self) -> Usage:
        """What was spent so far."""
        return usage_of(self._connection) if self._connection else Usage()

    def close(self) -> None:
        """Shut the connection and end the thread; a second time does nothing."""
        with self._starting:
            if self._closed or self._loop is None or self._thread is None:
                self._closed = True
                return
            self._closed = True
            asyncio.run_coroutine_threadsafe(self._shut(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        atexit.unregister(self.close)

    def _submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        with self._starting:
            if self._closed:
                work.close()
                raise RuntimeError("these evaluators were closed")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=_run, args=(self._loop,), name="benchmill-judge", daemon=True)
                self._thread.start()
                atexit.register(self.close)
            return contextvars.Context().run(asyncio.run_coroutine_threadsafe, work, self._loop)

    async def _judge(self, reference: Reference, given: Given, groundedness: bool) -> Judgement:
        if self._opening is None or (self._opening.done() and self._opening.exception() is not None):
            self._opening = asyncio.ensure_future(self._open())
        judge = await asyncio.shield(self._opening)
        return await (judge.groundedness if groundedness else judge.correctness)(reference, given)

    async def _open(self) -> Judge:
        """The judge, with its model checked: on the service's own loop, where the ledger's connection belongs, too."""
        if self._path is not None and self._ledger is None:
            if not self._path.is_file():
                raise WorkspaceError(f"{self._path.parent} is no workspace: it has no {self._path.name}")
            self._ledger = self._writing.enter_context(Workspace(self._path.parent).writing("judge"))
        store = self._ledger.calls if self._ledger else None
        if self._connection is None:
            self._connection = connect(connect_plan(self._settings, self._prompts), store)
        await self._connection.check((self._settings.model,))
        return Judge(
            self._connection.client,
            self._settings.model,
            self._ledger.secret.hex() if self._ledger else "",
            self._language,
            always_ask=self._always_ask,
            prompts=self._prompts,
        )

    async def _shut(self) -> None:
        if self._connection is not None:
            await self._connection.aclose(grace=self._settings.timeout)
        self._writing.close()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """The life of the service's thread."""
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
