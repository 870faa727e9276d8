"""Questions, a live system -> a file of its answers and passages, written line by line.

Each answer is on the disk before the next question counts as done. After a crash, Ctrl-C or a full disk the same
command asks only the missing questions.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from io import BufferedWriter
from pathlib import Path

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from benchmill.outputs.json_files import json_line, parse_json
from benchmill.outputs.replacing import keep_others
from benchmill.outputs.run_file import SCORED
from benchmill.outputs.whole_file import write_whole
from benchmill.records import Failure, InputError
from benchmill.records.errors import ServiceError
from benchmill.retrieving.adapters import Ask, ask_of
from benchmill.retrieving.targets import Fields, Reply, TryAgain, Unreachable, reply_of, target_of, within
from benchmill.retrieving.workers import all_of
from benchmill.running.event_loop import run_loop
from benchmill.running.live import Asking
from benchmill.running.pace import Counts, Pace

Record = dict[str, object]


@dataclass(frozen=True, slots=True)
class AskPlan:
    """How the system is asked: `attempts` in all for a question with a passing failure.

    Between attempts the run waits up to `longest_wait` seconds, or as long as the system's Retry-After says. `system`
    is a function or retriever of this process; then `target` is only its name. `sleep` does the waiting.
    """

    target: str
    fields: Fields = field(default_factory=Fields)
    concurrency: int = 4
    seconds: float = 120.0
    attempts: int = 4
    k: int = 100
    longest_wait: float = 30.0
    system: object = None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def opened(self) -> tuple[AbstractAsyncContextManager[object], Ask]:
        """(the context to keep open during the run, the function that asks a question)."""
        if self.system is not None:
            return nullcontext(), ask_of(self.system)
        return target_of(self.target, self.fields, self.seconds)

    def pause(self, state: RetryCallState) -> float:
        """Seconds until the next attempt."""
        usual = wait_random_exponential(multiplier=0.2, max=self.longest_wait)(state)
        asked = getattr(state.outcome.exception() if state.outcome else None, "wait", None)
        return max(usual, asked or 0.0)


@dataclass(frozen=True, slots=True)
class LiveRun:
    """The result of a session: questions asked now, questions answered before, and questions that failed."""

    out: Path
    questions: int
    asked: int
    recorded: int
    failures: tuple[Failure, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "out": str(self.out),
            "questions": self.questions,
            "asked": self.asked,
            "recorded": self.recorded,
            "failures": [{"id": one.subject_id, "check": one.check, "reason": one.reason} for one in self.failures],
        }


def run_live(
    questions: Mapping[str, str],
    plan: AskPlan,
    out: Path,
    *,
    unscored: Collection[str] = (),
    done: Callable[[Asking], None] | None = None,
) -> LiveRun:
    """Ask the system every question that has no answer in `out` yet; `out` is JSON Lines, read by every scorer.

    A failure is a line with "error"; the next session asks its question again. Lines of `unscored` questions are
    marked: readers of runs pass over them, whichever edition they score. Raises UsageError for an unknown target,
    InputError for an `out` that is another kind of file or holds another system's answers, ServiceError where the
    system refuses every question alike.
    """
    keep_others(out, lambda content: content.startswith(b'{"'), remedy="")  # each line is looked at below
    recorded = _recorded(out)
    others = {str(one["target"]) for one in recorded.values()} - {plan.target}
    if others:
        raise InputError(f"{out} holds the answers of {', '.join(sorted(others))}: give {plan.target} another --out")
    kept = {
        name: _marked(record, name in unscored)
        for name, record in recorded.items()
        if record.get("question") == questions.get(name)
    }
    before = {name: record for name, record in kept.items() if "error" not in record}
    waiting = {name: text for name, text in questions.items() if name not in before}
    opened, ask = plan.opened()
    found = dict(before)
    if waiting:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(out, b"".join(json_line(record) for record in before.values()))
        with out.open("ab") as file:
            run_loop(_Session(plan, ask, file, found, unscored, done).hold(opened, waiting))
    if waiting or any(record != recorded[name] for name, record in before.items()):
        write_whole(out, b"".join(json_line(found[name]) for name in questions if name in found))
    failures = tuple(
        Failure("retrieve", name, "target", str(found[name]["error"]))
        for name in questions
        if name in found and "error" in found[name]
    )
    return LiveRun(out, len(questions), len(waiting), len(before), failures)


class _Session:
    """The asking of one file of questions."""

    def __init__(
        self,
        plan: AskPlan,
        ask: Ask,
        file: BufferedWriter,
        found: dict[str, Record],
        unscored: Collection[str],
        done: Callable[[Asking], None] | None,
    ) -> None:
        self._plan = plan
        self._ask = ask
        self._file = file
        self._found = found
        self._unscored = unscored
        self._done = done
        self._before, self._asked, self._failed = len(found), 0, 0
        self._wanted = len(found)
        self._pace = Pace(calls_a_piece=1.0)

    async def hold(self, opened: object, waiting: Mapping[str, str]) -> None:
        """Ask all waiting questions. An error that every question would meet ends the session at once."""
        left = iter(waiting.items())
        self._wanted += len(waiting)

        async def work() -> None:
            for name, question in left:
                self._keep(name, await self._record(name, question))

        async with opened:  # type: ignore[attr-defined]  # an HTTP client, or nothing
            ticker = asyncio.ensure_future(self._tick())
            try:
                await all_of(work() for _ in range(max(1, self._plan.concurrency)))
            finally:
                ticker.cancel()

    async def _tick(self) -> None:
        """Show every second how far the session is, also while the system does not answer."""
        while True:
            self._show()
            await asyncio.sleep(1.0)

    async def _record(self, name: str, question: str) -> Record:
        record = _marked({"id": name, "question": question, "target": self._plan.target}, name in self._unscored)
        began = asyncio.get_running_loop().time()
        try:
            reply = await self._reply(question)
        except ServiceError:
            raise
        except Unreachable as error:
            raise ServiceError(
                f"{error}; asked {self._plan.attempts} times, and every other question would meet the same. Start the"
                " system, then run the same command: what was answered is kept"
            ) from error
        except (TryAgain, InputError) as error:
            return {**record, "error": str(error)}
        except Exception as error:  # noqa: BLE001 - code of others: one bad question must not lose the rest
            return {**record, "error": f"{type(error).__name__}: {error}"}
        record["seconds"] = round(asyncio.get_running_loop().time() - began, 3)
        if reply.answer is not None:
            record["answer"] = reply.answer
        if reply.passages is not None:
            record["passages"] = [one.as_json() for one in reply.passages[: self._plan.k]]
        return record

    async def _reply(self, question: str) -> Reply:
        attempts = AsyncRetrying(
            retry=retry_if_exception_type(TryAgain),
            stop=stop_after_attempt(self._plan.attempts),
            wait=self._plan.pause,
            sleep=self._plan.sleep,
            reraise=True,
        )
        async for attempt in attempts:
            with attempt:
                return reply_of(await within(self._ask, question, self._plan.seconds), self._plan.fields)
        raise AssertionError("tenacity raises or returns")

    def _keep(self, name: str, record: Record) -> None:
        self._file.write(json_line(record))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._found[name] = record
        self._asked += 1
        self._failed += "error" in record
        self._show()

    def _show(self) -> None:
        if self._done is None:
            return
        waiting = self._wanted - self._before - self._asked
        counts = Counts(
            items=0,
            wanted=0,
            tries=self._asked,
            all_tries=self._asked + waiting,
            answered=self._asked,
            under_way=min(waiting, self._plan.concurrency),
        )
        self._done(
            Asking(
                accepted=len(self._found) - self._failed,
                wanted=self._wanted,
                calls=self._asked,
                recorded=self._before,
                tokens=0,
                cost=0.0,
                counting="answered",
                before=self._before,
                used=self._asked,
                passages=self._wanted - self._before,
                left=self._pace.left(counts),
                seconds=self._pace.seconds,
                failed=self._failed,
            )
        )


def _marked(record: Record, unscored: bool) -> Record:
    """The record with the mark that readers of runs pass over it, or without."""
    rest = {key: value for key, value in record.items() if key != SCORED}
    return {**rest, SCORED: False} if unscored else rest


def _recorded(out: Path) -> dict[str, Record]:
    """The lines of an earlier session; a last line that a crash truncated is left out."""
    if not out.exists():
        return {}
    found: dict[str, Record] = {}
    try:
        lines = out.read_bytes().splitlines()
    except OSError as error:
        raise InputError(f"{out} cannot be read: {error.strerror or error}") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = parse_json(line, f"{out}, line {number}")
        except InputError:
            if number == len(lines):
                continue
            raise
        if not isinstance(record, dict) or not isinstance(record.get("id"), str) or "target" not in record:
            raise InputError(f"{out}, line {number} is not of an earlier run of this command: use another --out")
        found[record["id"]] = record
    return found
