"""A critic's reply -> Judgement or Findings: JSON by schema, or "Evaluation: ... / Total rating: ..."; else BadReply.

A rating is a whole number from 1 to 5 in any notation (4, "4", 4.0, "4/5", "four"). Half ratings and numbers outside
the scale are no ratings: code neither rounds nor clips them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object, without_thinking
from benchmill.chat.model import ChatReply
from benchmill.critique.critic_schemas import A_MEANING, LABELS, NO_MEANINGS, SAME_FACT, passage_name

Label = Literal["full", "partial", "none"]

NOT_IN_PASSAGES = "NOT_IN_PASSAGES"

_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
# "4", "+4", "4/5", "4 out of 5", "4." and then words, but no second number: "4.5", "4-5", "1_0" are not on the scale.
_RATING = re.compile(
    r"[*_`\s]*(?P<number>\+?\d{1,9}(?:\.0)?|one|two|three|four|five)(?![\w]|[.,]\d)"
    r"(?:\s*/\s*5(?!\d)|\s+(?:out\s+)?of\s+(?:5|five)\b)?[*_`]*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_ANOTHER = re.compile(r"\d|\b(?:one|two|three|four|five|half)\b", re.IGNORECASE)
_RATING_LABEL = re.compile(
    r"^[\s>*_#`-]*(?:(?:total|final|overall)\s+)?(?:rating|score)\s*[*_`]*\s*[:：]+[*_`]*(?P<value>.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_RATIONALE_LABEL = re.compile(
    r"^[\s>*_#`-]*(?:evaluation|rationale|reason|reasoning)\s*[*_`]*\s*[:：]+[*_` \t]*(?P<value>.*?)\s*"
    r"(?=^[\s>*_#`-]*(?:(?:total|final|overall)\s+)?(?:rating|score)\s*[*_`]*\s*[:：]|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A critic's rationale and rating; `task` is the task that the relevance critic named."""

    rating: int
    rationale: str
    task: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """The verifier's finding about one passage."""

    label: Label
    quote: str


@dataclass(frozen=True, slots=True)
class FoundReading:
    """One meaning of an ambiguous question, as a critic found it, or what it calls one of NO_MEANINGS."""

    question: str
    quote: str
    answer: str
    differs_by: str = A_MEANING

    @property
    def is_meaning(self) -> bool:
        """False where the critic says that it is a default, an exception, a way or a part of one answer."""
        return self.differs_by not in NO_MEANINGS


@dataclass(frozen=True, slots=True)
class Claim:
    """A quote that contradicts the question or another quote, and what it holds for: a version, a platform."""

    quote: str
    holds_for: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """The verifier's reply: a finding for each passage, its answer (empty: NOT_IN_PASSAGES), rationale, rating, and
    what it calls a conflict."""

    passages: tuple[Finding, ...]
    answer: str
    judgement: Judgement
    conflict: tuple[Claim, ...] = ()


def read_judgement(reply: ChatReply) -> Judgement:
    """The rating with its rationale, from JSON or from labelled text; the last labelled rating counts.

    Raises BadReply where the reply was cut off or refused, or holds no rating from 1 to 5.
    """
    text = without_thinking(reply.text)
    labelled = list(_RATING_LABEL.finditer(text))
    if labelled and not text.lstrip().startswith("{"):
        # The value may be on the line below its label.
        following = text[labelled[-1].end() :].lstrip().partition("\n")[0]
        rationale = _RATIONALE_LABEL.search(text)
        return Judgement(
            rating_of(labelled[-1]["value"].strip() or following), rationale["value"].strip() if rationale else ""
        )
    return judgement_in(read_object(text))


def read_findings(reply: ChatReply, passages: int) -> Findings:
    """The verifier's findings on a pack of `passages` passages.

    Raises BadReply where a passage has no label, two labels or an unknown one, and where answer or rating is missing.
    """
    fields = read_object(without_thinking(reply.text))
    entries = _by_number(fields.get("passages"))
    found = []
    for number in range(1, passages + 1):
        entry = entries.get(number)
        if not isinstance(entry, dict):
            raise BadReply(f"{passage_name(number)} has no label")
        label = entry.get("label")
        if not isinstance(label, str) or label.strip().casefold() not in LABELS:
            raise BadReply(f"the label of {passage_name(number)} must be full, partial or none, not {label!r}")
        quote = entry.get("quote")
        found.append(Finding(cast(Label, label.strip().casefold()), quote if isinstance(quote, str) else ""))
    answer = fields.get("answer", False)
    if isinstance(answer, bool) or not isinstance(answer, (str, int, float, type(None))):
        raise BadReply(f'"answer" must be text or {NOT_IN_PASSAGES}')
    own = "" if answer is None else str(answer).strip()
    answered = "" if own.strip("\"'.`*").upper() == NOT_IN_PASSAGES else own
    return Findings(tuple(found), answered, judgement_in(fields), _claims(fields.get("conflict")))


