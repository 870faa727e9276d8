"""What a writer wrote, before a critic judged it: Candidate and its parts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from benchmill.records.corpus import Span
from benchmill.records.identity import digest
from benchmill.records.manner import UNASKED, Manner

Kind = Literal["factoid", "list", "procedure", "comparison", "multi_hop", "unanswerable", "ambiguous"]
Change = Literal["thing", "attribute", "version", "condition", "premise"]
Origin = Literal["seed", "promoted", "human", "aligned"]
Grade = Literal[1, 2]

KINDS: tuple[Kind, ...] = get_args(Kind)
CHANGES: tuple[Change, ...] = get_args(Change)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span that supports an answer component.

    `origin`: `seed` (the writer quoted it), `promoted` (a critic found it in another passage), `human` (a person or an
    imported set named it, and it is there) or `aligned` (what is most like the passage that an imported set named).
    `grade`: 2 supports the component fully, 1 partially; BEIR qrels carry the same numbers. `found_by` says who added
    a promoted one: the critic's model spec, `equal-text` where code found the same words, or `residual sample: `
    and the critic's model spec where a sample of the items showed that it was missing.
    """

    span: Span
    origin: Origin = "seed"
    grade: Grade = 2
    found_by: str = ""

    def __post_init__(self) -> None:
        if self.origin not in get_args(Origin):
            raise ValueError(f"evidence origin must be one of {get_args(Origin)}, not {self.origin!r}")
        if self.grade not in get_args(Grade):
            raise ValueError(f"evidence grade must be 1 or 2, not {self.grade!r}")

    @property
    def is_added(self) -> bool:
        """Whether it was found after the candidate was written, in another passage."""
        return self.origin == "promoted"


@dataclass(frozen=True, slots=True)
class AnswerComponent:
    """One part of an answer. Any one of its evidence suffices (OR); an answer needs all its components (AND)."""

    text: str
    evidence: tuple[Evidence, ...]
    short_answers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError("an answer component has no text")

    @property
    def original_evidence(self) -> tuple[Evidence, ...]:
        """The evidence that the writer or a person named, without the added evidence."""
        return tuple(evidence for evidence in self.evidence if not evidence.is_added)

    @property
    def quotes(self) -> tuple[str, ...]:
        """The words of its evidence."""
        return tuple(evidence.span.text for evidence in self.evidence)


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a multi-hop question: the sub-question, its answer and where that is."""

    question: str
    answer: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of an ambiguous question: the question made clear, and its own answer."""

    question: str
    answer: str
    evidence: tuple[Evidence, ...]
    short_answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Why an unanswerable question looks answerable: the passage that tempts, and the wrong answer it suggests.

    `change` says in what the question differs from one that has an answer; empty where it is not known. `missing` are
    the words of the question that say it. `contradicted_by`: of a `premise`, which the question assumes, the words of
    the documents that deny it.
    """

    evidence: Evidence
    wrong_answer: str
    missing: str
    change: Change | Literal[""] = ""
    contradicted_by: Evidence | None = None

    def __post_init__(self) -> None:
        if self.change and self.change not in CHANGES:
            raise ValueError(f"change must be one of {', '.join(CHANGES)}, not {self.change!r}")
        if (self.change == "premise") != (self.contradicted_by is not None):
            raise ValueError("a premise, and nothing else, needs the words that contradict it")

    @property
    def quoted(self) -> tuple[Evidence, ...]:
        """The passage that tempts and, of a premise, the words that deny it."""
        return (self.evidence, self.contradicted_by) if self.contradicted_by else (self.evidence,)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question with its answer and evidence, as a writer made it.

    `id` is a hash of every word a critic sees, so a verdict cannot outlive the text it judged. Where the evidence
    is (file, offsets) and evidence found later (`promoted`) are not part of it. `request_key` names the model call
    it came from; empty for the built-in writer and for people. `alias` is the id an imported item had where it came
    from. `manner` is how the writer was asked to ask; no part of the id either.
    """

    kind: Kind
    question: str
    answer: str
    components: tuple[AnswerComponent, ...]
    chunk_ids: tuple[str, ...]
    request_key: str = ""
    hops: tuple[Hop, ...] = ()
    readings: tuple[Reading, ...] = ()
    near_miss: NearMiss | None = None
    alias: str = ""
    manner: Manner = UNASKED
    id: str = field(init=False)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {self.kind!r}")
        if not self.question.strip():
            raise ValueError("a candidate has no question")
        if self.kind != "unanswerable" and not self.components:
            raise ValueError(f"a candidate of the kind {self.kind} needs at least one answer component")
        for component in self.components:
            if not component.evidence and self.kind != "unanswerable":
                raise ValueError(f"the answer component {component.text!r} has no evidence")
        object.__setattr__(self, "id", digest(*self._words()))

    def _words(self) -> tuple[object, ...]:
        return (
            self.kind,
            self.question,
            self.answer,
            [
                [part.text, part.short_answers, [_quote(evidence) for evidence in part.original_evidence]]
                for part in self.components
            ],
            [[h.question, h.answer, _quote(h.evidence)] for h in self.hops],
            [[r.question, r.answer, r.short_answers, [_quote(e) for e in r.evidence]] for r in self.readings],
            [
                _quote(self.near_miss.evidence),
                self.near_miss.wrong_answer,
                self.near_miss.missing,
                *(_quote(evidence) for evidence in self.near_miss.quoted[1:]),
            ]
            if self.near_miss
            else [],
        )

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The evidence of all components, added evidence included."""
        return tuple(evidence for part in self.components for evidence in part.evidence)

    @property
    def quotes(self) -> tuple[str, ...]:
        """The words of the evidence of all components."""
        return tuple(evidence.span.text for evidence in self.evidence)

    @property
    def original_evidence(self) -> tuple[Evidence, ...]:
        """The evidence of all components that the writer or a person named, without the added evidence."""
        return tuple(evidence for part in self.components for evidence in part.original_evidence)

    @property
    def said(self) -> tuple[AnswerComponent, ...]:
        """The components that a right answer says: of a multi-hop question the last hop's; the others lead to it."""
        return self.components[-1:] if self.kind == "multi_hop" and self.hops else self.components

    @property
    def document_id(self) -> str:
        """The document of the first evidence; of the near miss for a question without answer."""
        if self.components and self.components[0].evidence:
            return self.components[0].evidence[0].span.document_id
        return self.near_miss.evidence.span.document_id if self.near_miss else ""

    def with_added_evidence(self, component: int, evidence: Evidence) -> Candidate:
        """The same candidate (same id) with one more place that holds component number `component`, if it is new."""
        if any(evidence.span == known.span for known in self.components[component].evidence):
            return self
        found = replace(evidence, origin="promoted")
        changed = replace(self.components[component], evidence=(*self.components[component].evidence, found))
        return replace(self, components=(*self.components[:component], changed, *self.components[component + 1 :]))


def _quote(evidence: Evidence) -> str:
    # without the document's name: no critic sees it, and a renamed file must not orphan the verdicts
    return evidence.span.text
