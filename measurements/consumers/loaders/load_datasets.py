"""A Hugging Face folder, ASQA's lines or a SQuAD file -> its rows, by `datasets.load_dataset`."""

from __future__ import annotations

import sys

import datasets  # type: ignore[import-not-found, import-untyped, unused-ignore]
from report import report  # type: ignore[import-not-found, unused-ignore]

form, path = sys.argv[1:]
datasets.disable_progress_bars()
if form == "huggingface":
    rows = datasets.load_dataset(path, split="test")
    assert all(rows[n]["contexts"] or rows[n]["kind"] == "unanswerable" for n in range(len(rows)))
    report(datasets.__version__, rows["question"], rows["answer"])
elif form == "asqa":
    rows = datasets.load_dataset("json", data_files=path, split="train")
    report(datasets.__version__, rows["ambiguous_question"])
else:
    rows = datasets.load_dataset("json", data_files=path, field="data", split="train")
    asked = [qa for row in rows for paragraph in row["paragraphs"] for qa in paragraph["qas"]]
    report(datasets.__version__, [qa["question"] for qa in asked])
