"""A critic's own answer, and a candidate -> whether it says what the candidate's answer says, each part of it.

Texts are compared in answers.py, the steps of a procedure in steps.py. Of a list or comparison the critic names each
part and no more (said_more.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmill.critique.answers import agree, contradict, has_facts, plain, says
from benchmill.critique.said_more import says_more
from benchmill.critique.steps import Comparison, compare_steps
from benchmill.records import Candidate
from benchmill.records.languages import language_of

# "One user (e.g. Alice): the base DN is ...": a critic need not repeat the example.
_EXAMPLE = re.compile(
    r"\s*[(（](?:e\.g\.|z\. ?B\.|p\. ?ex\.|p\. ?ej\.|for example|zum Beispiel|例如|例えば|например)[^()（）]*[)）]",
    re.I,
)


def same_answer(own: str, candidate: Candidate) -> bool:
    """Whether `own` certainly says what the candidate's answer says, each part of it; it may say more."""
    language = _language(candidate)
    if _is_procedure(candidate):
        return compare_steps(plain(own), candidate, frozenset(), language) == "same"
    return _says_answer(plain(own), candidate, language)


def compared(own: str, candidate: Candidate, shown: frozenset[int] = frozenset()) -> Comparison:
    """Whether `own` says what the candidate's answer says, and of a list or comparison no more; code is unsure where
    only words differ (steps.py for steps).

    `shown`: numbers of the steps that the critic quoted word for word; its answer need not repeat them.
    """
    language, said = _language(candidate), plain(own)
    if _is_procedure(candidate):
        return compare_steps(said, candidate, shown, language)
    if _says_answer(said, candidate, language) and not (has_parts(candidate) and says_more(own, candidate, language)):
        return "same"
    wanted = plain(_whole_answers(candidate)[-1])
    # of two sides a critic may leave out a number that the writer has: "with each iteration" for "every three weeks"
    agrees = has_facts(said, wanted, language) or (candidate.kind == "comparison" and has_facts(wanted, said, language))
    return "unsure" if agrees and not contradict(said, plain(candidate.answer)) else "different"


def _language(candidate: Candidate) -> str:
    return language_of((candidate.question, candidate.answer, *candidate.quotes))


def _is_procedure(candidate: Candidate) -> bool:
    return candidate.kind == "procedure" and len(candidate.components) > 1


def has_parts(candidate: Candidate) -> bool:
    """Whether the answer has several parts; hops are compared in same_way.py, readings are asked about apart."""
    return len(candidate.components) > 1 and candidate.kind in ("list", "procedure", "comparison")


def _says_answer(own: str, candidate: Candidate, language: str) -> bool:
    whole = () if has_parts(candidate) else _whole_answers(candidate)
    return any(agree(own, plain(text), language) for text in whole) or _says_all(own, candidate, language)


def _says_all(own: str, candidate: Candidate, language: str) -> bool:
    parts = candidate.components
    forms = ((part.text, _EXAMPLE.sub("", part.text), *part.short_answers) for part in parts)
    return len(parts) > 1 and all(any(says(own, text, language) for text in texts) for texts in forms)


def _whole_answers(candidate: Candidate) -> Sequence[str]:
    """The forms of the whole answer; the last has all facts that any form must have."""
    if len(candidate.components) == 1:
        component = candidate.components[0]
        return (*component.short_answers, component.text, candidate.answer)
    if candidate.kind != "list":
        return (candidate.answer,)
    # an entry may be completed by its condition, which an answer of few words leaves out
    shortest = (min((part.text, *part.short_answers), key=len) for part in candidate.components)
    return (candidate.answer, "; ".join(shortest))
