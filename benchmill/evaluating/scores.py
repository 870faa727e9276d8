"""Values of questions -> Score: means with intervals, ceilings, missing questions, a row for every question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from benchmill.outputs.json_files import json_lines
from benchmill.outputs.replacing import json_rows, keep_others
from benchmill.outputs.whole_file import write_whole
from benchmill.records import Failure
from benchmill.records.manner import Difficulty
from benchmill.scorer.bootstrap import interval

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


Labels = Mapping[str, Mapping[str, str]]
"""Group (`kind`, `style`, `document`, ...) -> question's name -> its value."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric over all questions: mean and sum of its values, and the mean's 95 % bootstrap interval.

    `ceiling` is the mean that a perfect retriever would reach on the index; None where nobody knows.
    """

    mean: float
    sum: float
    ci95: tuple[float, float]
    ceiling: float | None = None

    @property
    def share_of_ceiling(self) -> float | None:
        """The mean as a share of the ceiling; None without a ceiling, or with a ceiling of 0."""
        return min(1.0, self.mean / self.ceiling) if self.ceiling else None

    def of_ceiling(self, digits: int) -> str:
        """The share of a ceiling, as text; empty where a ceiling of 1 says nothing that the mean does not say."""
        share = self.share_of_ceiling
        return (
            ""
            if share is None or self.ceiling == 1
            else f"{100 * share:.0f} % of the ceiling {self.ceiling:.{digits}f}"
        )

    def as_json(self) -> dict[str, object]:
        record: dict[str, object] = {"mean": self.mean, "sum": self.sum, "ci95": list(self.ci95)}
        if self.ceiling is not None:
            record |= {"ceiling": self.ceiling, "share_of_ceiling": self.share_of_ceiling}
        return record


@dataclass(frozen=True, slots=True)
class Group:
    """The questions of one kind, style or document: their number, their means, and the means' 95 % intervals.

    A document has no intervals: documents are the units of resampling, and one unit has no spread.
    """

    questions: int
    means: Mapping[str, float]
    ci95: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        record: dict[str, object] = {"questions": self.questions, "means": dict(self.means)}
        if self.ci95:
            record["ci95"] = {name: list(ends) for name, ends in self.ci95.items()}
        return record

    def shown(self, name: str) -> str:
        """A mean with its interval, as text."""
        low, high = self.ci95.get(name, (0.0, 0.0))
        return f"{self.means[name]:.3f}" + (f" ({low:.3f} to {high:.3f})" if name in self.ci95 else "")


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of a run: `questions` in the gold file, `answered` of them with at least one result in the run.

    `missing` names the questions the run left out; they count 0. `data_errors` names faults of the gold file, which are
    left out of a mean. `rows` has one row a question, for `--per-question`. `match` is how passages were compared with
    evidence, `index` the source of the ceilings. `losses` counts answer components by where they were lost, `groups`
    has the means by kind, style, persona, difficulty, language, writer and document, `labels` each question's own.
    `largest` is the largest value of its metrics: 100 for SQuAD's.
    `warnings` holds what a reader must know first, `caution` warns of conclusions that the benchmark cannot support,
    `failures` names the questions on which a system raised or did not answer.
    """

    format: str
    questions: int
    answered: int
    metrics: Mapping[str, Metric]
    missing: tuple[str, ...] = ()
    data_errors: tuple[str, ...] = ()
    clustered: bool = False
    rows: tuple[Mapping[str, object], ...] = field(default=(), repr=False)
    match: str = ""
    index: str = ""
    losses: Mapping[str, int] = field(default_factory=dict)
    groups: Mapping[str, Mapping[str, Group]] = field(default_factory=dict, repr=False)
    warnings: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = field(default=(), repr=False)
    labels: Labels = field(default_factory=dict, repr=False)
    caution: str = ""
    largest: float = 1.0

    def as_json(self) -> dict[str, object]:
        """The object that `score --json` prints; keys are only ever added."""
        return {
            "format": self.format,
            "questions": self.questions,
            "answered": self.answered,
            "metrics": {name: metric.as_json() for name, metric in self.metrics.items()},
            "resampled": "documents" if self.clustered else "questions",
            "match": self.match,
            "index": self.index,
            "losses": dict(self.losses),
            "groups": {
                by: {name: group.as_json() for name, group in groups.items()} for by, groups in self.groups.items()
            },
            "missing": list(self.missing),
            "data_errors": list(self.data_errors),
            "warnings": list(self.warnings),
            "caution": self.caution,
            "failures": [{"id": one.subject_id, "check": one.check, "reason": one.reason} for one in self.failures],
        }

    def to_frame(self) -> pd.DataFrame:
        """The rows as a pandas DataFrame, one a question, indexed by id. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows(self.rows, "id")

    def __repr__(self) -> str:
        values = ", ".join(f"{name} {metric.mean:.3f}" for name, metric in self.metrics.items())
        return f"<Score of {self.questions} questions: {values}>"

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        known = any(metric.ceiling is not None for metric in self.metrics.values())
        head = "<th>metric</th><th>mean</th><th>95 %</th>" + ("<th>ceiling</th>" if known else "")
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{one.mean:.4f}</td><td>{one.ci95[0]:.4f} to {one.ci95[1]:.4f}</td>"
            + (f"<td>{'' if one.ceiling is None else f'{one.ceiling:.4f}'}</td>" if known else "")
            + "</tr>"
            for name, one in self.metrics.items()
        )
        notes = "".join(f"<p>{escape(note)}</p>" for note in (self.caution, *self.warnings, *self.data_errors) if note)
        return f"<p>{self.questions} questions, {self.answered} answered</p><table><tr>{head}</tr>{rows}</table>{notes}"


def clusters_of(documents: Sequence[str]) -> list[str] | None:
    """The documents as units of resampling; None where one is unknown, or all are one, which has no spread."""
    return list(documents) if all(documents) and len(set(documents)) > 1 else None


def metric_of(
    values: Sequence[float | None],
    clusters: Sequence[str] | None = None,
    seed: int = 0,
    ceilings: Sequence[float | None] | None = None,
    *,
    largest: float = 1.0,
) -> Metric:
    """Mean, sum and interval over the known values, which are 0 to `largest`; all 0 where no value is known.

    `ceilings` has the largest value that each question could have.
    """
    known = [value for value in values if value is not None]
    if not known:
        return Metric(0.0, 0.0, (0.0, 0.0))
    if clusters is not None:
        clusters = [cluster for cluster, value in zip(clusters, values, strict=True) if value is not None]
    total = fsum(known)
    best = None if ceilings is None else fsum(one for one in ceilings if one is not None) / len(known)
    return Metric(total / len(known), total, interval(known, clusters=clusters, seed=seed, bounds=(0.0, largest)), best)


def grouped(
    rows: Sequence[Mapping[str, object]], labels: Labels, seed: int = 0, *, largest: float = 1.0
) -> dict[str, dict[str, Group]]:
    """Group -> its values, sorted -> the questions that have the value, their means and intervals.

    Levels of difficulty go from easy to hard.
    """
    found: dict[str, dict[str, Group]] = {}
    documents = labels.get("document", {})
    for by, value_of in labels.items():
        members: dict[str, list[Mapping[str, object]]] = {}
        for row in rows:
            value = value_of.get(str(row["id"]), "")
            if value:
                members.setdefault(value, []).append(row)
        if members:
            units = None if by == "document" else documents
            found[by] = {
                value: _group(ones, units, seed, largest) for value, ones in sorted(members.items(), key=_place)
            }
    return found


def _place(group: tuple[str, object]) -> tuple[int, str]:
    levels = get_args(Difficulty)
    return (levels.index(group[0]) if group[0] in levels else -1, group[0])


def _group(
    rows: Sequence[Mapping[str, object]], documents: Mapping[str, str] | None, seed: int, largest: float
) -> Group:
    means, ends = {}, {}
    for name in (name for name in rows[0] if name != "id"):
        known = {str(row["id"]): value for row in rows if isinstance(value := row[name], (int, float))}
        if not known:
            continue
        values = list(known.values())
        means[name] = fsum(values) / len(values)
        if documents is not None:
            clusters = clusters_of([documents.get(id_, "") for id_ in known])
            ends[name] = interval(values, clusters=clusters, seed=seed, bounds=(0.0, largest))
    return Group(len(rows), means, ends)


def write_rows(path: Path, score: Score, *, force: bool = False) -> None:
    """`--per-question FILE`: one JSON line a question.

    Raises InputError where FILE exists and holds other content, unless `force`.
    """
    keep_others(path, _are_rows, force=force)
    write_whole(path, json_lines(score.rows))


def _are_rows(content: bytes) -> bool:
    """Whether a file holds lines of a `Score`: an id, and numbers."""
    return all(
        isinstance(row, dict)
        and isinstance(row.get("id"), str)
        and all(isinstance(value, int | float | None) for name, value in row.items() if name != "id")
        for row in json_rows(content)
    )
