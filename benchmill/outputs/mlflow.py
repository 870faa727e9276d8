"""FlatItems -> evaluation records for MLflow, as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.outputs.flat import FlatItem
from benchmill.outputs.json_files import json_lines
from benchmill.outputs.whole_file import write_whole


@dataclass(frozen=True, slots=True)
class Row:
    """A question with what is expected: the facts are the answer's parts, or the answer where it has one part.

    `contexts` are pairs of a document's path and a quote of it; `manner` is how it is asked.
    """

    id: str
    kind: str
    question: str
    facts: tuple[str, ...]
    contexts: tuple[tuple[str, str], ...]
    document: str
    manner: Mapping[str, str] = field(default_factory=dict)


def mlflow_rows(items: Iterable[FlatItem]) -> tuple[Row, ...]:
    """One row an item.

    MLflow's Correctness judge takes facts or a response, not both; facts hold an item of several components, too.
    """
    return tuple(Row(i.id, i.kind, i.question, _facts(i), _contexts(i), i.document, i.manner) for i in items)


def write_mlflow(path: Path, rows: Iterable[Row]) -> None:
    """One line a row, for `mlflow.genai.evaluate(data=[json.loads(line) for line in file])` and `merge_records`.

    `predict_fn` gets the question as `question`. MLflow knows a row by its inputs: an edited question is a new one.
    """
    write_whole(path, json_lines(_record(row) for row in rows))


def _facts(item: FlatItem) -> tuple[str, ...]:
    parts = tuple(part.text for part in item.parts)
    return parts if len(parts) > 1 else (item.reference,)


def _contexts(item: FlatItem) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((passage.document, passage.text) for passage in item.passages))


def _record(row: Row) -> dict[str, object]:
    return {
        "inputs": {"question": row.question},
        "expectations": {
            "expected_facts": list(row.facts),
            "expected_retrieved_context": [{"doc_uri": document, "content": text} for document, text in row.contexts],
        },
        "tags": {"id": row.id, "kind": row.kind, "document": row.document, **row.manner},
    }
