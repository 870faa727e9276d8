"""A document's chunks and their readings -> numbers: its headings, the names in it, its links, the words it says.

Of these numbers indexing/kept_hops.py makes the pairs of multi-hop questions, without a look at the texts.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from benchmill.generator.kinds.anchors import anchors_of, plain_anchor
from benchmill.generator.kinds.book import headed_by, plain_heading, section_of
from benchmill.generator.kinds.names import Use
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.shared_names import names_of, sort_of
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.indexing.phrases import hash_of, tokens_of
from benchmill.indexing.reading_facts import Known, known_readings
from benchmill.records import Chunk
from benchmill.records.identity import fingerprint
from benchmill.records.page_names import page_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# How many numbers a row has. "chunks" and "links" are described below. "names" has the place of a chunk, a name, its
# NameSort and whether the chunk explains it; "anchors" the place of a chunk and an anchor on its page; "page" is that
# page without a heading.
COLUMNS = {"chunks": 7, "names": 4, "links": 6, "anchors": 2, "page": 1}
_SPELLED = {"names": "spelled", "links": "linked"}
_BATCH = 128  # documents


def name_facts(readings: FactKind, eligible: Set[str], known: Known, *settings: object) -> FactKind:
    """`known` are the facts `readings`, which save reading a document again; `eligible` the ids of source chunks."""
    columns = (*COLUMNS, "tokens", *_SPELLED.values())
    return FactKind("names", 3, columns, partial(_make, eligible, known), (readings.version, *settings))


def by_id(chunks: Sequence[Chunk], readings: Sequence[Reading]) -> list[Reading]:
    """The reading of each chunk; chunks of one id have one, that of the last."""
    last = {chunk.id: reading for chunk, reading in zip(chunks, readings, strict=True)}
    return [last[chunk.id] for chunk in chunks]


def _make(eligible: Set[str], known: Known, cut: Sequence[Cut]) -> Iterator[Row]:
    for document, chunks in cut:
        own = by_id(chunks, known_readings(known, eligible, document, chunks))
        numbers, spelled = {name: array("Q") for name in COLUMNS}, list[str]()
        linked = list[str]()
        numbers["page"].append(_page(document.id))
        for place, (chunk, reading) in enumerate(zip(chunks, own, strict=True)):
            if chunk.id in eligible:
                numbers["chunks"].extend((place, *_chunk(chunk, reading)))
                for anchor in anchors_of(chunk):
                    numbers["anchors"].extend((place, _page(document.id, anchor)))
                for name in names_of(chunk):
                    spelled.append(name)
                    numbers["names"].extend((place, fingerprint(name), sort_of(name), name in reading.explained))
            for sentence, said in enumerate(reading.spoken):
                for number, use in enumerate(said.uses):
                    if use.page is not None:
                        linked.append(use.name)
                        numbers["links"].extend((place, sentence, number, *_link(use, document.id)))
        tokens = tokens_of((said.rest for said in reading.spoken) for reading in own)
        letters = json.dumps(spelled).encode(), json.dumps(linked).encode()
        yield *(value.tobytes() for value in numbers.values()), tokens.tobytes(), *letters


def _chunk(chunk: Chunk, reading: Reading) -> Iterator[int]:
    heading, phrase = plain_heading(*chunk.headings[-1:]), headed_by(chunk, reading.explained)
    said = "\0".join(each.sentence for each in reading.spoken)
    yield fingerprint(chunk.id, str(chunk.fingerprint), chunk.lead, reading.language, said)
    yield hash_of(phrase) if phrase else 0
    yield _page(chunk.document_id, heading)
    yield fingerprint(heading)
    yield fingerprint(section_of(chunk)[0], *section_of(chunk)[1])
    yield fingerprint(reading.language) if reading.language else 0


def _link(use: Use, document_id: str) -> Iterator[int]:
    anchor = plain_anchor(use.anchor)
    leads_to_page = use.page or not anchor
    yield hash_of(use.name)
    yield _page(use.page or "", anchor) if leads_to_page else _page(document_id, anchor)
    yield 0 if leads_to_page else fingerprint(anchor)


def _page(path: str, heading: str = "") -> int:
    return fingerprint(page_name(path), heading)


@dataclass(frozen=True, slots=True)
class ChunkRows:
    """The eligible chunks in their order, one element each."""

    document: NDArray[np.int64]
    """The number of its document."""
    place: NDArray[np.uint64]
    """Its place among the chunks of the document."""
    identity: NDArray[np.uint64]
    """A hash of all that a chunk gives to a pair."""
    phrase: NDArray[np.uint64]
    """The hash of its heading, where this may be a name; else 0."""
    page: NDArray[np.uint64]
    """The hash of page and heading, as a link gives both."""
    heading: NDArray[np.uint64]
    section: NDArray[np.uint64]
    language: NDArray[np.uint64]
    """The hash of its language; 0 where it is not known."""


@dataclass(frozen=True, slots=True)
class LinkRows:
    """The links in sentences of all chunks, one element each."""

    document: NDArray[np.int64]
    place: NDArray[np.uint64]
    """The chunk's place in the document."""
    sentence: NDArray[np.uint64]
    """The place among the chunk's sentences that say something."""
    use: NDArray[np.uint64]
    """The place among the names and links of the sentence."""
    name: NDArray[np.uint64]
    page: NDArray[np.uint64]
    """The hash of the page and the heading that the link leads to."""
    heading: NDArray[np.uint64]
    """The hash of the heading that it leads to on whatever page; 0 where it gives a page."""


@dataclass(frozen=True, slots=True)
class Names:
    """The numbers of all documents."""

    facts: Facts

    def rows(self, name: str) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """(the number of each row's document; the rows of a column)."""
        import numpy as np

        width = COLUMNS[name]
        bytes_of, (values,) = self.facts.joined(name)
        sizes = np.array(bytes_of, np.int64) // (8 * width)
        rows = np.frombuffer(values, np.uint64).reshape(-1, width)
        return np.repeat(np.arange(len(sizes)), sizes), rows

    def chunks(self) -> ChunkRows:
        document, rows = self.rows("chunks")
        return ChunkRows(document, *rows.T)

    def links(self) -> LinkRows:
        document, rows = self.rows("links")
        return LinkRows(document, *rows.T)

    def spelled(self, column: str) -> Callable[[int], str]:
        """The place of a name among those of all documents, or of a link -> its words."""
        import numpy as np

        return speller(self.facts, _SPELLED[column], np.array(self.facts.sizes(column)) // (8 * COLUMNS[column]))

    def tokens(self) -> Iterator[NDArray[np.uint32]]:
        """The words that all chunks say, a block of documents at a time."""
        import numpy as np

        rows = self.facts.each("tokens")
        while some := list(islice(rows, _BATCH)):
            yield np.frombuffer(b"".join(tokens for (tokens,) in some), np.uint32)


def speller(facts: Facts, column: str, sizes: NDArray[np.int64]) -> Callable[[int], str]:
    """The place of a name among those of all documents -> its words; each document has as many as its size."""
    import numpy as np

    ends = np.cumsum(sizes)

    @lru_cache(maxsize=512)
    def of_document(document: int) -> list[str]:
        found: list[str] = json.loads(facts.of(facts.documents[document].id, column)[0])
        return found

    def spell(place: int) -> str:
        document = int(np.searchsorted(ends, place, "right"))
        return of_document(document)[place - int(ends[document] - sizes[document])]

    return spell
