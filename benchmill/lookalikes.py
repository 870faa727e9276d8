"""A candidate and its seed -> the pack of passages the groundedness critic reads: the seed and its look-alikes."""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.lexical import Bm25
from records import Candidate, Chunk


class Lookalikes:
    """Finds passages that could answer a candidate as well as its seed does.

    Labels that name only the seed are the largest hole in synthetic benchmarks, so passages that share the words of
    question and answer are put before the critic too; those it finds to hold the answer become evidence.
    """

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks
        self._index = Bm25.of([chunk.text for chunk in chunks])

    def pack(self, candidate: Candidate, seed: Chunk, size: int) -> tuple[Chunk, ...]:
        """`size` passages at most, the seed first; the critic is shown them in an order that tells nothing."""
        pack = [seed]
        if size > 1:
            # the seed and passages that overlap it come up too: ask for some more than are needed
            for number, score in self._index.top(f"{candidate.question} {candidate.answer}", 2 * size + 2):
                other = self._chunks[number]
                if score > 0 and len(pack) < size and not _overlap(other, seed):
                    pack.append(other)
        return tuple(pack)


def _overlap(one: Chunk, other: Chunk) -> bool:
    return one.document_id == other.document_id and one.span.start < other.span.end and other.span.start < one.span.end
