"""What made it: Item and Benchmark."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.records.candidate import Candidate
from benchmill.records.corpus import Chunk, Document
from benchmill.records.verdict import Critique


@dataclass(frozen=True, slots=True)
class Item:
    """An accepted candidate with its place in the benchmark.

    `id` is `q-` and 16 hex digits, stable over runs; the pair (`chapter`, `question_number`) is never given to another
    item. `generator` is the model spec that wrote it (or `extractive`), `prompt` the fingerprint of its wording,
    `review` what a person noted.
    """

    id: str
    critique: Critique
    chapter: int
    question_number: int
    generator: str = ""
    prompt: str = ""
    review: str = ""

    def __post_init__(self) -> None:
        if not self.id.startswith("q-") or len(self.id) != 18:
            raise ValueError(f"an item's id is 'q-' and 16 hex digits, not {self.id!r}")

    @staticmethod
    def id_for(candidate: Candidate) -> str:
        """The id an item gets when `candidate` is first accepted; an edit by a reviewer does not change it."""
        return "q-" + candidate.id[:16]

    @property
    def candidate(self) -> Candidate:
        return self.critique.candidate


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Everything an export needs, in one order, without a clock: same inputs, same bytes.

    Items are sorted by (chapter, question number), documents by id, chunks by document and offset.
    """

    name: str
    documents: tuple[Document, ...]
    items: tuple[Item, ...]
    chunks: tuple[Chunk, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "documents", tuple(sorted(self.documents, key=lambda d: d.id)))
        object.__setattr__(self, "items", tuple(sorted(self.items, key=lambda i: (i.chapter, i.question_number))))
        object.__setattr__(self, "chunks", tuple(sorted(self.chunks, key=lambda c: (c.document_id, c.start, c.end))))
        numbers = [(item.chapter, item.question_number) for item in self.items]
        if len(set(numbers)) != len(numbers) or len({item.id for item in self.items}) != len(numbers):
            raise ValueError(f"two items of {self.name!r} share an id or a (chapter, question_number)")
