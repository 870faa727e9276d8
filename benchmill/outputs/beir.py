"""Benchmark <-> a BEIR folder: corpus.jsonl, queries.jsonl, qrels/test.tsv, as beir's GenericDataLoader reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.outputs.candidate_record import manner_of
from benchmill.outputs.containment import Passages
from benchmill.outputs.fields import as_object, text_in
from benchmill.outputs.json_files import json_lines, read_json_lines
from benchmill.outputs.labels import Labels
from benchmill.outputs.qrels import qrels_lines, qrels_records, read_qrels, trec_lines
from benchmill.outputs.whole_file import write_whole
from benchmill.records import Benchmark, Candidate, Failure, InputError

# The loader reads qrels as CSV with quotes, TREC files are split at spaces.
_ID = re.compile(r"[^\s\"\x00-\x1f\ud800-\udfff]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A document or a query: id, text, and for documents a title."""

    id: str
    text: str
    title: str = ""
    metadata: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BeirSet:
    """Corpus, queries, and query id -> document id -> grade (2 holds an answer component fully, 1 partially)."""

    corpus: tuple[Entry, ...]
    queries: tuple[Entry, ...]
    qrels: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class ExportedBeir:
    """The set, and one Failure for every item that it cannot hold."""

    beir: BeirSet
    left_out: tuple[Failure, ...]


def beir_of(benchmark: Benchmark, passages: Sequence[Entry] | None = None) -> ExportedBeir:
    """The benchmark for BEIR; the corpus is its chunks, or `passages` of the user's own chunking.

    A passage is relevant where it holds at least 80 % of an evidence quote in one piece, with that evidence's grade
    (the highest of several). Left out: questions without an answer, which BEIR would always count as 0, and those of
    whose evidence no passage holds enough.
    """
    corpus = tuple(_chunks(benchmark)) if passages is None else tuple(passages)
    index = Passages([entry.text for entry in corpus])
    labels = Labels(benchmark)
    queries, left_out = [], []
    qrels: dict[str, dict[str, int]] = {}
    for item in benchmark.items:
        grades = _grades(item.candidate, index, labels)
        if grades:
            # the scorer groups by these, and says where the built-in writer asked
            about = {"kind": item.candidate.kind, "generator": item.generator, **manner_of(item.candidate, "language")}
            queries.append(Entry(item.id, item.candidate.question, metadata=about))
            qrels[item.id] = {corpus[number].id: grade for number, grade in sorted(grades.items())}
        else:
            cut = bool(item.candidate.components)
            reason = "no passage holds its evidence" if cut else "a question without an answer has no relevant passage"
            left_out.append(Failure("export", item.id, "evidence-cut" if cut else "no-evidence", reason))
    return ExportedBeir(BeirSet(corpus, tuple(queries), qrels), tuple(left_out))


def write_beir(folder: Path, beir: BeirSet) -> None:
    """BEIR's three files below `folder`, the qrels as JSON Lines, and a card by which `datasets` and MTEB find them.

    Raises InputError where BEIR's loader would fail or drop something.
    """
    if not beir.corpus or not beir.queries:
        raise InputError(f"{folder}: nothing to write: {len(beir.corpus)} passages, {len(beir.queries)} questions")
    documents = _checked_ids(beir.corpus, "passage")
    shared = documents & _checked_ids(beir.queries, "question")
    if shared:
        raise InputError(f"{min(shared)!r} is the id of a passage and of a question; BEIR drops such results")
    write_whole(folder / "corpus.jsonl", json_lines(_document(entry) for entry in beir.corpus))
    write_whole(folder / "queries.jsonl", json_lines(_query(entry) for entry in beir.queries))
    write_whole(folder / "qrels" / "test.tsv", qrels_lines(beir.qrels))
    write_whole(folder / "qrels" / "test.jsonl", json_lines(qrels_records(beir.qrels)))
    write_whole(folder / "README.md", _CARD.encode())


