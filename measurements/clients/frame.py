"""Arguments -> Job; a run of a job -> Measured, as one line of JSON. What every client of the measurement shares."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmill.chat.model import ChatRequest, Message
from benchmill.critique.critic_schemas import groundedness_schema, relevance_schema, standalone_schema
from benchmill.generator.chunkers import chunk_document
from benchmill.generator.kinds import WritingTask
from benchmill.generator.loaders import load_folder
from benchmill.generator.questions import WriterSettings, writing_request
from benchmill.prompts import load
from benchmill.prompts.brief import Brief
from benchmill.prompts.fencing import fenced
from benchmill.records import Chunk

MODEL = "simulated"
ABOUT = "the manual of an invented message relay"


@dataclass(frozen=True, slots=True)
class Job:
    """What to do: one writing call a seed and three critics' calls after it, `concurrency` of them at once."""

    base_url: str
    docs: Path
    work: Path
    seeds: int
    concurrency: int

    @classmethod
    def from_arguments(cls) -> Job:
        base_url, docs, work, seeds, concurrency = sys.argv[1:]
        return cls(base_url, Path(docs), Path(work), int(seeds), int(concurrency))

    @property
    def port(self) -> int:
        return int(self.base_url.split(":")[2].split("/")[0])

    def chunks(self) -> list[Chunk]:
        """The seeds."""
        chunks = [chunk for document in load_folder(self.docs).documents for chunk in chunk_document(document)]
        return chunks[: self.seeds]


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of wall and processor time from the first call to the last, and the process's largest memory in MB."""

    calls: int
    wall: float
    cpu: float
    peak: float
    note: str = ""


def bodies(job: Job) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """For each seed the body of its writing call and of its three critics' calls, as the peers send them.

    Made before the clock starts, around a question of usual length: peers pay for transport alone.
    """
    made = []
    prompt, settings = (
        load("generator/factoid"),
        WriterSettings(model=f"openai:{MODEL}", brief=Brief(about=ABOUT), per_call=1),
    )
    for chunk in job.chunks():
        request, _ = writing_request(WritingTask("factoid", (chunk,)), prompt, settings)
        made.append((_body(request), _critics(chunk)))
    return made


def _critics(chunk: Chunk) -> list[dict[str, Any]]:
    question = f"When somebody works with {chunk.headings[-1]}, which identifier concerns the relay?"
    pack = fenced([chunk.text], secret="", places=[" > ".join(chunk.headings)]).text
    asked = []
    for name, schema, values in (
        ("standalone", standalone_schema(), {}),
        ("groundedness", groundedness_schema(1), {"passages": pack, "count": 1}),
        ("relevance", relevance_schema(), {"audience": "an operator"}),
    ):
        system, user = load(f"critique/{name}").render(about=ABOUT, question=question, **values)
        messages = (Message("system", system), Message("user", user))
        asked.append(_body(ChatRequest(MODEL, messages, name, schema)))
    return asked


def _body(request: ChatRequest) -> dict[str, Any]:
    return {
        "model": MODEL,
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        "temperature": request.temperature,
        "seed": request.seed,
        "max_tokens": request.max_tokens,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "reply", "schema": json.loads(request.schema), "strict": True},
        },
    }


def measured(calls: Callable[[], int]) -> None:
    """Run `calls`, which returns how many it made, and print what it took."""
    began, before = time.monotonic(), _cpu()
    made = calls()
    wall, cpu = time.monotonic() - began, _cpu() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(asdict(Measured(made, wall, cpu, peak))))


def measured_loop(run: Callable[[], Awaitable[int]], *, uvloop: bool = False) -> None:
    """The same for a coroutine; its event loop is part of what is measured."""

    def calls() -> int:
        factory: Callable[[], asyncio.AbstractEventLoop] | None = None
        if uvloop:
            from uvloop import new_event_loop  # only some clients use it

            factory = new_event_loop
        with asyncio.Runner(loop_factory=factory) as runner:
            return runner.run(_awaited(run))

    measured(calls)


async def _awaited(run: Callable[[], Awaitable[int]]) -> int:
    return await run()


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
