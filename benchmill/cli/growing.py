"""`benchmill grow` and `benchmill estimate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.printing import print_json, print_rows, say
from benchmill.cli.setting_options import given, with_settings
from benchmill.cli.watching import watched
from benchmill.settings import as_toml, resolve

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
    **flags: object,
) -> None:
    """Grow a benchmark from a docs folder, or bring it up to date: the first run and the nightly run alike."""
    settings = resolve(given(flags), config)
    if print_config:
        typer.echo(as_toml(settings), nl=False)
        return
    if settings.by_rules and not quiet:
        say("built-in extractive writer: no language model is asked (--model ollama:NAME or openai:NAME asks one)")
    # the pipeline is loaded when a run starts, so that --help stays quick
    from benchmill.cli.outcome_table import outcome_rows
    from benchmill.run import grow as grow_benchmark
    from chat.batch_plan import BatchSubmitted

    try:
        with watched(quiet) as progress:
            outcome = grow_benchmark(docs, out, settings, progress)
    except BatchSubmitted as submitted:
        if as_json:
            print_json({"submitted": {"batches": list(submitted.ids), "requests": submitted.requests}, "out": str(out)})
        raise
    if as_json:
        print_json(outcome.as_json())
    else:
        print_rows(outcome_rows(outcome))
    if outcome.ended_by is not None:
        say(f"benchmill: {outcome.ended_by}")
        raise typer.Exit(outcome.ended_by.exit_code)
    if settings.fail_under is not None and outcome.accepted < settings.fail_under:
        say(f"benchmill: {outcome.accepted} items are fewer than --fail-under {settings.fail_under}")
        raise typer.Exit(1)


@app.command()
@with_settings
def estimate(docs: Docs, config: Config = None, as_json: AsJson = False, **flags: object) -> None:
    """Tell documents, chunks, calls, tokens and money a run would take; asks no model."""
    settings = resolve(given(flags), config)
    from benchmill.estimate import estimate as estimate_run

    expected = estimate_run(docs, settings)
    if as_json:
        print_json(expected.as_json())
    else:
        print_rows(expected.rows())
