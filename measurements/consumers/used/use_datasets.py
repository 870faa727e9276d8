"""A BEIR folder and a Hugging Face folder -> recall from their qrels configurations, by `datasets.load_dataset`."""

from __future__ import annotations

import datasets  # type: ignore[import-not-found, import-untyped, unused-ignore]
from values import FOLDER, report, scores  # type: ignore[import-not-found, unused-ignore]

datasets.disable_progress_bars()
run = scores()


def recall(folder: str, config: str, corpus_split: str) -> float:
    """The mean share of a question's passages that the run has."""
    judged: dict[str, set[str]] = {}
    for row in datasets.load_dataset(str(FOLDER / folder), config, split="test"):
        judged.setdefault(row["query-id"], set()).add(row["corpus-id"])
    corpus = set(datasets.load_dataset(str(FOLDER / folder), "corpus", split=corpus_split)["_id"])
    assert all(passages <= corpus for passages in judged.values())
    return sum(len(passages & run[name].keys()) / len(passages) for name, passages in judged.items()) / len(judged)


values = {
    "recall@10": recall("beir", "default", "corpus"),
    "recall@10 of the huggingface folder": recall("huggingface", "qrels", "test"),
}
report(datasets.__version__, values)
