"""benchmill's own stages: writer and critics through one model client, every reply recorded before it is read.

The whole of prompts, fences, parsing, evidence and verdicts is in it; early exit is off, so each seed is four calls.
`no-hedge` as last word: no call is asked a second time; `ollama`: through Ollama's protocol.
"""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module

from benchmill.chat.connect import ConnectPlan, connect
from benchmill.critique.panel import CriticPrompts, PanelSettings, examine
from benchmill.generator.kinds import WritingTask
from benchmill.generator.questions import WriterSettings, write_questions
from benchmill.prompts import load
from benchmill.prompts.brief import Brief
from benchmill.records import Chunk
from benchmill.running.event_loop import run_loop
from benchmill.workspace.ledger.store import Ledger
from measurements.clients.frame import ABOUT, MODEL, Job, measured


async def _grown(job: Job, chunks: list[Chunk], ledger: Ledger, protocol: str, *, hedge: bool) -> int:
    spec = f"{protocol}:{MODEL}"
    plan = ConnectPlan(
        (spec,), base_url=job.base_url, concurrency=job.concurrency, timeout=600, hedge="on" if hedge else "off"
    )
    connection = connect(plan, ledger.calls)
    writing = WriterSettings(model=spec, brief=Brief(about=ABOUT, secret="measured"), per_call=1)
    panel = PanelSettings(model=spec, brief=Brief(about=ABOUT, secret="measured"), all_critics=True)
    prompt, critics = load("generator/factoid"), CriticPrompts.load()

    async def grow(seed: Chunk) -> None:
        written = await write_questions(
            WritingTask("factoid", (seed,)), client=connection.client, prompt=prompt, settings=writing
        )
        for candidate in written.candidates:
            examined = await examine(candidate, [seed], client=connection.client, prompts=critics, settings=panel)
            if examined.failures:
                raise RuntimeError(f"a critic was not heard: {examined.failures}")

    await asyncio.gather(*(grow(chunk) for chunk in chunks))
    await connection.aclose()
    return connection.usage.total.asked


def main(protocol: str = "openai", *, hedge: bool = True) -> None:
    job = Job.from_arguments()
    chunks = job.chunks()
    # The peers load their SDK before the clock starts; ours loads it with the first connection.
    import_module("openai")
    with Ledger.open(job.work / "ledger.sqlite") as ledger:
        measured(lambda: run_loop(_grown(job, chunks, ledger, protocol, hedge=hedge)))


if __name__ == "__main__":
    word = sys.argv.pop() if sys.argv[-1] in ("no-hedge", "ollama") else ""
    main("ollama" if word == "ollama" else "openai", hedge=word != "no-hedge")
