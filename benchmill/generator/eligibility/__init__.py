"""Chunks -> the ones a question may be asked about (Seeds); one Failure for each of the others.

A refused chunk stays in the corpus as a distractor. The thresholds are strict: a benchmark needs few source chunks, so
losing a good chunk costs nothing, while a bad chunk costs calls and leads to a bad question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmill.generator.eligibility.chunk_rules import refusal
from benchmill.generator.eligibility.shingles import Shingles, shingles_of
from benchmill.generator.eligibility.visible import visible
from benchmill.records.corpus import Chunk
from benchmill.records.failure import Failure
from benchmill.records.lazy import Lazy
from benchmill.records.words import words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Looks", "Seeds", "judge_seeds", "look_at", "seeds_of"]

Reason = tuple[str, str]
"""(short word, sentence)"""

# A chunk is boilerplate if more than this share of its text also occurs in this many documents.
_BOILERPLATE_DOCUMENTS = 3
_BOILERPLATE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Seeds:
    """`eligible` in the order given; `failures` (stage `seed`), one for each refused chunk; `equivalent`: an eligible
    chunk's id -> its near-duplicates (Jaccard of 8-word shingles >= 0.9), which answer the same questions.
    """

    eligible: Sequence[Chunk]
    failures: tuple[Failure, ...]
    equivalent: Mapping[str, tuple[Chunk, ...]]


def judge_seeds(chunks: Sequence[Chunk]) -> Seeds:
    """Which chunks may be source chunks. Of near-identical chunks only the first good one is eligible.

    Pure and deterministic; costs about 0.13 ms and 1.2 KB a chunk (122,000 chunks: 16 s and 140 MB on a slow core).
    """
    looks = look_at(chunks)
    seeds = seeds_of(chunks, [chunk.id for chunk in chunks], [chunk.document_id for chunk in chunks], looks)
    return Seeds(tuple(seeds.eligible), seeds.failures, dict(seeds.equivalent))


@dataclass(frozen=True, slots=True)
class Looks:
    """What chunks look like one by one: the reason why each is no source chunk, or None; all shingles, and how many
    each chunk has."""

    reasons: Sequence[Reason | None]
    shingles: NDArray[np.uint32]
    sizes: NDArray[np.uint32]


def look_at(chunks: Sequence[Chunk]) -> Looks:
    """The part of the judgement that needs no other chunk."""
    reasons: list[Reason | None] = []

    def tokens() -> Iterator[list[str]]:
        for chunk in chunks:
            text = visible(chunk.text)
            found = words(text)
            reasons.append(refusal(chunk, text, found))
            yield found

    return Looks(reasons, *shingles_of(tokens()))


def seeds_of(chunks: Sequence[Chunk], ids: Sequence[str], documents: Sequence[str], looks: Looks) -> Seeds:
    """The part of the judgement that compares chunks: boilerplate and repeats.

    `ids` and `documents` have the id and the document's id of each chunk, so that no chunk need be made for them.
    """
    names: dict[str, int] = {}
    shingles = Shingles(looks.shingles, looks.sizes, _array([names.setdefault(one, len(names)) for one in documents]))
    reasons = list(looks.reasons)
    _refuse_boilerplate(shingles, reasons)
    classes = shingles.near_identical()
    _refuse_repeats(ids, documents, classes, reasons)
    members: dict[int, list[int]] = {}
    for number, leader in enumerate(classes):
        if leader != number:
            members.setdefault(leader, [leader]).append(number)
    eligible = [number for number, reason in enumerate(reasons) if not reason]
    failures = tuple(Failure("seed", name, *reason) for name, reason in zip(ids, reasons, strict=True) if reason)
    equivalent = {
        ids[number]: tuple(other for other in members[classes[number]] if other != number)
        for number in eligible
        if classes[number] in members
    }
    return Seeds(Chosen(chunks, eligible), failures, Equivalents(chunks, equivalent))


@dataclass(frozen=True, slots=True, eq=False)
class Chosen(Lazy[Chunk]):
    """Some of many chunks, by their numbers; each is fetched when it is asked for."""

    chunks: Sequence[Chunk]
    numbers: Sequence[int]

    def __len__(self) -> int:
        return len(self.numbers)

    def made(self, place: int) -> Chunk:
        return self.chunks[self.numbers[place]]


@dataclass(frozen=True, slots=True, eq=False)
class Equivalents(Mapping[str, tuple[Chunk, ...]]):
    """The id of a chunk -> its near-duplicates, given by their numbers."""

    chunks: Sequence[Chunk]
    numbers: Mapping[str, tuple[int, ...]]

    def __getitem__(self, name: str) -> tuple[Chunk, ...]:
        return tuple(self.chunks[number] for number in self.numbers[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)


def _array(numbers: Sequence[int]) -> NDArray[np.uint32]:
    import numpy as np

    return np.array(numbers, np.uint32)


def _refuse_boilerplate(shingles: Shingles, reasons: list[Reason | None]) -> None:
    for number, share in enumerate(shingles.shared(_BOILERPLATE_DOCUMENTS).tolist()):
        if share > _BOILERPLATE_SHARE and not reasons[number]:
            reasons[number] = (
                "boilerplate",
                f"{share:.0%} of its words appear in {_BOILERPLATE_DOCUMENTS} or more documents",
            )


def _refuse_repeats(
    ids: Sequence[str], documents: Sequence[str], classes: Sequence[int], reasons: list[Reason | None]
) -> None:
    first_good: dict[int, int] = {}
    for number, leader in enumerate(classes):
        if reasons[number]:
            continue
        first = first_good.setdefault(leader, number)
        if first != number:
            reasons[number] = ("near-identical", f"says the same as chunk {ids[first]} of {documents[first]}")
