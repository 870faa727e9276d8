from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.outputs.json_files import json_line, parse_json
from benchmill.outputs.jsonl import (
    ItemRecord,
    Rejected,
    item_records,
    parse_rejected,
    rejected_line,
    write_items,
)
from benchmill.records import (
    AnswerComponent,
    Benchmark,
    Candidate,
    Chunk,
    Critique,
    Evidence,
    Failure,
    InputError,
    Item,
    Span,
    Verdict,
)
from tests.outputs.invented import benchmarks, candidates, texts, verdicts
from tests.outputs.readers.items import read_items


def an_item(number: int = 1) -> tuple[Item, Chunk]:
    chunk = Chunk(Span("guide/limits.md", 100, 133, "The gate lets 6 calls through. Ok"), ("Limits", "The gate"))
    component = AnswerComponent("6 calls", (Evidence(Span("guide/limits.md", 100, 130, chunk.text[:30])),), ("6",))
    candidate = Candidate("factoid", f"How many calls, {number}?", "6 calls", (component,), (chunk.id,), "key")
    critique = Critique(candidate, (Verdict(candidate.id, "relevance", 4, "a task", "key2", "ollama:llama3"),))
    return Item(f"q-{number:016x}", critique, 1, number, "ollama:llama3", "0123", "looks good"), chunk


@given(benchmarks())
@settings(max_examples=60)
def test_items_come_back_equal_and_are_written_with_the_same_bytes_again(benchmark: Benchmark) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "items.jsonl"
        records = item_records(benchmark)
        write_items(path, records)
        first = path.read_bytes()
        assert read_items(path) == records
        write_items(path, read_items(path))
        assert path.read_bytes() == first


@given(st.data())
@settings(max_examples=40)
def test_rejected_candidates_come_back_equal(data: st.DataObject) -> None:
    candidate = data.draw(candidates)
    failure = Failure("check", candidate.id, data.draw(texts), data.draw(texts), data.draw(texts))
    rejected = Rejected(candidate, failure, data.draw(verdicts(candidate)))
    line = parse_json(json_line(rejected_line(rejected)), "line")
    assert isinstance(line, dict)
    assert parse_rejected(line, "line") == rejected


def test_an_items_line_has_the_promised_keys(tmp_path: Path) -> None:
    item, chunk = an_item()
    write_items(tmp_path / "items.jsonl", item_records(Benchmark("b", (), (item,), (chunk,))))
    line = json.loads((tmp_path / "items.jsonl").read_text())
    assert line["headings"] == ["Limits", "The gate"]
    assert line["components"] == [
        {
            "text": "6 calls",
            "short_answers": ["6"],
            "evidence": [
                {
                    "document": "guide/limits.md",
                    "start": 100,
                    "end": 130,
                    "text": "The gate lets 6 calls through.",
                    "origin": "seed",
                    "grade": 2,
                }
            ],
        }
    ]
    assert line["ratings"]["relevance"]["rating"] == 4
    promised = (
        "id kind question answer components document headings chunks ratings generator prompt review chapter"
        " question_number"
    )
    assert set(promised.split()) <= set(line)
    assert not {"hops", "readings", "near_miss"} & set(line)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ({"kind": "riddle"}, "line 2: 'kind' must be one of factoid.*not 'riddle'"),
        ({"question": 5}, "line 2: 'question' must be a text, not a number"),
        ({"chapter": True}, "line 2: 'chapter' must be a whole number, not true or false"),
        ({"id": "7"}, "line 2: an item's id is"),
        ({"components": [{"text": "a"}]}, "line 2, components 1: 'short_answers' is missing|has no evidence"),
        ({"components": [{"text": "a", "short_answers": [], "evidence": [{}]}]}, "evidence 1: 'origin' is missing"),
        ({"ratings": {"relevance": {"rating": 6, "rationale": ""}}}, "relevance: relevance rating must be 1 to 5"),
        ({"id": f"q-{1:016x}"}, "line 2: the id .* is used in an earlier line, too"),
    ],
)
def test_a_damaged_item_is_refused_by_line_and_field(tmp_path: Path, damage: dict[str, object], complaint: str) -> None:
    path = tmp_path / "items.jsonl"
    write_items(path, [ItemRecord(an_item(1)[0]), ItemRecord(an_item(2)[0])])
    first, second = path.read_text().splitlines()
    path.write_text(first + "\n" + json.dumps(json.loads(second) | damage) + "\n")
    with pytest.raises(InputError, match=complaint):
        read_items(path)
