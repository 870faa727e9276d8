"""Nothing -> how long our scorers take beside the reference programs, on the same drawn cases in one run.

python -m measurements.scorers > measurements/results/scorers.md
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

import pytrec_eval
from rouge_score.rouge_scorer import RougeScorer  # type: ignore[import-untyped]

from benchmill.scorer.rouge import RougeL, porter
from benchmill.scorer.squad import answer_scores
from benchmill.scorer.trec import evaluate

REPEATS = 3
Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]
METRICS = {"ndcg@10": "ndcg_cut_10", "recall@100": "recall_100", "map@10": "map_cut_10", "p@10": "P_10"}


def seconds(work: Callable[[], object]) -> float:
    """The shortest of several runs, in CPU seconds: other programs share the machine."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def rankings(queries: int, rng: random.Random) -> tuple[Qrels, Run]:
    """Graded judgements and runs of 100 documents with many equal scores."""
    documents = [f"d{number}" for number in range(5000)]
    qrels = {f"q{n}": {id_: rng.randint(0, 3) for id_ in rng.sample(documents, 10)} for n in range(queries)}
    run = {}
    for query, judged in qrels.items():
        found = {*rng.sample(documents, 95), *rng.sample(sorted(judged), 5)}
        run[query] = {id_: round(rng.random(), 2) for id_ in sorted(found)}
    return qrels, run


def trec_row(queries: int) -> str:
    qrels, run = rankings(queries, random.Random(queries))
    wanted = {"recip_rank", "ndcg_cut.10", "recall.100", "map_cut.10", "P.10"}
    names = {**METRICS, "mrr@100": "recip_rank"}
    ours = evaluate(qrels, run, list(names))
    theirs = pytrec_eval.RelevanceEvaluator(qrels, wanted).evaluate(run)
    largest = max(
        abs(ours[query][name] - values[other]) for query, values in theirs.items() for name, other in names.items()
    )
    slow = seconds(lambda: pytrec_eval.RelevanceEvaluator(qrels, wanted).evaluate(run))
    quick = seconds(lambda: evaluate(qrels, run, list(names)))
    return f"| {queries} | {queries / slow:,.0f} | {queries / quick:,.0f} | {slow / quick:.1f} | {largest:g} |"


def rouge_row(words: int, pairs: int, vocabulary: list[str], rng: random.Random) -> str:
    theirs, stem = RougeScorer(["rougeL"], use_stemmer=True), porter()
    cases = [tuple(" ".join(rng.choices(vocabulary, k=words)) for _ in "12") for _ in range(pairs)]

    def ours() -> list[float]:
        rouge = RougeL(stem)  # a new one each time: its memory of stems is part of the cost
        return [rouge.best([one], other) for one, other in cases]

    def reference() -> list[float]:
        return [theirs.score(one, other)["rougeL"].fmeasure for one, other in cases]

    largest = max(abs(one - other) for one, other in zip(ours(), reference(), strict=True))
    slow, quick = seconds(reference), seconds(ours)
    return f"| {words} | {pairs} | {pairs / slow:,.0f} | {pairs / quick:,.0f} | {slow / quick:.0f} | {largest:g} |"


def rouge() -> None:
    print("\n## ROUGE-L with stemmer\n")
    print("| words a text | pairs | rouge_score, pairs/s | ours, pairs/s | times as fast | largest difference |")
    print("|---|---|---|---|---|---|")
    rng = random.Random(3)
    endings = ["", "s", "ing", "ed"]
    vocabulary = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) + rng.choice(endings) for _ in range(1500)]
    for words, pairs in ((30, 500), (80, 150), (150, 50), (600, 10)):
        print(rouge_row(words, pairs, vocabulary, rng))


def squad() -> None:
    rng = random.Random(4)
    words = ["the", "gate", "6,000", "calls", "a", "Retry-After", "header", "is", "honoured."]
    gold = {f"q{n}": [" ".join(rng.choices(words, k=rng.randint(1, 6))) for _ in range(3)] for n in range(5000)}
    predictions = {id_: " ".join(rng.choices(words, k=rng.randint(0, 6))) for id_ in gold}
    taken = seconds(lambda: answer_scores(gold, predictions))
    print("\n## SQuAD v2 exact match and F1: questions with 3 answers\n")
    print(
        f"{len(gold) / taken:,.0f} questions/s. The official script is no package; its golden values are in the tests."
    )


if __name__ == "__main__":
    print(f"# Scorers beside their reference programs\n\nBest of {REPEATS}, CPU seconds, one run, one core.\n")
    print("## Rankings: nDCG@10, Recall@100, MAP@10, P@10, MRR of queries x 100 documents\n")
    print("| queries | pytrec_eval, queries/s | ours, queries/s | times as fast | largest difference |")
    print("|---|---|---|---|---|")
    for count in (1000, 10000):
        print(trec_row(count))
    rouge()
    squad()