def _claims(entries: object) -> tuple[Claim, ...]:
    """The conflict, where the reply has one that can be read; a prompt of the user's own may not ask for it."""
    found = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    pairs = [(entry.get("quote"), entry.get("holds_for")) for entry in found]
    return tuple(
        Claim(quote, scope if isinstance(scope, str) else "") for quote, scope in pairs if isinstance(quote, str)
    )


def read_readings(reply: ChatReply) -> tuple[tuple[FoundReading, ...], Judgement]:
    """The readings a critic found, with its rating. Raises BadReply where the list or the rating is missing."""
    fields = read_object(without_thinking(reply.text))
    entries = fields.get("readings")
    if not isinstance(entries, list):
        raise BadReply('the reply has no list "readings"')
    found = []
    for entry in entries:
        if not isinstance(entry, dict):
            raise BadReply("a reading is not an object")
        texts = [entry.get(name) for name in ("question", "quote", "answer")]
        question, quote, answer = (str(text) if isinstance(text, (str, int, float)) else "" for text in texts)
        # A prompt of the user's own may not ask for the difference: what is not said is a meaning.
        differs_by = str(entry.get("differs_by") or A_MEANING).strip().casefold()
        found.append(FoundReading(question, quote, answer, differs_by))
    return tuple(found), judgement_in(fields)


@dataclass(frozen=True, slots=True)
class Compared:
    """What a critic says of a piece: one of SAME_FACT, and the parts of the answer that it gives, counted from 0."""

    label: str
    parts: tuple[int, ...] = ()


def read_same_fact(reply: ChatReply, pieces: int) -> tuple[Compared, ...]:
    """What the critic says of each piece. Raises BadReply where a label is missing or another word."""
    entries = _by_number(read_object(without_thinking(reply.text)).get("passages"))
    found = []
    for number in range(1, pieces + 1):
        entry = entries.get(number)
        label = entry.get("label") if isinstance(entry, dict) else None
        said = {True: "yes", False: "no"}.get(label, label) if isinstance(label, bool) else label
        if not isinstance(said, str) or said.strip().casefold() not in SAME_FACT:
            raise BadReply(f"the label of {passage_name(number)} must be {' or '.join(SAME_FACT)}, not {label!r}")
        parts = entry.get("parts") if isinstance(entry, dict) else None
        numbers = [int(str(part)) for part in (parts if isinstance(parts, list) else ()) if str(part).isdecimal()]
        found.append(Compared(said.strip().casefold(), tuple(each - 1 for each in numbers if each)))
    return tuple(found)


def rating_of(value: object) -> int:
    """The rating, from 1 to 5, that `value` expresses. Raises BadReply where `value` expresses no rating.

    >>> [rating_of(value) for value in (4, 4.0, "4/5", "five", "5 (excellent)")]
    [4, 4, 4, 5, 5]
    """
    number: int | None = None
    if isinstance(value, str):
        match = _RATING.fullmatch(value.strip())
        # Words after the rating may explain it, also on another line. With a second number, the rating is ambiguous.
        if match and not _ANOTHER.search(match["rest"].partition("\n")[0]):
            number = _WORDS.get(match["number"].casefold()) or int(float(match["number"]))
    elif type(value) is int or (isinstance(value, float) and value.is_integer()):
        number = int(value)
    if number is None:
        raise BadReply(f"the rating must be a whole number from 1 to 5, not {str(value)[:40]!r}", check="rating")
    if not 1 <= number <= 5:
        raise BadReply(
            f"the rating must be from 1 to 5, not {number if abs(number) < 10**9 else 'a huge number'}", check="rating"
        )
    return number


def judgement_in(fields: Mapping[str, object]) -> Judgement:
    """The rating, rationale and task in one object of a reply. Raises BadReply where there is no rating."""
    plain = {key.strip().casefold().replace(" ", "_"): value for key, value in fields.items()}
    rating = next((plain[name] for name in ("rating", "total_rating", "score") if name in plain), None)
    if rating is None:
        raise BadReply('the reply has no "rating"', check="rating")
    rationale = next((plain[name] for name in ("rationale", "evaluation", "reason") if name in plain), "")
    task = plain.get("task")
    return Judgement(
        rating_of(rating), rationale if isinstance(rationale, str) else "", task if isinstance(task, str) else ""
    )


def _by_number(entries: object) -> dict[int, object]:
    """Passage number -> the critic's entry on it, from an object with a field for each passage or from a list."""
    if isinstance(entries, dict):
        named = [(re.search(r"\d+", key), value) for key, value in entries.items()]
        numbered = [(int(match[0]) if match else 0, value) for match, value in named]
    elif isinstance(entries, list):
        numbered = [
            (entry["passage"] if isinstance(entry, dict) and type(entry.get("passage")) is int else order, entry)
            for order, entry in enumerate(entries, start=1)
        ]
    else:
        raise BadReply('the reply has no "passages"')
    if len({number for number, _ in numbered}) != len(numbered):
        raise BadReply("a passage is labelled twice")
    return dict(numbered)
