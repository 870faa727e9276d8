"""Chunks -> the ones a question may be asked about (Seeds); one Failure for each of the others.

A refused chunk stays in the corpus as a distractor. The thresholds are strict: a benchmark needs few source chunks, so
losing a good chunk costs nothing, while a bad chunk costs calls and leads to a bad question.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmill.generator.eligibility.chunk_rules import refusal
from benchmill.generator.eligibility.rare_shingles import COMMON
from benchmill.generator.eligibility.repeats import Repeats, repeats_of
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

# A chunk is boilerplate if more than this share of its text is common.
_BOILERPLATE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Seeds:
    """`eligible` in the order given; `failures` (stage `seed`), one for each refused chunk; `equivalent`: an eligible
    chunk's id -> its near-duplicates (Jaccard of 8-word shingles >= 0.9), which answer the same questions.
    """

    eligible: Sequence[Chunk]
    failures: Sequence[Failure]
    equivalent: Mapping[str, tuple[Chunk, ...]]


def judge_seeds(chunks: Sequence[Chunk]) -> Seeds:
    """Which chunks may be source chunks. Of near-identical chunks only the first good one is eligible.

    Pure and deterministic; costs about 0.13 ms and 1.2 KB a chunk (122,000 chunks: 16 s and 140 MB on a slow core).
    """
    import numpy as np

    names: dict[str, int] = {}
    documents = np.array([names.setdefault(chunk.document_id, len(names)) for chunk in chunks], np.uint32)
    looks, shingles = look_at(chunks)
    seeds = seeds_of(chunks, looks, repeats_of(shingles, documents))
    return Seeds(tuple(seeds.eligible), tuple(seeds.failures), dict(seeds.equivalent))


@dataclass(frozen=True, slots=True)
class Looks:
    """What chunks look like one by one: the reason why each is no source chunk, or None. `refused` says of each chunk
    whether there is a reason."""

    reasons: Sequence[Reason | None]
    refused: bytes


def look_at(chunks: Sequence[Chunk]) -> tuple[Looks, Shingles]:
    """The part of the judgement that needs no other chunk, and what the other part compares."""
    reasons: list[Reason | None] = []

    def tokens() -> Iterator[list[str]]:
        for chunk in chunks:
            text = visible(chunk.text)
            found = words(text)
            reasons.append(refusal(chunk, text, found))
            yield found

    shingles = shingles_of(tokens())
    return Looks(reasons, bytes(reason is not None for reason in reasons)), shingles


def seeds_of(chunks: Sequence[Chunk], looks: Looks, repeats: Repeats) -> Seeds:
    """The chunks that both parts of the judgement leave."""
    import numpy as np

    refused = np.frombuffer(looks.refused, np.uint8).astype(bool)
    compared: dict[int, Reason] = {}
    for number, share in _boilerplate(repeats, refused):
        reason = f"{share:.0%} of its words appear in {COMMON} or more documents"
        compared[number] = "boilerplate", reason
    refused[list(compared)] = True
    equivalent: dict[str, tuple[int, ...]] = {}
    for members in _classes(repeats.near_identical()):
        good = [number for number in members if not refused[number]]
        if good:
            first = chunks[good[0]]
            equivalent[first.id] = tuple(number for number in members if number != good[0])
            reason = f"says the same as chunk {first.id} of {first.document_id}"
            compared |= dict.fromkeys(good[1:], ("near-identical", reason))
            refused[good[1:]] = True
    reasons = _Reasons(looks.reasons, compared)
    failures = Refused(chunks, reasons, array("I", np.flatnonzero(refused).tolist()))
    return Seeds(
        Chosen(chunks, array("I", np.flatnonzero(~refused).tolist())), failures, Equivalents(chunks, equivalent)
    )


def _classes(leaders: Sequence[int]) -> Iterable[list[int]]:
    """The numbers of the chunks of each class of several; `leaders` gives the first of each chunk's class."""
    members: dict[int, list[int]] = {}
    for number, leader in enumerate(leaders):
        if leader != number:
            members.setdefault(leader, [leader]).append(number)
    return members.values()


def _boilerplate(repeats: Repeats, refused: NDArray[np.bool_]) -> list[tuple[int, float]]:
    """Number of a chunk, and the share of its text that is in many documents, where it is too large."""
    import numpy as np

    shares = repeats.shared()
    numbers = np.flatnonzero((shares > _BOILERPLATE_SHARE) & ~refused)
    return list(zip(numbers.tolist(), shares[numbers].tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Why a chunk is refused: for itself, or compared with others."""

    alone: Sequence[Reason | None]
    compared: Mapping[int, Reason]

    def of(self, number: int) -> Reason:
        return self.compared.get(number) or self.alone[number] or ("", "")


@dataclass(frozen=True, slots=True, eq=False)
class Refused(Lazy[Failure]):
    """A Failure for each of some chunks, by their numbers."""

    chunks: Sequence[Chunk]
    reasons: _Reasons
    numbers: Sequence[int]

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def compared(self) -> Mapping[int, Reason]:
        """The numbers of the chunks that are refused because of other chunks, with the reasons."""
        return self.reasons.compared

    def made(self, place: int) -> Failure:
        number = self.numbers[place]
        return Failure("seed", self.chunks[number].id, *self.reasons.of(number))

    def checks(self) -> Iterator[str]:
        """The check of each Failure, without the chunk, whose id takes long to compute for a large corpus."""
        compared, numbers = self.reasons.compared, iter(self.numbers)
        wanted = next(numbers, None)
        for number, alone in enumerate(self.reasons.alone):  # one after the other: the reasons are decoded by document
            if number == wanted:
                yield (compared.get(number) or alone or ("", ""))[0]
                wanted = next(numbers, None)


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
