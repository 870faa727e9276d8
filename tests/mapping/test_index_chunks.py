from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from benchmill.mapping.index_chunks import IndexChunk, read_chunks
from benchmill.records import InputError


@dataclass
class _PageContent:
    page_content: str
    metadata: dict[str, Any]
    id: str | None = None


@dataclass
class _Node:
    node_id: str
    body: str
    metadata: dict[str, Any] = field(default_factory=dict)

    def get_content(self) -> str:
        return self.body


@dataclass
class _Scored:
    node: _Node
    score: float


@dataclass
class _Content:
    id: str
    content: str
    meta: dict[str, Any]


def test_documents_of_every_framework_are_read_by_what_they_have() -> None:
    found = read_chunks(
        [
            _PageContent("one", {"source": "a.md"}),
            _Scored(_Node("n-2", "two", {"file_path": "b.md"}), 0.5),
            _Content("h-3", "three", {"file_path": "c.md"}),
            {"_id": "d", "text": "four", "metadata": {"document": "d.md"}},
            "five",
        ]
    )
    assert found == (
        IndexChunk("1", "one", "a.md"),
        IndexChunk("n-2", "two", "b.md"),
        IndexChunk("h-3", "three", "c.md"),
        IndexChunk("d", "four", "d.md"),
        IndexChunk("5", "five", ""),
    )


def test_json_lines_a_json_list_and_a_folder_are_read(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text('{"id": 7, "text": "x"}\n{"id": 8, "text": "y", "document": "b.md"}\n')
    (tmp_path / "c.json").write_text(json.dumps([{"_id": "a", "page_content": "x"}]))
    folder = tmp_path / "docs" / "api"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text("# A")
    (folder / "a.png").write_bytes(b"\x89")
    assert read_chunks(tmp_path / "c.jsonl") == (IndexChunk("7", "x"), IndexChunk("8", "y", "b.md"))
    assert read_chunks(str(tmp_path / "c.json")) == (IndexChunk("a", "x"),)
    assert read_chunks(tmp_path / "docs") == (IndexChunk("api/a.md", "# A", "api/a.md"),)


def test_parquet_is_read(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pa.table({"id": ["a"], "text": ["x"], "source": ["a.md"]}), tmp_path / "c.parquet")
    assert read_chunks(tmp_path / "c.parquet") == (IndexChunk("a", "x", "a.md"),)
    (tmp_path / "d.parquet").write_text("no parquet")
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        read_chunks(tmp_path / "d.parquet")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n', "line 2: the id 'a' is also the id of .*line 1"),
        ('{"id": "a"}\n', "line 1: it has no text"),
        ("", "is empty"),
        ('{"questions": []}', "is a benchmark, not a file of chunks"),
        ("[1]", "record 1: a chunk is an object with 'text', not a number"),
    ],
)
def test_a_bad_chunk_file_is_one_clear_line(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "c.jsonl").write_text(content)
    with pytest.raises(InputError, match=message):
        read_chunks(tmp_path / "c.jsonl")


def test_what_is_no_list_of_chunks_is_refused() -> None:
    with pytest.raises(InputError, match="not int"):
        read_chunks(3)
    with pytest.raises(InputError, match="there is no chunk"):
        read_chunks([])
