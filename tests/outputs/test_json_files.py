from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.outputs.json_files import LARGEST, json_bytes, json_line, parse_json, read_json, read_json_lines
from benchmill.records import InputError
from tests.outputs.invented import texts

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(texts, part, max_size=3),
    max_leaves=8,
)


@given(_VALUES)
@settings(max_examples=150)
def test_any_value_comes_back_and_a_line_is_one_line_however_lines_are_split(value: object) -> None:
    line = json_line(value)
    assert parse_json(line, "here") == value
    assert len(line.decode().splitlines()) == 1
    assert parse_json(json_bytes(value), "here") == value


def test_a_surrogate_pair_is_written_as_the_character_it_stands_for() -> None:
    assert json_line("\ud83d\ude00") == '"😀"\n'.encode()
    assert json_line("\ude00\ud83d") == b'"\\ude00\\ud83d"\n'


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "file.json is empty: expected JSON"),
        (b" \r\n", "is empty"),
        (b'{"a": 1', "not JSON"),
        (b'{"a": 1,\n "b": }', r"file.json, line 2: not JSON: Expecting value \(column 7\)"),
        (b'{"a": NaN}', "NaN is not a JSON number"),
        (b'{"a": 1, "a": 2}', "the key 'a' is used twice"),
        (b'["\xe9"]', "byte 2 is not UTF-8"),
        (b"[" * 200_000, "nested too deeply"),
        (b"1" * 5000, "file.json: .*digits"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=complaint):
        read_json(path)


def test_a_file_of_a_gigabyte_is_refused_unread(tmp_path: Path) -> None:
    for size in (LARGEST + 1, 10**9):
        with (tmp_path / "large.json").open("wb") as file:
            file.truncate(size)
        with pytest.raises(InputError, match=r"large.json is larger than 512 MB"):
            read_json(tmp_path / "large.json")


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.json cannot be read: No such file"):
        read_json(tmp_path / "none.json")
    with pytest.raises(InputError, match=r"none.jsonl cannot be read: No such file"):
        list(read_json_lines(tmp_path / "none.jsonl"))


def test_bom_crlf_and_blank_lines_are_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\r\n \n{"b": "\xe2\x80\xa8"}')
    assert list(read_json_lines(path)) == [(1, {"a": 1}), (4, {"b": "\u2028"})]
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"a": 1}).encode())
    assert read_json(path) == {"a": 1}


def test_a_damaged_line_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(b'{"a": 1}\n\n{"a": \n')
    with pytest.raises(InputError, match=r"file.jsonl, line 3: not JSON"):
        list(read_json_lines(path))
    path.write_bytes(b'{"a": 1}\n[1]\n')
    with pytest.raises(InputError, match=r"file.jsonl, line 2: expected an object, found a list"):
        list(read_json_lines(path))
