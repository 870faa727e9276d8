"""A docs folder (or a LangChain loader) -> a Source: its documents, what could not be read, its chunks on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from benchmill.generator.chunkers import chunk_document
from benchmill.generator.eligibility import Seeds, seeds_of
from benchmill.generator.kinds import TasksByKind
from benchmill.generator.kinds.pages import Pages
from benchmill.generator.loaders import Loaded, from_langchain, load_folder
from benchmill.generator.loaders.stated_name import NOTHING, Stated, stated_names
from benchmill.growing.known_documents import KnownDocuments
from benchmill.indexing.chunk_facts import chunk_facts, chunks_from
from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.kept_conversions import kept_conversions
from benchmill.indexing.kept_facts import FactKind, Facts
from benchmill.indexing.kept_repeats import kept_repeats
from benchmill.indexing.kept_splits import KeptSplits
from benchmill.indexing.kept_tasks import KeptTasks
from benchmill.indexing.light_chunks import AllChunks
from benchmill.indexing.look_facts import look_facts, looks_of
from benchmill.indexing.order_facts import Order, order_facts
from benchmill.indexing.postings import Postings
from benchmill.indexing.reading_facts import reading_facts
from benchmill.indexing.task_facts import KeptPages, task_facts
from benchmill.indexing.word_facts import word_facts
from benchmill.records import Chunk, Document, Failure, InputError, Kind, UsageError
from benchmill.records.listing import some_of
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.text_spool import TextSpool

_NAMED = 5  # files that a note names


@dataclass(frozen=True)
class Source:
    """The documents of one run. A document is cut into chunks at the first request, and the chunks are kept.

    `kept` holds what earlier runs derived from documents. `cut`: document id -> chunks that other machines made.
    """

    name: str
    documents: tuple[Document, ...]
    failures: tuple[Failure, ...]
    notes: tuple[str, ...]
    chunk_size: int
    chunk_overlap: int
    left_alone: tuple[str, ...] = ()
    kept: KeptFacts = field(default_factory=KeptFacts)
    cut: Mapping[str, tuple[Chunk, ...]] = field(default_factory=dict)
    reader: str = "light"
    stated: Stated = NOTHING
    """What the files around the docs state: it may name the product."""
    _number_of: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_number_of", {document.id: at for at, document in enumerate(self.documents)})

    def has(self, document_id: str) -> bool:
        return document_id in self._number_of

    def document(self, document_id: str) -> Document:
        return self.documents[self._number_of[document_id]]

    def chunks_of(self, document_id: str) -> tuple[Chunk, ...]:
        """The chunks of one document, in its order."""
        return tuple(self.chunks().of_document(self._number_of[document_id]))

    def chunks(self) -> AllChunks:
        """All chunks, documents in the order of their ids; each is made when it is asked for."""
        return self._chunks

    def uncut(self) -> list[Document]:
        """The documents that no earlier run cut into chunks."""
        return self._chunk_facts.missing()

    @cached_property
    def _chunks(self) -> AllChunks:
        return chunks_from(self._chunk_facts)

    @property
    def _chunk_facts(self) -> Facts:
        return Facts(self.kept, chunk_facts(*self._cut_by), self.documents, self._chunks_made)

    def _chunks_made(self, document_id: str) -> Sequence[Chunk]:
        if document_id in self.cut:
            return self.cut[document_id]
        document, split = self.document(document_id), KeptSplits(self.kept)
        return tuple(chunk_document(document, size=self.chunk_size, overlap=self.chunk_overlap, split=split))

    def postings(self, language: str) -> Postings:
        """The full-text index of all chunks."""
        kind = word_facts(language, *self._cut_by)
        return Postings(Facts(self.kept, kind, self.documents, self.chunks_of), language)

    def seeds(self) -> Seeds:
        """Which chunks may be source chunks."""
        chunks = self.chunks()
        repeats = kept_repeats(self._look_facts, chunks.document_of)
        return seeds_of(chunks, looks_of(self._look_facts), repeats)

    def look_keys(self) -> Mapping[str, str]:
        """Document id -> a hash of all that decides which of its chunks, each judged alone, are no source chunks."""
        return self._look_facts.keys()

    @cached_property
    def _look_facts(self) -> Facts:
        return Facts(self.kept, look_facts(*self._cut_by), self.documents, self.chunks_of)

    def pages(self, eligible: Set[str]) -> KeptPages:
        """The tasks and readings of each document; `eligible` are the ids of the source chunks."""
        which = self.chunks().which(eligible).__getitem__

        def facts(kind_of: Callable[..., FactKind]) -> Facts:
            return Facts(self.kept, kind_of(eligible, *self._cut_by), self.documents, self.chunks_of, which)

        return KeptPages(facts(task_facts), facts(reading_facts))

    def order(self, eligible: Sequence[int], seed: int, per_document: int) -> Order:
        """The order in which source chunks, given by their numbers, are asked about."""
        import numpy as np

        chunks = self.chunks()
        is_eligible = np.zeros(len(chunks), bool)
        is_eligible[np.asarray(eligible, np.int64)] = True

        def chosen(document_id: str) -> Sequence[int]:
            number = self._number_of[document_id]
            places: list[int] = np.flatnonzero(is_eligible[chunks.starts[number] : chunks.starts[number + 1]]).tolist()
            return places

        kind, which = order_facts(chosen, seed, *self._cut_by), chunks.marked(is_eligible)
        facts = Facts(self.kept, kind, self.documents, self.chunks_of, which.__getitem__)
        return Order.of(facts, chunks, per_document)

    def tasks(self, order: Order, kinds: tuple[Kind, ...], linked: Callable[[Pages], TasksByKind]) -> KeptTasks:
        """The tasks of each kind; `linked` finds those that link documents."""
        eligible = self.chunks().ids_of(order.numbers)

        def derived(kind_of: Callable[..., FactKind], others: Facts) -> Facts:
            others.complete()
            kind = kind_of(others.kind, eligible, others.peek, *self._cut_by)
            return Facts(self.kept, kind, self.documents, self.chunks_of, others.depends_on)

        return KeptTasks(self.chunks(), order, self.pages(eligible), derived, kinds, linked)

    @property
    def _cut_by(self) -> tuple[object, ...]:
        """All settings that, besides the text, decide where chunks begin and end."""
        return (self.chunk_size, self.chunk_overlap, self.reader)


def read_source(
    docs: Path, settings: GrowSettings, ledger: Ledger | None = None, kept: KeptFacts | None = None
) -> Source:
    """The documents of the folder (or file) `docs`; a file with the same bytes as in the last edition of `ledger` is
    not parsed again, and its text stays there. One that must be converted has the text that `kept` has of its bytes.
    The texts of other files are in a temporary file: all of a large folder would not fit in memory.

    Raises InputError where it does not exist or holds nothing that can be read, and UsageError where it is a workspace.
    """
    if Workspace(docs).ledger.is_file():
        raise UsageError(f"{docs} is a workspace, whose files hold the questions: give the folder that holds your docs")
    known = KnownDocuments.of(ledger, settings).document if ledger else _none
    include, exclude, reader = settings.include, settings.exclude, settings.reader
    with kept_conversions(kept, reader) as converted:
        loaded = load_folder(
            docs,
            include=include,
            exclude=exclude,
            reader=reader,
            known=known,
            converted=converted,
            stored=TextSpool().stored,
        )
    return replace(_source(docs.resolve().name, loaded, settings), stated=stated_names(docs))


def source_from_langchain(loader: object, settings: GrowSettings, name: str = "documents") -> Source:
    """The documents that any LangChain loader gives, for `grow` in Python.

    Raises InputError where it gives none.
    """
    loaded = from_langchain(loader)
    if not loaded.documents:
        raise InputError(f"{type(loader).__name__} gave no document with text")
    return _source(name, loaded, settings)


def with_unread(source: Source, ledger: Ledger) -> Source:
    """`source` with the last edition's text for files that could not be read today, so that their items stay.

    An unreadable file proves nothing about the evidence in it. An empty file proves that the evidence is gone.
    """
    unread = [failure.subject_id for failure in source.failures if failure.stage == "load" and failure.check != "empty"]
    if not unread:
        return source
    today = {document.id for document in source.documents}
    former = [name for name in ledger.source_hashes() if name not in today and _within(name, unread)]
    if not former:
        return source
    documents = sorted((*source.documents, *ledger.documents(former)), key=lambda document: document.id)
    note = f"could not be read today, so the text and the items of the last edition stay: {some_of(former, _NAMED)}"
    return replace(source, documents=tuple(documents), notes=(*source.notes, note))


def _none(_identifier: str, _source_hash: str) -> None:
    """No document is known."""


def _within(name: str, places: Iterable[str]) -> bool:
    """Whether the document `name` is one of `places`, or inside a folder that is one of them."""
    return any(name == place or place == "." or name.startswith(f"{place}/") for place in places)


def _source(name: str, loaded: Loaded, settings: GrowSettings) -> Source:
    notes: Iterable[str] = loaded.notes
    sizes = (settings.chunk_size, settings.chunk_overlap)
    return Source(
        name, loaded.documents, loaded.failures, tuple(notes), *sizes, loaded.left_alone, reader=settings.reader
    )
