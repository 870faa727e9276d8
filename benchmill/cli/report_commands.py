"""`benchmill report` and `benchmill items`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench, Config, Quiet
from benchmill.cli.printing import print_json, print_rows, say
from benchmill.cli.setting_options import given, with_call_settings
from benchmill.records import KINDS
from benchmill.records.errors import InputError, UsageError
from benchmill.records.shares import check_shares
from benchmill.records.shell_command import command

if TYPE_CHECKING:
    from benchmill.validity.asked import Asked
    from benchmill.validity.measured import Measured
    from benchmill.validity.validity import Validity
    from benchmill.workspace.folder import Workspace
    from benchmill.workspace.outcome import Outcome


class Effort(StrEnum):
    """How much the validity numbers may cost."""

    free = "free"
    full = "full"


@app.command()
@with_call_settings
def report(
    bench: Bench,
    docs: Annotated[
        Path | None, typer.Option("--docs", help="Today's docs folder: the report then names the items that are stale.")
    ] = None,
    validity: Annotated[
        Effort,
        typer.Option(
            "--validity",
            help="free: everything that needs no model; full: also asks the critics again about a sample.",
        ),
    ] = Effort.free,
    validity_sample: Annotated[
        int, typer.Option("--validity-sample", min=1, help="With full: about this many items, or a tenth of all.")
    ] = 50,
    model: Annotated[
        str | None, typer.Option("--model", help="With full: the critics' model.  [default: the one that judged]")
    ] = None,
    labels: Annotated[
        Path | None, typer.Option("--labels", help="People's labels of items (calibrate): the share of good items.")
    ] = None,
    config: Config = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
    **flags: object,
) -> None:
    """Measure what the benchmark can decide, and write report.html and validity.json into its folder."""
    from benchmill.growing.source import read_source
    from benchmill.reporting.report import REPORT, write_report
    from benchmill.settings import GrowSettings
    from benchmill.workspace.folder import Workspace

    workspace = Workspace(bench)
    asked = None
    if validity is Effort.full:
        asked = _asked(bench, model, validity_sample, config, flags, quiet=quiet)
    elif model or given(flags):
        raise UsageError("only --validity full asks a model: leave out the options about models")
    today = read_source(docs, GrowSettings()).documents if docs else None
    audit = _audit(workspace, labels) if labels else ()
    found = write_report(workspace, today=today, audit=audit)
    if as_json:
        print_json({**found.as_json(), "effort": validity.value, "report": str(bench / REPORT)})
    else:
        print_rows(verdict_rows(found))
        print_rows([("report", str(bench / REPORT))])
    if asked is not None and asked.ended_by is not None:
        raise asked.ended_by


def _audit(workspace: Workspace, labels: Path) -> tuple[Measured, ...]:
    from benchmill.calibrating.labelled import read_labelled

    labelled = read_labelled(labels, workspace.read(), workspace)
    for failure in labelled.failures:
        say(f"benchmill: {failure.subject_id} is not read: {failure.reason}")
    audit = labelled.audit
    if not audit:
        raise InputError(
            f"{labels} labels no item of {workspace.folder}: only rejected candidates, or no cell is filled"
        )
    return audit


def _asked(
    bench: Path, model: str | None, sample: int, config: Path | None, flags: Mapping[str, object], *, quiet: bool
) -> Asked:
    """Ask the critics of `bench` again, or `model` in their place."""
    from benchmill.cli.progress_display import watched
    from benchmill.settings import resolve
    from benchmill.validity.asked import ask_models
    from benchmill.workspace.remembered import remembered

    settings = resolve(given(flags), config, remembered(bench, {}), asked=[model] if model else [])
    if model is not None:
        settings = settings.asking_only(model)
    with watched(quiet) as progress:
        asked = ask_models(bench, settings, sample=sample, progress=progress)
    usage = asked.usage
    say(f"{usage.asked:,} calls asked, {usage.recorded:,} from the ledger")
    return asked


@app.command()
def items(
    bench: Bench,
    rejected: Annotated[bool, typer.Option("--rejected", help="Rejected candidates in place of items.")] = False,
    kind: Annotated[str | None, typer.Option("--kind", help="Only this kind of question.")] = None,
    check: Annotated[str | None, typer.Option("--check", help="Only candidates that this check rejected.")] = None,
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, help="This many, chosen at random, with their passages.  [default: all]"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the choice.")] = 0,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", help="Write a spreadsheet with a column for labels; benchmill decide takes it back."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --csv replace a file.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print items, or rejected candidates, as cards to read: question, answer, evidence, ratings."""
    if csv is not None:
        if kind or check:
            raise UsageError("--csv writes every kind and check: leave out --kind and --check")
        _write_spreadsheet(csv, bench, rejected=rejected, sample=sample, seed=seed, force=force, as_json=as_json)
        return
    from benchmill.cli.item_cards import print_cards
    from benchmill.reporting.choosing import chosen_cards
    from benchmill.workspace.folder import Workspace

    if kind:
        kind = kind.replace("-", "_")  # as the cards write it
        check_shares("--kind", "kind", [kind], KINDS)
    cards = chosen_cards(
        Workspace(bench), rejected=rejected or check is not None, kind=kind, check=check, sample=sample, seed=seed
    )
    if not cards and (kind or check or not rejected):
        raise InputError(f"{bench} has no such {'candidate' if rejected or check else 'item'}; see benchmill status")
    if as_json:
        print_json({"items": [asdict(card) for card in cards]})
    elif cards:
        print_cards(cards, whole=sample is not None)
    else:
        say(f"{bench}: no candidate was rejected")


