"""Look facts of all documents, the Repeats of the last run in facts.sqlite -> the Repeats of today's chunks."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from benchmill.generator.eligibility.rare_shingles import Traits, ends_of
from benchmill.generator.eligibility.repeats import GONE, Former, Repeats, repeats_of, repeats_since
from benchmill.generator.eligibility.shingles import Shingles
from benchmill.indexing.facts_file import Damaged, opened
from benchmill.indexing.kept_arrays import keep_arrays, kept_array
from benchmill.indexing.kept_facts import Facts
from benchmill.records import digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NAME = "repeats 1"
"""Raise the number where the same shingles give other traits or pairs than before."""

_BLOCK = 1 << 20  # bytes of shingles that are looked through at a time
_MOST_CHANGED = 1 / 8  # of the chunks


def kept_repeats(facts: Facts, document_of: NDArray[np.uint32]) -> Repeats:
    """The Repeats of all chunks. Where little has changed since the last run, only that is compared.

    `facts` are those of look_facts.py, which nobody has read yet in this run: they are still those of the last run.
    """
    import numpy as np

    found = None
    try:
        former = _former(facts, document_of)
        sizes = np.frombuffer(facts.joined("sizes")[1][0], np.uint32)
        if former and np.array_equal(former.number_of, np.arange(len(former.repeats.sizes))):
            return former.repeats
        if former:
            found = repeats_since(former, KeptShingles(facts, sizes, document_of))
    except (sqlite3.Error, Damaged):
        found = None
    if found is None:
        values, sizes = (np.frombuffer(own, np.uint32) for own in facts.joined("shingles", "sizes")[1])
        found = repeats_of(Shingles(values, sizes), document_of)
    _keep(facts, found)
    return found


class KeptShingles:
    """The shingles of all chunks, read from facts.sqlite when they are asked for. Raises Damaged."""

    def __init__(self, facts: Facts, sizes: NDArray[np.uint32], document_of: NDArray[np.uint32]) -> None:
        self.sizes, self.document_of = sizes, document_of
        self._facts = facts
        self._ends = ends_of(sizes)
        self._first_of = _firsts(document_of, len(facts.documents))

    def blocks(self) -> Iterator[tuple[int, NDArray[np.uint32]]]:
        """(number of the first chunk, the shingles of it and of the next ones), in the order of the chunks."""
        import numpy as np

        first, own = 0, bytearray()
        rows = self._facts.kept.connection.execute("SELECT document, shingles FROM looks ORDER BY document")
        for number, (document, value) in enumerate(rows):
            if document != self._facts.documents[number].id:
                raise Damaged(document)
            own += opened(document, value)
            if len(own) >= _BLOCK or number + 1 == len(self._facts.documents):
                yield first, np.frombuffer(own, np.uint32)
                first, own = int(self._first_of[number + 1]), bytearray()

    def of(self, chunks: NDArray[np.int64]) -> NDArray[np.uint32]:
        """The shingles of some chunks, whose numbers ascend."""
        import numpy as np

        found = [np.zeros(0, np.uint32)]
        borders = np.flatnonzero(np.diff(self.document_of[chunks], prepend=-1, append=-1)).tolist()
        for start, end in pairwise(borders):
            document = int(self.document_of[chunks[start]])
            values, before = (
                _values(self._facts, self._facts.documents[document].id),
                self._ends[self._first_of[document]],
            )
            ranges = ((self._ends[chunk] - before, self._ends[chunk + 1] - before) for chunk in chunks[start:end])
            found += [values[first:last] for first, last in ranges]
        return np.concatenate(found)


def _former(facts: Facts, document_of: NDArray[np.uint32]) -> Former | None:
    """What the last run compared; None where that is not known, or where much has changed since."""
    import numpy as np

    record = facts.kept.value(_NAME, _NAME)
    if record is None or not _in_order(facts):
        return None
    changed = {document.id for document in facts.missing()}
    query = "SELECT document, key, length(refused) - 4 FROM looks ORDER BY document"
    rows = facts.kept.connection.execute(query).fetchall()
    if json.loads(record)["made_of"] != _made_of({name: key for name, key, _ in rows}):
        return None
    number_of = np.full(len(document_of), GONE, np.int64)
    places = {document.id: place for place, document in enumerate(facts.documents)}
    first_of = _firsts(document_of, len(facts.documents)).tolist()
    at, gone = 0, []
    for name, _, chunks in rows:
        if name in changed or name not in places:
            gone.append(name)
        else:
            number_of[first_of[places[name]] : first_of[places[name] + 1]] = np.arange(at, at + chunks)
        at += chunks
    if at - (kept := int((number_of != GONE).sum())) + len(number_of) - kept > _MOST_CHANGED * at:
        return None
    return Former(_repeats(facts, record), number_of, [_values(facts, name) for name in gone])


def _repeats(facts: Facts, record: bytes) -> Repeats:
    """The Repeats that the last run kept."""
    import numpy as np

    lengths: Mapping[str, int] = json.loads(record)["lengths"]

    def read(part: str, kind: type) -> NDArray[Any]:
        return kept_array(facts.kept, _NAME, digest(record.decode()), part, kind, lengths[part])[:]

    traits = Traits(read("sums", np.uint64), read("common", np.uint32), read("rarest", np.uint32))
    return Repeats(read("sizes", np.uint32), traits, read("pairs", np.uint64), read("alike", np.bool_))


def _keep(facts: Facts, found: Repeats) -> None:
    """Store the Repeats for the next run."""
    if facts.kept.in_memory or not _in_order(facts):
        return
    own = found.traits
    arrays: dict[str, NDArray[Any]] = {"sums": own.sums, "common": own.common, "rarest": own.rarest}
    arrays |= {"sizes": found.sizes, "pairs": found.pairs, "alike": found.alike}
    lengths = {part: len(array) for part, array in arrays.items()}
    record = json.dumps({"made_of": _made_of(facts.keys()), "lengths": lengths}).encode()
    keep_arrays(facts.kept, _NAME, digest(record.decode()), arrays)
    facts.kept.keep(_NAME, _NAME, record)


def _made_of(keys: Mapping[str, str]) -> str:
    return digest(*(part for one in keys.items() for part in one))


def _in_order(facts: Facts) -> bool:
    """Whether the documents have the order of the rows in facts.sqlite."""
    return all(one.id < other.id for one, other in pairwise(facts.documents))


def _firsts(document_of: NDArray[np.uint32], documents: int) -> NDArray[np.int64]:
    """The number of the first chunk of each document, and the number of chunks."""
    import numpy as np

    return np.searchsorted(document_of, np.arange(documents + 1))


def _values(facts: Facts, document: str) -> NDArray[np.uint32]:
    """The shingles of one document, as they are kept."""
    import numpy as np

    row = facts.kept.connection.execute("SELECT shingles FROM looks WHERE document = ?", (document,)).fetchone()
    if row is None:
        raise Damaged(document)
    return np.frombuffer(opened(document, row[0]), np.uint32)
