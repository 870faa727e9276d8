"""`benchmill grow` and `benchmill estimate`."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Config
from benchmill.cli.hand_edits_question import settle_hand_edits
from benchmill.cli.option_groups import GroupedCommand
from benchmill.cli.printing import print_json, print_rows, say
from benchmill.cli.progress_display import errors_as, report_end, watched
from benchmill.cli.setting_options import given, with_run_options, with_settings
from benchmill.cli.settings_text import as_toml
from benchmill.records.errors import BenchmillError, InputError
from benchmill.records.given_path import path
from benchmill.settings import GrowSettings, RunOptions, resolve, resolve_run, typed_settings

if TYPE_CHECKING:
    from benchmill.workspace.outcome import Outcome

# as text, since pathlib takes an empty name for the current folder
Docs = Annotated[str, typer.Argument(path_type=str, help="The docs folder, or one file.", show_default=False)]
PrintConfig = Annotated[bool, typer.Option("--print-config", help="Print the resolved settings and end.")]

EPILOG = """\b
Examples:
  benchmill grow docs/
  benchmill grow docs/ --model ollama:llama3 --questions 50
  benchmill grow docs/ --model openai:gpt-4o-mini --max-cost 2 --fail-under 40

\b
Exit codes:
  0    done; with --no-wait also: batches are under way
  1    done, but fewer items than --fail-under
  2    wrong usage, configuration or input; nothing was started
  3    the model cannot be reached or refuses the key
  4    a budget ended the run
  5    the disk is full, or does not take the ledger
  130  interrupted
After 1, 3, 4, 5 and 130 the same command goes on from there without paying again."""


@app.command(cls=GroupedCommand, epilog=EPILOG)
@with_settings
@with_run_options
def grow(
    docs: Docs,
    config: Config = None,
    print_config: PrintConfig = False,
    take_edits: Annotated[
        bool | None,
        typer.Option(
            "--take-edits/--discard-edits",
            help="Lines of items.jsonl that were edited by hand: take them as decisions, or write them as they were.",
            show_default=False,
        ),
    ] = None,
    **flags: object,
) -> None:
    """Grow a benchmark from a docs folder, or bring it up to date: the first run and the nightly run alike."""
    options = resolve_run(given(flags, RunOptions), config)
    with errors_as(options):
        before = _before(Path(options.out), given(flags), config)
        settings = resolve(given(flags), config, before)
        if print_config:
            typer.echo(as_toml(options) + as_toml(settings), nl=False)
            return
        settle_hand_edits(Path(options.out), take_edits)
        outcome = _grown(path(docs), settings, options, before)
    from benchmill.cli.outcome_table import outcome_rows

    if options.json:
        print_json(outcome.as_json())
    else:
        print_rows(outcome_rows(outcome))
    if options.report:
        _report(outcome, settings, quiet=options.quiet)
    if not (options.json or options.quiet):
        from benchmill.cli.report_commands import print_samples

        print_samples(outcome, report=options.report)
    if outcome.ended_by is not None:
        report_end(str(outcome.ended_by), outcome.ended_by.exit_code, options)
        raise typer.Exit(outcome.ended_by.exit_code)
    if settings.fail_under is not None and outcome.accepted < settings.fail_under:
        few = f"{outcome.accepted} items are fewer than --fail-under {settings.fail_under}"
        report_end(few, 1, options)
        raise typer.Exit(1)


def _report(outcome: Outcome, settings: GrowSettings, *, quiet: bool) -> None:
    """Write the report; where writing fails, print only a message: the benchmark is complete."""
    from benchmill.reporting.report import bring_up_to_date
    from benchmill.workspace.folder import Workspace

    try:
        note = bring_up_to_date(Workspace(outcome.out), language=settings.language)
        if note and not quiet:
            say(note)
    except InputError as error:
        say(f"no report: {error}")


def _before(out: Path, flags: Mapping[str, object], config: Path | None) -> dict[str, object]:
    """The settings of the workspace's last edition, for options that the user does not give now."""
    from benchmill.workspace.remembered import remembered

    return remembered(out, typed_settings(flags, config))


def _grown(docs: Path, settings: GrowSettings, options: RunOptions, before: Mapping[str, object]) -> Outcome:
    """The outcome; the summary is written also where the run ends with an error."""
    # imported when a run starts, so that --help stays quick
    from benchmill.chat.batches.plan import BatchSubmitted
    from benchmill.cli.summary import check_summary, write_summary
    from benchmill.editions.next_edition import grow as grow_benchmark
    from benchmill.workspace.remembered import another_writer, in_words

    summary = Path(options.summary) if options.summary else None
    if summary is not None:
        check_summary(summary)
    try:
        with watched(options.quiet, options.log_format, first="reading the documents") as progress:
            for note in filter(None, (in_words(before), another_writer(Path(options.out), settings.model))):
                progress.note(note)
            if settings.by_rules:
                progress.note(
                    "built-in extractive writer: no language model is asked "
                    "(--model ollama:NAME or openai:NAME asks one)"
                )
            # what was imported stays to the end, and few cycles arise: to look for them again and again takes 0.2 s
            gc.freeze()
            gc.set_threshold(5_000)
            outcome = grow_benchmark(docs, Path(options.out), settings, progress)
    except BenchmillError as error:
        if summary is not None:
            write_summary(summary, error)
        if options.json and isinstance(error, BatchSubmitted):
            print_json({"submitted": {"batches": list(error.ids), "requests": error.requests}, "out": options.out})
        raise
    if summary is not None:
        write_summary(summary, outcome)
    return outcome


@app.command(cls=GroupedCommand)
@with_settings
def estimate(
    docs: Docs,
    out: Annotated[
        str | None,
        typer.Option("--out", path_type=str, help="A workspace whose settings and own runs count; default: ./bench."),
    ] = None,
    config: Config = None,
    as_json: AsJson = False,
    **flags: object,
) -> None:
    """Count documents, chunks, calls, tokens and money a run would take; asks no model."""
    bench = Path(resolve_run({"out": out}, config).out)
    before = _before(bench, given(flags), config)
    settings = resolve(given(flags), config, before)
    from benchmill.cli.outcome_table import unread_rows
    from benchmill.growing.estimate import estimate as estimate_run
    from benchmill.growing.own_yield import own_yield
    from benchmill.workspace.remembered import in_words

    if note := in_words(before):
        say(note)
    expected = estimate_run(path(docs), settings, own_yield(bench, settings))
    if as_json:
        print_json(expected.as_json())
    else:
        print_rows([*expected.rows(), *unread_rows((one.as_json() for one in expected.unread_files), docs)])
