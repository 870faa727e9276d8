"""The numbers -> the problems that limit what a benchmark can decide, one rule for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from benchmill.validity.measured import Measured
from benchmill.validity.power import Power

Weight = Literal["mend", "note"]
Numbers = Mapping[str, Measured]

# Fewer items than this only describe.
FEW = 50
_GOOD = 0.9


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that limits what the benchmark can decide; people must repair `mend` problems before using it."""

    name: str
    weight: Weight
    sentence: str


def problems_of(numbers: Numbers, power: Power) -> tuple[Problem, ...]:
    """Every problem that a rule finds, the most important rule first."""
    return tuple(problem for rule in _RULES if (problem := rule(numbers, power)) is not None)


def unlabelled(numbers: Numbers) -> float:
    """The share of items that may lack a label: an upper bound confirmed by calls, or else an estimate by code."""
    residual = numbers.get("residual_left", numbers.get("residual_unlabelled"))
    if residual is not None and residual.ci95 is not None:
        return residual.ci95[1]
    return numbers["unlabelled"].value or 0.0


def _counted(number: Measured) -> str:
    return f"{round((number.value or 0.0) * number.n)} of {number.n}"


def _not_verbatim(numbers: Numbers, _: Power) -> Problem | None:
    number = numbers["evidence_verbatim"]
    if number.value in (None, 1.0):
        return None
    wrong = round((1 - (number.value or 0.0)) * number.n)
    return Problem("not-verbatim", "mend", f"{wrong} of {number.n} quotes are not in their document word for word.")


def _mislabelled(numbers: Numbers, _: Power) -> Problem | None:
    number = numbers["answer_in_evidence"]
    if number.value in (None, 1.0):
        return None
    wrong = round((1 - (number.value or 0.0)) * number.n)
    sentence = f"In {wrong} of {number.n} items the evidence does not hold the answer."
    return Problem("mislabelled", "mend" if (number.value or 0.0) <= 0.97 else "note", sentence)


def _stale(numbers: Numbers, _: Power) -> Problem | None:
    number = numbers["fresh"]
    if number.value in (None, 1.0):
        return None
    gone = round((1 - (number.value or 0.0)) * number.n)
    sentence = f"The docs changed: the evidence of {gone} of {number.n} items is no longer there; run grow again."
    return Problem("stale", "mend" if (number.value or 0.0) < 0.95 else "note", sentence)


def _tiny(_: Numbers, power: Power) -> Problem | None:
    if power.n_effective >= FEW and power.n:
        return None
    effective = round(power.n_effective) if power.n else 0
    worth = "" if effective == power.n else f", worth {effective} independent ones,"
    sentence = f"{power.n} items with an answer{worth} are a smoke test, not a measurement."
    return Problem("tiny", "note", sentence)


def _one_sided(numbers: Numbers, power: Power) -> Problem | None:
    most = numbers["most_items_in_a_document"].value or 0.0
    covered = numbers["documents_covered"]
    if power.n and (most > 0.5 or power.documents == 1) and covered.n > 1:
        sentence = (
            f"{100 * most:.0f} % of the items are about one of {covered.n} documents: it says little about the others."
        )
        return Problem("one-sided", "mend", sentence)
    if covered.value is not None and covered.value < 0.2:
        return Problem("one-sided", "note", f"Only {_counted(covered)} documents have an item.")
    return None


def _copied(numbers: Numbers, _: Power) -> Problem | None:
    copied = numbers["copied_wording"]
    if copied.value is None or copied.value <= 0.2:
        return None
    sentence = f"{_counted(copied)} questions copy their passage: keyword retrievers look better than they are."
    return Problem("copied-wording", "mend", sentence)


def _redundant(numbers: Numbers, _: Power) -> Problem | None:
    passages, questions = numbers["repeated_passages"], numbers["duplicate_questions"]
    if (passages.value or 0.0) > 0.2:
        sentence = f"{_counted(passages)} passages are in the corpus more than once: which copy is found is luck."
        return Problem("redundant", "mend" if (questions.value or 0.0) > 0.05 else "note", sentence)
    if (questions.value or 0.0) > 0.05:
        return Problem("redundant", "mend", f"{_counted(questions)} questions repeat an earlier one.")
    return None


