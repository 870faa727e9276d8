"""Labels and ratings -> Calibration: agreement, TPR, TNR and precision of each critic at each minimum."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmill.curating.agreement import ac1
from benchmill.records import CRITERIA, Verdict
from benchmill.validity.measured import Measured, share_of

Ratings = Mapping[str, Sequence[Verdict]]
"""Candidate's id -> the verdicts on it."""

MEANINGS = {
    "agreement": "share of labelled candidates that the critic judges as people did",
    "tpr": "share of the good ones that pass",
    "tnr": "share of the bad ones that are refused",
    "precision": "share of what passes that is good",
}


@dataclass(frozen=True, slots=True)
class AtMinimum:
    """The shares of one critic where ratings from `minimum` up pass; each share has n, interval and method."""

    minimum: int
    numbers: tuple[Measured, ...]

    def as_json(self) -> dict[str, object]:
        return {"minimum": self.minimum, **{one.name: one.as_json() for one in self.numbers}}


@dataclass(frozen=True, slots=True)
class CriticCalibration:
    """One critic. `name` is `all critics` for their decision together, at their own minima.

    `undecided` counts the candidates that no critic refused and not all critics rated: they are in no share.
    """

    name: str
    rated: int
    minimum: int
    at: tuple[AtMinimum, ...]
    ac1: float | None
    undecided: int = 0

    def as_json(self) -> dict[str, object]:
        found = [one.as_json() for one in self.at]
        return {
            "rated": self.rated,
            "undecided": self.undecided,
            "minimum": self.minimum,
            "gwet_ac1": self.ac1,
            "at": found,
        }


def calibrated(labels: Mapping[str, bool], ratings: Ratings, minimum: int) -> tuple[CriticCalibration, ...]:
    """Each critic that rated a labelled candidate, in the order of asking; then all critics together."""
    by_critic: dict[str, dict[str, Verdict]] = {}
    for id_ in labels:
        for verdict in ratings.get(id_, ()):
            by_critic.setdefault(verdict.criterion, {})[id_] = verdict
    order = [*(name for name in CRITERIA if name in by_critic), *sorted(set(by_critic) - set(CRITERIA))]
    found = [_critic(name, by_critic[name], labels, minimum) for name in order]
    if len(order) > 1:
        found.append(_together(ratings, labels, minimum, by_critic.keys() & set(CRITERIA)))
    return tuple(found)


def _together(ratings: Ratings, labels: Mapping[str, bool], minimum: int, needed: Collection[str]) -> CriticCalibration:
    """All critics together. Only a candidate that has the ratings of all the `needed` critics passes."""
    pairs, undecided = [], 0
    for id_ in labels:
        verdicts = ratings.get(id_, ())
        refused = any(verdict.refuses(minimum) for verdict in verdicts)
        if refused or {verdict.criterion for verdict in verdicts}.issuperset(needed):
            pairs.append((labels[id_], not refused))
        elif verdicts:
            undecided += 1
    numbers = (AtMinimum(minimum, tuple(_numbers(pairs))),)
    return CriticCalibration("all critics", len(pairs), minimum, numbers, ac1(pairs) if pairs else None, undecided)


def _critic(name: str, verdicts: Mapping[str, Verdict], labels: Mapping[str, bool], minimum: int) -> CriticCalibration:
    first = next(iter(verdicts.values()))
    own, scale = first.minimum or minimum, first.scale
    at = []
    for lowest in range(2, scale + 1):
        pairs = [(labels[id_], verdict.rating >= lowest) for id_, verdict in verdicts.items()]
        at.append(AtMinimum(lowest, tuple(_numbers(pairs))))
    decided = [(labels[id_], verdict.rating >= own) for id_, verdict in verdicts.items()]
    return CriticCalibration(name, len(decided), own, tuple(at), ac1(decided))


def _numbers(pairs: Sequence[tuple[bool, bool]]) -> Iterator[Measured]:
    """(good, passes) pairs -> the four shares."""
    flags = {
        "agreement": [good == passes for good, passes in pairs],
        "tpr": [passes for good, passes in pairs if good],
        "tnr": [not passes for good, passes in pairs if not good],
        "precision": [good for good, passes in pairs if passes],
    }
    for name, found in flags.items():
        yield share_of(name, name.upper() if name in ("tpr", "tnr") else name, found, MEANINGS[name])


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How often two models decide differently about the same candidates, in the role of one critic."""

    name: str
    share: Measured
    mean_difference: float | None

    def as_json(self) -> dict[str, object]:
        return {**self.share.as_json(), "mean_rating_difference": self.mean_difference}


def disagreements(one: Ratings, other: Ratings, minimum: int) -> tuple[Disagreement, ...]:
    """The disagreement of each critic, over the candidates that both models rated."""
    differing: dict[str, list[bool]] = {}
    distances: dict[str, list[int]] = {}
    for id_, verdicts in one.items():
        theirs = {verdict.criterion: verdict for verdict in other.get(id_, ())}
        for verdict in verdicts:
            if (same := theirs.get(verdict.criterion)) is not None:
                differs = verdict.refuses(minimum) != same.refuses(minimum)
                differing.setdefault(verdict.criterion, []).append(differs)
                distances.setdefault(verdict.criterion, []).append(abs(verdict.rating - same.rating))
    meaning = "share of candidates that one model passes and the other refuses"
    return tuple(
        Disagreement(
            name,
            share_of(name, name, flags, meaning),
            sum(distances[name]) / len(distances[name]),
        )
        for name, flags in differing.items()
    )
