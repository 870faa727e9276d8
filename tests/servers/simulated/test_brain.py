"""The simulated model's answers to this project's own prompts."""

from __future__ import annotations

import json

import pytest

from benchmill.critique.critic_schemas import (
    groundedness_schema,
    relevance_schema,
    same_parts_schema,
    standalone_schema,
)
from benchmill.generator.writer_schema import enum_schema, free_schema
from benchmill.prompts import load
from benchmill.prompts.fencing import fenced
from tests.servers.simulated.asked import Asked, from_openai
from tests.servers.simulated.brain import answer

PASSAGE = """## Retries

Harbor repeats a failed upload up to 5 times before it gives up on the artifact.
Between two attempts it waits longer and longer, so that a busy registry can recover.

The setting `upload.backoff` decides how long the pause before the second attempt lasts, in seconds.
"""
OTHER = """## Logs

Build logs are kept on the machine that ran the build. They can be downloaded from the page of the build, or with the
command line, as long as the machine is there.
"""
NO_FAILURES = {"standalone": 0.0, "groundedness": 0.0, "relevance": 0.0}


def written(schema: str, *, told: bool = True) -> dict[str, list[dict[str, str]]]:
    prompt = load("generator/factoid")
    passage = fenced([PASSAGE], secret="s", places=["Harbor CLI > Retries"]).text
    system, user = prompt.render(
        per_call=2, audience="a developer", language="English", about="Harbor", passage=passage, asking=""
    )
    asked = Asked("simulated", system, user, json.loads(schema)) if told else untold(system, user)
    purpose, text = answer(asked, NO_FAILURES, 0)
    assert purpose == "generator"
    value: dict[str, list[dict[str, str]]] = json.loads(text)
    return value


def untold(system: str, user: str) -> Asked:
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    return from_openai({"model": "simulated", "messages": messages})


def test_it_writes_questions_whose_quote_is_verbatim_and_holds_the_answer() -> None:
    candidates = written(free_schema())["candidates"]
    assert len(candidates) == 2
    for candidate in candidates:
        assert candidate["quote"] in PASSAGE
        assert candidate["answer"] in candidate["quote"]
        assert candidate["answer"] not in candidate["question"]
        assert "Retries" in candidate["question"]
    assert candidates[0]["question"] != candidates[1]["question"]


def test_it_quotes_one_of_the_pieces_where_the_schema_lists_them() -> None:
    pieces = [line for line in PASSAGE.splitlines() if line]
    assert {candidate["quote"] for candidate in written(enum_schema(pieces))["candidates"]} <= set(pieces)


def test_without_a_schema_it_follows_the_example_in_the_prompt() -> None:
    assert written(free_schema(), told=False) == written(free_schema())


def test_the_groundedness_critic_finds_the_passage_and_the_answer() -> None:
    candidate = written(free_schema())["candidates"][0]
    pack = fenced([OTHER, PASSAGE], secret="s", places=["Logs", "Retries"]).text
    prompt = load("critique/groundedness")
    system, user = prompt.render(about="Harbor", passages=pack, question=candidate["question"], count=2)
    purpose, text = answer(Asked("simulated", system, user, json.loads(groundedness_schema(2))), NO_FAILURES, 0)
    verdict = json.loads(text)
    assert purpose == "groundedness"
    assert verdict["passages"]["passage_1"] == {"quote": "", "label": "none"}
    assert verdict["passages"]["passage_2"] == {"quote": candidate["quote"], "label": "full"}
    assert verdict["answer"] == candidate["answer"]
    assert verdict["rating"] >= 4


@pytest.mark.parametrize(
    ("second", "same"),
    [
        ("1. Stop it with `harbor stop --all`. 2. Copy `/var/cache` (or move it). 3. Start it.", "yes"),
        ("1. Copy `/var/cache`. 2. Stop it with `harbor stop`. 3. Start it.", "no"),
        ("1. Stop it with `harbor stop`. 2. Start it.", "no"),
        ("1. Stop it with `harbor stop`. 2. Copy `/var/log`. 3. Start it.", "no"),
    ],
)
def test_it_finds_a_step_that_a_procedure_lacks(second: str, same: str) -> None:
    steps = "Stop it with `harbor stop`\nCopy `/var/cache`\nStart it"
    pack = fenced([steps, second], secret="s").text
    system, user = load("critique/same_steps").render(about="Harbor", passages=pack, question="How do I move it?")
    purpose, text = answer(Asked("simulated", system, user, json.loads(same_parts_schema())), NO_FAILURES, 0)
    assert (purpose, json.loads(text)["same"]) == ("groundedness", same)


def test_critics_are_told_apart_by_their_schemas_and_fail_the_share_they_should() -> None:
    for name, schema in (("standalone", standalone_schema()), ("relevance", relevance_schema())):
        prompt = load(f"critique/{name}")
        ratings = []
        for number in range(200):
            question = f"What is setting {number} of Harbor for?"
            system, user = prompt.render(about="Harbor", question=question, audience="a developer")
            asked = Asked("simulated", system, user, json.loads(schema))
            purpose, text = answer(asked, {name: 0.2}, 0)
            assert purpose == name
            ratings.append(json.loads(text)["rating"])
        assert 20 <= sum(rating < 4 for rating in ratings) <= 60
