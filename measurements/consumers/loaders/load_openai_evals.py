"""Evals lines -> checked against the API's own types and the schema that an eval is made with."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema  # type: ignore[import-not-found, import-untyped, unused-ignore]
import openai
from openai.types.evals.create_eval_jsonl_run_data_source import SourceFileContentContent
from report import report  # type: ignore[import-not-found, unused-ignore]

path = Path(sys.argv[2])
schema = json.loads(path.with_name("data_source_config.json").read_text(encoding="utf-8"))["item_schema"]
lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
items = [SourceFileContentContent.model_validate(line, strict=True).item for line in lines]
for item in items:
    jsonschema.validate(item, schema)
report(openai.__version__, [str(item["question"]) for item in items], [str(item["answer"]) for item in items])
