"""`benchmill retrieve` and `benchmill score`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.printing import print_json, print_rows
from records.errors import UsageError

if TYPE_CHECKING:
    from benchmill.evaluate import Score


class Retriever(StrEnum):
    """The baseline retrievers."""

    bm25 = "bm25"


class Format(StrEnum):
    """The formats that `score` reads."""

    fastbook = "fastbook"


@app.command()
def retrieve(
    bench: Annotated[Path, typer.Argument(help="The workspace folder.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", help="The run's file: JSON, or TREC where it ends in .trec or .run.")],
    retriever: Annotated[Retriever, typer.Option(help="The baseline.")] = Retriever.bm25,
    k: Annotated[int, typer.Option("--k", min=1, help="Passages a question.")] = 10,
) -> None:
    """A baseline run over the benchmark's own documents."""
    from benchmill.retrieve import questions_in, write_run
    from benchmill.retrieve import retrieve as retrieve_bm25
    from benchmill.workspace import Workspace

    workspace = Workspace(bench)
    snapshot = workspace.read()
    run = retrieve_bm25(questions_in(workspace.benchmark), snapshot.benchmark.chunks, k=k)
    write_run(out, run)
    found = sum(map(len, run.passages.values()))
    print_rows(
        [
            ("retriever", f"{retriever.value} over {len(snapshot.benchmark.chunks):,} chunks"),
            ("run", f"{len(run.passages)} questions, {found:,} passages in {out}"),
        ]
    )


@app.command()
def score(
    form: Annotated[Format, typer.Argument(metavar="FORMAT", help="Format of the gold file: fastbook.")],
    gold: Annotated[Path, typer.Argument(help="The benchmark: a file, or a workspace folder.", show_default=False)],
    run: Annotated[Path, typer.Argument(help="What the retriever found: a run file.", show_default=False)],
    k: Annotated[list[int] | None, typer.Option("--k", min=1, help="Depth; may be given again.  [default: 10]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    per_question: Annotated[
        Path | None, typer.Option("--per-question", help="Also write one JSON line a question to this file.")
    ] = None,
    only_common: Annotated[
        tuple[Path, Path] | None,
        typer.Option(
            "--only-common",
            metavar="NEW NEW_RUN",
            help="Compare with a newer edition and its run, on the questions that both editions have (fastbook).",
        ),
    ] = None,
) -> None:
    """Score a retriever's run against a benchmark."""
    if only_common is not None:
        _compare(form, (gold, run), only_common, k or [10], as_json)
        return
    from benchmill.evaluate import score_fastbook, write_rows

    scorers = {Format.fastbook: score_fastbook}
    result = scorers[form](gold, run, k=k or (10,))
    if per_question is not None:
        write_rows(per_question, result)
    if as_json:
        print_json(result.as_json())
    else:
        print_rows(_rows(result))


def _compare(form: Format, old: tuple[Path, Path], new: tuple[Path, Path], k: list[int], as_json: bool) -> None:
    from benchmill.comparing import compare_fastbook

    if form is not Format.fastbook:
        raise UsageError(f"--only-common compares editions of a workspace: score fastbook, not {form.value}")
    comparison = compare_fastbook(old, new, k=k)
    if as_json:
        print_json(comparison.as_json())
        return
    left_out = f"{comparison.only_old} only in the old edition, {comparison.only_new} only in the new one"
    rows = [("questions", f"{comparison.common} in common ({left_out})")]
    for name, compared in comparison.metrics.items():
        low, high = compared.difference.ci95
        change = f"{compared.difference.mean:+.4f}, 95 %: {low:+.4f} to {high:+.4f}"
        rows.append((name, f"{compared.old.mean:.4f} -> {compared.new.mean:.4f}  ({change})"))
    print_rows(rows)


def _rows(result: Score) -> Iterator[tuple[str, str]]:
    yield "questions", f"{result.questions}, of which the run answers {result.answered}"
    for name, metric in result.metrics.items():
        low, high = metric.ci95
        yield name, f"{metric.mean:.4f}  (95 %: {low:.4f} to {high:.4f}; sum {metric.sum:.2f})"
    if result.missing:
        more = " ..." if len(result.missing) > 5 else ""
        yield "missing", f"{len(result.missing)} questions count 0: {', '.join(result.missing[:5])}{more}"
    for error in result.data_errors:
        yield "data error", error
