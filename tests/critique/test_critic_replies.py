"""Ratings that real models gave, and more like them: each is read right or refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.chat.errors import BadReply
from benchmill.chat.model import ChatReply
from benchmill.critique.critic_replies import Finding, read_findings, read_judgement

CASES: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "golden/replies.json").read_text("utf-8"))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "refused" in case])
def test_a_reply_without_a_rating_is_refused_with_a_reason(name: str) -> None:
    with pytest.raises(BadReply) as refusal:
        read_judgement(ChatReply(CASES[name]["output"]))
    assert CASES[name]["refused"] in refusal.value.reason


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "refused" not in case])
def test_a_rating_and_its_rationale_come_out_as_they_were_said(name: str) -> None:
    judgement = read_judgement(ChatReply(CASES[name]["output"]))
    assert (judgement.rating, judgement.rationale) == (CASES[name]["rating"], CASES[name]["rationale"])


@settings(max_examples=300)
@given(st.text(st.sampled_from("Total rating:Ev\n*_`#12345/.+-,()of {}\"'"), max_size=40))
def test_any_reply_gives_a_rating_from_1_to_5_or_bad_reply(text: str) -> None:
    try:
        judgement = read_judgement(ChatReply(f"Total rating: {text}"))
    except BadReply as refusal:
        assert refusal.reason
    else:
        assert judgement.rating in range(1, 6)


def findings(**changes: object) -> ChatReply:
    fields: dict[str, object] = {
        "passages": {
            "passage_1": {"quote": "Logs live 14 days.", "label": "full"},
            "passage_2": {"quote": "", "label": "none"},
        },
        "answer": "14 days",
        "rationale": "Stated.",
        "rating": 5,
    }
    return ChatReply(json.dumps(fields | changes))


def test_findings_are_read_passage_by_passage() -> None:
    found = read_findings(findings(), 2)

    assert found.passages == (Finding("full", "Logs live 14 days."), Finding("none", ""))
    assert (found.answer, found.judgement.rating, found.judgement.rationale) == ("14 days", 5, "Stated.")


@pytest.mark.parametrize(
    "passages",
    [
        [{"quote": "q", "label": "full"}, {"quote": None, "label": "None"}],
        [{"passage": 2, "quote": "", "label": "none"}, {"passage": 1, "quote": "q", "label": " FULL "}],
        {"2": {"label": "none"}, "1": {"quote": "q", "label": "full"}},
        {"passage_1": {"quote": "q", "label": "full"}, "passage_2": {"quote": 5, "label": "none"}, "passage_3": {}},
    ],
)
def test_findings_in_another_shape_are_read_where_they_are_plain(passages: object) -> None:
    assert read_findings(findings(passages=passages), 2).passages == (Finding("full", "q"), Finding("none", ""))


@pytest.mark.parametrize("answer", ["NOT_IN_PASSAGES", "not_in_passages.", "`NOT_IN_PASSAGES`", None, ""])
def test_no_answer_in_the_passages_is_an_empty_answer(answer: object) -> None:
    assert read_findings(findings(answer=answer), 2).answer == ""


NONE = {"quote": "", "label": "none"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"passages": {"passage_1": NONE}}, "passage_2 has no label"),
        ({"passages": [NONE]}, "passage_2 has no label"),
        ({"passages": ["full", "none"]}, "passage_1 has no label"),
        (
            {"passages": {"passage_1": {"label": "fully"}, "passage_2": {"label": "none"}}},
            "the label of passage_1 must be",
        ),
        (
            {"passages": {"passage_1": {"label": ["full"]}, "passage_2": {"label": "none"}}},
            "the label of passage_1 must be",
        ),
        (
            {"passages": [NONE | {"passage": 1}, NONE | {"passage": 1}]},
            "a passage is labelled twice",
        ),
        ({"passages": "full"}, 'no "passages"'),
        ({"answer": True}, '"answer" must be text'),
        ({"answer": ["14 days"]}, '"answer" must be text'),
        ({"rating": 4.5}, "whole number"),
        ({"rating": None}, 'no "rating"'),
    ],
)
def test_findings_that_leave_something_open_are_refused(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(BadReply) as refusal:
        read_findings(findings(**changes), 2)

    assert reason in refusal.value.reason
