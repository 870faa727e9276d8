"""deepeval's JSON -> its goldens, by add_goldens_from_json_file."""

from __future__ import annotations

import sys
from importlib.metadata import version

from deepeval.dataset import EvaluationDataset  # type: ignore[import-not-found, import-untyped, unused-ignore]
from report import report  # type: ignore[import-not-found, unused-ignore]

dataset = EvaluationDataset()
dataset.add_goldens_from_json_file(file_path=sys.argv[2])
goldens = dataset.goldens
assert all(golden.additional_metadata["id"].startswith("q-") for golden in goldens)
assert all(isinstance(golden.context, list) for golden in goldens)
report(version("deepeval"), [golden.input for golden in goldens], [golden.expected_output for golden in goldens])
