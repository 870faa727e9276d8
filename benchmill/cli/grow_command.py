"""`benchmill grow` and `benchmill estimate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.hand_edits_question import settle_hand_edits
from benchmill.cli.printing import print_json, print_rows
from benchmill.cli.progress_display import LogFormat, errors_as, tell_end, watched
from benchmill.cli.setting_options import given, with_settings
from benchmill.records.errors import BenchmillError
from benchmill.settings import GrowSettings, as_toml, resolve

if TYPE_CHECKING:
    from benchmill.workspace.outcome import Outcome

Docs = Annotated[Path, typer.Argument(help="The docs folder, or one file.", show_default=False)]
Out = Annotated[Path, typer.Option("--out", help="The workspace folder; made where it is missing.")]
Config = Annotated[
    Path | None, typer.Option("--config", help="Settings file; default: ./benchmill.toml where there is one.")
]
PrintConfig = Annotated[bool, typer.Option("--print-config", help="Print the resolved settings and end.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress and no messages, only the result.")]


@app.command()
@with_settings
def grow(
    docs: Docs,
    out: Out = Path("bench"),
    config: Config = None,
    print_config: PrintConfig = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    log_format: Annotated[LogFormat, typer.Option("--log-format", help="How messages are told.")] = LogFormat.text,
    summary: Annotated[
        Path | None, typer.Option("--summary", help="Also write what was done to this file, as Markdown for a CI page.")
    ] = None,
    take_edits: Annotated[
        bool | None,
        typer.Option(
            "--take-edits/--discard-edits",
            help="What becomes of lines of items.jsonl that were edited by hand: decisions, or what they were before.",
            show_default=False,
        ),
    ] = None,
    **flags: object,
) -> None:
    """Grow a benchmark from a docs folder, or bring it up to date: the first run and the nightly run alike."""
    with errors_as(log_format):
        settings = resolve(given(flags), config)
        if print_config:
            typer.echo(as_toml(settings), nl=False)
            return
        settle_hand_edits(out, take_edits)
        outcome = _grown(docs, out, settings, summary, as_json=as_json, quiet=quiet, log_format=log_format)
    from benchmill.cli.outcome_table import outcome_rows

    if as_json:
        print_json(outcome.as_json())
    else:
        print_rows(outcome_rows(outcome))
    if outcome.ended_by is not None:
        tell_end(str(outcome.ended_by), outcome.ended_by.exit_code, log_format)
        raise typer.Exit(outcome.ended_by.exit_code)
    if settings.fail_under is not None and outcome.accepted < settings.fail_under:
        few = f"{outcome.accepted} items are fewer than --fail-under {settings.fail_under}"
        tell_end(few, 1, log_format)
        raise typer.Exit(1)


def _grown(
    docs: Path,
    out: Path,
    settings: GrowSettings,
    summary: Path | None,
    *,
    as_json: bool,
    quiet: bool,
    log_format: LogFormat,
) -> Outcome:
    """The outcome; the summary is written also where there is none."""
    # the pipeline is loaded when a run starts, so that --help stays quick
    from benchmill.chat.batches.plan import BatchSubmitted
    from benchmill.cli.summary import write_summary
    from benchmill.editions.next_edition import grow as grow_benchmark

    try:
        with watched(quiet, log_format) as progress:
            if settings.by_rules:
                progress.note(
                    "built-in extractive writer: no language model is asked "
                    "(--model ollama:NAME or openai:NAME asks one)"
                )
            outcome = grow_benchmark(docs, out, settings, progress)
    except BenchmillError as error:
        if summary is not None:
            write_summary(summary, error)
        if as_json and isinstance(error, BatchSubmitted):
            print_json({"submitted": {"batches": list(error.ids), "requests": error.requests}, "out": str(out)})
        raise
    if summary is not None:
        write_summary(summary, outcome)
    return outcome


@app.command()
@with_settings
def estimate(docs: Docs, config: Config = None, as_json: AsJson = False, **flags: object) -> None:
    """Tell documents, chunks, calls, tokens and money a run would take; asks no model."""
    settings = resolve(given(flags), config)
    from benchmill.growing.estimate import estimate as estimate_run

    expected = estimate_run(docs, settings)
    if as_json:
        print_json(expected.as_json())
    else:
        print_rows(expected.rows())
