"""Two answers of several parts -> whether one has only steps of the other, or is the other's copy on another page."""

from __future__ import annotations

from itertools import product

from benchmill.critique.answers import holds
from benchmill.critique.own_answer import has_parts
from benchmill.records.candidate import AnswerComponent, Candidate
from benchmill.records.languages import language_of
from benchmill.records.numbers import answer_tokens
from benchmill.records.words import content_words, is_plain_word

_SAME_PLACE = 0.8  # share of the shorter quote
_COPIED = 0.8  # share of the words of the longer quote
_SAME_WORDS = 0.5  # share of the words of the shorter part


def same_parts(one: Candidate, other: Candidate) -> bool:
    """Whether the two tell a reader the same parts: each of one's is a step of the other's procedure, a list and a
    procedure have the same entries of the same quotes, or all parts and the words around them are the same, as where
    each operation has a page with the same table."""
    if not has_parts(one) or not has_parts(other):
        return False
    with_steps = (many for many in (one, other) if many.kind == "procedure")
    if _is_copy(one, other) or _are_one_list(one, other):
        return True
    return any(_steps_of(other if many is one else one, many) for many in with_steps)


def _steps_of(few: Candidate, many: Candidate) -> bool:
    return all(any(_is_in(part, step) for step in many.components) for part in few.components)


def _is_in(part: AnswerComponent, step: AnswerComponent) -> bool:
    return _share_a_quote(part, step) and any(holds(step.text, text) for text in part.short_answers or (part.text,))


def _share_a_quote(one: AnswerComponent, other: AnswerComponent) -> bool:
    spans = ([evidence.span for evidence in each.original_evidence] for each in (one, other))
    return any(a.shared(b) >= _SAME_PLACE * min(len(a.text), len(b.text)) for a, b in product(*spans))


def _are_one_list(one: Candidate, other: Candidate) -> bool:
    """Whether one is a list and the other has its entries as steps, in other words: "A is now B", "rename A to B"."""
    if {one.kind, other.kind} != {"list", "procedure"} or len(one.components) != len(other.components):
        return False
    pairs = zip(one.components, other.components, strict=True)
    return all(_share_a_quote(a, b) and _share_words(a.text, b.text) for a, b in pairs)


def _share_words(one: str, other: str) -> bool:
    """Whether two texts have half of the shorter one's words in common, or both have the same names and numbers."""
    language = language_of((one, other))
    said, wanted = (set(content_words(text, language)) for text in (one, other))
    facts = [{word for word in each if not is_plain_word(word)} for each in (said, wanted)]
    return facts[0] == facts[1] != set() or len(said & wanted) >= _SAME_WORDS * max(1, min(len(said), len(wanted)))


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
