"""Rules in the critics' place: what they refuse and why, and what they let through."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.rule_critics import examine_by_rules
from benchmill.records import CRITERIA, AnswerComponent, Candidate, Evidence, Span


def made(question: str, answer: str, quote: str, *, kind: str = "factoid") -> Candidate:
    evidence = Evidence(Span("guide.md", 0, len(quote), quote))
    assert kind in ("factoid", "procedure")
    return Candidate(
        "factoid" if kind == "factoid" else "procedure",
        question,
        answer,
        (AnswerComponent(answer, (evidence,)),),
        ("c-1",),
    )


def ratings(candidate: Candidate) -> dict[str, int]:
    return {verdict.criterion: verdict.rating for verdict in examine_by_rules(candidate).verdicts}


GOOD = made(
    "What is the default value of `retry_delay` in Pebblewire?",
    "2.5",
    "`retry_delay` (float, defaults to 2.5): seconds to wait",
)


def test_a_sound_item_passes_all_three() -> None:
    critique = examine_by_rules(GOOD)
    assert critique.decide(4) == "accepted"
    assert ratings(GOOD) == {"standalone": 5, "groundedness": 5, "relevance": 5}


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("a `Relay` that sends messages", "Pebblewire makes a :class:`~pebblewire.Relay` that sends messages"),
        (
            "Find the port of Pebblewire: `pebblewire --port`",
            "Find the port of Pebblewire:\n  ```bash\n  $ pebblewire --port\n  ```",
        ),
        (
            "Press the New relay button",
            "Press the <span class='badge'><span class=\"icon\"></span> New relay</span> button of Pebblewire",
        ),
    ],
    ids=["a role", "a block of code", "tags of HTML"],
)
def test_an_answer_is_in_a_quote_with_the_marks_around_code(answer: str, quote: str) -> None:
    assert ratings(made("What does Pebblewire make?", answer, quote))["groundedness"] == 5


def test_every_verdict_says_that_rules_made_it_and_names_the_rule() -> None:
    verdicts = examine_by_rules(GOOD).verdicts
    assert [verdict.criterion for verdict in verdicts] == list(CRITERIA)
    assert all(verdict.model == "rules" and verdict.request_key == "" for verdict in verdicts)
    assert all(verdict.rationale.startswith("rule ") and ": " in verdict.rationale for verdict in verdicts)


REFUSED = [
    (
        "standalone",
        "What is the default value of this setting in Pebblewire?",
        "2.5",
        "delay defaults to 2.5",
        "points-back",
    ),
    ("standalone", "It waits how many seconds in Pebblewire?", "2.5", "Pebblewire waits 2.5", "points-back"),
    (
        "standalone",
        "According to the text, what does Pebblewire keep?",
        "a log",
        "Pebblewire keeps a log",
        "points-back",
    ),
    ("standalone", "What does the server keep on disk?", "a log", "The server keeps a log on disk", "named-subject"),
    ("standalone", "What does the `name` parameter specify?", "who asks", "`name`: who asks for it", "common-word"),
    ("standalone", "What does the `strength` parameter specify?", "how strong", "`strength`: how strong", "scope"),
    (
        "groundedness",
        "What is the limit of `max_size` in Pebblewire?",
        "7 MiB",
        "`max_size` has a limit of 5 MiB",
        "answer-in-quote",
    ),
    ("groundedness", "How large may a message be in Pebblewire?", "256 KiB", "256 KiB.", "bare-quote"),
    (
        "groundedness",
        "How large may a message be in Pebblewire?",
        "256 KiB",
        "Nothing grows beyond 256 KiB",
        "same-subject",
    ),
    (
        "relevance",
        "Who is the author of `relay.md` in Pebblewire?",
        "A. Doe",
        "The author of relay.md is A. Doe",
        "trivia",
    ),
    (
        "relevance",
        "What does `MyRelay` do for foo in Pebblewire?",
        "waits a second",
        "`MyRelay` waits a second for foo",
        "pretend",
    ),
    (
        "relevance",
        "What is `RelayStore` in Pebblewire?",
        "a class",
        "`RelayStore` is a class of Pebblewire",
        "empty-answer",
    ),
    (
        "relevance",
        "What does `RelayStore` mean in Pebblewire?",
        "relay store",
        "`RelayStore`: relay store",
        "adds-nothing",
    ),
]


@pytest.mark.parametrize(
    ("criterion", "question", "answer", "quote", "rule"), REFUSED, ids=[f"{c[4]}-{n}" for n, c in enumerate(REFUSED)]
)
def test_a_rule_refuses_what_it_names(criterion: str, question: str, answer: str, quote: str, rule: str) -> None:
    critique = examine_by_rules(made(question, answer, quote))
    assert critique.decide(4) == "rejected"
    (verdict,) = [verdict for verdict in critique.verdicts if verdict.criterion == criterion]
    assert verdict.rating < 4
    assert verdict.rationale.startswith(f"rule {rule}:")


@pytest.mark.parametrize(
    ("question", "answer", "quote"),
    [
        (
            "What is the default value of the `RELAY_USER` environment variable in Pebblewire?",
            "pebblewire",
            "`RELAY_USER`: the owner of the files. Default: `pebblewire`",
        ),
        (
            "What does `DiffusionPipeline` do?",
            "loads all components at once",
            "`DiffusionPipeline` loads all components at once.",
        ),
        (
            "What is Core Relay?",
            "the storage format of old releases",
            "Core Relay is the storage format of old releases.",
        ),
        (
            'What does "Lag" mean in Pebblewire?',
            "the distance to the newest message",
            "**Lag** is the distance to the newest message.",
        ),
        ("Which default does the `relay.tls` setting have in Pebblewire?", "off", "| `relay.tls` | off |"),
        ("What does `--level` do?", "sets the compression", "- `--level`: sets the compression"),
        (
            "What is the scope of the `DELETE /v1/x` request in Pebblewire?",
            "`admin`",
            "| `DELETE /v1/x` | `admin` | Removes it |",
        ),
        ("What is the default of the “use system font size” setting in relay?", "on", "use system font size: on"),
        ("What is the default of the `host` setting of `plex` in relay?", "localhost", "**host**: default `localhost`"),
        ("Pebblewireにおける共変性とは何ですか？", "関係が保たれること", "共変性とは、関係が保たれることです。"),
        ("What does `a_b` return in Pebblewire?", "the number\nof rows", "`a_b` returns the number\nof **rows**."),
    ],
)
def test_no_rule_refuses_a_good_item(question: str, answer: str, quote: str) -> None:
    assert examine_by_rules(made(question, answer, quote)).decide(4) == "accepted"


def test_a_number_that_is_not_in_the_evidence_is_refused_even_inside_a_longer_one() -> None:
    assert ratings(made("What is the `max_size` of Pebblewire?", "5", "`max_size` is 25"))["groundedness"] == 1


def test_each_component_is_held_to_its_own_evidence() -> None:
    first = AnswerComponent("json", (Evidence(Span("a.md", 0, 12, "`json`: text")),))
    second = AnswerComponent("cbor", (Evidence(Span("a.md", 0, 12, "`json`: text")),))
    both = Candidate("list", "Which formats does Pebblewire support?", "json; cbor", (first, second), ("c-1",))
    assert ratings(both)["groundedness"] == 1


_said = st.text(min_size=1).filter(str.strip)


@given(question=_said, answer=_said, quote=_said)
@settings(max_examples=150)
def test_whatever_the_words_there_are_three_verdicts(question: str, answer: str, quote: str) -> None:
    candidate = made(question, answer, quote)
    critique = examine_by_rules(candidate)
    assert {verdict.criterion for verdict in critique.verdicts} == set(CRITERIA)
    assert critique.decide(4) in ("accepted", "rejected")
    assert critique == examine_by_rules(candidate)


def test_a_name_beside_a_script_without_capitals_is_a_subject() -> None:
    for question in ("Pebblewire 中如何添加监控？", "Pebblewireで監視を追加するには？"):
        assert ratings(made(question, "添加", "添加"))["standalone"] == 5
    assert ratings(made("如何添加监控？", "添加", "添加"))["standalone"] == 2
