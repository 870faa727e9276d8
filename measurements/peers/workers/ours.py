"""benchmill's model client with its ledger: the same one call a passage."""

from __future__ import annotations

import asyncio
import json

from form import Draft
from frame import SYSTEM, Job

from benchmill.chat.connect import ConnectPlan, connect
from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.running.event_loop import run_loop
from benchmill.workspace.folder import Workspace

SCHEMA = json.dumps({**Draft.model_json_schema(), "additionalProperties": False})


def read(reply: ChatReply) -> str:
    try:
        return Draft.model_validate_json(reply.text).model_dump_json()
    except ValueError as error:
        raise BadReply(str(error)) from error


async def main(job: Job) -> None:
    with Workspace(job.folder / "bench").writing() as ledger:
        plan = ConnectPlan(
            ("openai:simulated",), base_url=job.base_url, concurrency=job.concurrency, timeout=60.0, hedge="off"
        )
        connection = connect(plan, ledger.calls)
        slots = asyncio.Semaphore(2 * job.concurrency)

        async def ask(passage: str) -> str:
            request = ChatRequest.of("openai:simulated", (SYSTEM, passage), "generator/peer", SCHEMA)
            async with slots:
                try:
                    return (await connection.client.ask(request, read)).value
                except (CallFailed, BadReply):
                    return ""

        try:
            replies = await asyncio.gather(*(ask(passage) for passage in job.passages))
        finally:
            await connection.aclose()
    job.keep([reply for reply in replies if reply])


run_loop(main(Job.from_arguments()))
