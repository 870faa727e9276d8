"""Items of the last edition + today's documents -> kept, moved and retired items; asks no model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmill.records import AnswerComponent, Candidate, Chunk, Critique, Document, Evidence, Item, Span
from benchmill.workspace.ledger.rows import Cause

# A quote of so many characters counts as returned wherever its document has it, whatever text is around it.
_UNMISTAKABLE = 60


@dataclass(frozen=True, slots=True)
class Retired:
    """An item that leaves the benchmark, with the reason in words for people and the cause as one word."""

    item: Item
    reason: str
    cause: Cause = "evidence"


@dataclass(frozen=True, slots=True)
class Carried:
    """The last edition's items today: `kept` are at their old place, `moved` are verbatim at another place.

    `returned` were retired in an earlier edition; their evidence is back.
    """

    kept: tuple[Item, ...]
    moved: tuple[Item, ...]
    retired: tuple[Retired, ...]
    returned: tuple[Item, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """All items that stay in the benchmark."""
        return (*self.kept, *self.moved, *self.returned)


class _GoneError(Exception):
    """None of the documents that could hold the quote has it verbatim."""


@dataclass(frozen=True, slots=True)
class Alignments:
    """Where quotes of the last edition can be today.

    `former` maps the last edition's document ids to the hash of their bytes. A missing file is first searched by its
    bytes (renamed), then among the new files (renamed and edited).
    """

    documents: Mapping[str, Document]
    former: Mapping[str, str]

    def place(self, span: Span) -> Span:
        """The same words today: at their old place, else at the nearest place in the same file, else in a renamed file.

        Raises _GoneError where no such document has them.
        """
        document = self.documents.get(span.document_id)
        if document is None:
            document = self._renamed(span)
        if document.text[span.start : span.end] == span.text:
            return replace(span, document_id=document.id)
        start = _nearest(document.text, span.text, span.start)
        if start < 0:
            raise _GoneError(f"its evidence is no longer in {document.id}")
        return Span.of(document, start, start + len(span.text))

    def _renamed(self, span: Span) -> Document:
        same_bytes = self.former.get(span.document_id)
        new = [document for name, document in sorted(self.documents.items()) if name not in self.former]
        for document in new:
            if document.source_hash == same_bytes:
                return document
        for document in new:
            if span.text in document.text:
                return document
        raise _GoneError(f"{span.document_id} is gone")


def carry(items: Iterable[Item], alignments: Alignments, chunks_of: Callable[[str], tuple[Chunk, ...]]) -> Carried:
    """Align the last edition's items with today's documents.

    The evidence that the writer or a person named must still be verbatim, since the verdicts judged those words.
    Otherwise the item is retired. Evidence that a critic added may disappear without its item. `chunks_of` gives a
    document's chunks of today.
    """
    kept: list[Item] = []
    moved: list[Item] = []
    retired: list[Retired] = []
    for item in items:
        try:
            candidate = _aligned(item.candidate, alignments, chunks_of)
        except _GoneError as reason:
            retired.append(Retired(item, str(reason)))
            continue
        if candidate == item.candidate:
            kept.append(item)
            continue
        target = moved if _places(candidate) != _places(item.candidate) else kept
        target.append(replace(item, critique=Critique(candidate, item.critique.verdicts)))
    return Carried(tuple(kept), tuple(moved), tuple(retired))


def returning(
    items: Iterable[Item], documents: Mapping[str, Document], chunks_of: Callable[[str], tuple[Chunk, ...]]
) -> tuple[Item, ...]:
    """Those of the `items` retired for lost evidence whose evidence is back in `documents`.

    The words must be in the document and the chunk that they came from. Outside that chunk they must be long enough to
    mean the same anywhere: "30 days" elsewhere in the file is no evidence. The item keeps its verdicts, since they
    judged these words.
    """
    alignments = Alignments(documents, {})
    back = []
    for item in items:
        spans = spans_of(item.candidate)
        if not spans or not all(span.document_id in documents for span in spans):
            continue
        try:
            candidate = _aligned(item.candidate, alignments, chunks_of)
        except _GoneError:
            continue
        same_chunks = set(item.candidate.chunk_ids) <= _ids(spans, chunks_of)
        if same_chunks or min(len(span.text) for span in spans) >= _UNMISTAKABLE:
            back.append(replace(item, critique=Critique(candidate, item.critique.verdicts)))
    return tuple(back)


def _ids(spans: Iterable[Span], chunks_of: Callable[[str], tuple[Chunk, ...]]) -> set[str]:
    """Ids of all chunks of the documents of `spans`."""
    return {chunk.id for span in spans for chunk in chunks_of(span.document_id)}


def _aligned(candidate: Candidate, alignments: Alignments, chunks_of: Callable[[str], tuple[Chunk, ...]]) -> Candidate:
    components = tuple(_component(component, alignments) for component in candidate.components)
    readings = tuple(
        replace(reading, evidence=tuple(_evidence(e, alignments) for e in reading.evidence))
        for reading in candidate.readings
    )
    hops = tuple(replace(hop, evidence=_evidence(hop.evidence, alignments)) for hop in candidate.hops)
    near = candidate.near_miss
    if near:
        denial = _evidence(near.contradicted_by, alignments) if near.contradicted_by else None
        near = replace(near, evidence=_evidence(near.evidence, alignments), contradicted_by=denial)
    moved = replace(candidate, components=components, readings=readings, hops=hops, near_miss=near)
    return replace(moved, chunk_ids=_holding_chunks(moved, chunks_of) or candidate.chunk_ids)


def _component(component: AnswerComponent, alignments: Alignments) -> AnswerComponent:
    found = []
    for evidence in component.evidence:
        try:
            found.append(_evidence(evidence, alignments))
        except _GoneError:
            if not evidence.is_added:
                raise
    return replace(component, evidence=tuple(found))


def _evidence(evidence: Evidence, alignments: Alignments) -> Evidence:
    return replace(evidence, span=alignments.place(evidence.span))


def spans_of(candidate: Candidate) -> list[Span]:
    """The evidence that the writer or a person named, without what critics added."""
    spans = [evidence.span for evidence in candidate.original_evidence]
    spans += [e.span for reading in candidate.readings for e in reading.evidence]
    spans += [hop.evidence.span for hop in candidate.hops]
    return spans + [one.span for one in (candidate.near_miss.quoted if candidate.near_miss else ())]


def _places(candidate: Candidate) -> list[tuple[str, int]]:
    return [(span.document_id, span.start) for span in spans_of(candidate)]


def _holding_chunks(candidate: Candidate, chunks_of: Callable[[str], tuple[Chunk, ...]]) -> tuple[str, ...]:
    """Ids of the chunks that hold the candidate's own evidence today, in the order of the evidence."""
    ids: dict[str, None] = {}
    for span in spans_of(candidate):
        for chunk in chunks_of(span.document_id):
            if chunk.span.contains(span):
                ids[chunk.id] = None
                break
    return tuple(ids)


@dataclass(frozen=True, slots=True)
class Holding:
    """The chunks that hold a candidate's own evidence, and the headings above the first of them."""

    ids: tuple[str, ...]
    headings: tuple[str, ...]


def held_by(candidate: Candidate, chunks: Sequence[Chunk]) -> Holding:
    """Which of `chunks`, all of one document, hold the candidate's own evidence."""
    ids = _holding_chunks(candidate, lambda name: tuple(chunk for chunk in chunks if chunk.document_id == name))
    return Holding(ids, next((chunk.headings for chunk in chunks if chunk.id in ids), ()))


def _nearest(text: str, words: str, near: int) -> int:
    """The start of the occurrence of `words` nearest to `near`; -1 where there is none."""
    after = text.find(words, near)
    before = text.rfind(words, 0, near + len(words))
    if before < 0 or after < 0:
        return max(before, after)
    return after if after - near < near - before else before
