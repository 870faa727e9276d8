"""A writer's reply -> Drafts of a kind: JSON by schema, JSON in another shape, or labelled text; else BadReply.

The reader never guesses: an entry that it cannot read for certain becomes a problem with a reason, not a question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object, without_thinking
from benchmill.chat.model import ChatReply
from benchmill.generator.labelled import has_labels, read_labelled
from benchmill.generator.writer_schema import PARTS
from benchmill.records import CHANGES, Change, Kind

LONGEST_ANSWER = 250
LONGEST_QUESTION = 400

_FENCED = re.compile(r"\s*```\w*\s*\n(.*?)\n?\s*```\s*", re.DOTALL)
_WRAPPED = re.compile(r"(\*\*|__|[*_`])(?=\S)(.*\S)\1", re.DOTALL)
_QUESTION = ("question", "factoid_question", "question_text")
_ANSWER = ("answer", "answer_text", "short_answer", "wrong_answer")
_QUOTE = ("quote", "evidence", "supporting_quote", "context")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an answer as the model wrote it: an entry, step, side, hop or reading.

    `quote` is empty if the reply has no quotes. `label` is the name of a side, or the question of a hop or reading.
    `aliases` are what the model calls other forms of the answer.
    """

    answer: str
    quote: str = ""
    label: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """One question as the model wrote it. `parts` has one part if the kind has one answer.

    `answer` is the long answer of an ambiguous question. `changed` says what makes a question unanswerable, `change`
    what sort of change that is; of a premise, `contradicted_by` quotes what denies it.
    """

    question: str
    parts: tuple[Part, ...]
    answer: str = ""
    changed: str = ""
    change: Change | Literal[""] = ""
    contradicted_by: str = ""


@dataclass(frozen=True, slots=True)
class Drafts:
    """One reply's content. `problems` says what is wrong with each unreadable entry. Both are empty: it abstained."""

    drafts: tuple[Draft, ...] = ()
    problems: tuple[str, ...] = ()


def read_drafts(reply: ChatReply, kind: Kind = "factoid") -> Drafts:
    """Every question in `reply`. An empty list is a legal answer.

    Raises BadReply if the reply holds no question, or only unreadable ones.
    """
    text = without_thinking(reply.text).strip()
    if fenced := _FENCED.fullmatch(text):
        text = fenced[1].strip()
    found = list(_entries(text, kind))
    drafts = tuple(entry for entry in found if isinstance(entry, Draft))
    problems = tuple(entry for entry in found if isinstance(entry, str))
    if problems and not drafts:
        raise BadReply(problems[0])
    return Drafts(drafts, problems)


def _entries(text: str, kind: Kind) -> Iterator[Draft | str]:
    """The draft of each entry, or the reason why the entry has no draft."""
    if text.startswith("["):
        text = f'{{"candidates": {text}}}'
    if kind == "factoid" and not text.startswith("{") and has_labels(text):
        for entry in read_labelled(text):
            yield entry if isinstance(entry, str) else _draft(entry, kind)
        return
    for record in _records(read_object(text)):
        if isinstance(record, dict):
            yield _draft(record, kind)
        else:
            yield f"an entry of the list is {_name_of(record)}, not an object"


def _records(value: Mapping[str, object]) -> list[object]:
    """The entries of a reply, whatever name the model gave to their list."""
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


def _draft(record: Mapping[str, object], kind: Kind) -> Draft | str:
    """One entry as a draft, or what is wrong with the entry."""
    fields = {_plain(key): value for key, value in record.items()}
    question = _text(fields, _QUESTION)
    if not question:
        return "an entry has no question"
    if len(question) > LONGEST_QUESTION:
        return f"a question has at most {LONGEST_QUESTION} characters"
    parts = [_part(each) for each in _part_records(fields, kind)]
    if problem := next((part for part in parts if isinstance(part, str)), None):
        return problem
    whole = tuple(part for part in parts if isinstance(part, Part))
    fewest = 2 if kind in PARTS or kind == "multi_hop" else 1
    if len(whole) < fewest or (kind in ("factoid", "unanswerable") and len(whole) > 1):
        return f"a {kind} question with {len(whole)} answer parts"
    if kind == "unanswerable":
        return _changed_question(_bare(question), whole, fields)
    long_answer = _text(fields, ("long_answer", "answer")) or ""
    return Draft(_bare(question), whole, _bare(long_answer) if kind == "ambiguous" else "")


def _changed_question(question: str, parts: tuple[Part, ...], fields: Mapping[str, object]) -> Draft | str:
    changed = _text(fields, ("changed",)) or ""
    if not changed:
        return "an entry does not say what was changed"
    change = _plain(_text(fields, ("change",)) or "")
    if change not in CHANGES:  # a prompt of the user's own need not ask for it
        return Draft(question, parts, changed=changed)
    denial = (_text(fields, ("contradicted_by",)) or "") if change == "premise" else ""
    if change == "premise" and not denial:
        return "an entry with a false premise does not quote what contradicts it"
    return Draft(question, parts, changed=changed, change=change, contradicted_by=denial)


def _part_records(fields: Mapping[str, object], kind: Kind) -> list[Mapping[str, object] | str]:
    """The parts of an entry. The field has the kind's name for parts or the name `components`."""
    if kind == "multi_hop":
        found: object = [fields.get("first"), fields.get("second")]
    elif kind in PARTS or (kind == "factoid" and "answer" not in fields and fields.get("components")):
        found = fields.get(PARTS.get(kind, "components"), fields.get("components"))
    else:
        return [fields]
    if not isinstance(found, list):
        return [f'an entry has no list "{PARTS.get(kind, "components")}"']
    return [
        {_plain(key): value for key, value in each.items()} if isinstance(each, dict) else "a part is not an object"
        for each in found
    ]


def _part(fields: Mapping[str, object] | str) -> Part | str:
    if isinstance(fields, str):
        return fields
    answer, quote = _text(fields, _ANSWER), _text(fields, _QUOTE)
    if not answer:
        return "an entry has no answer"
    if len(answer) > LONGEST_ANSWER:
        return f"an answer has at most {LONGEST_ANSWER} characters"
    label = _text(fields, ("name", *_QUESTION)) or ""
    aliases = fields.get("aliases")
    forms = [_bare(form.strip()) for form in aliases if isinstance(form, str)] if isinstance(aliases, list) else []
    return Part(_bare(answer), quote or "", _bare(label), tuple(forms))


def _text(fields: Mapping[str, object], names: tuple[str, ...]) -> str | None:
    for name in names:
        value = fields.get(name)
        if isinstance(value, str):
            return value.strip()
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return json.dumps(value)
    return None


def _bare(text: str) -> str:
    """`text` without the emphasis or backticks that wrap all of it. `__init__` and `*args, **kwargs` stay unchanged."""
    wrapped = _WRAPPED.fullmatch(text)
    if wrapped and wrapped[1] not in ("_", "__") and wrapped[1] not in wrapped[2]:
        return wrapped[2]
    return text


def _plain(key: str) -> str:
    return key.strip().casefold().replace(" ", "_")


def _name_of(value: object) -> str:
    return {str: "text", list: "a list", bool: "true or false", type(None): "null"}.get(type(value), "a number")
