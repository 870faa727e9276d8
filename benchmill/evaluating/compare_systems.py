"""A benchmark, several systems -> Ranking: their metrics, every pair's difference, and verdicts in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmill.evaluating.gold import Gold, read_gold
from benchmill.evaluating.scores import Metric, Score, clusters_of, grouped, metric_of
from benchmill.evaluating.systems import score_system
from benchmill.mapping.mapping import Mapping as ChunkMapping
from benchmill.records import InputError, UsageError
from benchmill.scorer.paired import LEVEL, PairedDifference, holm, paired_difference

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]

OLD = "old edition"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two systems by one metric. `p_holm` is corrected for all pairs of that metric; `pairs` is how many they are."""

    metric: str
    first: str
    second: str
    difference: PairedDifference
    p_holm: float
    pairs: int

    @property
    def significant(self) -> bool:
        return self.p_holm < LEVEL

    @property
    def better(self) -> str | None:
        """The better system; None where the difference may be chance."""
        if not self.significant:
            return None
        return self.second if self.difference.mean > 0 else self.first

    @property
    def verdict(self) -> str:
        """What the difference means, in words."""
        found = self.difference
        low, high = found.ci95
        if not found.mean and not found.error:
            return f"{self.second} and {self.first} are equal on every question"
        shown = f"{found.mean:+.4f} (95 %: {low:+.4f} to {high:+.4f})"
        if self.significant:
            word = "better" if found.mean > 0 else "worse"
            return f"{self.second} is {word} than {self.first}: {shown} is a real difference (p {_p(self.p_holm)})"
        more = found.more_questions(self.pairs)
        rest = f"; about {more:,} more questions would decide a difference of this size" if more else ""
        return f"{self.second} and {self.first} cannot be told apart: {shown} may be noise (p {_p(self.p_holm)}){rest}"

    def as_json(self) -> dict[str, object]:
        return {
            "metric": self.metric,
            "first": self.first,
            "second": self.second,
            "difference": self.difference.mean,
            "ci95": list(self.difference.ci95),
            "p": self.difference.p,
            "p_holm": self.p_holm,
            "significant": self.significant,
            "better": self.better,
            "resolvable": self.difference.resolvable(self.pairs),
            "more_questions": self.difference.more_questions(self.pairs),
            "verdict": self.verdict,
        }


