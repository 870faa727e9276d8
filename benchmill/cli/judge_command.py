"""`benchmill judge`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench, Config, Quiet
from benchmill.cli.printing import print_json, print_rows, print_table
from benchmill.cli.progress_display import watched
from benchmill.cli.setting_options import given, with_call_settings
from benchmill.records.listing import some_of
from benchmill.settings import resolve

if TYPE_CHECKING:
    from benchmill.judging.judge_report import JudgeReport, Measured

_COLUMNS = ("correct", "component_recall", "contradicted", "groundedness", "abstained", "over_abstained")


@app.command()
@with_call_settings
def judge(
    bench: Bench,
    answers: Annotated[
        Path, typer.Argument(help="The answers: JSON Lines {id, answer, passages?}, or JSON {id: answer}.")
    ],
    model: Annotated[
        str | None, typer.Option("--model", help="the model that judges; default: the critics' model of benchmill.toml")
    ] = None,
    always_ask: Annotated[
        bool, typer.Option("--all", help="also ask the model about answers that equal the reference")
    ] = False,
    robustness_checks: Annotated[
        int, typer.Option("--controls", min=0, help="judge this many answers again, reordered and padded")
    ] = 0,
    per_question: Annotated[
        Path | None, typer.Option("--per-question", help="Also write one JSON line a question to this file.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Also write a page to look at: one file that needs no network.")
    ] = None,
    config: Config = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    force: Annotated[
        bool, typer.Option("--force", help="Let --per-question and --html replace a file that benchmill did not write.")
    ] = False,
    **flags: object,
) -> None:
    """A model judges a RAG system's answers against the references, component by component."""
    settings = resolve(given(flags), config)
    # loaded when a run starts, so that --help stays quick
    from benchmill.judging.judge_answers import judge_answers

    _keep_others(per_question, html, force=force)  # before any paid call
    with watched(quiet) as progress:
        report = judge_answers(
            bench,
            answers,
            settings.asking_only(model or settings.critic),
            always_ask=always_ask,
            robustness_checks=robustness_checks,
            progress=progress,
        )
    if per_question is not None:
        report.write_rows(per_question, force=force)
    if html is not None:
        _write_page(html, report, bench, answers, force=force)
    if as_json:
        print_json(report.as_json())
    else:
        _print_table(report)
        print_rows(_rows(report))
    if report.ended_by is not None:
        raise report.ended_by


def _keep_others(per_question: Path | None, html: Path | None, *, force: bool) -> None:
    from benchmill.judging.judge_report import are_rows
    from benchmill.outputs.replacing import keep_others
    from benchmill.reporting.sheet import is_page

    for path, ours in ((per_question, are_rows), (html, is_page)):
        if path is not None:
            keep_others(path, ours, force=force)


def _write_page(path: Path, report: JudgeReport, bench: Path, answers: Path, *, force: bool) -> None:
    from benchmill.judging.given import read_answers
    from benchmill.reporting.sheet import judge_sheet, write_sheet
    from benchmill.workspace.folder import load

    items = {item.id: item.candidate for item in load(bench).benchmark.items}
    given = read_answers(answers, items)
    texts = {id_: (one.question, one.answer, given[id_].answer if id_ in given else "") for id_, one in items.items()}
    write_sheet(path, judge_sheet(report, str(bench), str(answers), texts), force=force)


def _print_table(report: JudgeReport) -> None:
    """A line for all questions and one for each kind; each share with its 95 % interval."""
    whole = report.measured(report.judgements)
    columns = [name for name in _COLUMNS if name in whole]
    lines = [["", "questions", *(name.replace("_", " ") for name in columns)]]
    lines.append(["all", str(len(report.judgements)), *(_cell(whole, name) for name in columns)])
    for kind, judgements in report.kinds():
        measured = report.measured(judgements)
        lines.append([kind, str(len(judgements)), *(_cell(measured, name) for name in columns)])
    print_table(lines)


def _cell(measured: Mapping[str, Measured], name: str) -> str:
    if name not in measured:
        return "-"
    metric = measured[name].metric
    low, high = metric.ci95
    return f"{metric.mean:.2f} ({low:.2f}-{high:.2f})"


def _rows(report: JudgeReport) -> Iterator[tuple[str, str]]:
    yield "answered", f"{report.questions - len(report.missing):,} of {report.questions:,} questions"
    if report.missing:
        yield "missing", f"{len(report.missing):,} count as wrong: {some_of(report.missing)}"
    for aspect, ids in report.undecided.items():
        yield "undecided", f"{aspect} of {len(ids):,}, not part of any mean: {some_of(ids)}"
    if (left := report.questions - len(report.judgements)) > 0:
        yield "not reached", f"{left:,} questions, not part of any mean"
    by_rules, by_model = (report.decided_by.get(who, 0) for who in ("rules", "model"))
    yield "decided by", f"rules {by_rules:,} (empty, or equal to the reference), {report.model} {by_model:,}"
    for control in report.robustness_checks:
        share = "-" if control.share is None else f"{control.share:.1%}"
        yield (
            f"disagreement, {control.name}",
            f"{share} ({control.flipped} of {control.answers} answers, "
            f"{control.components_flipped} of {control.components} components)",
        )
    usage = report.usage
    yield "calls", f"{usage.asked:,} asked, {usage.retried:,} of them again, {usage.recorded:,} from the ledger"
    yield "tokens", f"{usage.input_tokens:,} in, {usage.output_tokens:,} out"
    yield "cost", "unknown (no price for this model; see --prices)" if usage.cost is None else f"${usage.cost:.4f}"
    yield "seconds", f"{report.seconds:.1f}"
    for note in report.notes:
        yield "note", note
