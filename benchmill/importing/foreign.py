"""What every imported format comes down to: Foreign questions with the passages they name, not yet aligned."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.records import Grade, Kind


@dataclass(frozen=True, slots=True)
class Context:
    """A passage somebody named. `answer_at` is where the answer begins in it, where the format says so."""

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

    An unanswerable one has no parts; `near` is the passage it looks answerable from.
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