@dataclass(frozen=True, slots=True)
class Ranking:
    """Systems side by side on the same `questions`. `metrics` is metric -> system -> value, the first system first.

    `kinds` is kind -> system -> metric -> mean; `rows` has one row a question and system, for finding what got worse.
    """

    questions: int
    systems: tuple[str, ...]
    metrics: Mapping[str, Mapping[str, Metric]]
    pairs: tuple[Pair, ...]
    kinds: Mapping[str, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)
    resampled: str = "documents"
    rows: tuple[Mapping[str, object], ...] = field(default=(), repr=False)
    left_out: int = 0
    warnings: tuple[str, ...] = ()

    def resolvable(self, metric: str) -> float:
        """The smallest difference by this metric that this benchmark can resolve, between systems like these."""
        return median(one.difference.resolvable(one.pairs) for one in self.pairs if one.metric == metric)

    def worse_than_first(self, metric: str | None = None) -> tuple[Pair, ...]:
        """The pairs in which a later system is significantly worse than the first: what a gate refuses."""
        return tuple(
            one
            for one in self.pairs
            if one.first == self.systems[0] and one.better == one.first and metric in (None, one.metric)
        )

    def got_worse(self, system: str, metric: str) -> tuple[str, ...]:
        """The questions on which `system` is worse than the first one, by how much it lost."""
        losses = {
            str(row["id"]): after - before
            for row in self.rows
            if isinstance(before := row.get(f"{self.systems[0]} {metric}"), (int, float))
            and isinstance(after := row.get(f"{system} {metric}"), (int, float))
        }
        return tuple(sorted((name for name, change in losses.items() if change < 0), key=lambda n: (losses[n], n)))

    def as_json(self) -> dict[str, object]:
        """The object that `compare --json` prints; keys are only ever added."""
        return {
            "questions": self.questions,
            "systems": list(self.systems),
            "metrics": {
                name: {system: one.as_json() for system, one in values.items()} for name, values in self.metrics.items()
            },
            "resolvable": {name: self.resolvable(name) for name in self.metrics if self.pairs},
            "pairs": [one.as_json() for one in self.pairs],
            "kinds": {
                kind: {name: dict(means) for name, means in systems.items()} for kind, systems in self.kinds.items()
            },
            "resampled": self.resampled,
            "left_out": self.left_out,
            "warnings": list(self.warnings),
            "rows": [dict(row) for row in self.rows],
        }

    def to_frame(self) -> pd.DataFrame:
        """One row a question, a column for each system and metric. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows(self.rows, "id")

    def table(self) -> Iterator[list[str]]:
        """Header and rows: a system a row, a metric a column with its interval."""
        yield ["system", *self.metrics]
        for system in self.systems:
            cells = [values[system] for values in self.metrics.values()]
            yield [system, *(f"{one.mean:.4f} ({one.ci95[0]:.4f} to {one.ci95[1]:.4f})" for one in cells)]

    def __repr__(self) -> str:
        return f"<Ranking of {', '.join(self.systems)} on {self.questions} questions>"

    def _repr_html_(self) -> str:
        """A table and the verdicts, for notebooks."""
        head, *rows = self.table()
        cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        verdicts = "".join(f"<li>{escape(one.metric)}: {escape(one.verdict)}</li>" for one in self.pairs)
        titles = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        return f"<table><tr>{titles}</tr>{cells}</table><ul>{verdicts}</ul>"


def compare_systems(
    bench: Path,
    systems: Mapping[str, object],
    *,
    k: int = 10,
    match: str | ChunkMapping = "verbatim",
    index: object = None,
    old: tuple[Path, object] | None = None,
    metrics: Sequence[str] = ("recall", "mrr", "accuracy"),
    seed: int = 0,
) -> Ranking:
    """Compare any number of systems (run files, runs, retrievers) on one benchmark, pair by pair.

    `old` is an earlier edition with its run: it comes first, and only questions that both editions have are compared.
    Raises UsageError for fewer than two systems, InputError for a run of another benchmark.
    """
    gold = read_gold(bench)
    scores: dict[str, Score] = {}
    if old is not None:
        scores[OLD] = score_system(old[0], old[1], k=k, match=match, index=index, seed=seed)
    for name, system in systems.items():
        scores[name] = score_system(bench, system, k=k, match=match, index=index, seed=seed)
    if len(scores) < 2:
        raise UsageError(f"comparing takes two systems or more; there is {len(scores)}")
    return ranking_of(gold, scores, [f"{metric}@{k}" for metric in metrics], seed)


def ranking_of(gold: Gold, scores: Mapping[str, Score], metrics: Sequence[str], seed: int = 0) -> Ranking:
    """The ranking of systems that were scored before, on the questions that all of them have."""
    rows = {system: {str(row["id"]): row for row in score.rows} for system, score in scores.items()}
    common = [name for name in gold.names if all(name in values for values in rows.values())]
    if not common:
        raise InputError("the systems have no question in common: are their benchmarks editions of one?")
    documents = gold.groups.of.get("document", {})
    clusters = clusters_of([documents.get(name, "") for name in common])
    found: dict[str, dict[str, Metric]] = {}
    pairs: list[Pair] = []
    for metric in metrics:
        columns = {system: [_number(values[name].get(metric)) for name in common] for system, values in rows.items()}
        found[metric] = {system: metric_of(column, clusters, seed) for system, column in columns.items()}
        pairs += _pairs(metric, columns, clusters, seed)
    return Ranking(
        questions=len(common),
        systems=tuple(scores),
        metrics=found,
        pairs=tuple(pairs),
        kinds=_kinds(gold, rows, common, metrics),
        resampled="documents" if clusters else "questions",
        rows=tuple(_row(name, rows, metrics) for name in common),
        left_out=len(set().union(*rows.values())) - len(common),
        warnings=tuple(f"{system}: {warning}" for system, score in scores.items() for warning in score.warnings),
    )


def _pairs(
    metric: str, columns: Mapping[str, Sequence[float]], clusters: Sequence[str] | None, seed: int
) -> Iterator[Pair]:
    names = list(combinations(columns, 2))
    differences = [paired_difference(columns[a], columns[b], clusters, seed) for a, b in names]
    corrected = holm([one.p for one in differences])
    for (first, second), difference, p in zip(names, differences, corrected, strict=True):
        yield Pair(metric, first, second, difference, p, len(names))


def _kinds(
    gold: Gold, rows: Mapping[str, Mapping[str, Mapping[str, object]]], common: Sequence[str], metrics: Sequence[str]
) -> dict[str, dict[str, Mapping[str, float]]]:
    kind_of = {"kind": gold.groups.of.get("kind", {})}
    found: dict[str, dict[str, Mapping[str, float]]] = {}
    for system, values in rows.items():
        kept = [{"id": name, **{metric: values[name].get(metric) for metric in metrics}} for name in common]
        for kind, group in grouped(kept, kind_of).get("kind", {}).items():
            found.setdefault(kind, {})[system] = {"questions": group.questions, **group.means}
    return found


def _row(
    name: str, rows: Mapping[str, Mapping[str, Mapping[str, object]]], metrics: Sequence[str]
) -> dict[str, object]:
    return {"id": name} | {f"{system} {m}": values[name].get(m) for system, values in rows.items() for m in metrics}


def _number(value: object) -> float:
    """A question without components has no recall: it is 0 for both systems of a pair."""
    return float(value) if isinstance(value, (int, float)) else 0.0


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
