"""`benchmill export`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench
from benchmill.cli.printing import counted, print_json, print_rows

if TYPE_CHECKING:
    from benchmill.publishing.export import Exported


class Target(StrEnum):
    """The formats that `export` writes."""

    fastbook = "fastbook"
    beir = "beir"
    trec = "trec"
    squad = "squad"
    asqa = "asqa"
    jsonl = "jsonl"
    csv = "csv"
    xlsx = "xlsx"
    huggingface = "huggingface"
    ragas = "ragas"
    deepeval = "deepeval"
    promptfoo = "promptfoo"
    openai_evals = "openai-evals"
    mlflow = "mlflow"


@app.command()
def export(
    bench: Bench,
    to: Annotated[Target, typer.Option("--to", metavar="FORMAT", help=f"One of: {', '.join(Target)}.")],
    out: Annotated[Path, typer.Option("--out", help="The file, or for beir and huggingface the folder.")],
    passages: Annotated[
        Path | None,
        typer.Option("--passages", help="beir, trec: your own chunks, JSON Lines with _id and text, as the corpus."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that benchmill did not write.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the benchmark in the format of another tool; what it cannot hold is counted and named."""
    from benchmill.cli.hand_edits_question import refuse_untaken
    from benchmill.publishing.export import export as export_benchmark
    from benchmill.workspace.folder import load

    refuse_untaken(bench)
    done = export_benchmark(load(bench), to.value, out, passages=passages, force=force)
    if as_json:
        print_json(done.as_json())
    else:
        print_rows(_rows(done))


def _rows(done: Exported) -> Iterator[tuple[str, str]]:
    yield done.format, f"{done.written} of {done.items} items in {done.path}"
    if done.counts:
        yield "counts", counted(done.counts)
    if done.left_out:
        yield "left out", f"{len(done.left_out)} ({counted(done.reasons())})"
        reasons = dict.fromkeys((failure.check, failure.reason) for failure in done.left_out)
        for check, reason in list(reasons)[:5]:
            yield "", f"{check}: {reason}"
    for note in done.notes:
        yield "note", note