def _saturated(numbers: Numbers, _: Power) -> Problem | None:
    number = numbers["saturated"]
    if number.value is None or number.value < 0.5:
        return None
    sentence = f"{_counted(number)} items are found first by every keyword retriever: too easy to tell any apart."
    return Problem("too-easy", "note", sentence)


def _floor(numbers: Numbers, _: Power) -> Problem | None:
    number = numbers["not_found"]
    if number.value is None or number.value < 0.1:
        return None
    sentence = f"{_counted(number)} items are found by no keyword retriever: the hardest, or wrong; read them first."
    return Problem("not-found", "note", sentence)


def _holes(numbers: Numbers, power: Power) -> Problem | None:
    number = numbers.get("residual_unlabelled", numbers["unlabelled"])
    if number.value is None or power.detectable is None or unlabelled(numbers) <= max(0.1, power.detectable):
        return None
    sentence = f"{_counted(number)} items may have an answer in a passage that is not labelled."
    if number.name == "residual_unlabelled":
        sentence = f"{_counted(number)} sampled items had an answer in a passage without a label: so may the others."
    return Problem("unlabelled", "note", sentence)


def _unsteady(numbers: Numbers, _: Power) -> Problem | None:
    again = [one for name, one in numbers.items() if name.startswith("same_decision_") and one.value is not None]
    worst = min(again, key=lambda one: one.value or 0.0, default=None)
    if worst is None or (worst.value or 0.0) >= 0.9:
        return None
    critic = worst.name.removeprefix("same_decision_")
    differs = worst.n - round((worst.value or 0.0) * worst.n)
    sentence = f"Asked again, the {critic} critic decides {differs} of {worst.n} items otherwise: chance let some in."
    return Problem("unsteady-critic", "note", sentence)


def _without_evidence(numbers: Numbers, _: Power) -> Problem | None:
    number = numbers.get("answered_without_evidence")
    if number is None or number.value is None or number.value <= 0.1:
        return None
    sentence = f"{_counted(number)} items are answered without their evidence: known, guessed, or not labelled."
    return Problem("answered-without-evidence", "note", sentence)


def _keyword_friendly(numbers: Numbers, _: Power) -> Problem | None:
    gap, slope = numbers.get("bm25_dense_gap"), numbers.get("bm25_dense_slope")
    if not (gap and slope and gap.ci95 and slope.ci95) or gap.ci95[0] <= 0 or slope.ci95[0] <= 0:
        return None
    sentence = f"{gap.label}, by {gap.value:.2f}, and most where questions copy words: it looks better than it is."
    return Problem("keyword-friendly", "note", sentence)


def _faulty(numbers: Numbers, _: Power) -> Problem | None:
    number = numbers.get("audited_precision")
    if number is None or number.value is None or number.ci95 is None:
        return None
    corrected = numbers.get("corrected_validity")
    low, high = (corrected.ci95 if corrected else None) or number.ci95
    if low >= _GOOD:
        return None
    bad = number.n - round(number.value * number.n)
    sentence = f"People found {bad} of {number.n} items bad: up to {100 * (1 - low):.0f} % of all items may be."
    return Problem("bad-items", "mend" if high < _GOOD else "note", sentence)


def _obedient(numbers: Numbers, _: Power) -> Problem | None:
    number = numbers.get("canaries")
    if number is None or not number.value:
        return None
    sentence = f"{_counted(number)} planted passages changed the critic's verdict: a page of the docs could, too."
    return Problem("obeys-documents", "note", sentence)


_RULES: tuple[Callable[[Numbers, Power], Problem | None], ...] = (
    _not_verbatim,
    _stale,
    _mislabelled,
    _faulty,
    _one_sided,
    _redundant,
    _copied,
    _keyword_friendly,
    _tiny,
    _holes,
    _without_evidence,
    _obedient,
    _unsteady,
    _saturated,
    _floor,
)
