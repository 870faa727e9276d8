"""What seeds grew, in plan order -> accepted, surplus and rejected candidates, whatever order the replies came in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmill.critique.duplicates import Duplicates
from benchmill.records import Candidate, Chunk, Critique, Failure, Item


@dataclass(frozen=True, slots=True)
class Judged:
    """One candidate at the end of its way: `failure` says what ended it, None means accepted."""

    critique: Critique
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Grown:
    """All that came of one seed: its candidates, and what failed before there was a candidate."""

    seed: Chunk
    judged: tuple[Judged, ...] = ()
    failures: tuple[Failure, ...] = ()
    calls: frozenset[str] = frozenset()

    @property
    def accepted(self) -> int:
        return sum(judged.failure is None for judged in self.judged)


@dataclass(slots=True)
class Selection:
    """The outcome so far. Fed in plan order only, so that timing never decides which of two duplicates stays.

    `kept` are the items of earlier editions: they keep their room and count against the caps. `barred` are items that
    people dropped: they take no room. A candidate that repeats one of either is not counted again.
    `asked` counts source chunks that were used, `held_back` those that the caps kept from it; `calls` are the keys of
    the calls behind what was taken in, whatever was asked ahead of time.
    """

    kept: tuple[Item, ...]
    wanted: int
    per_document: int
    per_chunk: int = 2
    language: str = ""
    barred: tuple[Item, ...] = ()
    accepted: list[Critique] = field(default_factory=list)
    rejected: list[Judged] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    candidates: int = 0
    asked: int = 0
    held_back: int = 0
    calls: set[str] = field(default_factory=set)
    _known: frozenset[str] = field(init=False)
    _documents: Counter[str] = field(default_factory=Counter)
    _chunks: Counter[str] = field(default_factory=Counter)
    _duplicates: Duplicates = field(init=False)

    def __post_init__(self) -> None:
        self._duplicates = Duplicates(self.language or "en")
        before = (*self.kept, *self.barred)
        # by item id, too: a person may have edited the words of an item, and its first words are no news either
        self._known = frozenset(name for item in before for name in (item.candidate.id, item.id))
        for item in self.barred:
            self._duplicates.add(item.candidate)
        for item in self.kept:
            self._take(item.candidate)

    @property
    def count(self) -> int:
        """Items there are, kept and new."""
        return len(self.kept) + len(self.accepted)

    @property
    def full(self) -> bool:
        return self.count >= self.wanted

    def has_room(self, seed: Chunk) -> bool:
        """Whether anything this seed could still grow would be within the caps."""
        return self._documents[seed.document_id] < self.per_document and self._chunks[seed.id] < self.per_chunk

    def knows(self, candidate: Candidate) -> bool:
        """Whether these very words were an item before this run. It never changes, so timing cannot matter."""
        return candidate.id in self._known or Item.id_for(candidate) in self._known

    def select(self, grown: Grown) -> None:
        """Take in what the next source chunk of the plan grew.

        Nothing of a chunk that comes after the last one needed, or whose document is full by then: with other timing it
        would not have been asked, and what it cost is recorded for the run that needs it.
        """
        if self.full:
            return
        if not self.has_room(grown.seed):
            self.held_back += 1
            return
        self.asked += 1
        self.calls |= grown.calls
        self.failures.extend(grown.failures)
        for judged in grown.judged:
            if self.knows(judged.critique.candidate):
                continue
            self.candidates += 1
            failure = judged.failure or self._surplus(judged.critique.candidate)
            if failure is None:
                self.accepted.append(judged.critique)
                self._take(judged.critique.candidate)
            else:
                self.rejected.append(Judged(judged.critique, failure))

    def _surplus(self, candidate: Candidate) -> Failure | None:
        if duplicate := self._duplicates.find(candidate):
            which = "a dropped" if any(duplicate is item.candidate for item in self.barred) else "an accepted"
            reason = f"asks what {which} question asks: {duplicate.question}"
            return Failure("duplicate", candidate.id, "duplicate", reason, candidate.request_key)
        if self._documents[candidate.document_id] >= self.per_document:
            reason = f"{candidate.document_id} already has {self.per_document} items (--per-document)"
            return Failure("duplicate", candidate.id, "per-document", reason, candidate.request_key)
        if any(self._chunks[chunk] >= self.per_chunk for chunk in candidate.chunk_ids):
            reason = f"its chunk already has {self.per_chunk} items"
            return Failure("duplicate", candidate.id, "per-chunk", reason, candidate.request_key)
        if self.full:
            reason = f"the benchmark already has the {self.wanted} items that were wanted"
            return Failure("duplicate", candidate.id, "surplus", reason, candidate.request_key)
        return None

    def _take(self, candidate: Candidate) -> None:
        self._documents[candidate.document_id] += 1
        self._chunks.update(candidate.chunk_ids)
        self._duplicates.add(candidate)


def by_check(rejected: Iterable[Judged]) -> dict[str, int]:
    """How many candidates each check ended, most first."""
    counts = Counter(judged.failure.check for judged in rejected if judged.failure)
    return dict(counts.most_common())
