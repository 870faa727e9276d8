"""Reference, answer -> the Judgement that needs no model, or None: only what no judge could decide otherwise.

Rules say `present` only where the whole answer is the reference or a short form of it, once case, articles, punctuation
and the writing of numbers are taken away. They never say `absent` or `contradicted` of an answer that has words (it may
be a paraphrase), and never `present` of an answer that holds more words (they may deny it).
"""

from __future__ import annotations

import re
from dataclasses import replace

from benchmill.judging.given import Given
from benchmill.judging.judge_replies import Finding
from benchmill.judging.judgement import RULES, Judgement
from benchmill.judging.reference import Reference
from benchmill.records.numbers import answer_tokens

# The whole reply, nothing around it. What says more is a model's to judge.
_DECLINES = frozenset(
    tuple(answer_tokens(text))
    for text in (
        "I don't know",
        "I do not know",
        "unknown",
        "unanswerable",
        "no answer",
        "not answerable",
        "NOT_IN_PASSAGES",
        "not in the documents",
        "not in the documentation",
        "not found in the documents",
        "insufficient information",
    )
)
# What tokens lose and an answer may turn on: comparisons, -v and -V, NAMES_LIKE_THIS and names_like_this.
_EXACT = re.compile(r"[<>=≤≥≠≈~!^|&]|(?<![\w-])-[A-Za-z]\w*|\w*_\w+")


def undecided(reference: Reference, by: str = RULES) -> Judgement:
    """A judgement that says nothing yet."""
    return Judgement(reference.id, reference.kind, reference.document, reference.answerable, by)


def missing(reference: Reference) -> Judgement:
    """What a question without an entry in the ANSWERS is worth: nothing."""
    abstained = None if reference.answerable else False
    return replace(undecided(reference), missing=True, components=_all(reference, "absent"), abstained=abstained)


def by_rules(reference: Reference, given: Given, language: str = "en", *, always_ask: bool = False) -> Judgement | None:
    """The judgement where no model is needed; with `always_ask` only that of an empty answer, which none can quote."""
    words = given.answer.strip()
    if not words:
        return _declined(reference, "")
    if always_ask:
        return None
    said = tuple(answer_tokens(words, language))
    if said and any(_same(words, form, language) for form in _forms(reference)):
        return replace(undecided(reference), components=_all(reference, "present", words), abstained=False)
    return _declined(reference, words) if said in _DECLINES else None


def _same(words: str, form: str, language: str) -> bool:
    return answer_tokens(words, language) == answer_tokens(form, language) and (
        _EXACT.findall(words) == _EXACT.findall(form)
    )


def _forms(reference: Reference) -> tuple[str, ...]:
    """The texts that say the whole answer."""
    if not reference.answerable:
        return ()
    if len(reference.components) > 1:
        return (reference.answer,)
    (only,) = reference.components
    return (reference.answer, only.text, *only.short_answers)


def _declined(reference: Reference, words: str) -> Judgement:
    return replace(
        undecided(reference),
        components=_all(reference, "absent"),
        abstained=True,
        abstention=Finding("declines", words),
    )


def _all(reference: Reference, label: str, quote: str = "") -> tuple[Finding, ...] | None:
    return tuple(Finding(label, quote) for _ in reference.components) if reference.answerable else None
