"""The ANSWERS file: two forms of it, and one clear error for whatever is neither."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.judging.given import Given, read_answers
from benchmill.records import InputError

KNOWN = ("q-1", "q-2", "q-3")


def answers(folder: Path, text: str) -> dict[str, Given]:
    path = folder / "answers"
    path.write_bytes(text.encode())
    return read_answers(path, KNOWN)


def test_json_lines_hold_answers_and_passages(tmp_path: Path) -> None:
    text = (
        '\ufeff\n{"id": "q-1", "answer": "yes", "passages": ["one", {"text": "two", "score": 1.5}], "extra": 1}\r\n'
        '{"id": "q-2", "answer": null, "passages": []}\n\n{"answer": "", "id": "q-3"}'
    )
    assert answers(tmp_path, text) == {"q-1": Given("yes", ("one", "two")), "q-2": Given("", ()), "q-3": Given("")}


@pytest.mark.parametrize("indent", [None, 1])
def test_a_squad_prediction_file_is_read_on_one_line_or_many(tmp_path: Path, indent: int | None) -> None:
    text = json.dumps({"q-1": "yes", "q-2": ""}, indent=indent)

    assert answers(tmp_path, text) == {"q-1": Given("yes"), "q-2": Given("")}


def test_a_list_of_records_is_read_too(tmp_path: Path) -> None:
    assert answers(tmp_path, '[{"id": "q-1",\n"answer": "yes"}]') == {"q-1": Given("yes")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("{}", "holds no answers"),
        ("[]", "holds no answers"),
        ("yes", "not JSON"),
        ("3", "found a number"),
        ('{"q-1": 3}', "answer to 'q-1'.*found a number|answer to 'q-1'.*not a number"),
        ('{"id": "q-1"}', "line 1: 'answer' is missing"),
        (
            '{"id": "q-1", "passages": ["p"]}',
            "the system declined; `benchmill score` reads a file of retrieved passages",
        ),
        ('{"answer": "yes"}', "line 1: 'id' is missing"),
        ('{"id": "q-1", "answer": "a"}\n{"id": "q-1", "answer": "b"}', "line 2: 'q-1' has an answer already"),
        ('{"id": "q-1", "answer": "a"}\n{"id": "q-2"', "line 2: not JSON"),
        ('{"id": "q-1", "answer": "a", "passages": "p"}', "line 1, 'passages': expected a list"),
        ('{"id": "q-1", "answer": "a", "passages": [{"x": 1}]}', "passage 1"),
        ('{"id": "q-9", "answer": "a"}', "does not have: 'q-9'; is it of another edition.*'q-1'"),
        ('{"q-1": "a", "q-7": "b"}', "does not have: 'q-7'"),
    ],
)
def test_what_cannot_be_read_is_one_clear_error(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        answers(tmp_path, text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.jsonl cannot be read"):
        read_answers(tmp_path / "nowhere.jsonl", KNOWN)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(KNOWN), st.text(max_size=20), min_size=1), st.booleans())
def test_any_answers_come_out_as_they_went_in(
    tmp_path_factory: pytest.TempPathFactory, said: dict[str, str], lines: bool
) -> None:
    path = tmp_path_factory.mktemp("answers") / "a"
    records = "".join(json.dumps({"id": id_, "answer": text}) + "\n" for id_, text in said.items())
    path.write_text(records if lines else json.dumps(said), encoding="utf-8")

    assert read_answers(path, KNOWN) == {id_: Given(text) for id_, text in said.items()}
