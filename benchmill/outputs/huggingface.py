"""FlatItems -> a Hugging Face data set folder: Parquet or JSON Lines, and a card. The only file that knows pyarrow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from benchmill.outputs.beir import BeirSet
from benchmill.outputs.flat import FlatItem
from benchmill.outputs.json_files import json_line, json_lines
from benchmill.outputs.qrels import qrels_records
from benchmill.outputs.tables import passage_record
from benchmill.outputs.whole_file import write_whole
from benchmill.records.installed import check_versions

Data = Literal["parquet", "jsonl"]

PARQUET = "data/test-00000-of-00001.parquet"
JSONL = "data/test.jsonl"
# Beside the items: the passages to search and which of them prove an answer, one configuration each.
_TABLES = ("corpus", "qrels")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


@dataclass(frozen=True, slots=True)
class DataSet:
    """What the folder holds; `language` is a two-letter code, `retrieval` the same questions as BEIR has them."""

    name: str
    language: str
    items: tuple[FlatItem, ...]
    retrieval: BeirSet | None = field(default=None, compare=False)


def parquet_is_there() -> bool:
    """Whether Parquet can be written: the extra `parquet` is installed. Raises UsageError where it is too old."""
    check_versions("pyarrow")
    return find_spec("pyarrow") is not None


def write_huggingface(folder: Path, data: DataSet, form: Data) -> None:
    """README.md with the card and the files under data/, for `datasets.load_dataset(folder)`; the card comes last.

    With `retrieval` there are the configurations `corpus` and `qrels` too: `load_dataset(folder, "qrels")`.
    Types are fixed, so an empty list or a column of nothing is still what it is; what only some items have is in
    `metadata` as JSON text. Items must be such as `benchmill.outputs.tables.utf8_only` keeps.
    """
    rows = [_row(item) for item in data.items]
    if form == "parquet":
        write_whole(folder / PARQUET, _parquet(rows, _item_types()))
    else:
        write_whole(folder / JSONL, json_lines(rows))
    for name, table in _retrieval_rows(data.retrieval).items():
        path = folder / "data" / f"{name}.{form}"
        write_whole(path, _parquet(table, _retrieval_types(name)) if form == "parquet" else json_lines(table))
    (folder / (JSONL if form == "parquet" else PARQUET)).unlink(missing_ok=True)  # of an earlier export
    for name in _TABLES:
        (folder / "data" / f"{name}.{'jsonl' if form == 'parquet' else 'parquet'}").unlink(missing_ok=True)
    write_whole(folder / "README.md", _card(data, form).encode())


def _row(item: FlatItem) -> dict[str, object]:
    metadata = {
        "chapter": item.chapter,
        "question_number": item.question_number,
        "headings": list(item.headings),
        "ratings": dict(item.ratings),
        "generator": item.generator,
        "review": item.review,
        "alias": item.alias,
    }
    return {
        "id": item.id,
        "kind": item.kind,
        "question": item.question,
        "answer": item.answer,
        "components": [part.as_json() for part in item.parts],
        "contexts": [passage_record(passage) for passage in item.passages],
        "document": item.document,
        "metadata": json_line(metadata).decode().rstrip("\n"),
        "style": item.style,
        "difficulty": item.difficulty,
        "persona": item.persona,
    }


def _retrieval_rows(beir: BeirSet | None) -> dict[str, list[dict[str, object]]]:
    """Table -> its rows; no table where there is nothing to retrieve."""
    if beir is None or not beir.queries:
        return {}
    return {
        "corpus": [
            {"_id": one.id, "title": one.title, "text": one.text, "metadata": json_line(one.metadata).decode().strip()}
            for one in beir.corpus
        ],
        "qrels": list(qrels_records(beir.qrels)),
    }


def _item_types() -> dict[str, Any]:
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]  # an extra of 40 MB

    text, number = pa.string(), pa.int64()
    passage = {"doc_id": text, "chunk_id": text, "text": text, "start": number, "end": number}
    part = {"text": text, "short_answers": pa.list_(text)}
    return {
        "id": text,
        "kind": text,
        "question": text,
        "answer": text,
        "components": pa.list_(pa.struct(list(part.items()))),
        "contexts": pa.list_(pa.struct(list(passage.items()))),
        "document": text,
        "metadata": text,
        "style": text,
        "difficulty": text,
        "persona": text,
    }


def _retrieval_types(name: str) -> dict[str, Any]:
    import pyarrow as pa  # as above

    names = ("_id", "title", "text", "metadata") if name == "corpus" else ("query-id", "corpus-id", "score")
    return {column: pa.int64() if column == "score" else pa.string() for column in names}


def _parquet(rows: Sequence[dict[str, object]], types: dict[str, Any]) -> bytes:
    import pyarrow as pa  # as above
    import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

    target = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(list(rows), schema=pa.schema(types)), target)
    content: bytes = target.getvalue().to_pybytes()
    return content


def _card(data: DataSet, form: Data) -> str:
    count = len(data.items)
    size = next((size for limit, size in _SIZES if count < limit), "n>1M")
    # JSON's texts are YAML's, as long as they are printable
    name = json.dumps("".join(c if c.isprintable() else "\ufffd" for c in data.name), ensure_ascii=False)
    pattern = "data/test-*.parquet" if form == "parquet" else JSONL
    kinds = ", ".join(f"{kind} {number}" for kind, number in _counted(item.kind for item in data.items))
    return f"""---
pretty_name: {name}
language: ["{data.language}"]
license: unknown
task_categories: [question-answering]
tags: [synthetic, rag, benchmark]
size_categories: ["{size}"]
configs:
- config_name: default
  data_files:
  - split: test
    path: {pattern}
{_more_configurations(data, form)}---

# {json.loads(name)}

{count} questions about one set of documents ({kinds or "none"}), made by benchmill. The quotes in `contexts` are
verbatim: `start` and `end` count code points in the text of `doc_id`. `components` are the parts of an answer; an item
of kind `unanswerable` has no contexts. `metadata` is JSON text.

Put in the licence of the documents: the quotes are theirs.
"""


def _more_configurations(data: DataSet, form: Data) -> str:
    return "".join(
        f"- config_name: {name}\n  data_files:\n  - split: test\n    path: data/{name}.{form}\n"
        for name in _retrieval_rows(data.retrieval)
    )


def _counted(kinds: Iterable[str]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    return sorted(counts.items())