def write_trec(path: Path, beir: BeirSet) -> None:
    """The judgements alone as TREC qrels; InputError where an id has a space or is used twice, or nothing is judged."""
    _checked_ids(beir.corpus, "passage")
    _checked_ids(beir.queries, "question")
    if not beir.queries:
        raise InputError(f"{path}: nothing to write: no question has a relevant passage")
    write_whole(path, trec_lines(beir.qrels))


def read_beir(folder: Path) -> BeirSet:
    """The set in a BEIR folder; InputError naming file and line where an id is missing, unknown or there twice."""
    corpus = tuple(_read(folder / "corpus.jsonl"))
    queries = tuple(_read(folder / "queries.jsonl"))
    qrels = read_qrels(folder / "qrels" / "test.tsv")
    unknown = qrels.keys() - {query.id for query in queries}
    if unknown:
        raise InputError(f"{folder / 'qrels' / 'test.tsv'} names a query that queries.jsonl lacks: {min(unknown)!r}")
    return BeirSet(corpus, queries, qrels)


def read_passages(path: Path) -> tuple[Entry, ...]:
    """The user's own passages: JSON Lines with `_id` (or `id`), `text` and, if they like, `title` and `metadata`."""
    return tuple(_read(path))


# MTEB's loader asks for the configurations corpus and queries, and takes the judgements from the default one.
# `datasets` reads all files of a folder by one builder: beside JSON Lines, BEIR's table would be read wrong.
_CARD = """---
task_categories: [text-retrieval]
configs:
- config_name: default
  data_files:
  - split: test
    path: qrels/test.jsonl
- config_name: corpus
  data_files:
  - split: corpus
    path: corpus.jsonl
- config_name: queries
  data_files:
  - split: queries
    path: queries.jsonl
---

A retrieval benchmark in BEIR's layout, made by benchmill. A passage of grade 2 holds an answer component fully, one of
grade 1 partially.
"""


def _chunks(benchmark: Benchmark) -> Iterator[Entry]:
    titles = {document.id: document.title for document in benchmark.documents}
    for chunk in {chunk.id: chunk for chunk in benchmark.chunks}.values():
        span = chunk.span
        place = {"document": span.document_id, "start": span.start, "end": span.end, "headings": list(chunk.headings)}
        yield Entry(chunk.id, chunk.text, titles.get(span.document_id, ""), place)


def _grades(candidate: Candidate, index: Passages, labels: Labels) -> dict[int, int]:
    grades: dict[int, int] = {}
    for component in candidate.components:
        spans = [evidence.span for evidence in component.evidence]
        for evidence in component.evidence:
            for number in index.holding(labels.of(evidence.span, spans)):
                grades[number] = max(grades.get(number, 0), evidence.grade)
    return grades


def _checked_ids(entries: Sequence[Entry], kind: str) -> set[str]:
    seen: set[str] = set()
    for entry in entries:
        if not _ID.fullmatch(entry.id):
            raise InputError(f"the {kind} id {entry.id!r} must be without spaces and double quotes for BEIR and TREC")
        if entry.id in seen:
            raise InputError(f"two {kind}s have the id {entry.id!r}")
        seen.add(entry.id)
    return seen


def _document(entry: Entry) -> dict[str, object]:
    return {"_id": entry.id, "title": entry.title, "text": entry.text, "metadata": dict(entry.metadata)}


def _query(entry: Entry) -> dict[str, object]:
    return {"_id": entry.id, "text": entry.text, "metadata": dict(entry.metadata)}


def _read(path: Path) -> Iterator[Entry]:
    seen: set[str] = set()
    for number, line in read_json_lines(path):
        place = f"{path}, line {number}"
        id_ = text_in(line, "_id" if "_id" in line or "id" not in line else "id", place)
        if id_ in seen:
            raise InputError(f"{place}: the id {id_!r} is used in an earlier line, too")
        seen.add(id_)
        metadata = as_object(line.get("metadata") or {}, f"{place}: 'metadata'")
        title = "" if line.get("title") is None else text_in(line, "title", place)
        yield Entry(id_, text_in(line, "text", place), title, metadata)
    if not seen:
        raise InputError(f"{path} is empty: expected one JSON object a line")
