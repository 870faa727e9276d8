"""A workspace, a retriever's name -> its run over the benchmark's own documents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from benchmill.records import InputError, UsageError
from benchmill.records.errors import did_you_mean
from benchmill.retrieving.baseline_run import Run, questions_in, retrieve
from benchmill.workspace.folder import Workspace


def baseline_run(bench: Path, retriever: str, *, k: int = 10) -> Run:
    """The run of a baseline. UsageError for a name that is none."""
    if retriever != "bm25":
        raise UsageError(f"there is no retriever {retriever!r}{did_you_mean(retriever, ['bm25'])}; there is: bm25")
    workspace = Workspace(bench)
    benchmark = workspace.read().benchmark
    if not benchmark.items:
        raise InputError(f"{bench} has no items: there is nothing to ask; benchmill status says why")
    run = retrieve(questions_in(workspace.benchmark), benchmark.chunks, k=k)
    return replace(run, searched=len(benchmark.chunks))
