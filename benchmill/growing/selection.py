"""The candidates of each task, in plan order -> accepted and rejected candidates, whatever order replies come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from benchmill.critique.duplicates import Duplicates
from benchmill.generator.kinds import WritingTask
from benchmill.growing.axis import Axis, named
from benchmill.growing.grown import Grown, Judged
from benchmill.growing.poor_kinds import PoorKinds
from benchmill.records import Candidate, Critique, Failure, Item, Kind

_CAPS = ("per-document", "per-chunk")


@dataclass(slots=True)
class Selection:
    """The outcome so far. It takes tasks in plan order, so that timing never decides which of two duplicates stays.

    `kept` are the items of earlier editions, which count against the caps. `barred` are items that people dropped,
    which do not. A candidate that repeats an item of either is not counted again. `documents` is how many there are.
    `quotas` is how many items each kind may have, None for no limit. `axes` share the items out by further traits, such
    as style. `taken` are the tasks already selected from. `asked` counts the used source chunks, `held_back` the chunks
    that the caps excluded. `calls` are the keys of the calls behind the tasks in `taken`, without calls that were made
    ahead. `stopped` are the kinds that gave so few items that the run asks for no more of them; `keep_going` stops
    none. `spare` says of each candidate that no place was left for whether all critics accepted it. `newly` counts the
    calls that no earlier edition counts; where a run replaces a few items, only these show what a kind gives.
    """

    kept: tuple[Item, ...]
    wanted: int
    per_document: int
    per_chunk: int = 2
    language: str = ""
    documents: int = 0
    barred: tuple[Item, ...] = ()
    quotas: Mapping[Kind, int] | None = None
    axes: tuple[Axis, ...] = ()
    taken: set[WritingTask] = field(default_factory=set)
    accepted: list[Critique] = field(default_factory=list)
    rejected: list[Judged] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    candidates: int = 0
    calls: set[str] = field(default_factory=set)
    keep_going: bool = False
    stopped: dict[Kind, str] = field(default_factory=dict)
    results: PoorKinds = field(default_factory=PoorKinds)
    spare: dict[str, bool] = field(default_factory=dict)
    newly: Callable[[frozenset[str]], int] | None = None
    _known: frozenset[str] = field(init=False)
    _asked: set[str] = field(default_factory=set)
    _held_back: set[str] = field(default_factory=set)
    _documents: Counter[str] = field(default_factory=Counter)
    _chunks: Counter[str] = field(default_factory=Counter)
    _kinds: Counter[Kind] = field(default_factory=Counter)
    _traits: Counter[tuple[str, Any]] = field(default_factory=Counter)
    _shared_out: dict[str, dict[Any, int]] = field(default_factory=dict)
    _duplicates: Duplicates = field(init=False)
    _steps: tuple[int, int] = field(init=False)  # the caps at first

    def __post_init__(self) -> None:
        self._duplicates = Duplicates(self.language or "en")
        self._steps = self.per_document, self.per_chunk
        before = (*self.kept, *self.barred)
        # by item id, too: a person may have edited an item's words, and a candidate with the old words is not new
        # either
        self._known = frozenset(name for item in before for name in (item.candidate.id, item.id))
        for item in self.barred:
            self._duplicates.add(item.candidate)
        for item in self.kept:
            self._take(item.candidate)
            if self.newly is None:
                self.results.note_item(item.candidate.kind)

    @property
    def count(self) -> int:
        """The number of items, kept and new."""
        return len(self.kept) + len(self.accepted)

    @property
    def asked(self) -> int:
        return len(self._asked)

    @property
    def held_back(self) -> int:
        return len(self._held_back - self._asked)

    @property
    def critiques(self) -> Iterator[Critique]:
        """Every new candidate with its verdicts: accepted ones, then rejected ones."""
        yield from self.accepted
        yield from (judged.critique for judged in self.rejected)

    @property
    def full(self) -> bool:
        return self.count >= self.wanted

    @property
    def spreads(self) -> bool:
        """Whether the benchmark is so small that each document need give one item at most."""
        return self.wanted <= self.documents

    def has_room(self, task: WritingTask) -> bool:
        """Whether the caps and the quotas leave room for an item of this task."""
        if (task.kind is not None and self.missing(task.kind) <= 0) or not self.has_room_for(task):
            return False
        asked = ((axis, axis.asked(task)) for axis in self.axes)
        return all(value is None or self.missing_of(axis, value) > 0 for axis, value in asked)

    def has_room_for(self, task: WritingTask) -> bool:
        """Whether the caps leave room for an item of this task, whatever the quotas of its kind and manner."""
        return self.room_in_document(task.seed.document_id) > 0 and self.room_in_chunk(task.seed.id) > 0

    def room_in_document(self, document_id: str) -> int:
        """How many more items the cap leaves to a document."""
        return self.per_document - self._documents[document_id]

    def room_in_chunk(self, chunk_id: str) -> int:
        """How many more items the cap leaves to a source chunk."""
        return self.per_chunk - self._chunks[chunk_id]

    @property
    def full_documents(self) -> Iterator[str]:
        """The documents that may give no further item."""
        return (name for name in self._documents if self.room_in_document(name) <= 0)

    @property
    def full_chunks(self) -> Iterator[str]:
        """The source chunks that may give no further item."""
        return (name for name in self._chunks if self.room_in_chunk(name) <= 0)

    def missing(self, kind: Kind) -> int:
        """How many more items of a kind its quota allows; without quotas, how many are missing in all."""
        if kind in self.stopped:
            return 0
        if self.quotas is None:
            return self.wanted - self.count
        return self.quotas.get(kind, 0) - self._kinds[kind]

    def missing_of(self, axis: Axis, value: object) -> int:
        """How many more items may have this value of a trait."""
        if axis.name not in self._shared_out:
            self._shared_out[axis.name] = axis.quotas(self.wanted)
        return self._shared_out[axis.name].get(value, 0) - self._traits[axis.name, value]

    def count_of(self, kind: Kind) -> int:
        return self._kinds[kind]

    def knows(self, candidate: Candidate) -> bool:
        """Whether an item before this run had exactly these words. Timing cannot change the answer."""
        return self.knows_any((candidate.id, Item.id_for(candidate)))

    def knows_any(self, names: Iterable[str]) -> bool:
        """The same for the ids of a candidate and of the item that has its words."""
        return not self._known.isdisjoint(names)

    def complete(self, completed: Mapping[str, Candidate]) -> None:
        """Put the `completed` candidates, by id, in place of accepted ones: the same words with more evidence."""
        self.accepted = [
            replace(one, candidate=completed.get(one.candidate.id, one.candidate)) for one in self.accepted
        ]

    def select(self, grown: Grown) -> None:
        """Take in the candidates of the plan's next task.

        Ignores a task after the last one needed, and a task whose document is full by then: with other timing the run
        would not have asked for it. The ledger records its calls for a run that needs them.
        """
        if self.full or not self.has_room(grown.task):
            if not self.full and not self.has_room_for(grown.task):
                self._held_back.add(grown.task.seed.id)
            news = (one for one in grown.judged if not self.knows(one.critique.candidate))
            self.spare |= {one.critique.candidate.id: one.failure is None for one in news}
            return
        self._asked.add(grown.task.seed.id)
        self.calls |= grown.calls
        self.taken.add(grown.task)
        self.failures.extend(grown.failures)
        for judged in grown.judged:
            if self.knows(judged.critique.candidate):
                continue
            self.spare.pop(judged.critique.candidate.id, None)
            self.candidates += 1
            self._settle(judged)
        self._note_result(grown)

    def _settle(self, judged: Judged) -> None:
        """Accept a candidate that passed, unless there is no place left for it."""
        failure = judged.failure or self._surplus(judged.critique.candidate)
        if failure is None:
            self.accepted.append(judged.critique)
            self._take(judged.critique.candidate)
        else:
            self.rejected.append(Judged(judged.critique, failure))

    def lift(self) -> bool:
        """Let every document and every passage have as many items more as at first, and take in what the caps refused
        until now. False if the caps are not what the run lacks."""
        capped = any(one.failure and one.failure.check in _CAPS for one in self.rejected)
        if self.full or self.per_chunk >= self.wanted or not (capped or self.held_back):
            return False
        self.per_document, self.per_chunk = self.per_document + self._steps[0], self.per_chunk + self._steps[1]
        self.settle_again()
        return True

    def settle_again(self) -> None:
        """Take in the candidates that convinced all critics and found no place, as far as there is a place for them
        now. Their calls are paid, so they come before new tasks."""
        rejected, self.rejected = self.rejected, []
        for judged in rejected:
            failure = judged.failure
            without_place = failure and failure.stage == "duplicate" and failure.check.startswith("per-")
            self._settle(Judged(judged.critique) if without_place else judged)

    def pass_over(self, chunk_id: str, *, capped: bool) -> None:
        """Take in a task without room, by its source chunk; `capped`: the caps leave no room for it."""
        if capped and not self.full:
            self._held_back.add(chunk_id)

    def _note_result(self, grown: Grown) -> None:
        """Stop the task's kind where it gives too little, unless it is the only kind that is left."""
        if (calls := self.told_by(grown)) is None:
            return
        self.results.note(grown.task, items=grown.accepted, empty=grown.abstained, calls=calls)
        kind = grown.task.kind
        if kind is None or self.missing(kind) <= 0 or not self.results.is_poor(kind):
            return
        if self.may_stop(kind):
            asked, why = self.results.asked[kind], self.results.why(kind)
            of_writer = "call of the writer" if asked == 1 else "calls of the writer"
            self.stopped[kind] = f"stopped after {asked} {of_writer}, since {why}"

    def told_by(self, grown: Grown) -> int | None:
        """How many calls of a task show what its kind gives; None where it shows nothing."""
        if not grown.judged and not grown.abstained:
            return None  # a failed call, or words that are items already
        return len(grown.calls) if self.newly is None else self.newly(grown.calls) or None

    def may_stop(self, kind: Kind) -> bool:
        """Whether the kind is stopped where it gives too little: other kinds take its place, and the user allows it."""
        others = (quota for other, quota in (self.quotas or {}).items() if other not in (kind, *self.stopped))
        return not self.keep_going and any(others)

    def go_on_with_spared(self) -> bool:
        """Let the kinds go on that were stopped only since items of other kinds take fewer calls, or as probes: the
        others gave all that they can. False where there is no such kind."""
        self.results.planned, self.results.probed = 0.0, frozenset()
        spared = [kind for kind in self.stopped if not self.results.is_poor(kind)]
        for kind in spared:
            del self.stopped[kind]
        return bool(spared)

    def _surplus(self, candidate: Candidate) -> Failure | None:
        if duplicate := self._duplicates.find(candidate):
            which = "a dropped" if any(duplicate is item.candidate for item in self.barred) else "an accepted"
            reason = f"asks what {which} question asks: {duplicate.question}"
            return Failure("duplicate", candidate.id, "duplicate", reason, candidate.request_key)
        if other := self._duplicates.other_side(candidate):
            reason = f"it and an accepted question ask one fact from two sides: {other.question}"
            return Failure("duplicate", candidate.id, "gives-another-away", reason, candidate.request_key)
        if self.room_in_document(candidate.document_id) <= 0:
            reason = f"{candidate.document_id} already has {self.per_document} items (--per-document)"
            return Failure("duplicate", candidate.id, "per-document", reason, candidate.request_key)
        if any(self.room_in_chunk(chunk) <= 0 for chunk in candidate.chunk_ids):
            reason = f"its chunk already has {self.per_chunk} items"
            return Failure("duplicate", candidate.id, "per-chunk", reason, candidate.request_key)
        if self.missing(candidate.kind) <= 0 and not self.full:
            reason = f"the benchmark already has as many {candidate.kind} questions as were wanted (--kinds)"
            return Failure("duplicate", candidate.id, "per-kind", reason, candidate.request_key)
        for axis in self.axes:
            value = axis.of(candidate)
            if self.missing_of(axis, value) <= 0 and not self.full:
                reason = f"the benchmark already has as many questions of {axis.name} {named(value)} as were wanted"
                return Failure("duplicate", candidate.id, f"per-{axis.name}", reason, candidate.request_key)
        if self.full:
            reason = f"the benchmark already has the {self.wanted} items that were wanted"
            return Failure("duplicate", candidate.id, "surplus", reason, candidate.request_key)
        return None

    def _take(self, candidate: Candidate) -> None:
        self._documents[candidate.document_id] += 1
        self._chunks.update(candidate.chunk_ids)
        self._kinds[candidate.kind] += 1
        self._traits.update((axis.name, axis.of(candidate)) for axis in self.axes)
        self._duplicates.add(candidate)
