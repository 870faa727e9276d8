"""A candidate and its seed -> the pack of passages the groundedness critic reads: the seed and its similar passages."""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.critique.checks import CorpusFacts, possible_answers
from benchmill.records import Candidate, Chunk
from benchmill.retrieving.bm25 import Bm25


class SimilarPassages:
    """Finds passages that could answer a candidate as well as its seed does.

    Labels that name only the seed are the largest hole in synthetic benchmarks, so passages that share the words of
    question and answer are put before the critic too, first those that hold the whole answer; what it finds to answer
    the question becomes evidence.
    """

    def __init__(self, chunks: Sequence[Chunk], facts: CorpusFacts) -> None:
        self._chunks = chunks
        self._facts = facts
        self._index = Bm25.of([chunk.text for chunk in chunks], language=facts.language)

    def pack(self, candidate: Candidate, seed: Chunk, size: int) -> tuple[Chunk, ...]:
        """`size` passages at most, the seed first; the critic is shown them in an order that tells nothing."""
        pack = {seed.id: seed}
        if size > 1:
            # the seed and passages that overlap it come up too: ask for some more than are needed
            ranked = self._index.top(f"{candidate.question} {candidate.answer}", 2 * size + 2)
            likely = (
                *possible_answers(candidate, self._facts, size - 1),
                *(self._chunks[place] for place, _ in ranked),
            )
            for other in likely:
                if len(pack) < size and not other.span.overlaps(seed.span):
                    pack[other.id] = other
        return tuple(pack.values())

    def among(self, candidate: Candidate, chunk_ids: frozenset[str], size: int) -> tuple[Chunk, ...]:
        """The `size` best of the named passages for the candidate's question; none where no word is shared."""
        if not chunk_ids:
            return ()
        ranked = self._index.top(candidate.question, len(self._chunks))
        return tuple(self._chunks[place] for place, _ in ranked if self._chunks[place].id in chunk_ids)[:size]