def _write_spreadsheet(
    path: Path, bench: Path, *, rejected: bool, sample: int | None, seed: int, force: bool, as_json: bool
) -> None:
    from benchmill.curating.spreadsheet import write_spreadsheet
    from benchmill.workspace.folder import Workspace

    count = write_spreadsheet(path, Workspace(bench), rejected=rejected, sample=sample, seed=seed, force=force)
    if as_json:
        print_json({"rows": count, "file": str(path)})
    else:
        print_rows(
            [
                ("written", f"{count:,} rows to {path}"),
                ("next", f"fill in the column label (good or bad), then take it: {command('decide', bench, path)}"),
            ]
        )


def verdict_rows(found: Validity) -> Iterator[tuple[str, str]]:
    """The verdict in words."""
    verdict = found.verdict
    yield "verdict", f"{verdict.grade}: {verdict.headline}"
    for problem in verdict.problems:
        yield problem.weight, f"{problem.name}: {problem.sentence}"
    for sentence in verdict.fit_for:
        yield "fit for", sentence
    for sentence in verdict.not_fit_for:
        yield "not fit", sentence


def print_samples(outcome: Outcome, *, report: bool) -> None:
    """Print three sample items and the next steps after `grow`; `report` is whether `grow` wrote a report."""
    from benchmill.cli.item_cards import print_cards
    from benchmill.reporting.choosing import chosen_cards
    from benchmill.workspace.folder import Workspace

    cards = chosen_cards(Workspace(outcome.out), sample=3)
    if cards:
        typer.echo()
        print_cards(cards)
    bench = outcome.out
    print_rows(_next_steps(bench, report=report) if cards else [("next", _why_nothing(outcome))])


def _next_steps(bench: Path, *, report: bool) -> Iterator[tuple[str, str]]:
    """What to do with a benchmark, in the order in which people do it; each command works as it is printed."""
    run = f"{bench.resolve().name}-bm25.json"
    page = (
        f"open {bench}/report.html in a browser" if report else f"write the page about it: {command('report', bench)}"
    )
    yield "next", page
    yield "", f"read twenty items: {command('items', bench, '--sample', 20)}"
    yield "", f"let keyword search (BM25) answer its questions: {command('retrieve', bench, '--out', run)}"
    yield "", f"see how much of the evidence that search found: {command('score', 'fastbook', bench, run)}"


def _why_nothing(outcome: Outcome) -> str:
    if outcome.candidates:
        return f"see why nothing was accepted: {command('items', outcome.out, '--rejected', '--sample', 20)}"
    if outcome.engine == "rules":
        return "let a model ask about any text: the same command with --model ollama:NAME"
    return f"see what was counted: {command('status', outcome.out)}"
