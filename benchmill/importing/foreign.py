"""The common form of all imported formats: Foreign questions with their passages, not yet aligned."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.records import Grade, Kind


@dataclass(frozen=True, slots=True)
class Context:
    """A passage of an imported file. `answer_at` is the answer's offset in it, where the format has one."""

    text: str
    grade: Grade = 2
    answer_at: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One answer component; any of its contexts suffices. Without a text the passage itself is the answer."""

    text: str
    contexts: tuple[Context, ...]
    short_answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Foreign:
    """A record of an imported file: `place` names it for people, `id` is its own, `document` a path it mentions.

    An unanswerable question has no parts; `near` is the passage that seems to answer it. `fault`: why the record cannot
    be read; empty for a good one.
    """

    place: str
    id: str
    question: str
    answer: str
    parts: tuple[Part, ...]
    kind: Kind = "factoid"
    document: str = ""
    near: Context | None = None
    wrong_answer: str = ""
    fault: str = ""
