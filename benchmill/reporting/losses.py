"""Failures, one after the other -> Losses: how many each check removed at each stage, and examples of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from benchmill.records import Failure

_MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class Loss:
    """The losses by one check or cause: its name, their number, and examples with reasons."""

    check: str
    count: int
    examples: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Lost:
    """What the checks of one stage removed: a count and the first subjects, with reasons, by check."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def add(self, check: str, subject: str, reason: str) -> None:
        self.counts[check] += 1
        shown = self.examples.setdefault(check, [])
        if len(shown) < _MOST_LISTED:
            shown.append((subject, reason))

    def plus(self, other: Lost) -> Lost:
        """This stage and a later one."""
        examples = dict(self.examples)
        for check, found in other.examples.items():
            examples[check] = [*examples.get(check, ()), *found][:_MOST_LISTED]
        return Lost(self.counts + other.counts, examples)

    def subjects(self) -> Iterator[str]:
        """The ids that the examples name."""
        return (subject for shown in self.examples.values() for subject, _ in shown)

    def losses(self, names: Mapping[str, str]) -> tuple[Loss, ...]:
        """Most frequent check first; `names` replace the ids of subjects."""
        return tuple(
            Loss(
                check,
                count,
                tuple((names.get(subject, subject)[:300], reason[:300]) for subject, reason in self.examples[check]),
            )
            for check, count in self.counts.most_common()
        )


@dataclass(frozen=True, slots=True)
class Losses:
    """`stages` by name. `ineligible` are the ids of passages that no question could be written from."""

    stages: Mapping[str, Lost]
    ineligible: Set[str]

    @classmethod
    def of(cls, failures: Iterable[Failure]) -> Losses:
        stages: dict[str, Lost] = {}
        ineligible: set[str] = set()
        for failure in failures:
            stages.setdefault(failure.stage, Lost()).add(failure.check, failure.subject_id, failure.reason)
            if failure.stage == "seed":
                ineligible.add(failure.subject_id)
        return cls(stages, ineligible)

    def at(self, *stages: str) -> Lost:
        """What these stages removed together."""
        found = Lost()
        for stage in stages:
            found = found.plus(self.stages.get(stage, Lost()))
        return found
