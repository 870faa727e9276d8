"""ragas' JSON Lines and a run -> its context recall, by text and by id, over questions that have an answer."""

from __future__ import annotations

import asyncio
import json

import ragas  # type: ignore[import-not-found, import-untyped, unused-ignore]
from ragas import EvaluationDataset
from ragas.metrics import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    IDBasedContextRecall,
    NonLLMContextRecall,
)
from values import FOLDER, report, run  # type: ignore[import-not-found, unused-ignore]

path = FOLDER / "ragas.jsonl"
ids = [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()]
passages = run()
samples = []
for name, sample in zip(ids, EvaluationDataset.from_jsonl(path).samples, strict=True):
    if name in passages:
        sample.retrieved_contexts = [one["text"] for one in passages[name]]
        sample.retrieved_context_ids = [one["id"] for one in passages[name]]
        samples.append(sample)


async def mean(metric: object) -> float:
    """The metric over all samples."""
    found = [float(await metric.single_turn_ascore(sample)) for sample in samples]  # type: ignore[attr-defined]
    return sum(found) / len(found)


by_id, by_text = asyncio.run(mean(IDBasedContextRecall())), asyncio.run(mean(NonLLMContextRecall()))
report(ragas.__version__, {"recall@10 by ids": by_id, "recall@10 by texts": by_text})
