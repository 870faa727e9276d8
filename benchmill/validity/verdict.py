"""The numbers -> a verdict in words: what the benchmark is fit for and what not, each sentence with its number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from benchmill.records.model_family import family_of
from benchmill.records.rounding import rounded_up
from benchmill.settings import EXTRACTIVE
from benchmill.validity.power import Power
from benchmill.validity.problems import FEW, Numbers, Problem, problems_of, unlabelled

Grade = Literal["good", "limited", "unfit"]

_TARGET = 0.05
_BY_RULES = Problem("by-rules", "note", "The built-in writer wrote every question, in the words of the docs.")


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
    def is_rules(self) -> bool:
        """The built-in writer wrote all items."""
        return all(writer == EXTRACTIVE for writer in self.writers)

    @property
    def shared_families(self) -> tuple[str, ...]:
        """The model families that wrote and judged."""
        wrote = {family_of(spec) for spec in self.writers if ":" in spec}
        return tuple(sorted(wrote & {family_of(spec) for spec in self.critics}))


def verdict_of(numbers: Numbers, power: Power, author: Author, kinds: Mapping[str, int]) -> Verdict:
    """The verdict; no single score sums up the numbers."""
    problems = (*problems_of(numbers, power), *([_BY_RULES] if author.is_rules and power.n else []))
    mend = [problem for problem in problems if problem.weight == "mend"]
    floor = _least_difference(numbers, power)
    small = [name.replace("_", "-") for name, count in sorted(kinds.items()) if count < FEW]
    fit, unfit = [], []
    if floor is not None and floor < 0.5 and not mend:
        if author.is_rules:
            fit.append("a first look, and a test of the pipeline")
            unfit.append("choosing a retriever: questions in the words of the docs flatter keyword search")
        else:
            least = f"{_points(floor)} or more in hit@10"
            fit.append(f"comparing retrievers on this corpus that differ by {least}, in pairs")
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
        unfit.append(f"separate numbers for {', '.join(small)}: under {FEW} items each, they only describe")
    if not author.reviewed and "audited_precision" not in numbers:
        unfit.append("publication without a person's reading: no item was reviewed (benchmill review)")
    grade: Grade = "unfit" if mend else "limited" if problems or floor is None else "good"
    return Verdict(grade, _headline(floor, power, mend, author), tuple(fit), tuple(unfit), problems)


def _headline(floor: float | None, power: Power, mend: list[Problem], author: Author) -> str:
    if mend:
        return f"Mend this first: {mend[0].sentence}"
    if floor is None:
        return "There is nothing to measure yet: the benchmark has no item with evidence."
    if floor >= 1.0:
        return f"Too small to tell retrievers apart; {power.more_items_for(_TARGET):,} more items would bring 5 points."
    if author.is_rules:
        return "For a first look, not for choosing a retriever: the built-in writer wrote it."
    first = f"Tells apart retrievers that differ by {_points(floor)} or more"
    if power.detectable is not None and floor > power.detectable:
        return f"{first}: so many items may lack a label. By chance alone it would be {_points(power.detectable)}."
    more = power.more_items_for(_TARGET)
    return f"{first}; with {more:,} more items, by 5 points." if more else f"{first}."


def _least_difference(numbers: Numbers, power: Power) -> float | None:
    """No difference may be claimed below this: the detectable one, or the share of items that may lack a label."""
    if power.detectable is None:
        return None
    return max(power.detectable, unlabelled(numbers))


def _language_models(author: Author) -> str:
    if author.is_rules:
        return "ranking language models: rules wrote it, mostly from single facts"
    named = ", ".join(author.writers)
    return f"ranking language models: written by one of them ({named}), whose family it favours"


def _points(difference: float) -> str:
    points = max(1, int(rounded_up(100 * difference)))
    return f"{points} point" if points == 1 else f"{points} points"


def _at_least(numbers: Numbers, name: str, least: float) -> bool:
    value = numbers[name].value
    return value is not None and value >= least
