"""`benchmill run`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench
from benchmill.cli.printing import print_json, print_rows, say
from benchmill.cli.progress_display import watched
from benchmill.cli.score_options import FailUnder, Index, Match
from benchmill.cli.score_table import score_rows
from benchmill.records.errors import UsageError

if TYPE_CHECKING:
    from benchmill.evaluating.scores import Score
    from benchmill.judging.judge_report import JudgeReport
    from benchmill.retrieving.live_run import LiveRun


@app.command(
    epilog="Exit codes: 0 done; 1 questions failed, or a score is below --fail-under; 3 the system refuses questions."
)
def run(
    bench: Bench,
    target: Annotated[str, typer.Option("--target", help="module:function, or an address that takes a POST.")],
    out: Annotated[Path, typer.Option("--out", help="Answers and passages, JSON Lines; a run goes on where it ends.")],
    k: Annotated[int, typer.Option("--k", min=1, help="How many passages of each question to score.")] = 10,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Questions under way at once.")] = 4,
    timeout: Annotated[float, typer.Option("--timeout", min=0.01, help="Seconds a question may take.")] = 120.0,
    attempts: Annotated[int, typer.Option("--attempts", min=1, help="How many times to ask a busy system.")] = 4,
    question_field: Annotated[str, typer.Option("--question-field", help="The question's name.")] = "question",
    answer_field: Annotated[str, typer.Option("--answer-field", help="The answer's name; a.b reaches inside.")] = "",
    passages_field: Annotated[str, typer.Option("--passages-field", help="The passages' name, likewise.")] = "",
    header: Annotated[
        list[str] | None, typer.Option("--header", metavar="<str>", help="NAME: VALUE, or NAME: $VARIABLE.")
    ] = None,
    match: Match = None,
    index: Index = None,
    judge: Annotated[str | None, typer.Option("--judge", help="A model that judges the answers, too.")] = None,
    fail_under: FailUnder = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress line.")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask a live system every question, keep what it says, and score it: from a system to its numbers."""
    from benchmill.evaluating.compare_systems import METRICS
    from benchmill.evaluating.floors import Floor
    from benchmill.judging.system_run import run_system
    from benchmill.retrieving.live_run import AskPlan
    from benchmill.retrieving.targets import Fields

    floors = [Floor.parse(text) for text in fail_under or ()]
    for floor in floors:
        floor.check(name.format(k=k) for name in METRICS["fastbook"])
    fields = Fields(question_field, answer_field, passages_field, _headers(header or []))
    plan = AskPlan(target, fields, concurrency, timeout, attempts, max(k, 100))
    with watched(quiet) as progress:
        done = run_system(
            bench, plan, out, k=k, match=match or "verbatim", index=index, judge=judge, done=progress.update
        )
    if as_json:
        print_json(done.as_json())
    else:
        print_rows(_rows(done.live, done.score, done.judged))
    for warning in done.score.warnings if done.score else ():
        say(f"benchmill: {warning}")
    below = [floor for floor in floors if done.score is None or floor.is_above(done.score)]
    for floor in below:
        say(f"benchmill: {floor.named} is below {floor.least:g}")
    if done.live.failures or below:
        raise typer.Exit(1)


def _headers(given: list[str]) -> dict[str, str]:
    """Header name -> value; $NAME reads the environment, so that no key is on the command line."""
    import os

    found = {}
    for text in given:
        name, colon, value = text.partition(":")
        value = value.strip()
        if not colon or not name.strip():
            raise UsageError(f"a header is NAME: VALUE, not {text!r}")
        if value.startswith("$"):
            if value[1:] not in os.environ:
                raise UsageError(f"the header {name.strip()} takes its value from {value}, which is not set")
            value = os.environ[value[1:]]
        found[name.strip()] = value
    return found


def _rows(live: LiveRun, score: Score | None, report: JudgeReport | None) -> Iterator[tuple[str, str]]:
    yield "asked", f"{live.asked} of {live.questions} questions, {live.recorded} recorded before; {live.out}"
    if live.failures:
        yield "failed", f"{len(live.failures)}; the same command asks them again"
        for failure in live.failures[:5]:
            yield "", f"{failure.subject_id}: {failure.reason}"
    if score:
        if without := live.questions - score.questions:
            yield (
                "not scored",
                f"{without} questions that no passage answers: a judge looks whether the system abstains",
            )
        yield from score_rows(score)
    else:
        yield "passages", "none: no reply holds a passage, so there is no retrieval to score"
    if report:
        for name, measured in report.measured(report.judgements).items():
            low, high = measured.metric.ci95
            yield name.replace("_", " "), f"{measured.metric.mean:.4f}  (95 %: {low:.4f} to {high:.4f}; n {measured.n})"
