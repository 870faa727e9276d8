"""The numbers -> a verdict in words: what the benchmark is fit for and what not, each sentence with its number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from benchmill.records.model_family import family_of
from benchmill.validity.measured import Measured
from benchmill.validity.power import Power

Grade = Literal["good", "limited", "unfit"]
Weight = Literal["mend", "note"]

_FEW = 50
_TARGET = 0.05


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that limits what the benchmark can decide; people must repair `mend` problems before using it."""

    name: str
    weight: Weight
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """`headline` in one sentence; what the benchmark is fit for, what it is not fit for, and the problems found."""

    grade: Grade
    headline: str
    fit_for: tuple[str, ...]
    not_fit_for: tuple[str, ...]
    problems: tuple[Problem, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "grade": self.grade,
            "headline": self.headline,
            "fit_for": list(self.fit_for),
            "not_fit_for": list(self.not_fit_for),
            "problems": [{"name": p.name, "weight": p.weight, "sentence": p.sentence} for p in self.problems],
        }


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote and who judged the items (model specs, `extractive`), and how many of them a person reviewed."""

    writers: tuple[str, ...]
    reviewed: int = 0
    critics: tuple[str, ...] = ()

    @property
    def shared_families(self) -> tuple[str, ...]:
        """The model families that wrote and judged."""
        wrote = {family_of(spec) for spec in self.writers if ":" in spec}
        return tuple(sorted(wrote & {family_of(spec) for spec in self.critics}))


Numbers = Mapping[str, Measured]


def verdict_of(numbers: Numbers, power: Power, author: Author, kinds: Mapping[str, int]) -> Verdict:
    """The verdict; no single score sums up the numbers."""
    problems = tuple(problem for rule in _RULES if (problem := rule(numbers, power)) is not None)
    mend = [problem for problem in problems if problem.weight == "mend"]
    floor = _least_difference(numbers, power)
    small = [name.replace("_", "-") for name, count in sorted(kinds.items()) if count < _FEW]
    fit, unfit = [], []
    if floor is not None and floor < 0.5 and not mend:
        fit.append(f"comparing retrievers on this corpus that differ by {_points(floor)} or more in hit@10, in pairs")
        if _at_least(numbers, "deleted_10", 0.8):
            fit.append("noticing that 10 % of the passages are missing from an index")
        if _at_least(numbers, "shuffled", 0.8):
            fit.append("noticing a ranker that no longer ranks")
    else:
        unfit.append("comparing retrievers, until the problems below are mended" if mend else "comparing retrievers")
    unfit.append("claims about absolute quality: questions written from the passages are easier than people's")
    unfit.append(_language_models(author))
    if author.shared_families:
        named = ", ".join(author.shared_families)
        unfit.append(f"trust in the critics alone: they are of the writer's family ({named}), which models favour")
    if small and len(kinds) > 1:
        unfit.append(f"separate numbers for {', '.join(small)}: under {_FEW} items each, they only describe")
    if not author.reviewed:
        unfit.append("publication without a person's reading: no item was reviewed (benchmill review)")
    grade: Grade = "unfit" if mend else "limited" if problems or floor is None else "good"
    return Verdict(grade, _headline(floor, power, mend), tuple(fit), tuple(unfit), problems)


def _headline(floor: float | None, power: Power, mend: list[Problem]) -> str:
    if mend:
        return f"Mend this first: {mend[0].sentence}"
    if floor is None:
        return "There is nothing to measure yet: the benchmark has no item with evidence."
    if floor >= 1.0:
        return f"Too small to tell retrievers apart; {power.more_items_for(_TARGET):,} more items would bring 5 points."
    first = f"Tells apart retrievers that differ by {_points(floor)} or more"
    if power.detectable is not None and floor > power.detectable:
        return f"{first}: so many items may lack a label. By chance alone it would be {_points(power.detectable)}."
    more = power.more_items_for(_TARGET)
    return f"{first}; {more:,} more items would bring 5." if more else f"{first}."


def _least_difference(numbers: Numbers, power: Power) -> float | None:
    """No difference may be claimed below this: the detectable one, or the share of items that may lack a label."""
    if power.detectable is None:
        return None
    return max(power.detectable, _unlabelled(numbers))


def _unlabelled(numbers: Numbers) -> float:
    """The share of items that may lack a label: an upper bound confirmed by calls, or else an estimate by code."""
    residual = numbers.get("residual_left", numbers.get("residual_unlabelled"))
    if residual is not None and residual.ci95 is not None:
        return residual.ci95[1]
    return numbers["unlabelled"].value or 0.0


def _language_models(author: Author) -> str:
    if all(writer == "extractive" for writer in author.writers):
        return "ranking language models: rules wrote it, mostly from single facts"
    named = ", ".join(author.writers)
    return f"ranking language models: written by one of them ({named}), whose family it favours"


def _points(difference: float) -> str:
    points = max(1, round(100 * difference))
    return f"{points} point" if points == 1 else f"{points} points"


def _at_least(numbers: Numbers, name: str, least: float) -> bool:
    value = numbers[name].value
    return value is not None and value >= least


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
    if power.n_effective >= _FEW and power.n:
        return None
    effective = round(power.n_effective) if power.n else 0
    worth = "" if effective == power.n else f", worth {effective} independent ones,"
    sentence = f"{power.n} items{worth} are a smoke test, not a measurement."
    return Problem("tiny", "note", sentence)


def _one_sided(numbers: Numbers, power: Power) -> Problem | None:
    most = numbers["most_items_in_a_document"].value or 0.0
    covered = numbers["documents_covered"]
    if power.n and (most > 0.5 or power.documents == 1) and covered.n > 1:
        sentence = f"{most:.0%} of the items are about one of {covered.n} documents: it says little about the others."
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
    if number.value is None or power.detectable is None or _unlabelled(numbers) <= max(0.1, power.detectable):
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
    _one_sided,
    _redundant,
    _copied,
    _tiny,
    _holes,
    _without_evidence,
    _obedient,
    _unsteady,
    _saturated,
    _floor,
)
