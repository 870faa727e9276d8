"""Replies that real models gave, and more like them: each comes out right or is refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmill.chat.errors import BadReply
from benchmill.chat.model import ChatReply
from benchmill.generator.writer_replies import Draft, read_drafts

CASES: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "golden/replies.json").read_text("utf-8"))


def flat(draft: Draft) -> dict[str, str]:
    """A draft with one answer, as the golden file writes it."""
    (part,) = draft.parts
    return {"question": draft.question, "answer": part.answer, "quote": part.quote}


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "refused" in case])
def test_a_reply_without_a_draft_is_refused_with_a_reason(name: str) -> None:
    with pytest.raises(BadReply) as refusal:
        read_drafts(ChatReply(CASES[name]["output"]))
    assert CASES[name]["refused"] in refusal.value.reason


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "refused" not in case])
def test_the_drafts_of_a_reply_come_out_as_they_were_said(name: str) -> None:
    found = read_drafts(ChatReply(CASES[name]["output"]))
    assert [flat(draft) for draft in found.drafts] == [{"quote": "", **draft} for draft in CASES[name]["drafts"]]
    assert list(found.problems) == CASES[name].get("problems", [])


PIECES = ["Factoid question:", "Question: ", "Answer:", "Quote: q", "**", "\n", "\n\n", "{", "}", "[", "]", '"answer"']
PIECES += [
    ":",
    ", ",
    '"question"',
    '"x"',
    '{"candidates": [',
    "What is X?",
    "<think>",
    "</think>",
    "Note: n",
    "1. ",
    "```",
]


@settings(max_examples=300)
@example("FACTOID QUESTION:0\rANSWER:0")
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=14).map("".join)))
def test_any_reply_gives_whole_drafts_or_bad_reply_and_nothing_else(text: str) -> None:
    try:
        found = read_drafts(ChatReply(text))
    except BadReply as refusal:
        assert refusal.reason
        return
    assert all(draft.question.strip() and draft.parts for draft in found.drafts)
    assert all(part.answer.strip() for draft in found.drafts for part in draft.parts)


WORD = st.text(st.sampled_from("abcdé1_*`.\"'"), min_size=1, max_size=8).filter(lambda word: word.strip("*_`") != "")


@settings(max_examples=100)
@given(st.lists(st.tuples(WORD, WORD, WORD), max_size=3))
def test_what_a_model_writes_by_schema_is_read_as_it_is(entries: list[tuple[str, str, str]]) -> None:
    written = [{"quote": q, "answer": f"a {a} b", "question": f"What {x}?"} for q, a, x in entries]

    found = read_drafts(ChatReply(json.dumps({"candidates": written})))

    assert [(d.parts[0].quote, d.parts[0].answer, d.question) for d in found.drafts] == [
        (entry["quote"], entry["answer"], entry["question"]) for entry in written
    ]
