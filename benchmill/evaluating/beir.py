"""Qrels, run -> Score: nDCG@k, Recall@k, MAP@k, P@k, MRR@k, accuracy@k as trec_eval and BEIR compute them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from benchmill.evaluating.groups import Groups, labels_in
from benchmill.evaluating.scores import Score, grouped, metric_of
from benchmill.outputs.beir import Entry, read_passages
from benchmill.outputs.qrels import read_qrels
from benchmill.outputs.ranked_run import ranked_lines, read_ranked_run
from benchmill.outputs.run_file import is_lines, is_trec, trec_questions
from benchmill.records import InputError, UsageError
from benchmill.scorer.trec import evaluate, parse_metric

METRICS = ("ndcg@10", "recall@100", "map@10", "p@10", "mrr@10", "accuracy@10")
Missing = Literal["zero", "skip"]


def score_beir(
    gold: Path,
    run: Path,
    *,
    metrics: Sequence[str] = METRICS,
    k: Sequence[int] = (),
    missing: Missing = "zero",
    seed: int = 0,
) -> Score:
    """The metrics of a run over the qrels in `gold`: a BEIR folder, or a qrels file in BEIR's or TREC's form.

    `metrics` are names with their depth (`ndcg@10`); with `k` every measure is computed at each of these depths
    instead. Questions of the qrels that the run lacks count 0 and are named; `missing="skip"` leaves them out of the
    mean, as BEIR does. Questions of the run that the qrels lack are ignored, as trec_eval does. Raises InputError
    naming file and line, UsageError for an unknown metric.
    """
    wanted = [f"{name.partition('@')[0]}@{depth}" for depth in k for name in METRICS] if k else list(metrics)
    try:
        wanted = ["{}@{}".format(*parse_metric(name)) for name in wanted]
    except ValueError as error:
        raise UsageError(str(error)) from error
    qrels = read_qrels(gold / "qrels" / "test.tsv" if gold.is_dir() else gold)
    corpus = corpus_of(gold)
    scored, found = _evaluated(qrels, run, corpus, wanted)
    if not qrels.keys() & found.keys():
        raise InputError(
            f"{run} answers no question of {gold}: its first is {next(iter(found), 'none')!r}, the gold's"
            f" {next(iter(qrels))!r}"
        )
    forgotten = tuple(query for query in qrels if query not in found)
    kept = {query: values for query, values in scored.items() if missing == "zero" or query in found}
    groups = _groups(gold, qrels, corpus)
    clusters = groups.clusters(list(kept))
    rows = tuple({"id": query, **values} for query, values in kept.items())
    return Score(
        format="beir",
        questions=len(qrels),
        answered=sum(1 for query in qrels if found.get(query)),
        metrics={name: metric_of([values[name] for values in kept.values()], clusters, seed) for name in wanted},
        missing=forgotten,
        clustered=clusters is not None,
        rows=rows,
        groups=grouped(rows, groups.of, seed),
        labels=groups.of,
        caution=groups.caution(list(kept)),
    )


Values = dict[str, dict[str, float]]


def _evaluated(
    qrels: Mapping[str, Mapping[str, int]], run: Path, corpus: Mapping[str, Entry], wanted: Sequence[str]
) -> tuple[Values, dict[str, int]]:
    """(values of every question of the qrels, number of documents that the run has for each of its questions)."""
    texts = {one.text: one.id for one in corpus.values()} if corpus else None
    if is_trec(run):
        streamed = _streamed(qrels, trec_questions(run), wanted)
    elif is_lines(run):
        streamed = _streamed(qrels, ranked_lines(run, texts), wanted)
    else:
        streamed = None
    if streamed is not None:
        return streamed
    answers = read_ranked_run(run, texts)
    return evaluate(qrels, answers, wanted), {query: len(scores) for query, scores in answers.items()}


def _streamed(
    qrels: Mapping[str, Mapping[str, int]], run: Iterable[tuple[str, dict[str, float]]], wanted: Sequence[str]
) -> tuple[Values, dict[str, int]] | None:
    """The same with one question in memory at a time; None where a question comes twice: its lines are apart."""
    values: Values = {}
    found: dict[str, int] = {}
    for query, scores in run:
        if query in found:
            return None
        found[query] = len(scores)
        if query in qrels:
            values |= evaluate({query: qrels[query]}, {query: scores}, wanted)
    if not found:
        return None  # the reader of the whole file reports the error
    left = evaluate({query: judged for query, judged in qrels.items() if query not in values}, {}, wanted)
    return {query: values.get(query) or left[query] for query in qrels}, found


def corpus_of(gold: Path) -> dict[str, Entry]:
    """Id -> passage of the BEIR folder `gold`; nothing for a single qrels file, which has no corpus."""
    path = gold / "corpus.jsonl"
    return {one.id: one for one in read_passages(path)} if gold.is_dir() and path.is_file() else {}


def _groups(gold: Path, qrels: Mapping[str, Mapping[str, int]], corpus: Mapping[str, Entry]) -> Groups:
    """The groups in the queries' metadata (kind, writer, ...), and the document of each query's best passage.

    Where the corpus names no documents, the passage itself is the unit: questions about one passage are resampled
    together.
    """
    documents = {}
    for query, judged in qrels.items():
        best = max(judged, key=lambda passage: (judged[passage], passage), default="")
        named = corpus[best].metadata.get("document") if best in corpus else None
        documents[query] = str(named or best)
    queries = read_passages(gold / "queries.jsonl") if gold.is_dir() and (gold / "queries.jsonl").is_file() else ()
    found: dict[str, dict[str, str]] = {}
    for one in queries:
        for name, value in labels_in(one.metadata).items():
            found.setdefault(name, {})[one.id] = value
    return Groups({**found, "document": documents})
