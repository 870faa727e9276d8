"""Judgements -> JudgeReport: shares with intervals, over all and by kind; what is missing and what is undecided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from benchmill.chat.errors import EndOfRun
from benchmill.evaluating.scores import Metric, metric_of
from benchmill.judging.judgement import RULES, Judgement
from benchmill.judging.robustness import RobustnessCheck
from benchmill.outputs.json_files import json_lines
from benchmill.outputs.notebook import html_record
from benchmill.outputs.replacing import json_rows, keep_others
from benchmill.outputs.whole_file import write_whole
from benchmill.workspace.outcome import Usage

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True, slots=True)
class Measured:
    """A metric over the `n` answers that it applies to and that were decided."""

    n: int
    metric: Metric

    def as_json(self) -> dict[str, object]:
        return {"n": self.n, **self.metric.as_json()}


def _share(value: bool | None) -> float | None:
    return None if value is None else float(value)


# `abstained` is about questions without an answer (1 is right), `over_abstained` about the others (0 is right).
METRICS: Mapping[str, Callable[[Judgement], float | None]] = {
    "correct": lambda one: _share(one.correct),
    "component_recall": lambda one: one.recall,
    "contradicted": lambda one: one.contradicted,
    "groundedness": lambda one: one.grounded,
    "abstained": lambda one: None if one.answerable else _share(one.abstained),
    "over_abstained": lambda one: _share(one.abstained) if one.answerable else None,
}


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """What a system's answers are worth.

    `judgements` has one for each question of the benchmark that was come to, in its order: all of them, unless
    `ended_by` says what ended the run early. `prompts` maps a prompt's name to its fingerprint.
    """

    questions: int
    judgements: tuple[Judgement, ...] = field(repr=False)
    model: str
    prompts: Mapping[str, str] = field(default_factory=dict)
    robustness_checks: tuple[RobustnessCheck, ...] = ()
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    seed: int = 0
    ended_by: EndOfRun | None = field(default=None, compare=False)

    @property
    def missing(self) -> tuple[str, ...]:
        """The questions that the ANSWERS left out: they count as wrong."""
        return tuple(one.id for one in self.judgements if one.missing)

    @property
    def undecided(self) -> dict[str, tuple[str, ...]]:
        """Aspect -> the questions on which no reply decided it; they are in no mean of it."""
        found: dict[str, list[str]] = {}
        for one in self.judgements:
            for cause in one.undecided:
                found.setdefault(cause.aspect, []).append(one.id)
        return {aspect: tuple(ids) for aspect, ids in sorted(found.items())}

    @property
    def decided_by(self) -> dict[str, int]:
        """Who decided on correctness -> how many answers, missing ones left out."""
        decided = [one.by for one in self.judgements if not one.missing and one.correct is not None]
        return dict(sorted(Counter("rules" if by == RULES else "model" for by in decided).items()))

    def kinds(self) -> Iterator[tuple[str, tuple[Judgement, ...]]]:
        """Each kind of question that was judged, sorted, with its judgements."""
        for kind in sorted({one.kind for one in self.judgements}):
            yield kind, tuple(one for one in self.judgements if one.kind == kind)

    def measured(self, judgements: Sequence[Judgement]) -> dict[str, Measured]:
        """Metric -> its value over those of `judgements` that have one; without the metrics that none has.

        Intervals (95 %) resample documents, where every question names its own.
        """
        clusters = [one.document for one in judgements] if all(one.document for one in judgements) else None
        found = {}
        for name, value in METRICS.items():
            values = [value(one) for one in judgements]
            if n := sum(one is not None for one in values):
                found[name] = Measured(n, metric_of(values, clusters, self.seed))
        return found

    def as_json(self) -> dict[str, object]:
        """The object that `judge --json` prints; keys are only ever added."""
        usage = self.usage
        return {
            "questions": self.questions,
            "answered": sum(not one.missing for one in self.judgements),
            "missing": list(self.missing),
            "undecided": {aspect: list(ids) for aspect, ids in self.undecided.items()},
            "not_reached": self.questions - len(self.judgements),
            "decided_by": self.decided_by,
            "metrics": _as_json(self.measured(self.judgements)),
            "kinds": {
                kind: {"questions": len(ones), "metrics": _as_json(self.measured(ones))} for kind, ones in self.kinds()
            },
            "resampled": "documents" if all(one.document for one in self.judgements) else "questions",
            "controls": {control.name: control.as_json() for control in self.robustness_checks},
            "model": self.model,
            "prompts": dict(self.prompts),
            "calls": {"asked": usage.asked, "recorded": usage.recorded, "retried": usage.retried},
            "tokens": {"input": usage.input_tokens, "output": usage.output_tokens},
            "cost": usage.cost,
            "seconds": round(self.seconds, 3),
            "notes": list(self.notes),
            "ended_by": str(self.ended_by) if self.ended_by else None,
        }

    def write_rows(self, path: Path, *, force: bool = False) -> None:
        """`--per-question FILE`: one JSON line a question, with every finding and its quote."""
        keep_others(path, are_rows, force=force)
        write_whole(path, json_lines(one.as_json() for one in self.judgements))

    def to_frame(self) -> pd.DataFrame:
        """One row an answer, with every finding. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows((one.as_json() for one in self.judgements), "id")

    def __repr__(self) -> str:
        return f"<JudgeReport: {len(self.judgements)} of {self.questions} questions judged by {self.model}>"

    def _repr_html_(self) -> str:
        """The counts as a table, for notebooks."""
        measured = self.measured(self.judgements)
        means = {name: f"{one.metric.mean:.4f} (n {one.n})" for name, one in measured.items()}
        return html_record(repr(self), {**means, "notes": "; ".join(self.notes)})


def are_rows(content: bytes) -> bool:
    """Whether a file holds lines that `write_rows` wrote: only those may be replaced."""
    return all(isinstance(row, dict) and {"id", "abstention", "undecided"} <= row.keys() for row in json_rows(content))


def _as_json(measured: Mapping[str, Measured]) -> dict[str, object]:
    return {name: one.as_json() for name, one in measured.items()}
