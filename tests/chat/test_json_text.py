"""Reply text -> one object, or BadReply; never a wrong object."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object

_WANTED = {"question": "What is X?", "answer": "Y"}

# (what a model wrote, what it means)
_READABLE = [
    ('{"question": "What is X?", "answer": "Y"}', _WANTED),
    ('```json\n{"question": "What is X?", "answer": "Y"}\n```', _WANTED),
    ('Sure {smile}! Here you are:\n{"question": "What is X?", "answer": "Y"}\nHope this helps.', _WANTED),
    ('<think>Maybe {"question": "no?"}</think>\n{"question": "What is X?", "answer": "Y"}', _WANTED),
    ('I weigh the options.</think>{"question": "What is X?", "answer": "Y"}', _WANTED),
    ('{"question": "What is X?", "answer": "Y"}\n{"question": "What is X?", "answer": "Y"}', _WANTED),
    ('[{"question": "What is X?", "answer": "Y"}]', _WANTED),
    ("{'question': 'What is X?', 'answer': 'Y',}", _WANTED),
    ("""{'a': "it's", 'b': 'so "called"', 'c': None}""", {"a": "it's", "b": 'so "called"', "c": None}),
    ("""{"question": ",'answer':",}""", {"question": ",'answer':"}),
    ('{question: "What is X?", answer: "Y"}', _WANTED),
    ('{"question": "\\,[", "answer": "]",}', {"question": "\\,[", "answer": "]"}),
    ("""{"question": ",'\\answer':",}""", {"question": ",'\\answer':"}),
    ('{"a": "one\ntwo"}', {"a": "one\ntwo"}),
    ('{"a": True, "b": None,}', {"a": True, "b": None}),
    ('{"a": "```py\\nx = {1}\\n```"}', {"a": "```py\nx = {1}\n```"}),
    ('{"a": "tag </think> in a string"}', {"a": "tag </think> in a string"}),
    ('{"a": "C:\\docs",}', {"a": "C:\\docs"}),
    ("{“a”: “b”}", {"a": "b"}),
]

# (what a model wrote, a word of the reason)
_UNREADABLE = [
    ("", "empty"),
    ("   \n", "empty"),
    ("I cannot create a question from this context.", "no JSON"),
    ("Factoid question: What is X?\nAnswer: Y", "no JSON"),
    ("Evaluation: fine.\nTotal rating: 5", "no JSON"),
    ("5", "no JSON"),
    ('["question"]', "no JSON"),
    ('{"question": "Wha', "not finished"),
    ('{"question": "What is X?", "answer": "Y"', "not finished"),
    ("{'question': 'What is X?', 'answer'", "not finished"),
    ('<think>{"question": "What is X?"}', "think block"),
    ('{"answer": "a"} or rather {"answer": "b"}', "2 different"),
    ('{"answer": "a", "answer": "b"}', "two values"),
    ('{"rating": NaN}', "NaN"),
    ('{"a": "\\ud83d"}', "surrogate"),
    ('{"a": 1, // note\n "b": 2}', "not valid"),
    ('{"a":' * 100_000, "nested"),
    ("{" * 100_000, "no JSON"),
    ('{"a": 1}{"b": 2}' * 50, "more than"),
    ('{"question": ""]a"}', "not valid"),
    ("{'a': 'x', 'a': 'y'}", "two values"),
    ('{"question": ""}{a",}', "not valid"),
    ('{"question": """:", "answer": "",}', "not valid"),
    ('{"a": "it begins with "Answer: " and a value"}', "not valid"),
    ("{'a': 'what's this', 'b': 'c'}", "not valid"),
    ('{"question": ""}, what?", "answer": "Y"}', "not valid"),
]


@pytest.mark.parametrize(("text", "wanted"), _READABLE)
def test_what_a_model_meant_is_read(text: str, wanted: dict[str, object]) -> None:
    assert read_object(text) == wanted


@pytest.mark.parametrize(("text", "word"), _UNREADABLE, ids=range(len(_UNREADABLE)))
def test_what_nobody_can_be_sure_of_is_refused_with_its_reason(text: str, word: str) -> None:
    with pytest.raises(BadReply, match=word):
        read_object(text)


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)
_OBJECTS = st.dictionaries(_TEXT, _VALUES, min_size=1, max_size=4)


@given(_OBJECTS, st.booleans(), st.sampled_from([None, 2]))
@settings(max_examples=150)
def test_every_object_comes_back_as_it_was(value: dict[str, object], ascii_only: bool, indent: int | None) -> None:
    assert read_object("Here:\n" + json.dumps(value, ensure_ascii=ascii_only, indent=indent) + "\nDone.") == value


@given(_OBJECTS, st.data())
@settings(max_examples=150)
def test_an_object_cut_anywhere_is_never_read(value: dict[str, object], data: st.DataObject) -> None:
    whole = json.dumps(value)
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(BadReply):
        read_object(whole[:cut])


_WORDS = st.text("acd '\",:{}[]\\n", max_size=12)


@given(st.dictionaries(st.sampled_from(["question", "answer"]), _WORDS, min_size=1))
@settings(max_examples=300)
def test_unescaped_text_is_read_with_all_its_words_in_place_or_refused(value: dict[str, str]) -> None:
    # what a model writes that forgets to escape
    text = "{" + ", ".join(f'"{key}": "{words}"' for key, words in value.items()) + ",}"
    try:
        read = read_object(text)
    except BadReply:
        return
    assert _letters(read) == _letters(value)
    assert set(read) == set(value)


def _letters(value: Mapping[str, object]) -> str:
    return "".join(letter for words in value.values() for letter in str(words) if letter in "acd")


@given(st.text(max_size=60) | st.text("{}[]\"':,ab \\`<think>/", max_size=40))
@settings(max_examples=300)
def test_any_text_is_an_object_or_a_bad_reply(text: str) -> None:
    try:
        assert isinstance(read_object(text), dict)
    except BadReply as bad:
        assert bad.reason
