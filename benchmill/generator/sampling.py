"""Eligible chunks -> one priority order of source chunks, about which a writer asks questions.

The order does not depend on the number of questions wanted: a user who wants more later continues in the same order.
An edited document hardly moves the others: the place of a source chunk depends on its own document and on hashes, never
on the number of other documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from math import sqrt

from benchmill.records.corpus import Chunk
from benchmill.records.identity import short_digest

__all__ = ["order_within", "plan", "turn_of_document"]

_PARTS = 3


@dataclass(slots=True)
class _Section:
    """The chunks under one top-level heading, by third of the document, and the number of chunks already taken."""

    name: str
    weight: float
    parts: list[list[Chunk]]
    taken: int = 0

    @property
    def quotient(self) -> float:
        return self.weight / (2 * self.taken + 1)


def plan(chunks: Sequence[Chunk], *, seed: int, per_document: int, per_chunk: int = 2) -> list[Chunk]:
    """Every chunk once, most wanted first. The caller reads as many from the front as the benchmark needs.

    1. The first source chunk of each document comes first. The second, from another top-level heading, follows, and so
       on, until every top-level heading has one. `seed` decides the order of the documents in a round.
    2. Further source chunks follow by Sainte-Lague's method (divisors 1, 3, 5, ...) over sqrt(words) of the headings.
    3. Within a document the source chunks are spread over its beginning, middle and end.

    The first `per_document` source chunks of all documents come first. The rest follow in the same way, as a reserve
    for documents whose first chunks gave too few items: a caller that counts items skips those of a full document.
    A smaller `per_chunk` (the items that one chunk may give) does not change the order.
    """
    if per_document < 1 or per_chunk < 1:
        raise ValueError(f"per_document and per_chunk are at least 1, not {per_document} and {per_chunk}")
    documents: dict[str, dict[str, Chunk]] = {}
    for chunk in chunks:
        documents.setdefault(chunk.document_id, {}).setdefault(chunk.id, chunk)
    order: list[tuple[tuple[bool, bool, float, str, str], Chunk]] = []
    for document_id, own in documents.items():
        drawn = turn_of_document(document_id, seed)
        for place, (rank, chunk) in enumerate(order_within(list(own.values()), seed)):
            order.append(((place >= per_document, rank < 0, rank, drawn, document_id), chunk))
    # The sort is stable: chunks of one document with equal keys keep the order chosen inside the document.
    return [chunk for _, chunk in sorted(order, key=lambda entry: entry[0])]


def turn_of_document(document_id: str, seed: int) -> str:
    """By this the documents of one round are ordered."""
    return short_digest(seed, document_id)


def order_within(chunks: list[Chunk], seed: int) -> Iterator[tuple[float, Chunk]]:
    """Each chunk of one document, most wanted first: with the number of its round from 0, and after the last round with
    the negative of its quotient. Of all documents' chunks the one with the smallest number comes first."""
    for round_, quotient, chunk in _in_document(chunks, seed):
        yield (float(round_) if round_ >= 0 else -quotient), chunk


def _in_document(chunks: list[Chunk], seed: int) -> Iterator[tuple[int, float, Chunk]]:
    """(round, quotient, chunk) for every chunk of one document, in its order. The round is -1 after the last round."""
    sections = _sections(chunks, seed)
    used = [0] * _PARTS
    # A hash decides which third comes first. Else one question a document would always ask about the beginning.
    turn = int(short_digest(seed, chunks[0].document_id), 16) % _PARTS

    def by_use(section: _Section | None = None) -> list[int]:
        parts = [part for part in range(_PARTS) if section is None or section.parts[part]]
        return sorted(parts, key=lambda part: (used[part], (part - turn) % _PARTS))

    def take(section: _Section, part: int) -> tuple[float, Chunk]:
        quotient = section.quotient
        used[part] += 1
        section.taken += 1
        return quotient, section.parts[part].pop()

    heaviest = sorted(sections, key=lambda section: (section.weight, section.name))
    waiting = [[section for section in heaviest if section.parts[part]] for part in range(_PARTS)]
    for round_ in range(len(sections)):
        for part in by_use():
            while waiting[part] and waiting[part][-1].taken:
                waiting[part].pop()
            if waiting[part]:
                yield round_, *take(waiting[part].pop(), part)
                break
    heap = [(-section.quotient, section.name, section) for section in sections if any(section.parts)]
    heapify(heap)
    while heap:
        section = heap[0][2]
        yield -1, *take(section, by_use(section)[0])
        if any(section.parts):
            heapreplace(heap, (-section.quotient, section.name, section))
        else:
            heappop(heap)


def _sections(chunks: Sequence[Chunk], seed: int) -> list[_Section]:
    """The document's chunks by top-level heading. The top level is the first level at which the heading paths differ.

    A title above the whole document is therefore not a top-level heading. In each third a hash of `seed` and chunk
    decides the order; the last chunk is taken first.
    """
    depth = 0
    while all(len(chunk.headings) > depth for chunk in chunks) and len({c.headings[depth] for c in chunks}) == 1:
        depth += 1
    extent = max(chunk.end for chunk in chunks)
    grouped: dict[str, list[Chunk]] = {}
    for chunk in sorted(chunks, key=lambda chunk: short_digest(seed, chunk.id), reverse=True):
        grouped.setdefault(chunk.headings[depth] if len(chunk.headings) > depth else "", []).append(chunk)
    sections = []
    for name, own in grouped.items():
        parts: list[list[Chunk]] = [[] for _ in range(_PARTS)]
        for chunk in own:
            parts[min(_PARTS - 1, chunk.start * _PARTS // extent)].append(chunk)
        sections.append(_Section(name, sqrt(sum(chunk.words for chunk in own)), parts))
    return sections
