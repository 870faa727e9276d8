"""A benchmark, a system -> its run, its Score, a Ranking of several: the measuring part of `import benchmill`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmill.api import Where, anywhere

if TYPE_CHECKING:
    from benchmill.evaluating.ranking import Ranking
    from benchmill.evaluating.scores import Score
    from benchmill.evaluating.systems import Depths
    from benchmill.judging.system_run import SystemRun
    from benchmill.mapping.mapping import Mapping as ChunkMapping
    from benchmill.retrieving.baseline_run import Run
    from benchmill.running.progress import Progress


@anywhere
def retrieve(
    bench: Where = "bench",
    retriever: object = "bm25",
    *,
    k: int = 10,
    out: Where | None = None,
    base_url: str | None = None,
) -> Run:
    """A run over the benchmark's questions, written to `out` where given.

    `retriever` is `bm25`, `dense:SPEC`, `hybrid:SPEC` (SPEC: `openai:NAME`, `ollama:NAME`, ...) or any retriever.
    """
    from benchmill.evaluating.gold import read_gold
    from benchmill.evaluating.systems import asked_of
    from benchmill.retrieving.baseline_run import run_of, write_run
    from benchmill.retrieving.baselines import baseline_run

    if isinstance(retriever, str):
        run = baseline_run(Path(bench), retriever, k=k, base_url=base_url)
    else:
        asked = asked_of(read_gold(Path(bench)), retriever, k=k)
        run = run_of(asked.passages, asked.failures)
    if out is not None:
        write_run(Path(out), run)
    return run


def map_chunks(bench: Where, chunks: object, *, out: Where | None = None) -> ChunkMapping:
    """Which of your chunks hold the evidence of each item, and the best score that this index allows (its ceiling).

    `chunks` is a file, a folder, or a list of LangChain documents, LlamaIndex nodes, Haystack documents or texts.
    """
    from benchmill.mapping.map_benchmark import map_benchmark
    from benchmill.mapping.mapping import write_mapping

    mapping = map_benchmark(Path(bench), chunks)
    if out is not None:
        write_mapping(Path(out), mapping)
    return mapping


@anywhere
def score(
    bench: Where,
    system: object,
    *,
    k: Depths = 10,
    match: str | ChunkMapping = "verbatim",
    index: object = None,
    format: str = "fastbook",
    concurrency: int = 4,
    timeout: float = 120.0,
    base_url: str | None = None,
    group_by: list[str] | tuple[str, ...] = (),
) -> Score:
    """How well a system finds the evidence of a benchmark.

    `system` is a run file, a run in memory, `bm25`, `dense:SPEC` or `hybrid:SPEC`, or a retriever: a function from a
    question to passages (also async), a LangChain, LlamaIndex or Haystack retriever, a Haystack pipeline. A question
    that the system fails to answer counts 0 and is named. `match` is "verbatim", "normalised" or a mapping; `index`
    holds the chunks of your index, for the ceiling. `group_by` names fields of items.jsonl that the score is also
    given by, besides kind, style, persona, difficulty, language and document. Other formats (`beir`, `squad`,
    `squad-retrieved`, `asqa`) take files.
    """
    from benchmill.evaluating.systems import score_file, score_system

    if format != "fastbook":
        return score_file(format, Path(bench), system, k=k)
    return score_system(
        Path(bench),
        system,
        k=k,
        match=match,
        index=index,
        concurrency=concurrency,
        seconds=timeout,
        base_url=base_url,
        group_by=group_by,
    )


@anywhere
def compare(
    bench: Where,
    systems: Mapping[str, object] | Sequence[Where],
    *,
    k: int = 10,
    match: str | ChunkMapping = "verbatim",
    index: object = None,
    old: tuple[Where, object] | None = None,
    format: str = "fastbook",
    base_url: str | None = None,
    group_by: list[str] | tuple[str, ...] = (),
) -> Ranking:
    """Compare systems pair by pair: `compare("bench", {"words": "bm25", "today": "run.json", "new": retriever})`.

    A list of run files or baselines names each by its file. Other formats (`beir`, `squad`, `squad-retrieved`, `asqa`)
    compare run files over a file of that format. The Ranking has metrics with intervals, differences with corrected
    p-values and verdicts in words. `old` is an earlier edition with its run: only common questions count then.
    """
    from benchmill.evaluating.compare_systems import compare_systems, named_runs

    return compare_systems(
        Path(bench),
        systems if isinstance(systems, Mapping) else named_runs([os.fspath(run) for run in systems]),
        k=k,
        match=match,
        index=index,
        old=old and (Path(old[0]), old[1]),
        format=format,
        base_url=base_url,
        group_by=group_by,
    )


@anywhere
def run(
    bench: Where,
    target: object,
    out: Where,
    *,
    k: int = 10,
    concurrency: int = 4,
    timeout: float = 120.0,
    attempts: int = 4,
    question_field: str = "question",
    answer_field: str = "",
    passages_field: str = "",
    headers: Mapping[str, str] | None = None,
    match: str | ChunkMapping = "verbatim",
    index: object = None,
    judge: str | None = None,
    progress: Progress | None = None,
) -> SystemRun:
    """Ask a live system every question, keep what it says in `out`, and score it: from a system to its numbers.

    `target` is an address that takes a POST, `module:function`, or a function or retriever of yours (also async) that
    returns an answer, passages, or an object with both. Called again, it asks only what `out` has no answer to: give a
    changed system another `out`. `judge` is a model that judges the answers, too.
    """
    from benchmill.judging.system_run import run_system
    from benchmill.retrieving.live_run import AskPlan
    from benchmill.retrieving.targets import Fields

    named = isinstance(target, str)
    plan = AskPlan(
        str(target) if named else name_of(target),
        Fields(question_field, answer_field, passages_field, headers or {}),
        concurrency,
        timeout,
        attempts,
        max(k, 100),
        system=None if named else target,
    )
    done = progress.update if progress else None
    return run_system(Path(bench), plan, Path(out), k=k, match=match, index=index, judge=judge, done=done)


def name_of(system: object) -> str:
    """What a system of this process is called in a record of its answers.

    >>> name_of(len)
    'builtins:len'
    """
    kind = system if hasattr(system, "__qualname__") else type(system)
    return f"{getattr(kind, '__module__', '')}:{getattr(kind, '__qualname__', '')}"
