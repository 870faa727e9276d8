"""MLflow's lines -> evaluated with a scorer that sees every field, then merged into a managed data set."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

folder = tempfile.mkdtemp()
os.environ["MLFLOW_TRACKING_URI"] = f"sqlite:///{folder}/mlflow.db"
os.chdir(folder)

import mlflow  # type: ignore[import-not-found, import-untyped, unused-ignore] # noqa: E402
from mlflow.genai.datasets import create_dataset  # type: ignore[import-not-found, import-untyped, unused-ignore] # noqa: E402
from mlflow.genai.scorers import scorer  # type: ignore[import-not-found, import-untyped, unused-ignore] # noqa: E402
from report import report  # type: ignore[import-not-found, unused-ignore] # noqa: E402

records = [json.loads(line) for line in Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()]


@scorer  # type: ignore[untyped-decorator, unused-ignore]
def has_facts(outputs: str, expectations: dict[str, list[str]]) -> bool:
    """Whether the facts arrive where a judge would read them."""
    return outputs in [record["inputs"]["question"] for record in records] and bool(expectations["expected_facts"])


result = mlflow.genai.evaluate(data=records, predict_fn=lambda question: question, scorers=[has_facts])
assert result.metrics["has_facts/mean"] == 1.0, result.metrics
dataset = create_dataset(name="benchmill", experiment_id=[mlflow.set_experiment("e").experiment_id])
dataset.merge_records(records)
merged = {row["question"] for row in dataset.to_df()["inputs"]}
assert merged == {record["inputs"]["question"] for record in records}
report(
    mlflow.__version__, [record["inputs"]["question"] for record in records if record["inputs"]["question"] in merged]
)
