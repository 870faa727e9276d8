from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.outputs.asqa import Annotation, Knowledge, Page, Pair, Sample, read_asqa, samples_of, write_asqa
from benchmill.records import (
    AnswerComponent,
    Benchmark,
    Candidate,
    Critique,
    Document,
    Evidence,
    InputError,
    Item,
    Reading,
    Span,
)
from tests.outputs.invented import benchmarks, texts

_EXAMPLE = Path(__file__).parents[1] / "scorer" / "golden" / "asqa" / "asqa_export_example.jsonl"
_DOCUMENT = Document(
    "a/gate.md", "The gate lets six calls through. The old gate let four.", "Gate", "", "text/markdown"
)
_SIX, _FOUR = (Evidence(Span.of(_DOCUMENT, start, end)) for start, end in ((0, 32), (33, 55)))


def _item(number: int, candidate: Candidate) -> Item:
    return Item(f"q-{number:016x}", Critique(candidate), 1, number)


def test_an_ambiguous_item_goes_out_with_its_readings_pages_and_knowledge(tmp_path: Path) -> None:
    readings = (
        Reading("How many does the gate let through?", "six", (_SIX,), ("six", "6")),
        Reading("How many did the old gate let through?", "four", (_FOUR,), ("four",)),
    )
    component = AnswerComponent("six or four", (_SIX, _FOUR))
    candidate = Candidate("ambiguous", "How many?", "Six; the old gate four.", (component,), (), readings=readings)
    exported = samples_of(Benchmark("b", (_DOCUMENT,), (_item(1, candidate),)))
    assert (exported.left_out, exported.converted) == ((), 0)
    write_asqa(tmp_path / "a.jsonl", exported.samples)
    assert json.loads((tmp_path / "a.jsonl").read_text()) == {
        "ambiguous_question": "How many?",
        "qa_pairs": [
            {
                "context": "The gate lets six calls through.",
                "question": "How many does the gate let through?",
                "short_answers": ["six", "6"],
                "wikipage": "Gate",
            },
            {
                "context": "The old gate let four.",
                "question": "How many did the old gate let through?",
                "short_answers": ["four"],
                "wikipage": "Gate",
            },
        ],
        "wikipages": [{"title": "Gate", "url": "a/gate.md"}],
        "annotations": [
            {
                "knowledge": [
                    {"content": "The gate lets six calls through.", "wikipage": "Gate"},
                    {"content": "The old gate let four.", "wikipage": "Gate"},
                ],
                "long_answer": "Six; the old gate four.",
            }
        ],
        "sample_id": f"q-{1:016x}",
    }


def test_other_kinds_are_converted_where_every_component_is_short() -> None:
    short = AnswerComponent("the number of calls that it lets through at once is six", (_SIX,), ("six",))
    long = AnswerComponent("four calls at once were what the old gate let through", (_FOUR,))
    items = (
        _item(1, Candidate("factoid", "How many?", "six", (short,), ())),
        _item(2, Candidate("list", "Which?", "six", (short, AnswerComponent("four", (_FOUR,))), ())),
        _item(3, Candidate("list", "What?", "six", (short, long), ())),
        _item(4, Candidate("unanswerable", "Never?", "", (), ())),
    )
    exported = samples_of(Benchmark("b", (_DOCUMENT,), items))
    assert [[pair.short_answers for pair in sample.pairs] for sample in exported.samples] == [
        [("six",)],
        [("six",), ("four",)],
    ]
    assert exported.converted == 2
    assert [failure.subject_id for failure in exported.left_out] == [items[2].id, items[3].id]


@given(benchmarks())
@settings(max_examples=30)
def test_every_item_is_written_or_left_out(benchmark: Benchmark) -> None:
    exported = samples_of(benchmark)
    assert len(exported.samples) + len(exported.left_out) == len(benchmark.items)


_none_or_text = st.none() | texts
_samples = st.builds(
    Sample,
    id=texts,
    question=texts,
    pairs=st.lists(
        st.builds(Pair, texts, st.lists(texts, max_size=2).map(tuple), texts, _none_or_text), max_size=2
    ).map(tuple),
    annotations=st.lists(
        st.builds(Annotation, texts, st.lists(st.builds(Knowledge, texts, _none_or_text), max_size=2).map(tuple)),
        max_size=2,
    ).map(tuple),
    pages=st.lists(st.builds(Page, texts, texts), max_size=2).map(tuple),
    answer=_none_or_text,
)


@given(st.lists(_samples, min_size=1, max_size=3, unique_by=lambda sample: sample.id))
@settings(max_examples=60)
def test_any_samples_come_back_equal_and_give_the_same_bytes_again(samples: list[Sample]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "asqa.jsonl"
        write_asqa(path, samples)
        first = path.read_bytes()
        assert read_asqa(path) == tuple(samples)
        write_asqa(path, read_asqa(path))
        assert path.read_bytes() == first


def test_the_file_that_rageval_read_is_read_and_written_back_alike(tmp_path: Path) -> None:
    samples = read_asqa(_EXAMPLE)
    assert [sample.id for sample in samples] == [str(number) for number in range(11)]
    assert samples[0].answer == "The cat sat on the mat."
    write_asqa(tmp_path / "again.jsonl", samples)
    ours, theirs = ((path.read_text().splitlines()) for path in (tmp_path / "again.jsonl", _EXAMPLE))
    assert [json.loads(line) for line in ours] == [json.loads(line) for line in theirs]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("", "a.jsonl is empty"),
        ('{"sample_id": "1", "ambiguous_question": "q"}\n' * 2, "line 2: the sample_id '1' is used in an earlier line"),
        ('{"sample_id": "1"}', "line 1: 'ambiguous_question' is missing"),
        ('{"ambiguous_question": "q", "qa_pairs": [{}]}', "line 1, qa_pairs 1: 'short_answers' is missing"),
        (
            '{"ambiguous_question": "q", "qa_pairs": [{"short_answers": [], "wikipage": 1}]}',
            "'wikipage' must be a text",
        ),
        ('{"ambiguous_question": "q", "annotations": [{}]}', "line 1, annotations 1: 'long_answer' is missing"),
        ('{"ambiguous_question": "q", "answers": ["a"]}', "line 1: 'answers' must be a text, not a list"),
    ],
)
def test_a_damaged_line_is_refused_with_its_place(tmp_path: Path, lines: str, complaint: str) -> None:
    (tmp_path / "a.jsonl").write_text(lines)
    with pytest.raises(InputError, match=complaint):
        read_asqa(tmp_path / "a.jsonl")
