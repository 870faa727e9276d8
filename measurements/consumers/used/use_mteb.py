"""A BEIR folder and a run -> nDCG, recall and MRR, by MTEB's loader of retrieval tasks and its scorer."""

from __future__ import annotations

from importlib.metadata import version

from mteb._evaluators.retrieval_metrics import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    calculate_retrieval_scores,
)
from mteb.abstasks.retrieval_dataset_loaders import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    RetrievalDatasetLoader,
)
from values import FOLDER, report, scores  # type: ignore[import-not-found, unused-ignore]

data = RetrievalDatasetLoader(str(FOLDER / "beir"), revision="main").load()
assert len(data["corpus"]) > 0
assert set(data["queries"]["id"]) == set(data["relevant_docs"])
found = calculate_retrieval_scores(scores(), data["relevant_docs"], [10])
values = {"ndcg@10": found.ndcg["NDCG@10"], "recall@10": found.recall["Recall@10"], "mrr@10": found.mrr["MRR@10"]}
report(version("mteb"), values)
