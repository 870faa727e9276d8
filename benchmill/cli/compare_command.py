"""`benchmill compare`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson
from benchmill.cli.compare_options import (
    Bench,
    By,
    ComparedFormat,
    Depth,
    FailIfWorse,
    Form,
    Markdown,
    Old,
    Runs,
    WorseThan,
)
from benchmill.cli.printing import print_json, print_rows, print_table, say
from benchmill.cli.score_inputs import meant
from benchmill.cli.score_options import EmbeddingServer, GroupBy, Html, Index, Match
from benchmill.records.errors import InputError, UsageError
from benchmill.records.listing import and_more
from benchmill.records.rounding import rounded_up
from benchmill.running.printable import printable

if TYPE_CHECKING:
    from benchmill.evaluating.ranking import Pair, Ranking

_MOST_LISTED = 20


@app.command(epilog="Exit codes: 0 done; 1 with --fail-if-worse where a run is worse than the first; 2 wrong usage.")
def compare(
    bench: Bench,
    runs: Runs,
    k: Depth = 10,
    form: Form = ComparedFormat.fastbook,
    match: Match = None,
    index: Index = None,
    group_by: GroupBy = None,
    base_url: EmbeddingServer = None,
    old: Old = None,
    fail_if_worse: FailIfWorse = False,
    by: By = None,
    worse_than: WorseThan = None,
    markdown: Markdown = False,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Compare systems on one benchmark, pair by pair, with a verdict in words: which differences are real."""
    from benchmill.evaluating.compare_systems import compare_systems, named_runs
    from benchmill.evaluating.matching import match_of

    how, mapping = match_of(match or "verbatim")
    named = named_runs(runs)
    try:
        ranking = compare_systems(
            bench,
            named,
            k=k,
            match=mapping or how,
            index=index,
            old=old,
            format=form.value,
            base_url=base_url,
            group_by=group_by or (),
        )
    except InputError as error:
        hints = (meant(form.value, bench, Path(str(path)), "compare") for path in named.values())
        if hint := next(filter(None, hints), ""):
            raise UsageError(hint) from error
        raise
    if html is not None:
        from benchmill.reporting.compare_sheet import compare_sheet
        from benchmill.reporting.sheet import write_sheet

        write_sheet(html, compare_sheet(ranking, str(bench)))
    if as_json:
        print_json(ranking.as_json())
    elif markdown:
        typer.echo("\n".join(map(printable, markdown_lines(ranking))))
    else:
        print_table(list(ranking.table()))
        print_rows(_rows(ranking))
    for warning in ranking.warnings:
        say(f"benchmill: {warning}")
    worse = worse_runs(ranking, by or next(iter(ranking.metrics)), fail_if_worse=fail_if_worse, worse_than=worse_than)
    for pair in worse:
        say(f"benchmill: {pair.metric}: {pair.verdict}")
    if worse:
        raise typer.Exit(1)


def worse_runs(ranking: Ranking, by: str, *, fail_if_worse: bool, worse_than: float | None) -> list[Pair]:
    """The pairs that `--fail-if-worse` refuses. One metric decides: three would raise the rate of false alarms."""
    if by not in ranking.metrics:
        raise UsageError(f"there is no metric {by!r} here; there are: {', '.join(ranking.metrics)}")
    first = ranking.systems[0]
    return [
        pair
        for pair in ranking.pairs
        if pair.first == first
        and pair.metric == by
        and (
            (fail_if_worse and pair.better == first)
            or (worse_than is not None and pair.difference.mean < -worse_than - 1e-12)
        )
    ]


def _rows(ranking: Ranking) -> Iterator[tuple[str, str]]:
    left_out = f"; {ranking.left_out} that some runs lack are left out" if ranking.left_out else ""
    yield "questions", f"{ranking.questions}, intervals over {ranking.resampled}{left_out}"
    if ranking.caution:
        yield "caution", ranking.caution
    for metric in ranking.metrics:
        least = rounded_up(ranking.resolvable(metric), 4)
        yield metric, f"differences of {least:.4f} or more can be shown here" if least else "no difference was found"
        for pair in ranking.pairs:
            if pair.metric == metric:
                yield "", pair.verdict
    for by, groups in ranking.groups.items():
        for value, systems in groups.items() if len(groups) > 1 else ():
            for number, (system, group) in enumerate(systems.items()):
                means = ", ".join(f"{name} {group.shown(name)}" for name in group.means)
                yield "" if number else f"{by} {value} ({group.questions})", f"{system}: {means}"


def markdown_lines(ranking: Ranking) -> Iterator[str]:
    """The comparison as a page for a CI job: table, verdicts, questions that got worse."""
    head, *rows = ranking.table()
    yield f"## Comparison on {ranking.questions} questions"
    yield ""
    if ranking.caution:
        yield from (f"Caution: {_cell(ranking.caution)}.", "")
    yield f"| {' | '.join(map(_cell, head))} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"
    yield ""
    for pair in ranking.pairs:
        yield f"- **{pair.metric}**: {_cell(pair.verdict)}"
    metric = next(iter(ranking.metrics))
    for system in ranking.systems[1:]:
        worse = ranking.got_worse(system, metric)
        if worse:
            yield ""
            yield f"### Questions on which {_cell(system)} got worse ({len(worse)}, by {metric})"
            yield ""
            yield from (f"- `{name}`" for name in worse[:_MOST_LISTED])
            if rest := and_more(len(worse), _MOST_LISTED):
                yield f"- {rest}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
