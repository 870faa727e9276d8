"""Values of questions -> Score: means with intervals, what is missing, and a row for every question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from pathlib import Path

from benchmill.outputs.json_files import json_lines
from benchmill.outputs.whole_file import write_whole
from benchmill.scorer.bootstrap import interval


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric over all questions: mean and sum of its values, and the mean's 95 % bootstrap interval."""

    mean: float
    sum: float
    ci95: tuple[float, float]

    def as_json(self) -> dict[str, object]:
        return {"mean": self.mean, "sum": self.sum, "ci95": list(self.ci95)}


@dataclass(frozen=True, slots=True)
class Score:
    """What a run is worth: `questions` in the gold file, `answered` of them with at least one result in the run.

    `missing` names the questions the run left out; they count 0. `data_errors` says what is wrong with the gold file
    and was left out of a mean. `rows` has one row a question, for `--per-question`.
    """

    format: str
    questions: int
    answered: int
    metrics: Mapping[str, Metric]
    missing: tuple[str, ...] = ()
    data_errors: tuple[str, ...] = ()
    clustered: bool = False
    rows: tuple[Mapping[str, object], ...] = field(default=(), repr=False)

    def as_json(self) -> dict[str, object]:
        return {
            "format": self.format,
            "questions": self.questions,
            "answered": self.answered,
            "metrics": {name: metric.as_json() for name, metric in self.metrics.items()},
            "resampled": "documents" if self.clustered else "questions",
            "missing": list(self.missing),
            "data_errors": list(self.data_errors),
        }


def metric_of(values: Sequence[float | None], clusters: Sequence[str] | None = None, seed: int = 0) -> Metric:
    """Mean, sum and interval over the values that are there; all 0 where there is none."""
    known = [value for value in values if value is not None]
    if not known:
        return Metric(0.0, 0.0, (0.0, 0.0))
    if clusters is not None:
        clusters = [cluster for cluster, value in zip(clusters, values, strict=True) if value is not None]
    total = fsum(known)
    return Metric(total / len(known), total, interval(known, clusters=clusters, seed=seed))


def write_rows(path: Path, score: Score) -> None:
    """`--per-question FILE`: one JSON line a question."""
    write_whole(path, json_lines(score.rows))
