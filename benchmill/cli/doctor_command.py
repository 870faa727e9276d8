"""`benchmill doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Config
from benchmill.cli.option_groups import GroupedCommand
from benchmill.cli.printing import print_json, print_rows, say
from benchmill.cli.setting_options import given, with_settings
from benchmill.settings import resolve

if TYPE_CHECKING:
    from benchmill.growing.doctor import Diagnosis

EPILOG = """\b
Examples:
  benchmill doctor --model openai:gpt-4o-mini
  benchmill doctor --model openai:NAME --base-url http://localhost:8000/v1
  benchmill doctor --model gguf:model.gguf --concurrency 2

\b
Exit codes:
  0    a run can begin
  1    the model answers, but a run could not use its answers
  2    wrong usage or configuration; no model was asked
  3    the model cannot be reached or refuses the key"""

_SIGNS = {"ok": "ok", "warning": "warning:", "problem": "PROBLEM:", "unknown": "not tried"}


@app.command(cls=GroupedCommand, epilog=EPILOG)
@with_settings
def doctor(
    config: Config = None,
    as_json: AsJson = False,
    **flags: object,
) -> None:
    """Check by one call to each model all that a run needs: server, key, model, context, schema, speed."""
    settings = resolve(given(flags), config)
    from benchmill.growing.doctor import examine_models

    found = examine_models(settings, say)
    if as_json:
        print_json(found.as_json())
    else:
        print_rows(_rows(found))
    if found.exit_code:
        raise typer.Exit(found.exit_code)


def _rows(found: Diagnosis) -> Iterator[tuple[str, str]]:
    if not found.examined:
        yield "model", "none: the built-in writer asks no model; name one with --model ollama:NAME or openai:NAME"
    for each in found.examined:
        yield "asked", f"{each.model} at {each.server}"
        for one in each.findings:
            yield f"  {one.what}", f"{_SIGNS[one.state]} {one.text}".rstrip()
    if found.forecast and found.minutes:
        expected, (at_once, one_by_one) = found.forecast, found.minutes
        tokens = f"{expected.input_tokens:,} tokens in, {expected.output_tokens:,} out"
        yield f"{expected.items} items", f"about {expected.calls:,} calls, {tokens}"
        each_way = f"{_time(at_once)} with {found.at_once} calls at once, {_time(one_by_one)} one after the other"
        yield "  time", f"at most {each_way}"
        yield "  cost", _money(expected.cost)
    yield (
        "result",
        {0: "a run can begin", 1: "a run could not use these answers", 3: "a run cannot begin"}[found.exit_code],
    )


def _money(cost: float | None) -> str:
    if cost is None:
        return "unknown (no price for this model; see --prices)"
    return f"about ${cost:.2f}" if cost else "nothing: the model runs on a machine of your own"


def _time(minutes: float) -> str:
    """
    >>> _time(0.4), _time(12.3), _time(200)
    ('1 minute', '12 minutes', '3.3 hours')
    """
    if minutes < 1.5:
        return "1 minute"
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.1f} hours"
