"""Two editions with a run each -> means and differences on their common questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmill.evaluating.fastbook import score_fastbook
from benchmill.evaluating.scores import Metric, Score, metric_of
from benchmill.outputs.fastbook import Question, read_questions
from benchmill.records import InputError


@dataclass(frozen=True, slots=True)
class Compared:
    """One metric on the common questions: both means, and the mean difference (new - old) with its 95 % interval.

    The interval is of paired differences and resamples documents where every question names one.
    """

    old: Metric
    new: Metric
    difference: Metric

    def as_json(self) -> dict[str, object]:
        return {name: getattr(self, name).as_json() for name in ("old", "new", "difference")}


@dataclass(frozen=True, slots=True)
class Comparison:
    """`common` questions are in both editions (same id); questions of one edition alone are only counted."""

    format: str
    common: int
    only_old: int
    only_new: int
    metrics: Mapping[str, Compared]

    def as_json(self) -> dict[str, object]:
        return {
            "format": self.format,
            "common": self.common,
            "only_old": self.only_old,
            "only_new": self.only_new,
            "metrics": {name: compared.as_json() for name, compared in self.metrics.items()},
        }


def compare_fastbook(
    old: tuple[Path, Path], new: tuple[Path, Path], *, k: Sequence[int] = (10,), seed: int = 0
) -> Comparison:
    """Compare two editions, each (benchmark, run), by Answer Component MRR@k and Recall@k on their common questions.

    An item keeps its id while its question stays, so equal ids mean equal questions. Raises InputError where the
    editions have no common question, and whatever `score_fastbook` raises.
    """
    rows = [_rows(score_fastbook(gold, run, k=k, seed=seed)) for gold, run in (old, new)]
    common = [name for name in rows[0] if name in rows[1]]
    if not common:
        raise InputError(f"{old[0]} and {new[0]} have no question in common: do they belong to the same benchmark?")
    sources = {question.name: question.source for question in _questions(new[0])}
    clusters = [sources[name] for name in common] if all(sources[name] for name in common) else None
    metrics = {}
    for name in (metric for metric in rows[0][common[0]] if metric != "id"):
        before, after = ([_value(side[question][name]) for question in common] for side in rows)
        change = [b - a if a is not None and b is not None else None for a, b in zip(before, after, strict=True)]
        metrics[name] = Compared(*(metric_of(values, clusters, seed) for values in (before, after, change)))
    return Comparison("fastbook", len(common), len(rows[0]) - len(common), len(rows[1]) - len(common), metrics)


def _rows(score: Score) -> dict[str, Mapping[str, object]]:
    return {str(row["id"]): row for row in score.rows}


def _questions(gold: Path) -> tuple[Question, ...]:
    return read_questions(gold / "benchmark.json" if gold.is_dir() else gold)


def _value(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None
