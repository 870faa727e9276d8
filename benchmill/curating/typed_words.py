"""What a person typed -> a candidate whose evidence is verbatim in the documents of the last edition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmill.growing.carry_over import Alignments, carry, spans_of
from benchmill.records import AnswerComponent, Candidate, Chunk, Document, Evidence, InputError, Item, Span
from benchmill.records.normalising import find_normalised
from benchmill.workspace.ledger.store import Ledger

Quote = tuple[str, str]
"""A document's id and words that are verbatim in it."""


def edited(
    ledger: Ledger, candidate: Candidate, *, question: str | None, answer: str | None, quotes: Sequence[Quote]
) -> Candidate:
    """`candidate` with new words. Raises InputError where a quote is not in its document or words are missing."""
    components = candidate.components
    if answer is not None and len(components) == 1:
        components = (replace(_nonblank(components[0], answer), short_answers=()),)
    if quotes:
        if len(components) != 1:
            raise InputError(f"this item has {len(components)} answer components: edit its line in items.jsonl instead")
        components = (replace(components[0], evidence=_evidence(ledger, quotes)),)
    try:
        return replace(
            candidate,
            question=candidate.question if question is None else question,
            answer=candidate.answer if answer is None else answer,
            components=components,
            request_key="",
        )
    except ValueError as error:
        raise InputError(str(error)) from error


def written(ledger: Ledger, question: str, answer: str, quotes: Sequence[Quote]) -> Candidate:
    """A candidate of one answer component. Raises InputError as `edited` does."""
    if not quotes:
        raise InputError("a question needs evidence: name a document and words that are verbatim in it")
    try:
        component = AnswerComponent(answer, _evidence(ledger, quotes))
        return Candidate("factoid", question, answer, (component,), ())
    except ValueError as error:
        raise InputError(str(error)) from error


def evidence_still_there(ledger: Ledger, item: Item) -> Item:
    """`item` on the documents of the last edition. Raises InputError where its evidence is not in them."""
    named = {span.document_id for span in spans_of(item.candidate)}
    documents = {document.id: document for document in ledger.documents(named)}

    def chunks_of(document_id: str) -> tuple[Chunk, ...]:
        return ledger.chunks([documents[document_id]])

    carried = carry([item], Alignments(documents, dict.fromkeys(documents, "")), chunks_of)
    if carried.retired:
        raise InputError(f"{item.id}: {carried.retired[0].reason}")
    return carried.items[0]


def _nonblank(component: AnswerComponent, text: str) -> AnswerComponent:
    try:
        return replace(component, text=text)
    except ValueError as error:
        raise InputError(str(error)) from error


def _evidence(ledger: Ledger, quotes: Sequence[Quote]) -> tuple[Evidence, ...]:
    return tuple(Evidence(_place(ledger, name, words), "human") for name, words in quotes)


def _place(ledger: Ledger, name: str, words: str) -> Span:
    found: tuple[Document, ...] = ledger.documents([name])
    if not found:
        raise InputError(f"the last edition has no document {name!r}")
    at = found[0].text.find(words)
    place = (at, at + len(words)) if at >= 0 and words.strip() else find_normalised(words, found[0].text)
    if place is None:
        raise InputError(f"these words are not in {name}: {words!r}")
    return Span.of(found[0], *place)
