"""A document's chunks and their readings -> what its sections say of names, in numbers, and these names.

Of these numbers generator/kinds/linked.py makes the tasks for ambiguous questions. It reads only the texts of sections
that share a name and that no earlier run compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial

from benchmill.generator.kinds.linked import Weigh
from benchmill.generator.kinds.mentions import WIDTHS, Mentions, PageMentions
from benchmill.generator.kinds.same_name import Groups
from benchmill.indexing.kept_book import mixed
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.indexing.light_chunks import AllChunks
from benchmill.indexing.name_facts import speller
from benchmill.indexing.reading_facts import Known, known_readings
from benchmill.indexing.weights import Weights


def mention_facts(readings: FactKind, eligible: Set[str], known: Known, *settings: object) -> FactKind:
    """`known` are the facts `readings`, which save reading a document again; `eligible` the ids of source chunks."""
    return FactKind("mentions", 2, (*WIDTHS, "spelled"), partial(_make, eligible, known), (readings.version, *settings))


def _make(eligible: Set[str], known: Known, cut: Sequence[Cut]) -> Iterator[Row]:
    for document, chunks in cut:
        found = PageMentions.of(chunks, known_readings(known, eligible, document, chunks), eligible)
        numbers = (getattr(found, name).tobytes() for name in WIDTHS)
        yield *numbers, json.dumps(found.spelled).encode()


def mentions_of(facts: Facts, chunks: AllChunks) -> Mentions:
    """Those of all documents, from their facts."""
    import numpy as np

    bytes_of, columns = facts.joined("names", "words", "told")
    names, words = (np.frombuffer(own, np.uint64) for own in columns[:2])
    told = np.frombuffer(columns[2], np.uint32).reshape(-1, WIDTHS["told"])
    sizes = np.array(bytes_of, np.int64) // names.itemsize
    numbers = np.repeat(np.frombuffer(chunks.starts, np.uint32)[:-1].astype(np.int64), sizes) + told[:, 0]
    spelled = speller(facts, "spelled", sizes)
    return Mentions(chunks, numbers, names, told, words.reshape(-1, WIDTHS["words"]), spelled)


def weigh_by(weights: Weights, mentions: Mentions, chunks: AllChunks) -> Weigh:
    """Groups whose texts an earlier run compared are not compared again."""
    import numpy as np

    texts = (np.frombuffer(column, np.uint64)[mentions.numbers] for column in (chunks.ids, chunks.fingerprints))
    said = np.append(mixed(*texts, *mentions.told[:, 4:].T.astype(np.uint64)), np.uint64(0))

    def weigh(groups: Groups, weak: Callable[[int], int]) -> list[int]:
        sharing = np.full(len(groups), groups.sharing, np.uint64)
        keys = mixed(sharing, mentions.names[groups.named], said[groups.named], *said[groups.rows].T)
        found: list[int] = weights.of(keys, weak).tolist()
        return found

    return weigh
