"""A document's chunks, and which are eligible <-> bytes: the Reading of each, with what its sentences say of names."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from benchmill.generator.kinds.names import Spoken, Use
from benchmill.generator.kinds.pages import Reading, page_readings
from benchmill.indexing.kept_facts import Cut, FactKind, Row
from benchmill.records import Chunk, Document
from benchmill.records.lazy import Lazy

Known = Callable[..., Row | None]
"""`Facts.peek` of readings or tasks."""


def reading_facts(eligible: Set[str], *settings: object) -> FactKind:
    """The readings of each document; `eligible` are the ids of all source chunks."""
    return FactKind("readings", 6, ("facts", "readings", "said"), partial(_make, eligible), settings, is_costly=True)


def known_readings(known: Known, eligible: Set[str], document: Document, chunks: Sequence[Chunk]) -> Sequence[Reading]:
    """The readings of a document, from its facts where these are kept; `chunks` are all its chunks."""
    row = known(document.id, "readings", "said")
    return page_readings(chunks, eligible) if row is None else tuple(readings_from(row, chunks))


def readings_from(row: Sequence[bytes], chunks: Sequence[Chunk]) -> Iterator[Reading]:
    """The readings that are kept in the columns `readings` and `said` of a document."""
    every = _Said(row[1])
    for place, (chunk, found) in enumerate(zip(chunks, json.loads(row[0]), strict=True)):
        yield _reading_from(chunk, found, SpokenInChunk(chunk, every, place)) if found else _SILENT


_SILENT = Reading({}, ())


class _Said:
    """What the sentences of one document say of names; one document at a time is in memory."""

    __slots__ = ("_bytes",)

    def __init__(self, value: bytes) -> None:
        self._bytes = value

    def of_chunk(self, place: int) -> Any:  # noqa: ANN401 - what _make wrote
        return _unpacked(self._bytes)[place]


@lru_cache(maxsize=2)
def _unpacked(value: bytes) -> list[Any]:
    found: list[Any] = json.loads(zlib.decompress(value))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class SpokenInChunk(Lazy[Spoken]):
    """The sentences of a chunk that say something, made when they are asked for."""

    chunk: Chunk
    said: _Said
    place: int

    def __len__(self) -> int:
        return len(self.said.of_chunk(self.place))

    def made(self, place: int) -> Spoken:
        start, end, uses, rest = self.said.of_chunk(self.place)[place]
        sentence = self.chunk.text[start:end]
        return Spoken(sentence, tuple(Use(name, sentence, page, anchor) for name, page, anchor in uses), rest)


def _make(eligible: Set[str], cut: Sequence[Cut]) -> Iterator[Row]:
    for _, chunks in cut:
        found = list(zip(chunks, page_readings(chunks, eligible), strict=True))
        facts = bytes(reading.has_facts for _, reading in found)
        said = json.dumps([_said(*each) for each in found]).encode()
        yield facts, json.dumps([_as_json(*each) for each in found]).encode(), zlib.compress(said, 1)


def _as_json(chunk: Chunk, reading: Reading) -> list[object] | None:
    """None for a chunk that says nothing: of a reference, these are most."""
    if reading == _SILENT:
        return None
    explained = [[name, None if told == chunk.text else told] for name, told in reading.explained.items()]
    return [explained, reading.has_facts, reading.language]


def _said(chunk: Chunk, reading: Reading) -> list[object]:
    text = chunk.text
    said: list[object] = []
    for each in reading.spoken:
        start = text.index(each.sentence)
        uses = [[use.name, use.page, use.anchor] for use in each.uses]
        said.append([start, start + len(each.sentence), uses, each.rest])
    return said


def _reading_from(chunk: Chunk, found: Any, spoken: SpokenInChunk) -> Reading:  # noqa: ANN401 - what _as_json made
    explained, has_facts, language = found
    names = {name: chunk.text if told is None else told for name, told in explained}
    return Reading(names, spoken, has_facts, language)
