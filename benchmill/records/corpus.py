"""A file's text and places in it: Document, Span, Chunk. Every offset counts code points of `Document.text`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath

from benchmill.records.identity import digest, fingerprint


@dataclass(frozen=True, slots=True)
class Document:
    """One file of the docs folder as it is searched and quoted.

    `id` is its POSIX path inside the folder; `text` has `\\n` newlines only; `source_hash` is the SHA-256 of the
    file's bytes, so a renamed file is recognised; `media_type` is e.g. `text/markdown`. `cells` is where a notebook's
    cells begin in `text`, each with its kind (`markdown`, `code` or `raw`): without it a comment in code would be taken
    for a heading.
    """

    id: str
    text: str
    title: str
    source_hash: str
    media_type: str
    cells: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        path = PurePosixPath(self.id)
        if not self.id or path.is_absolute() or ".." in path.parts or "\\" in self.id:
            raise ValueError(f"a document's id is a relative POSIX path without '..', not {self.id!r}")
        if "\r" in self.text:
            raise ValueError(f"{self.id}: newlines must be \\n before a Document is made")

    @property
    def text_hash(self) -> str:
        """A hash of its text, which the ledger keeps."""
        return digest(self.text)


@dataclass(frozen=True, slots=True)
class Span:
    """A verbatim piece of one document: `document.text[start:end] == text`, and it is not blank."""

    document_id: str
    start: int
    end: int
    text: str

    def __post_init__(self) -> None:
        if self.start < 0 or self.end - self.start != len(self.text):
            raise ValueError(f"{self.document_id}[{self.start}:{self.end}] cannot hold {len(self.text)} characters")
        if not self.text.strip():
            raise ValueError(f"{self.document_id}[{self.start}:{self.end}] is blank")

    @classmethod
    def of(cls, document: Document, start: int, end: int) -> Span:
        """The span of `document` from `start` to `end`; its text is sliced, so it is right by construction."""
        return cls(document.id, start, end, document.text[start:end])

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a character."""
        return self.document_id == other.document_id and self.start < other.end and other.start < self.end

    def shared(self, other: Span) -> int:
        """How many characters the two share."""
        return min(self.end, other.end) - max(self.start, other.start) if self.overlaps(other) else 0

    def contains(self, other: Span) -> bool:
        """Whether `other` lies inside this span, in the same document."""
        return self.document_id == other.document_id and self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Chunk:
    """A retrievable passage: a span with the headings above it, outermost first.

    Its id is a hash of document id, headings and words, not of the offset: text that only moved keeps its id, and
    the same words twice under the same heading are one chunk. `lead` is the header of the table, or the line above the
    list, that the chunk begins inside: it is shown to models beside the headings, and is no part of the chunk.
    """

    span: Span
    headings: tuple[str, ...] = ()
    lead: str = field(default="", compare=False)
    id: str = field(init=False)

    def __post_init__(self) -> None:
        words = self.span.text.split()
        object.__setattr__(self, "id", "c-" + digest(self.span.document_id, self.headings, words)[:16])

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def text(self) -> str:
        return self.span.text

    @property
    def words(self) -> int:
        """How many words it has, as spaces part them."""
        return len(self.text.split())

    @property
    def start(self) -> int:
        """Where it begins in its document."""
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end

    @property
    def fingerprint(self) -> int:
        """A hash of its text, letter by letter."""
        return fingerprint(self.text)

    @property
    def place(self) -> str:
        """Where the chunk is in its document, for a model: the heading path, and what its first row or entry needs."""
        path = " > ".join(self.headings)
        return f"{path} (continues: {self.lead})" if self.lead else path

    @property
    def document_id(self) -> str:
        return self.span.document_id

    def overlaps(self, other: Chunk) -> bool:
        """Whether the two share a character."""
        return self.document_id == other.document_id and self.start < other.end and other.start < self.end

    def part(self, start: int, end: int) -> Span:
        """The piece `text[start:end]` of the chunk, as a span of its document."""
        return Span(self.document_id, self.span.start + start, self.span.start + end, self.text[start:end])
