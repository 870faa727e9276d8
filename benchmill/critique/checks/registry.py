"""Candidate, source chunk, facts -> the first check that refuses it, or all of them, as Failures of stage `check`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmill.critique.checks.case import Case
from benchmill.critique.checks.copying import copies
from benchmill.critique.checks.dangling import dangling
from benchmill.critique.checks.debris import cut, debris
from benchmill.critique.checks.deictic import pointing
from benchmill.critique.checks.facts import CorpusFacts
from benchmill.critique.checks.generality import general
from benchmill.critique.checks.intent import several
from benchmill.critique.checks.language import foreign
from benchmill.critique.checks.leakage import leaks
from benchmill.critique.checks.length import lengthy
from benchmill.critique.checks.manners import names_persona, wrong_difficulty, wrong_style
from benchmill.critique.checks.numbers import hygiene
from benchmill.critique.checks.of_kinds import answerable, needless_hop, one_reading, one_sided
from benchmill.critique.checks.options import guessable
from benchmill.critique.checks.plans import announced
from benchmill.critique.checks.planted import hidden, planted
from benchmill.critique.checks.proof import example_as_rule, not_alone
from benchmill.critique.checks.quoted_evidence import sized, supported, verbatim
from benchmill.critique.checks.safety import unsafe
from benchmill.critique.checks.source_chunk import ineligible
from benchmill.critique.checks.structure import enumeration, ordered
from benchmill.critique.checks.thresholds import CheckSettings
from benchmill.critique.checks.trivia import trivial
from benchmill.critique.checks.versions import of_one_version
from benchmill.critique.checks.well_formed import damaged
from benchmill.critique.checks.yes_no import polar
from benchmill.records.candidate import Candidate
from benchmill.records.corpus import Chunk
from benchmill.records.failure import Failure


@dataclass(frozen=True, slots=True)
class Check:
    """A free check. `name` is the word in reports; `refuses` says in a sentence what the check refuses.

    `run` gives the reason to refuse a candidate, or None. docs/checks.md is generated from these fields and the test
    cases.
    """

    name: str
    refuses: str
    run: Callable[[Case], str | None]


# The cheapest measured check comes first (2 to 370 microseconds). `malformed` and `wrong-length` precede all others, so
# that no further check reads damaged or endless texts. critique/duplicates.py has `duplicate`, which needs the other
# questions.
CHECKS: tuple[Check, ...] = (
    Check(
        "malformed", "a question or answer that is empty, has no word, or holds characters that are not text", damaged
    ),
    Check(
        "wrong-length",
        "a question of under 4 or over 30 words (a comparison of over 40), a factoid's answer of over 12, any other of "
        "over 80 and over 15 for each step or entry",
        lengthy,
    ),
    Check("wrong-style", "a question of another style than was asked for (--styles, --like)", wrong_style),
    Check("names-its-persona", 'a question that says who asks: "As an administrator, how ..."', names_persona),
    Check(
        "wrong-difficulty",
        "an easy question where a hard one was asked for, or a hard one for an easy (--difficulty)",
        wrong_difficulty,
    ),
    Check("step-order", "a procedure of one step, or with steps of a numbered list in another order", ordered),
    Check(
        "incomplete-list",
        "a list of one entry, with an entry twice, two entries at one place, or cut off by the end of its passage",
        enumeration,
    ),
    Check("needless-hop", "a multi-hop question whose passages do not need each other", needless_hop),
    Check(
        "one-sided",
        "a comparison that does not name both things, has one quote or value for both, or repeats a name",
        one_sided,
    ),
    Check("one-reading", "an ambiguous question whose readings have one question, quote or answer", one_reading),
    Check(
        "answerable",
        "an unanswerable question that a passage may answer, that has no tempting wrong answer, or whose false premise "
        "nothing contradicts",
        answerable,
    ),
    Check("quote-not-found", "a quote that is not in the passage it is said to come from, letter by letter", verbatim),
    Check("about-the-document", "a question about pages, sections, titles or authors instead of the subject", trivial),
    Check("yes-no", "a question that yes or no can answer", polar),
    Check("markup-debris", "marks, anchors, table borders or type notes copied into question or answer", debris),
    Check(
        "cut-answer",
        "an answer that ends inside a sentence, a bracket or code font, or steps without the lists that they introduce",
        cut,
    ),
    Check("offers-options", "a question that names its possible answers, so that it can be guessed", guessable),
    Check("several-questions", "two questions in one, unless the kind needs more than one fact", several),
    Check(
        "points-at-source", 'a question that points at its source: "according to the text", "in this guide"', pointing
    ),
    Check(
        "quote-too-long",
        "evidence of more than 60 words, or of more than 40 % of its passage where fewer sentences would do",
        sized,
    ),
    Check(
        "dangling-reference", 'a question about "it", "the function" or "the next step" that it does not name', dangling
    ),
    Check(
        "unsafe-text", "instructions to a model, keys, passwords or people's addresses in question or answer", unsafe
    ),
    Check("planted-content", "markup to render, an address or a command that no other passage has", planted),
    Check("hidden-evidence", "evidence inside a comment or hidden text", hidden),
    Check(
        "example-as-rule",
        'an answer that the evidence gives after "e.g." or "such as", asked for as the rule',
        example_as_rule,
    ),
    Check("plan-as-fact", "an answer that is the release for which the evidence announces a change", announced),
    Check(
        "other-version",
        "a fact that the same page of another version words otherwise, where the question names no version",
        of_one_version,
    ),
    Check("evidence-not-alone", "evidence that does not say what the answer is about", not_alone),
    Check("too-general", "a question of common words only, all of which many passages hold together", general),
    Check("wrong-language", "a question or answer in another language than the benchmark's", foreign),
    Check("number-changed", "an answer whose number has another unit or sign than in the quote", hygiene),
    Check("injected-passage", "a candidate made from a passage that gives instructions to a model", ineligible),
    Check("answer-leaked", "a question that contains its answer", leaks),
    Check("answer-not-in-quote", "an answer with a number, date, name or fact that its quote does not hold", supported),
    Check("copied-wording", "a question that repeats the words of its passage", copies),
)


def first_failure(candidate: Candidate, seed: Chunk, facts: CorpusFacts, settings: CheckSettings) -> Failure | None:
    """Why `candidate` goes no further, or None. `seed` is the chunk it was written from."""
    return next(_failures(candidate, seed, facts, settings), None)


def all_failures(candidate: Candidate, seed: Chunk, facts: CorpusFacts, settings: CheckSettings) -> list[Failure]:
    """Every check that refuses `candidate`, in the order of `CHECKS`: for reports and calibration."""
    return list(_failures(candidate, seed, facts, settings))


def _failures(candidate: Candidate, seed: Chunk, facts: CorpusFacts, settings: CheckSettings) -> Iterator[Failure]:
    case = Case(candidate, seed, facts, settings)
    for check in CHECKS:
        if check.name in settings.off:
            continue
        reason = check.run(case)
        if reason:
            yield Failure("check", candidate.id, check.name, reason, candidate.request_key)
