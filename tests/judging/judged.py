"""References and scripted judges for the tests of judging."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from benchmill.chat.connect import Connection, ConnectPlan, connect_to
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.judging.given import Given
from benchmill.judging.judge import Judge
from benchmill.judging.judgement import Judgement
from benchmill.judging.reference import Component, Reference
from tests.servers.fake_model import FakeModel

MODEL = "openai:judge"
Script = Callable[[ChatRequest], ChatReply | str | Exception]


def reference(*components: str, id_: str = "q-1", kind: str = "factoid", **more: Any) -> Reference:
    """A reference with these components; without any it has no answer in the documents."""
    answer = ", ".join(components)
    kind = kind if components else "unanswerable"
    return Reference(id_, "How long are logs kept?", kind, tuple(map(Component, components)), answer, "a.md", **more)


def said(*findings: tuple[str, str], field: str = "components") -> str:
    """A reply with (label, quote) for each component or statement."""
    parts = {
        f"{field[:-1]}_{n}": {"quote": quote, "label": label} for n, (label, quote) in enumerate(findings, start=1)
    }
    return json.dumps({field: parts, "rationale": "as it stands"})


def stance(label: str, quote: str = "") -> str:
    return json.dumps({"quote": quote, "label": label})


def by_purpose(replies: Mapping[str, str | Exception]) -> Script:
    """The same reply to every request of a purpose."""
    return lambda request: replies[request.purpose.removeprefix("judge/")]


def opened(script: Script) -> tuple[Connection, FakeModel]:
    """A connection to a scripted judge; call it in a running loop."""
    fake = FakeModel(script)
    return connect_to(ConnectPlan((MODEL,), hedge="off"), {MODEL: fake}), fake


def judged(script: Script, one: Reference, given: Given, **settings: Any) -> tuple[Judgement, list[ChatRequest]]:
    """The judgement, and the requests it took."""

    async def run() -> tuple[Judgement, list[ChatRequest]]:
        connection, fake = opened(script)
        try:
            return await Judge(connection.client, MODEL, **settings).judge(one, given), fake.asked
        finally:
            await connection.aclose()

    return asyncio.run(run())
