"""ragas' JSON Lines -> its samples, by EvaluationDataset.from_jsonl and by the testset's own reader."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import ragas  # type: ignore[import-not-found, import-untyped, unused-ignore]
from ragas import EvaluationDataset
from ragas.testset.synthesizers.testset_schema import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    Testset,
)
from report import report  # type: ignore[import-not-found, unused-ignore]

path = Path(sys.argv[2])
samples = EvaluationDataset.from_jsonl(path).samples
testset = Testset.from_list([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()])
assert [sample.eval_sample.user_input for sample in testset.samples] == [sample.user_input for sample in samples]
assert all(len(sample.reference_contexts) == len(sample.reference_context_ids) for sample in samples)
report(ragas.__version__, [sample.user_input for sample in samples], [sample.reference for sample in samples])
