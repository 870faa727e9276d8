from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.outputs.fastbook import (
    Component,
    Question,
    QuestionContext,
    questions_of,
    read_questions,
    write_questions,
)
from benchmill.records import (
    AnswerComponent,
    Benchmark,
    Candidate,
    Critique,
    Evidence,
    InputError,
    Item,
    NearMiss,
    Span,
)
from tests.outputs.invented import benchmarks, texts

_components = st.builds(
    Component,
    texts=st.lists(texts, min_size=1, max_size=2).map(tuple),
    contexts=st.lists(texts, max_size=2).map(tuple),
    scoring_type=texts,
    explicit_context=st.booleans(),
    extraneous_answer=st.booleans(),
)


def _question(number: int) -> st.SearchStrategy[Question]:
    return st.builds(
        Question,
        chapter=st.integers(-1, 20),
        question_number=st.just(number),
        text=texts,
        answer=texts,
        components=st.lists(_components, max_size=2).map(tuple),
        question_context=st.lists(
            st.builds(QuestionContext, texts, st.lists(texts, max_size=2).map(tuple)), max_size=2
        ).map(tuple),
        id=st.just("") | st.just(f"id {number}"),
        source=texts,
    )


@given(st.integers(0, 3).flatmap(lambda count: st.tuples(*map(_question, range(count)))))
@settings(max_examples=60)
def test_any_questions_come_back_equal_and_give_the_same_bytes_again(
    questions: tuple[Question, ...],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "benchmark.json"
        write_questions(path, questions)
        first = path.read_bytes()
        assert read_questions(path) == questions
        write_questions(path, read_questions(path))
        assert path.read_bytes() == first


@given(benchmarks())
@settings(max_examples=40)
def test_our_writer_never_writes_an_empty_context_and_every_item_is_written_or_left_out(benchmark: Benchmark) -> None:
    exported = questions_of(benchmark)
    assert len(exported.questions) + len(exported.left_out) == len(benchmark.items)
    for question in exported.questions:
        assert question.components
        for component in question.components:
            assert component.contexts
            assert all(context.strip() for context in component.contexts)


def test_the_file_is_as_the_scorer_of_fastbook_benchmark_reads_it(tmp_path: Path) -> None:
    one = Evidence(Span("a.md", 0, 4, "six."))
    other = Evidence(Span("b/a.md", 10, 17, "half 12"), "promoted", 1)
    again = Evidence(Span("c.md", 5, 9, "six."), "promoted")
    candidate = Candidate("factoid", "How many?", "Six", (AnswerComponent("Six", (one, other, again)),), ("c-1",))
    item = Item("q-0123456789abcdef", Critique(candidate), 4, 20)
    write_questions(tmp_path / "benchmark.json", questions_of(Benchmark("b", (), (item,))).questions)
    assert json.loads((tmp_path / "benchmark.json").read_text()) == {
        "questions": [
            {
                "chapter": 4,
                "question_number": 20,
                "question_text": "How many?",
                "gold_standard_answer": "Six",
                "answer_context": [
                    {
                        "answer_component": "Six",
                        "scoring_type": "simple",
                        "context": ["six.", "half 12"],
                        "explicit_context": "true",
                        "extraneous_answer": "false",
                    }
                ],
                "question_context": [],
                "id": "q-0123456789abcdef",
                "source": "a.md",
            }
        ]
    }


def test_a_question_without_an_answer_is_left_out_with_its_reason() -> None:
    near_miss = NearMiss(Evidence(Span("a.md", 0, 3, "six")), "six", "the limit of seven")
    candidate = Candidate("unanswerable", "How many?", "", (), ("c-1",), near_miss=near_miss)
    exported = questions_of(Benchmark("b", (), (Item("q-0123456789abcdef", Critique(candidate), 1, 1),)))
    assert exported.questions == ()
    assert [(failure.stage, failure.subject_id, failure.check) for failure in exported.left_out] == [
        ("export", "q-0123456789abcdef", "no-evidence")
    ]


# Written for this test in the shape of the original data set, with each of its irregularities.
_ORIGINAL = {
    "questions": [
        {
            "chapter": 1,
            "question_number": 2,
            "question_text": '""What does “loss” mean?""',
            "gold_standard_answer": '"A measure of how wrong the model is, and it canâ€™t be negative"',
            "answer_context": [
                {
                    "answer_component": ["a measure", "of wrongness"],
                    "scoring_type": "simple",
                    "context": ["The loss is a measure …", "It canâ€™t be negative"],
                    "explicit_context": "true",
                    "extraneous_answer": "false",
                },
                {
                    "answer_component": "and it can’t be negative",
                    "scoring_type": "simple",
                    "context": [],
                    "explicit_context": "false",
                    "extraneous_answer": "true",
                },
            ],
            "question_context": [{"question_component": "loss", "context": ["The loss is"]}],
        },
        {
            "chapter": 13,
            "question_number": 40,
            "question_text": "Gaps in numbers?",
            "gold_standard_answer": "",
            "answer_context": [],
            "question_context": [],
        },
    ]
}


def test_the_original_data_sets_irregularities_are_read(tmp_path: Path) -> None:
    path = tmp_path / "fastbook-benchmark.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(_ORIGINAL, indent=4).replace("\n", "\r\n").encode())
    first, second = read_questions(path)
    assert first.text == '""What does “loss” mean?""'
    assert [component.texts for component in first.components] == [
        ("a measure", "of wrongness"),
        ("and it can’t be negative",),
    ]
    assert first.components[1] == Component(("and it can’t be negative",), (), "simple", False, True)
    assert first.question_context == (QuestionContext("loss", ("The loss is",)),)
    assert (first.name, second.name, second.components) == ("1.2", "13.40", ())
    write_questions(path, read_questions(path))
    assert json.loads(path.read_text()) == _ORIGINAL


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ({"chapter": "1"}, "question 2: 'chapter' must be a whole number, not a text"),
        ({"chapter": 1.5}, "question 2: 'chapter' must be a whole number, not 1.5"),
        ({"question_text": None}, "question 2: 'question_text' must be a text, not null"),
        ({"answer_context": {}}, "question 2: 'answer_context' must be a list, not an object"),
        ({"answer_context": ["text"]}, "question 2, component 1: expected an object, found a text"),
        ({"answer_context": [{}]}, "question 2, component 1: 'context' is missing"),
        ({"answer_context": [{"context": "text"}]}, "component 1: 'context' must be a list, not a text"),
        ({"answer_context": [{"context": [1]}]}, "component 1: 'context': element 1 must be a text, not a number"),
        ({"answer_context": [{"context": [], "explicit_context": "yes"}]}, 'must be "true" or "false"'),
        ({"answer_context": [{"context": [], "answer_component": [1]}]}, "'answer_component': element 1"),
        ({"chapter": 1, "question_number": 2}, "question 2: '1.2' is the key of an earlier question too"),
    ],
)
def test_a_damaged_question_is_refused_by_file_and_record(
    tmp_path: Path, damage: dict[str, object], complaint: str
) -> None:
    first, second = _ORIGINAL["questions"]
    path = tmp_path / "gold.json"
    path.write_text(json.dumps({"questions": [first, second | damage]}))
    with pytest.raises(InputError, match=f"gold.json, {complaint}" if complaint[0] == "q" else complaint):
        read_questions(path)


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "gold.json").write_text("[]")
    with pytest.raises(InputError, match="expected an object with 'questions', found a list"):
        read_questions(tmp_path / "gold.json")
