"""`benchmill retrieve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.printing import print_json, print_rows


@app.command()
def retrieve(
    bench: Annotated[Path, typer.Argument(help="The workspace folder.", show_default=False)],
    out: Annotated[
        Path, typer.Option("--out", help="The run's file: JSON, .jsonl for JSON Lines, .trec or .run for TREC.")
    ],
    retriever: Annotated[str, typer.Option(help="The baseline.")] = "bm25",
    k: Annotated[int, typer.Option("--k", min=1, help="Passages a question.")] = 10,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that benchmill did not write.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """A baseline run over the benchmark's own documents."""
    from benchmill.records import InputError, UsageError
    from benchmill.records.errors import did_you_mean
    from benchmill.retrieving.baseline_run import questions_in, write_run
    from benchmill.retrieving.baseline_run import retrieve as retrieve_bm25
    from benchmill.workspace.folder import Workspace

    if retriever != "bm25":
        raise UsageError(f"there is no retriever {retriever!r}{did_you_mean(retriever, ['bm25'])}; there is: bm25")
    workspace = Workspace(bench)
    snapshot = workspace.read()
    if not snapshot.benchmark.items:
        raise InputError(f"{bench} has no items: there is nothing to ask; benchmill status says why")
    run = retrieve_bm25(questions_in(workspace.benchmark), snapshot.benchmark.chunks, k=k)
    write_run(out, run, force=force)
    chunks, found = len(snapshot.benchmark.chunks), sum(map(len, run.passages.values()))
    if as_json:
        counts = {"chunks": chunks, "questions": len(run.passages), "passages": found}
        print_json({"retriever": retriever, "k": k, **counts, "out": str(out)})
        return
    print_rows(
        [
            ("retriever", f"{retriever} over {chunks:,} chunks"),
            ("run", f"{len(run.passages)} questions, {found:,} passages in {out}"),
        ]
    )
