"""A writer's reply -> Drafts: JSON by schema, JSON in another shape, or labelled text; else BadReply.

Never a guess: what cannot be read for certain is a problem with a reason, and never becomes a question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object, without_thinking
from benchmill.chat.model import ChatReply
from benchmill.generator.labelled import has_labels, read_labelled

LONGEST_ANSWER = 250
LONGEST_QUESTION = 400

_FENCED = re.compile(r"\s*```\w*\s*\n(.*?)\n?\s*```\s*", re.DOTALL)
_WRAPPED = re.compile(r"(\*\*|__|[*_`])(?=\S)(.*\S)\1", re.DOTALL)
_QUESTION = ("question", "factoid_question", "question_text")
_ANSWER = ("answer", "answer_text", "short_answer")
_QUOTE = ("quote", "evidence", "supporting_quote", "context")


@dataclass(frozen=True, slots=True)
class Draft:
    """One question as the model wrote it. `quote` is empty where the form of the reply has none."""

    question: str
    answer: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Drafts:
    """What one reply holds; `problems` says what is wrong with each unreadable entry. Both empty: it abstained."""

    drafts: tuple[Draft, ...] = ()
    problems: tuple[str, ...] = ()


def read_drafts(reply: ChatReply) -> Drafts:
    """Every question in `reply`. An empty list is a legal answer.

    Raises BadReply where the reply was cut off or refused, holds no question, or holds none that can be read.
    """
    if reply.finish == "length":
        raise BadReply("the reply was cut off before its end", check="cut-reply")
    if reply.finish == "refusal":
        raise BadReply("the model refused to answer", check="refusal")
    text = without_thinking(reply.text).strip()
    if fenced := _FENCED.fullmatch(text):
        text = fenced[1].strip()
    found = list(_entries(text))
    drafts = tuple(entry for entry in found if isinstance(entry, Draft))
    problems = tuple(entry for entry in found if isinstance(entry, str))
    if problems and not drafts:
        raise BadReply(problems[0])
    return Drafts(drafts, problems)


def _entries(text: str) -> Iterator[Draft | str]:
    """Each draft, or the reason why there is none at its place."""
    if text.startswith("["):
        text = f'{{"candidates": {text}}}'
    if not text.startswith("{") and has_labels(text):
        for entry in read_labelled(text):
            yield entry if isinstance(entry, str) else _draft(entry)
        return
    for record in _records(read_object(text)):
        yield _draft(record) if isinstance(record, dict) else f"an entry of the list is {_kind(record)}, not an object"


def _records(value: Mapping[str, object]) -> list[object]:
    """The entries, under whatever name the model put them."""
    if "candidates" in value:
        inner = value["candidates"]
    elif any(_plain(key) in _QUESTION for key in value):
        inner = [value]
    else:
        inner = next(iter(value.values())) if len(value) == 1 else None
    if isinstance(inner, dict):
        inner = [inner]
    if not isinstance(inner, list):
        raise BadReply('the JSON object has no list "candidates"')
    return inner


def _draft(record: Mapping[str, object]) -> Draft | str:
    """One entry as a draft, or what is wrong with it."""
    fields = {_plain(key): value for key, value in record.items()}
    components = fields.get("components")
    if isinstance(components, list) and components and "answer" not in fields:
        if len(components) > 1 or not isinstance(components[0], dict):
            return "a factoid question has one answer component"
        fields = {_plain(key): value for key, value in components[0].items()} | fields
    question, answer, quote = (_text(fields, names) for names in (_QUESTION, _ANSWER, _QUOTE))
    if not question or not answer:
        return f"an entry has no {'question' if not question else 'answer'}"
    if len(question) > LONGEST_QUESTION or len(answer) > LONGEST_ANSWER:
        return f"an answer has at most {LONGEST_ANSWER} characters and a question {LONGEST_QUESTION}"
    return Draft(_bare(question), _bare(answer), quote or "")


def _text(fields: Mapping[str, object], names: tuple[str, ...]) -> str | None:
    for name in names:
        value = fields.get(name)
        if isinstance(value, str):
            return value.strip()
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return json.dumps(value)
    return None


def _bare(text: str) -> str:
    """`text` without the emphasis or backticks that wrap all of it; `__init__` and `*args, **kwargs` stay."""
    wrapped = _WRAPPED.fullmatch(text)
    if wrapped and wrapped[1] not in ("_", "__") and wrapped[1] not in wrapped[2]:
        return wrapped[2]
    return text


def _plain(key: str) -> str:
    return key.strip().casefold().replace(" ", "_")


def _kind(value: object) -> str:
    return {str: "text", list: "a list", bool: "true or false", type(None): "null"}.get(type(value), "a number")
