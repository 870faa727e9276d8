"""Metrics of several systems, their pairs -> Ranking: a table, differences with verdicts in words, JSON, a frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from statistics import median
from typing import TYPE_CHECKING

from benchmill.evaluating.scores import Group, Metric
from benchmill.scorer.paired import LEVEL, PairedDifference

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two systems by one metric. `p_holm` is corrected for all `pairs` of that metric."""

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
        """The better system; None where the difference may be noise."""
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
        return f"{self.second} and {self.first} cannot be told apart: {shown} may be chance (p {_p(self.p_holm)}){rest}"

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

    `groups` is group (`kind`, `style`, ...) -> its value -> system -> means with intervals; `rows` has one row a
    question, for finding what got worse. `caution` warns of conclusions that the benchmark cannot support.
    """

    questions: int
    systems: tuple[str, ...]
    metrics: Mapping[str, Mapping[str, Metric]]
    pairs: tuple[Pair, ...]
    groups: Mapping[str, Mapping[str, Mapping[str, Group]]] = field(default_factory=dict, repr=False)
    resampled: str = "documents"
    rows: tuple[Mapping[str, object], ...] = field(default=(), repr=False)
    left_out: int = 0
    warnings: tuple[str, ...] = ()
    format: str = "fastbook"
    caution: str = ""

    @property
    def kinds(self) -> dict[str, dict[str, dict[str, float]]]:
        """Kind -> system -> (number of questions, means)."""
        return {
            kind: {name: {"questions": group.questions, **group.means} for name, group in systems.items()}
            for kind, systems in self.groups.get("kind", {}).items()
        }

    def resolvable(self, metric: str) -> float:
        """The smallest difference in this metric that the benchmark can resolve between systems like these."""
        return median(one.difference.resolvable(one.pairs) for one in self.pairs if one.metric == metric)

    def worse_than_first(self, metric: str | None = None) -> tuple[Pair, ...]:
        """The pairs in which a later system is significantly worse than the first; `--fail-if-worse` refuses them."""
        return tuple(
            one
            for one in self.pairs
            if one.first == self.systems[0] and one.better == one.first and metric in (None, one.metric)
        )

    def got_worse(self, system: str, metric: str) -> tuple[str, ...]:
        """The questions on which `system` is worse than the first one, largest loss first."""
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
            "format": self.format,
            "questions": self.questions,
            "systems": list(self.systems),
            "metrics": {
                name: {system: one.as_json() for system, one in values.items()} for name, values in self.metrics.items()
            },
            "resolvable": {name: self.resolvable(name) for name in self.metrics if self.pairs},
            "pairs": [one.as_json() for one in self.pairs],
            "kinds": self.kinds,
            "groups": {
                by: {value: {name: one.as_json() for name, one in systems.items()} for value, systems in values.items()}
                for by, values in self.groups.items()
            },
            "resampled": self.resampled,
            "left_out": self.left_out,
            "warnings": list(self.warnings),
            "caution": self.caution,
            "rows": [dict(row) for row in self.rows],
        }

    def to_frame(self) -> pd.DataFrame:
        """One row a question, a column for each system and metric. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows(self.rows, "id")

    def table(self) -> Iterator[list[str]]:
        """Header and rows: one row a system, one column a metric with its interval."""
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
        notes = "".join(f"<p>{escape(note)}</p>" for note in (self.caution, *self.warnings) if note)
        return f"<table><tr>{titles}</tr>{cells}</table><ul>{verdicts}</ul>{notes}"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
