"""A workspace, a retriever's name -> its run over the benchmark's own documents."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmill.records import Chunk, InputError, UsageError
from benchmill.records.errors import did_you_mean
from benchmill.records.shell_command import command
from benchmill.retrieving.asking import ask_retriever
from benchmill.retrieving.baseline_run import Passage, Run, questions_in, retrieve, run_of
from benchmill.retrieving.bm25 import Bm25
from benchmill.retrieving.colbert import colbert_rankings
from benchmill.retrieving.dense import nearest, vectors_of
from benchmill.retrieving.fusion import Ranked, fused
from benchmill.retrieving.targets import function_of
from benchmill.workspace.folder import Workspace

BASELINES = ("bm25", "dense:SPEC", "hybrid:SPEC", "colbert:NAME", "module:function")
_FUSED = 100  # passages of each of the two rankings, or more where a run has more


def is_baseline(text: str) -> bool:
    """Whether a text names one of benchmill's own retrievers, not a file or a function.

    >>> [is_baseline(one) for one in ("bm25", "hybrid:ollama:bge-m3", "run.json", "my_rag:search")]
    [True, True, False, False]
    """
    kind, _, spec = text.partition(":")
    return text == "bm25" or (kind in ("dense", "hybrid", "colbert") and bool(spec))


def short_name(baseline: str) -> str:
    """A baseline's name in a table: a path of a model file is cut to its last part.

    >>> short_name("dense:gguf:/models/bge-m3.gguf"), short_name("hybrid:openai:BAAI/bge-m3")
    ('dense:gguf:bge-m3.gguf', 'hybrid:openai:BAAI/bge-m3')
    """
    head, colon, name = baseline.rpartition(":")
    return f"{head}{colon}{Path(name).name}" if name.startswith(("/", ".", "~")) else baseline


def baseline_run(
    bench: Path,
    retriever: str,
    *,
    k: int = 10,
    base_url: str | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> Run:
    """The run of `bm25`, `dense:SPEC`, `hybrid:SPEC` (both, fused by rank), `colbert:NAME` or `module:function`.

    SPEC is `openai:NAME`, `ollama:NAME`, `gguf:PATH`, `langchain:PROVIDER:NAME` or `sentence-transformers:NAME`.
    `report` gets messages for people. Raises UsageError for any other name.
    """
    workspace = Workspace(bench)
    snapshot = workspace.read()
    benchmark = snapshot.benchmark
    if not benchmark.items:
        raise InputError(f"{bench} has no items: there is nothing to ask; see why: {command('status', bench)}")
    questions = questions_in(workspace.benchmark)
    if not questions:
        raise InputError(f"{bench} has no question that a passage answers: there is nothing to find")
    kind, _, spec = retriever.partition(":")
    if retriever == "bm25":
        run = retrieve(questions, benchmark.chunks, k=k, language=snapshot.language)
    elif kind in ("dense", "hybrid"):
        vectors = partial(vectors_of, spec=spec, base_url=base_url, report=report)
        language = snapshot.language if kind == "hybrid" else None
        run = _by_vectors(workspace, questions, benchmark.chunks, vectors, k, language)
    elif kind == "colbert" and spec:
        chunks = list({chunk.id: chunk for chunk in benchmark.chunks}.values())
        texts = [chunk.text for chunk in chunks]
        run = _run(chunks, questions, colbert_rankings(texts, list(questions.values()), spec, k))
    elif spec:
        asked = ask_retriever(questions, function_of(retriever), k=k)
        run = run_of(asked.passages, asked.failures)
    else:
        hint = did_you_mean(retriever, ["bm25"])
        raise UsageError(f"there is no retriever {retriever!r}{hint}; there are: {', '.join(BASELINES)}")
    not_asked = len(benchmark.items) - len(questions)
    return replace(run, searched=len(benchmark.chunks), not_asked=not_asked, name=retriever)


def _by_vectors(
    workspace: Workspace,
    questions: Mapping[str, str],
    chunks: Sequence[Chunk],
    vectors_of_texts: Callable[..., list[array[float]]],
    k: int,
    language: str | None,
) -> Run:
    """The `k` passages of the largest cosine; with a language, fused with those that BM25 finds in it."""
    once = list({chunk.id: chunk for chunk in chunks}.values())
    texts = [chunk.text for chunk in once]
    with workspace.writing() as ledger:
        vectors = vectors_of_texts([*texts, *questions.values()], store=ledger.vectors)
    depth = max(k, _FUSED) if language else k  # shorter lists may have fewer than k passages in all
    ranked = nearest(vectors[len(texts) :], vectors[: len(texts)], depth)
    if language:
        index = Bm25.of(texts, language=language)
        words = [index.top(question, depth) for question in questions.values()]
        ranked = [fused(pair, k) for pair in zip(words, ranked, strict=True)]
    return _run(once, questions, ranked)


def _run(chunks: Sequence[Chunk], questions: Iterable[str], rankings: Iterable[Ranked]) -> Run:
    return Run(
        {
            name: tuple(Passage(chunks[place].id, chunks[place].text, score) for place, score in ranked)
            for name, ranked in zip(questions, rankings, strict=True)
        }
    )
