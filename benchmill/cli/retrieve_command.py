"""`benchmill retrieve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench
from benchmill.cli.printing import print_json, print_rows, say
from benchmill.cli.score_options import EmbeddingServer
from benchmill.records.shell_command import command


@app.command()
def retrieve(
    bench: Bench,
    out: Annotated[
        Path, typer.Option("--out", help="The run's file: JSON, .jsonl for JSON Lines, .trec or .run for TREC.")
    ],
    retriever: Annotated[
        str,
        typer.Option(
            help="bm25, dense:SPEC, hybrid:SPEC (openai:NAME, gguf:PATH, ...), colbert:NAME, or module:function."
        ),
    ] = "bm25",
    base_url: EmbeddingServer = None,
    k: Annotated[int, typer.Option("--k", min=1, help="Passages a question.")] = 10,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that benchmill did not write.")] = False,
    as_json: AsJson = False,
) -> None:
    """A baseline run over the benchmark's own documents."""
    from benchmill.retrieving.baseline_run import write_run
    from benchmill.retrieving.baselines import baseline_run

    run = baseline_run(bench, retriever, k=k, base_url=base_url, report=say)
    for failure in run.failures[:5]:
        say(f"benchmill: {failure.subject_id}: {failure.reason}")
    write_run(out, run, force=force)
    if len(run.failures) > 5:
        say(f"benchmill: {len(run.failures):,} of {len(run.passages):,} questions failed in all")
    found = sum(map(len, run.passages.values()))
    if as_json:
        counts = {"chunks": run.searched, "questions": len(run.passages), "passages": found}
        counts |= {"failed": len(run.failures), "not_asked": run.not_asked}
        print_json({"retriever": retriever, "k": k, **counts, "out": str(out)})
        return
    depth = () if k == 10 else ("--k", k)
    print_rows(
        [
            ("retriever", f"{retriever} over {run.searched:,} chunks"),
            ("run", f"{len(run.passages):,} questions, {found:,} passages in {out}"),
            *(
                [("not asked", f"{run.not_asked:,} items without evidence: no passage answers them")]
                * (run.not_asked > 0)
            ),
            ("next", f"see how much of the evidence was found: {command('score', 'fastbook', bench, out, *depth)}"),
        ]
    )
