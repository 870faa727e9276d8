"""deepeval's goldens, a system's answers and its passages -> deepeval's exact match over them."""

from __future__ import annotations

import json
from importlib.metadata import version

from deepeval.dataset import EvaluationDataset  # type: ignore[import-not-found, import-untyped, unused-ignore]
from deepeval.metrics import ExactMatchMetric  # type: ignore[import-not-found, import-untyped, unused-ignore]
from deepeval.test_case import LLMTestCase  # type: ignore[import-not-found, import-untyped, unused-ignore]
from values import FOLDER, report, run  # type: ignore[import-not-found, unused-ignore]

answers = json.loads((FOLDER / "answers.json").read_text(encoding="utf-8"))
passages = run()
dataset = EvaluationDataset()
dataset.add_goldens_from_json_file(file_path=str(FOLDER / "deepeval.json"))
exact = []
for golden in dataset.goldens:
    name = golden.additional_metadata["id"]
    if name not in answers:
        continue
    case = LLMTestCase(
        input=golden.input,
        actual_output=answers[name],
        expected_output=golden.expected_output,
        context=golden.context,
        retrieval_context=[one["text"] for one in passages.get(name, [])],
    )
    exact.append(ExactMatchMetric().measure(case, _show_indicator=False))
report(version("deepeval"), {"exact": sum(exact) / len(exact)})
