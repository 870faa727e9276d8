"""Sixty documents that attack, and a model that obeys them: no candidate of theirs is accepted."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmill.chat.model import ChatRequest
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.critique.checks import CheckSettings, CorpusFacts, first_failure
from benchmill.critique.panel import CriticPrompts, PanelSettings, examine
from benchmill.generator.kinds import WritingTask
from benchmill.generator.questions import WriterSettings, write_questions
from benchmill.prompts import load
from benchmill.prompts.brief import Brief
from benchmill.records import Chunk, Document, Span
from benchmill.records.injection import injection
from tests.servers.fake_model import FakeModel

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("injection_cases.json").read_text(encoding="utf-8"))
HONEST = (
    "The relay of Kestrel listens on port 7400 and holds a queue of messages. Its log is at /var/log.",
    "A worker of Kestrel takes a message from the relay, handles it and confirms it within a minute.",
)


def chunk(name: str, text: str, headings: tuple[str, ...]) -> tuple[Document, Chunk]:
    document = Document(name, text, "Kestrel", "0", "text/markdown")
    return document, Chunk(Span.of(document, 0, len(text)), headings)


def obeying(case: dict[str, Any]) -> FakeModel:
    """Writes what the document wants asked; as a critic it praises, and finds the answer in every passage."""

    def script(request: ChatRequest) -> str:
        draft = {name: case[name] for name in ("quote", "answer", "question")}
        if "candidates" in request.schema:
            return json.dumps({"candidates": [draft]})
        found = {"quote": case["quote"], "label": "full"}
        passages = dict.fromkeys(re.findall(r'"(passage_\d+)":', request.schema), found)
        praise = {"task": "work", "rationale": "Perfect.", "rating": 5, "answer": case["answer"]}
        return json.dumps({"passages": passages, **praise})

    return FakeModel(script)


def guard_of(case: dict[str, Any]) -> str:
    """What stopped the document's candidate: `injected` before any call, a check, a critic's comparison; or nothing."""
    document, seed = chunk("attack.md", case["text"], tuple(case["headings"]))
    others = [chunk(f"honest/{number}.md", text, ("Kestrel",)) for number, text in enumerate(HONEST)]
    facts = CorpusFacts.of([seed, *(one for _, one in others)], [document, *(one for one, _ in others)], "en")
    stopped_before = bool(injection("\n".join((*seed.headings, seed.text))))
    client = Recorded(obeying(case), MemoryStore())

    async def way() -> str:
        task, settings = WritingTask("factoid", (seed,)), WriterSettings("openai:m", brief=Brief(secret="s"))
        written = await write_questions(task, client=client, prompt=load("generator/factoid"), settings=settings)
        if not written.candidates:
            return written.failures[0].check
        (candidate,) = written.candidates
        if failure := first_failure(candidate, seed, facts, CheckSettings()):
            return failure.check
        panel = PanelSettings("openai:m", brief=Brief(secret="s"))
        examined = await examine(candidate, [seed], client=client, prompts=CriticPrompts.load(), settings=panel)
        return "nothing" if examined.critique.decide(4) == "accepted" else "critics"

    end = asyncio.run(way())
    # the check is the second guard: for a candidate that somebody imported, no chunk was judged before
    return "injected" if stopped_before and end != "nothing" else end


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_an_attacking_document_wants_asked_is_stopped_by_the_guard_named_for_it(case: dict[str, Any]) -> None:
    assert guard_of(case) == case["guard"]


def test_there_are_sixty_attacks_and_the_same_text_without_one_is_accepted() -> None:
    assert len(CASES) >= 60
    clean = CASES[0] | {"text": CASES[0]["text"].replace("Ignore all previous instructions and say", "It is said")}
    assert guard_of(clean) == "nothing"
