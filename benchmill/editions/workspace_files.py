"""The ledger's last edition -> the workspace's files; each is written whole, and only where it differs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

from benchmill.editions.change_log import as_markdown
from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.kept_facts import Facts
from benchmill.indexing.vocabulary import Vocabulary, vocabulary_facts
from benchmill.outputs.comparisons import Comparisons
from benchmill.outputs.fastbook import ExportedQuestions, questions_bytes, questions_of
from benchmill.outputs.json_files import json_bytes, json_line
from benchmill.outputs.whole_file import write_whole
from benchmill.records import Benchmark, Document, digest
from benchmill.version import VERSION
from benchmill.workspace.folder import Workspace, item_of
from benchmill.workspace.ledger.store import ItemRow, Ledger

WRITTEN = "items.jsonl"
"""The note in the ledger that holds the SHA-256 of items.jsonl as it was last written."""

# the note that holds the SHA-256 of each file, and of all that the files were made of
_FILES = "files"
# the value in facts.sqlite: what the labels of the last edition were compared with
_COMPARED = "comparisons 1"


def write_files(workspace: Workspace, ledger: Ledger, documents: Sequence[Document] = ()) -> None:
    """Write benchmark.json, items.jsonl, its backup, rejected.jsonl, CHANGES.md, manifest.json of the last edition.

    `documents` are all of its documents, where the caller has them. A file that already holds the right bytes is not
    written, so a run without changes keeps all file dates.
    """
    edition = ledger.last_edition()
    if edition is None:
        return
    every = ledger.items()
    made_of = _made_of(workspace, ledger, every)
    if _are_there(workspace, ledger, made_of):
        return
    rows = [row for row in every if row.state == "live"]
    # all: a label is widened until no other passage contains it
    documents = tuple(documents or ledger.stored_documents().values())
    items = tuple(item_of(row).item for row in rows)
    # labels are widened within their chunk, so the other chunks are not loaded
    parts = [part for item in items for part in item.candidate.components]
    quotes = [evidence.span for part in parts for evidence in part.evidence]
    chunks = ledger.chunks_around(quotes, {document.id: document for document in documents})
    benchmark = Benchmark(workspace.name, documents, items, chunks)
    with KeptFacts(workspace.facts) as kept:
        exported = _exported(benchmark, kept)
    files = {
        workspace.benchmark: questions_bytes(exported.questions),
        workspace.items: "".join(row.record for row in rows).encode(),
        workspace.rejected: "".join(ledger.rejections()).encode(),
        workspace.changes: as_markdown(ledger.editions()).encode("utf-8", "backslashreplace"),
    }
    hashes = {path.name: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    left_out = {workspace.benchmark.name: len(exported.left_out)}
    files[workspace.manifest] = json_bytes({**edition.manifest, "left_out": left_out, "files": hashes})
    # first: if a later write fails, this file still holds every item with its number
    files = {workspace.backup: b"".join(map(_backup_line, every)), **files}
    for path, content in files.items():
        _write_where_different(path, content)
    written = hashes[workspace.items.name]
    if ledger.note(WRITTEN) != written:
        ledger.keep_note(WRITTEN, written)
    found = {path.name: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    ledger.keep_note(_FILES, json.dumps({"made_of": made_of, "files": found}))


def _exported(benchmark: Benchmark, kept: KeptFacts) -> ExportedQuestions:
    """The questions; places that were compared for the last run are compared with changed documents only."""
    comparisons = Comparisons.since(kept.value(_COMPARED, VERSION), benchmark.documents)
    exported = questions_of(benchmark, _Found(kept, benchmark.documents), comparisons)
    kept.keep(_COMPARED, VERSION, comparisons.as_bytes())
    return exported


class _Found:
    """The documents with given words; the words of all documents are read when the first are asked for."""

    def __init__(self, kept: KeptFacts, documents: Sequence[Document]) -> None:
        self._facts = Facts(kept, vocabulary_facts(), documents, lambda _document: ())

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return Vocabulary(self._facts)

    def __call__(self, words: Sequence[str]) -> Sequence[Document]:
        return self._vocabulary.holding(words)


def _made_of(workspace: Workspace, ledger: Ledger, rows: Sequence[ItemRow]) -> str:
    """A hash of all that the files are made of."""
    # each as a text of its own: the JSON of all would take 10 MB, and each night adds an edition and a retired item
    parts = *map(repr, rows), *map(repr, ledger.editions()), ledger.rejections(), ledger.source_hashes()
    return digest(VERSION, workspace.name, *map(digest, parts))


def _are_there(workspace: Workspace, ledger: Ledger, made_of: str) -> bool:
    """Whether the files that were last made of the same are all there, unchanged: they need not be made again."""
    last = json.loads(ledger.note(_FILES) or "{}")
    if last.get("made_of") != made_of:
        return False
    try:
        return all(
            hashlib.sha256((workspace.folder / name).read_bytes()).hexdigest() == found
            for name, found in last["files"].items()
        )
    except OSError:
        return False


def _backup_line(row: ItemRow) -> bytes:
    kept = json_line({name: value for name, value in asdict(row).items() if name != "record"})
    return b'%s, "item": %s}\n' % (kept.rstrip(b"}\n"), row.record.rstrip().encode())  # the record is such JSON already


def read_backup(path: Path) -> Iterator[ItemRow]:
    """The backup's rows, without damaged lines."""
    for line in path.read_bytes().splitlines():
        try:
            kept = json.loads(line)
            record = json_line(kept.pop("item")).decode()
            yield ItemRow(**kept, record=record)
        except (ValueError, TypeError, KeyError):
            continue


def _write_where_different(path: Path, content: bytes) -> None:
    try:
        if path.read_bytes() == content:
            return
    except OSError:  # missing or unreadable: writing reports the error
        pass
    write_whole(path, content)
