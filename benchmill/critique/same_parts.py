"""Two answers of several parts -> whether one has only steps of the other, or is the other's copy on another page."""

from __future__ import annotations

from itertools import product

from benchmill.critique.answers import holds
from benchmill.critique.own_answer import has_parts
from benchmill.records.candidate import AnswerComponent, Candidate
from benchmill.records.numbers import answer_tokens

_SAME_PLACE = 0.8  # share of the shorter quote
_COPIED = 0.8  # share of the words of the longer quote


def same_parts(one: Candidate, other: Candidate) -> bool:
    """Whether the two tell a reader the same parts: each of one's is a step of the other's procedure, or all parts and
    the words around them are the same, as where each operation has a page with the same table."""
    if not has_parts(one) or not has_parts(other):
        return False
    with_steps = (many for many in (one, other) if many.kind == "procedure")
    return _is_copy(one, other) or any(_steps_of(other if many is one else one, many) for many in with_steps)


def _steps_of(few: Candidate, many: Candidate) -> bool:
    return all(any(_is_in(part, step) for step in many.components) for part in few.components)


def _is_in(part: AnswerComponent, step: AnswerComponent) -> bool:
    spans = ([evidence.span for evidence in each.original_evidence] for each in (part, step))
    quoted = any(a.shared(b) >= _SAME_PLACE * min(len(a.text), len(b.text)) for a, b in product(*spans))
    return quoted and any(holds(step.text, text) for text in part.short_answers or (part.text,))


def _is_copy(one: Candidate, other: Candidate) -> bool:
    pairs = list(zip(one.components, other.components, strict=False))
    if len(one.components) != len(other.components) or one.kind != other.kind:
        return False
    return all(answer_tokens(a.text) == answer_tokens(b.text) and _alike(a, b) for a, b in pairs)


def _alike(one: AnswerComponent, other: AnswerComponent) -> bool:
    said, wanted = (
        set(answer_tokens("\n".join(evidence.span.text for evidence in part.original_evidence)))
        for part in (one, other)
    )
    return len(said & wanted) >= _COPIED * max(len(said), len(wanted))
