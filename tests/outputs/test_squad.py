from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.outputs.squad import Answer, Article, Paragraph, Question, SquadSet, read_squad, write_squad
from benchmill.outputs.squad_items import squad_of
from benchmill.records import (
    AnswerComponent,
    Benchmark,
    Candidate,
    Chunk,
    Critique,
    Document,
    Evidence,
    InputError,
    Item,
    NearMiss,
    Span,
)
from tests.outputs.invented import benchmarks, texts

_TEXT = "😀 The gate lets six calls through at once.\n\nA bucket holds ٣ tokens; e\u0301toile 𝒳 counts."
_DOCUMENT = Document("guide/gate.md", _TEXT, "Gate", "", "text/markdown")
_CHUNKS = tuple(Chunk(Span.of(_DOCUMENT, start, end), ("Gate",)) for start, end in ((0, 43), (45, len(_TEXT))))


def _item(number: int, *components: AnswerComponent, question: str = "", kind: str = "factoid") -> Item:
    miss = NearMiss(Evidence(Span.of(_DOCUMENT, 45, 60)), "x", "y") if kind == "unanswerable" else None
    candidate = Candidate(kind, question or f"Question {number}?", "a", components, (), near_miss=miss)  # type: ignore[arg-type]
    return Item(f"q-{number:016x}", Critique(candidate), 1, number)


def _component(text: str, start: int, end: int, *short: str) -> AnswerComponent:
    return AnswerComponent(text, (Evidence(Span.of(_DOCUMENT, start, end)),), short)


def test_offsets_are_right_for_all_of_unicode_and_impossible_is_said() -> None:
    items = (
        _item(1, _component("six calls", 2, 43)),
        _item(2, _component("three tokens", 45, len(_TEXT), "٣", "٣ tokens", "not there")),
        _item(3, _component("e\u0301toile 𝒳", 60, len(_TEXT))),
        _item(4, kind="unanswerable"),
    )
    squad = squad_of(Benchmark("b", (_DOCUMENT,), items, _CHUNKS)).squad
    questions = list(squad.questions())
    assert len(questions) == 4
    for paragraph, question in questions:
        for answer in question.answers:
            assert paragraph.context[answer.start : answer.start + len(answer.text)] == answer.text
    assert [answer.text for answer in questions[1][1].answers] == ["٣", "٣ tokens"]
    assert [(question.is_impossible, len(question.answers)) for _, question in questions] == [
        (False, 1),
        (False, 2),
        (False, 1),
        (True, 0),
    ]
    assert [article.title for article in squad.articles] == ["guide/gate.md"]
    assert [paragraph.context for paragraph in squad.articles[0].paragraphs] == [chunk.text for chunk in _CHUNKS]


def test_what_squad_cannot_hold_is_left_out_with_its_reason() -> None:
    items = (
        _item(1, _component("a sum of six", 2, 43)),
        _item(2, _component("six", 2, 43), _component("bucket", 45, 60), kind="list"),
        _item(3, _component("six", 2, 43), question="Twice?"),
        _item(4, _component("gate", 2, 43), question="Twice?"),
        _item(5, _component("calls", 40, 50)),
    )
    exported = squad_of(Benchmark("b", (_DOCUMENT,), items, _CHUNKS))
    assert [question.id for _, question in exported.squad.questions()] == [items[2].id]
    assert [(failure.subject_id, failure.reason.split(":")[0]) for failure in exported.left_out] == [
        (items[0].id, "its answer is not verbatim in a chunk that holds the evidence"),
        (items[1].id, "2 answer components"),
        (items[3].id, "another question has the same text"),
        (items[4].id, "its answer is not verbatim in a chunk that holds the evidence"),
    ]


def test_evidence_whose_chunk_has_other_words_there_gives_no_answer() -> None:
    evidence = (Evidence(Span("guide/gate.md", 2, 10, "Six cats")),)
    item = _item(1, AnswerComponent("Six cats", evidence))
    exported = squad_of(Benchmark("b", (_DOCUMENT,), (item,), _CHUNKS))
    assert not [*exported.squad.questions()]
    assert [failure.subject_id for failure in exported.left_out] == [item.id]


@given(benchmarks())
@settings(max_examples=40)
def test_every_item_is_written_or_left_out_and_every_offset_is_right(benchmark: Benchmark) -> None:
    exported = squad_of(benchmark)
    questions = list(exported.squad.questions())
    assert len(questions) + len(exported.left_out) == len(benchmark.items)
    for paragraph, question in questions:
        assert question.is_impossible is (not question.answers)
        for answer in question.answers:
            assert paragraph.context[answer.start : answer.start + len(answer.text)] == answer.text


_answers = st.lists(st.builds(Answer, texts, st.integers(0, 10**6)), max_size=2).map(tuple)


@st.composite
def _sets(draw: st.DrawFn) -> SquadSet:
    def question(number: int) -> Question:
        answers = draw(_answers)
        labels = draw(st.sampled_from([(), (("kind", "list"), ("style", "sentence"), ("change", "premise"))]))
        return Question(f"{number} {draw(texts)}", draw(texts), answers, not answers, draw(_answers), labels)

    numbers = iter(range(100))
    return SquadSet(
        tuple(
            Article(
                draw(texts),
                tuple(
                    Paragraph(draw(texts), tuple(question(next(numbers)) for _ in range(draw(st.integers(1, 2)))))
                    for _ in range(draw(st.integers(1, 2)))
                ),
            )
            for _ in range(draw(st.integers(1, 2)))
        )
    )


@given(_sets())
@settings(max_examples=60)
def test_any_set_comes_back_equal_and_gives_the_same_bytes_again(squad: SquadSet) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "squad.json"
        write_squad(path, squad)
        first = path.read_bytes()
        assert read_squad(path) == squad
        write_squad(path, read_squad(path))
        assert path.read_bytes() == first


def test_a_question_without_answers_is_always_written_as_impossible(tmp_path: Path) -> None:
    write_squad(tmp_path / "s.json", SquadSet((Article("t", (Paragraph("c", (Question("1", "q", (), False),)),)),)))
    (question,) = json.loads((tmp_path / "s.json").read_text())["data"][0]["paragraphs"][0]["qas"]
    assert question == {"question": "q", "id": "1", "benchmill_id": "1", "answers": [], "is_impossible": True}


def test_nothing_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no item can be a SQuAD question"):
        write_squad(tmp_path / "s.json", SquadSet(()))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("whole", "complaint"),
    [
        ({}, "s.json: expected an object with 'data', found an object"),
        ({"data": []}, "s.json has no questions"),
        ({"data": [{"paragraphs": [{"qas": []}]}]}, "article 1, paragraph 1: 'context' is missing"),
        ({"data": [{"paragraphs": [{"context": "c", "qas": [{"id": 1}]}]}]}, "paragraph 1, question 1: 'id' must be"),
        (
            {
                "data": [
                    {"paragraphs": [{"context": "c", "qas": [{"id": "1", "question": "", "answers": {"text": []}}]}]}
                ]
            },
            "question 1: 'answers' must be a list, not an object",
        ),
        (
            {"data": [{"paragraphs": [{"context": "c", "qas": [{"id": "1", "question": "", "answers": []}] * 2}]}]},
            "two questions have the id '1'",
        ),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(tmp_path: Path, whole: object, complaint: str) -> None:
    (tmp_path / "s.json").write_text(json.dumps(whole))
    with pytest.raises(InputError, match=complaint):
        read_squad(tmp_path / "s.json")
