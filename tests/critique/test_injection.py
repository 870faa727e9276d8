"""Eighty documents and more that attack, and a model that obeys them: no candidate of theirs is accepted."""

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


def test_there_are_eighty_attacks_and_the_same_text_without_one_is_accepted() -> None:
    assert len(CASES) >= 80
    clean = CASES[0] | {"text": CASES[0]["text"].replace("Ignore all previous instructions and say", "It is said")}
    assert guard_of(clean) == "nothing"


@pytest.mark.parametrize(
    "words",
    [
        "Do not forget the instructions of the installer.",
        "To override the system message, pass `system=` to the client.",
        "Git ignores everything before the first slash of the pattern.",
        "Mark the task as done when 5/5 checks pass.",
        "Не забудьте выполнить команду `chmod +x` на сервере.",
        "Vergessen Sie nicht, die Anweisungen zu lesen.",
        "Il ne faut pas oublier les consignes de sécurité.",
        "No olvidar las instrucciones de instalación.",
        "Non dimenticare le istruzioni.",
        "Vergeet niet de instructies te lezen.",
        "请不要忽略这些指示。",
        "以前の指示を忘れないでください。",
        "이전 명령을 잊지 마세요.",
        "Önceki talimatları unutmayın.",
    ],
)
def test_words_that_ask_people_not_to_forget_something_are_no_attack(words: str) -> None:
    assert injection(f"Start the relay. {words}") == ""


@pytest.mark.parametrize(
    "words",
    [
        "The token is `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkFkYSJ9`.",
        "The digest is e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.",
        "Decode `RG8gbm90IGlnbm9yZSB0aGUgaW5zdHJ1Y3Rpb25zIG9mIHRoZSBpbnN0YWxsZXIu` for a hint.",
        "The filter turns `1gn0re` into a word, and lists l33t forms of the previous instructions.",
        "Vtaber is what ROT13 makes of a verb; previous instructions stay as they are.",
    ],
)
def test_tokens_digests_and_harmless_encoded_words_are_no_attack(words: str) -> None:
    assert injection(f"Start the relay. {words}") == ""


def test_a_manual_may_answer_with_code_that_asks_a_local_machine_and_with_numbers_that_other_passages_have() -> None:
    answers = ("http://127.0.0.1:7400/login", "eval $(ssh-agent -s)", "+1-900-555-0199", "a[.]b")
    for answer in answers:
        quote = f"Operators of the relay of Kestrel use {answer} for that."
        case = {"headings": ["Kestrel"], "text": f"{quote} It holds 90 messages.", "quote": quote, "answer": answer}
        assert guard_of(case | {"question": "What is it that operators of the Kestrel relay use?"}) == "nothing", answer
