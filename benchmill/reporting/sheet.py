"""A score or a judge's report -> Sheet: figures, tables with intervals, a row for every question; and its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.evaluating.index_view import LOSSES
from benchmill.evaluating.scores import Metric, Score
from benchmill.judging.judge_report import JudgeReport
from benchmill.judging.judgement import Judgement
from benchmill.outputs.replacing import keep_others
from benchmill.outputs.whole_file import write_whole
from benchmill.reporting.cards import cut
from benchmill.reporting.html import page

# The file that --per-question writes has all rows; here the worst questions come first.
_MOST_ROWS = 500
_NUMBER = re.compile(r"–|[-+]?\d[\d,]*(?:\.\d+)?\s?%?(?: (?:\(.*\)|to .*))?")


@dataclass(frozen=True, slots=True)
class Line:
    """One number with its interval; `whole` is the largest value it can have."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""
    whole: float = 1.0


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts; the first column names the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def numeric(self) -> tuple[bool, ...]:
        """Which columns hold only numbers: the page aligns them to the right."""
        return tuple(
            bool(self.rows) and all(_NUMBER.fullmatch(row[at]) for row in self.rows) for at in range(len(self.columns))
        )


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the page shows."""

    title: str
    about: str
    tiles: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    lines: tuple[Line, ...]
    grids: tuple[Grid, ...]


def write_sheet(path: Path, sheet: Sheet, *, force: bool = False) -> None:
    """Write the page. Raises InputError where the file exists and is no such page, unless `force`."""
    keep_others(path, is_page, force=force)
    write_whole(path, page("sheet.html", title=sheet.title, sheet=sheet))


def score_sheet(score: Score, gold: str, run: str, texts: Mapping[str, str] | None = None) -> Sheet:
    """The page of `score`. `texts` maps a question's id to its words, where they are known."""
    whole = 100.0 if score.format == "squad" else 1.0
    lines = tuple(_line(name, metric, whole) for name, metric in score.metrics.items())
    grids = [
        Grid(
            f"By {by}",
            (by, "questions", *next(iter(groups.values())).means),
            tuple((name, f"{g.questions:,}", *(g.shown(one) for one in g.means)) for name, g in groups.items()),
            "A group of fewer than 50 questions shows a tendency; it decides nothing.",
        )
        for by, groups in score.groups.items()
        if groups and (by == "document" or len(groups) > 1)
    ]
    if score.losses:
        total = sum(score.losses.values())
        rows = tuple(
            (name, LOSSES[name], f"{count:,}", f"{100 * count / total:.1f} %") for name, count in score.losses.items()
        )
        columns = ("where", "what that means", "components", "share")
        grids.insert(0, Grid("Where answer components were lost", columns, rows))
    grids.append(_question_rows(score, texts or {}))
    if score.missing:
        grids.append(Grid("Questions that the run left out", ("id",), tuple((name,) for name in score.missing[:200])))
    tiles = [("questions", f"{score.questions:,}"), ("answered by the run", f"{score.answered:,}")]
    tiles += [(name, f"{metric.mean:.3f}") for name, metric in list(score.metrics.items())[-3:]]  # the deepest
    resampled = "documents" if score.clustered else "questions"
    about = f"{gold} against {run}; intervals (95 %) resample {resampled}"
    about += f"; evidence matched {score.match}" if score.match else ""
    caution = [score.caution] if score.caution else []
    notes = (*caution, *score.warnings, *score.data_errors[:20])
    return Sheet(f"Score of {Path(run).name}", about, tuple(tiles), notes, lines, tuple(grids))


def judge_sheet(
    report: JudgeReport, bench: str, answers: str, texts: Mapping[str, tuple[str, str, str]] | None = None
) -> Sheet:
    """The page of `judge`. `texts` maps a question's id to its words, the reference and the system's answer."""
    words = ("question", "reference", "answer") if texts else ()
    measured = report.measured(report.judgements)
    lines = tuple(
        _line(name.replace("_", " "), one.metric, note=f"{one.n:,} answers") for name, one in measured.items()
    )
    grids = [_kinds(report)]
    if report.robustness_checks:
        rows = tuple((c.name, f"{c.answers:,}", f"{c.flipped:,}") for c in report.robustness_checks)
        grids.append(
            Grid("Judged again after changes that must not matter", ("change", "answers", "other result"), rows)
        )
    worst = sorted(report.judgements, key=_worst)
    grids.append(
        Grid(
            "Answers, worst first",
            ("id", "correct", *words, "why", "components", "kind"),
            tuple(_judged(one, texts) for one in worst[:_MOST_ROWS]),
            f"These are the first {_MOST_ROWS:,}; --per-question writes all." if len(worst) > _MOST_ROWS else "",
        )
    )
    tiles = (
        ("questions", f"{report.questions:,}"),
        ("answered", f"{report.questions - len(report.missing):,}"),
        *((line.label, f"{line.value:.2f}") for line in lines[:3]),
    )
    warnings = [*report.notes, *([str(report.ended_by)] if report.ended_by else [])]
    return Sheet(
        "Judged answers", f"{answers} by {report.model}, against {bench}", tiles, tuple(warnings), lines, tuple(grids)
    )


def _line(label: str, metric: Metric, whole: float = 1.0, note: str = "") -> Line:
    if of := metric.of_ceiling(digits=3):
        note = f"{of}, which a perfect ranking of this index reaches"
    return Line(label, metric.mean, *metric.ci95, note, whole)


def _question_rows(score: Score, texts: Mapping[str, str]) -> Grid:
    names = [name for name in score.metrics if any(name in row for row in score.rows)]
    first = names[0] if names else ""
    ordered = sorted(score.rows, key=lambda row: _number(row.get(first)))
    told = (
        f"{_MOST_ROWS:,} of {len(ordered):,} are here; --per-question writes all." if len(ordered) > _MOST_ROWS else ""
    )
    columns = ("id", *(["question"] if texts else []), *names)
    rows = (
        (
            str(row.get("id", "")),
            *([cut(texts.get(str(row.get("id", "")), ""), 200)] if texts else []),
            *(_text(row.get(name)) for name in names),
        )
        for row in ordered[:_MOST_ROWS]
    )
    return Grid("Questions, worst first", columns, tuple(rows), told)


def _kinds(report: JudgeReport) -> Grid:
    names = list(report.measured(report.judgements))
    rows = []
    for kind, ones in report.kinds():
        measured = report.measured(ones)
        cells = (f"{measured[n].metric.mean:.2f}" if n in measured else "–" for n in names)
        rows.append((kind.replace("_", "-"), f"{len(ones):,}", *cells))
    columns = ("kind", "questions", *(name.replace("_", " ") for name in names))
    return Grid("By kind", columns, tuple(rows), "Fewer than 50 questions describe; they decide nothing.")


def _judged(one: Judgement, texts: Mapping[str, tuple[str, str, str]] | None) -> tuple[str, ...]:
    verdict = "missing" if one.missing else {None: "undecided", True: "yes", False: "no"}[one.correct]
    labels = ", ".join(finding.label for finding in one.components or ())
    words = [cut(text, 200) or "–" for text in texts.get(one.id, ("", "", ""))] if texts else []
    return (one.id, verdict, *words, cut(one.rationale, 300), labels, one.kind.replace("_", "-"))


def _worst(one: Judgement) -> tuple[bool, float, str]:
    return (one.correct is not False, one.recall or 0.0, one.id)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else -1.0


def _text(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "–" if value is None else str(value)


def is_page(content: bytes) -> bool:
    """Whether a file is a page that benchmill wrote: only such pages may be replaced."""
    return b"Made by benchmill" in content
