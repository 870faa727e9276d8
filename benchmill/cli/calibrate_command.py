"""`benchmill calibrate`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench, Config, Quiet
from benchmill.cli.printing import first_of, print_json, print_rows, print_table
from benchmill.cli.progress_display import watched
from benchmill.cli.setting_options import given, with_call_settings
from benchmill.records.listing import some_of
from benchmill.settings import resolve

if TYPE_CHECKING:
    from benchmill.calibrating.calibrate import CalibrationReport
    from benchmill.validity.measured import Measured

_FEW = 30
_AUDIT = {"audited_precision": "good items, labelled", "corrected_validity": "good items, all"}


@app.command()
@with_call_settings
def calibrate(
    bench: Bench,
    labels: Annotated[
        Path, typer.Argument(help="CSV with the columns id, label (good or bad), reason.", show_default=False)
    ],
    critic_model: Annotated[
        list[str] | None,
        typer.Option(
            "--critic-model",
            metavar="<str>",
            help="ask this model as the critic; given twice: how often the two models differ",
        ),
    ] = None,
    shared: Annotated[
        bool,
        typer.Option("--shared", help="ask the standalone and relevance critics in two calls and in one, and compare"),
    ] = False,
    config: Config = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    **flags: object,
) -> None:
    """Compare the critics with people's labels: agreement, TPR, TNR and precision at each minimum."""
    # loaded when a run starts, so that --help stays quick
    from benchmill.calibrating.calibrate import calibrate as calibrated
    from benchmill.workspace.remembered import remembered

    typed = given(flags)
    settings = resolve(typed, config, remembered(bench, typed), asked=critic_model or ())

    with watched(quiet) as progress:
        report = calibrated(bench, labels, settings, critic_model or (), shared=shared, progress=progress)
    if as_json:
        print_json(report.as_json())
    else:
        _print_tables(report)
        print_rows(_rows(report))
    if report.ended_by is not None:
        raise report.ended_by


def _print_tables(report: CalibrationReport) -> None:
    for model, critics in report.models.items():
        lines = [[f"ratings: {model}", "n", "minimum", "agreement", "TPR", "TNR", "precision"]]
        for critic in critics:
            for at in critic.at:
                mark = " *" if at.minimum == critic.minimum else ""
                cells = [critic.name, str(critic.rated), f"{at.minimum}{mark}", *map(_cell, at.numbers)]
                lines.append(cells)
        print_table(lines)


def _cell(number: Measured) -> str:
    if number.value is None or number.ci95 is None:
        return "-"
    low, high = number.ci95
    return f"{number.value:.2f} ({low:.2f}-{high:.2f})"


def _rows(report: CalibrationReport) -> Iterator[tuple[str, str]]:
    yield "labels", f"{report.labelled:,}: {report.good:,} good, {report.labelled - report.good:,} bad"
    for number in report.audit:
        said = f"{_cell(number)} of {number.n:,} items" if number.n else f"not given: {number.method}"
        yield _AUDIT[number.name], said
    yield "intervals", "95 %, Wilson; * is the minimum in use"
    if report.failures:
        yield "not read", f"{len(report.failures):,} rows of the labels"
        yield from first_of([f"{failure.subject_id}: {failure.reason}" for failure in report.failures])
    if report.unknown:
        yield (
            "unknown",
            f"{_ids(len(report.unknown))} to no item and to no rejected candidate: {some_of(report.unknown)}",
        )
    for model, critics in report.models.items():
        if undecided := sum(critic.undecided for critic in critics):
            yield (
                "undecided",
                f"{undecided:,} candidates lack a rating of {model}, and no critic refused them: in no share",
            )
    for one in report.disagreements:
        difference = f", {one.mean_difference:.2f} points apart" if one.mean_difference is not None else ""
        yield f"disagreement, {one.name}", f"{_cell(one.share)} of {one.share.n:,}{difference}"
    if report.usage is not None:
        yield "calls", f"{report.usage.asked:,} asked, {report.usage.recorded:,} from the ledger"
    if report.labelled < _FEW:
        yield "note", f"{report.labelled} labels are few: trust the intervals more than the shares"
    if report.labelled and report.good in (0, report.labelled):
        yield "note", "label both good and bad candidates: with only one of the two, TPR or TNR cannot be measured"


def _ids(number: int) -> str:
    return "1 id belongs" if number == 1 else f"{number:,} ids belong"
