"""Foreign questions, the docs -> Candidates aligned with evidence, and the reason for every other question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from benchmill.importing.aligning import Aligner, Alignment
from benchmill.importing.foreign import Context, Foreign, Part
from benchmill.records import AnswerComponent, Candidate, Evidence, Failure, NearMiss, Origin, Span
from benchmill.records.normalising import find_normalised
from benchmill.records.words import words

_FEWEST_WORDS = 5  # a passage of fewer words proves an answer only where it holds it


@dataclass(frozen=True, slots=True)
class Unheld:
    """A record that made no candidate."""

    foreign: Foreign
    failure: Failure


@dataclass(frozen=True, slots=True)
class Aligned:
    """`candidates` in the order of the file; `hows` counts evidence by how it was found.

    `lost` counts lost passages of components whose other passages were found.
    """

    candidates: tuple[tuple[Foreign, Candidate], ...]
    left_out: tuple[Unheld, ...]
    hows: dict[str, int] = field(default_factory=dict)
    lost: int = 0


def align_all(questions: Iterable[Foreign], aligner: Aligner) -> Aligned:
    """Every question that can be aligned with the docs, as a candidate with its own id as alias."""
    total = _Counts()
    candidates: list[tuple[Foreign, Candidate]] = []
    left_out: list[Unheld] = []
    for foreign in questions:
        counts = _Counts()
        try:
            candidates.append((foreign, _candidate(foreign, aligner, counts)))
        except _NotHeld as reason:
            failure = Failure("import", foreign.id or foreign.place, reason.check, str(reason))
            left_out.append(Unheld(foreign, failure))
            continue
        total.hows.update(counts.hows)
        total.lost += counts.lost
    return Aligned(tuple(candidates), tuple(left_out), dict(total.hows), total.lost)


@dataclass(slots=True)
class _Counts:
    hows: Counter[str] = field(default_factory=Counter)
    lost: int = 0


class _NotHeld(Exception):
    """Why a record makes no candidate; `check` is the cause's name for counting."""

    def __init__(self, check: str, reason: str) -> None:
        super().__init__(reason)
        self.check = check


def _candidate(foreign: Foreign, aligner: Aligner, counts: _Counts) -> Candidate:
    if foreign.fault:
        raise _NotHeld("bad-row", foreign.fault)
    if not foreign.question.strip():
        raise _NotHeld("no-question", "it has no question")
    if foreign.kind == "unanswerable":
        return _unanswerable(foreign, aligner, counts)
    if not foreign.parts:
        raise _NotHeld("no-answer", "it has no answer component")
    components = tuple(_component(part, foreign, aligner, counts) for part in foreign.parts)
    spans = [evidence.span for component in components for evidence in component.evidence]
    return Candidate(
        foreign.kind,
        foreign.question,
        foreign.answer,
        components,
        _chunk_ids(spans, aligner),
        alias=foreign.id,
    )


def _component(part: Part, foreign: Foreign, aligner: Aligner, counts: _Counts) -> AnswerComponent:
    answer = part.text if part.text.strip() else foreign.answer
    found: dict[Span, Evidence] = {}
    for context in part.contexts:
        evidence = _evidence(context, part, foreign, aligner, counts)
        several = [evidence] if evidence else _quotes(context, part, foreign, aligner, counts)
        for one in several:
            found.setdefault(one.span, one)
        counts.lost += not several
    if not found and not any(context.text.strip() for context in part.contexts):
        align = aligner.find_answer(foreign.question, answer)
        if align is None:
            raise _NotHeld(
                "no-context", "it names no passage, and no place in the docs holds its answer and most of its question"
            )
        counts.hows[align.how] += 1
        found[align.span] = Evidence(align.span, "aligned")
    if not found:
        quote = " ".join(part.contexts[0].text.split())
        shown = quote if len(quote) <= 60 else f"{quote[:57]}..."
        raise _NotHeld("not-found", f"its passage is nowhere in the docs: {shown!r}")
    text = answer if answer.strip() else next(iter(found)).text
    return AnswerComponent(text, tuple(found.values()), part.short_answers)


def _quotes(context: Context, part: Part, foreign: Foreign, aligner: Aligner, counts: _Counts) -> list[Evidence]:
    """Evidence of a cell with several quotes, one a line, as in benchmill's tables: all verbatim, else none."""
    lines = [line for line in context.text.splitlines() if line.strip()]
    if len(lines) < 2:
        return []
    spans = [aligner.find(line, document=foreign.document) for line in lines]
    found = [one for one in spans if one is not None and one.how != "aligned"]
    if len(found) < len(lines):
        return []
    holding = [one for one in found if part.text.strip() and find_normalised(part.text, one.span.text)] or found
    counts.hows.update(one.how for one in holding)
    return [Evidence(one.span, "human", context.grade) for one in holding]


def _evidence(context: Context, part: Part, foreign: Foreign, aligner: Aligner, counts: _Counts) -> Evidence | None:
    align = aligner.find(context.text, document=foreign.document, answer=part.text)
    if align is None:
        return None
    answers = (*part.short_answers, part.text)
    if _only_names(context.text, answers):
        align = aligner.find_answer(foreign.question, part.text) or Alignment(align.span, "aligned")
    counts.hows[align.how] += 1
    # an alignment begins behind the passage's leading blanks
    at = context.answer_at and context.answer_at - (len(context.text) - len(context.text.lstrip()))
    span = aligner.narrowed(align, foreign.question, answers, at)
    return Evidence(span, _origin(align), context.grade)


def _only_names(passage: str, answers: Sequence[str]) -> bool:
    """Whether the passage is a few words without the answer, such as a setting's name: it proves nothing.

    >>> _only_names("storage.sync", ["batch"]), _only_names("Defaults to batch", ["batch"])
    (True, False)
    """
    held = any(answer.strip() and find_normalised(answer, passage) for answer in answers)
    return len(words(passage)) < _FEWEST_WORDS and not held


def _origin(align: Alignment) -> Origin:
    return "aligned" if align.how == "aligned" else "human"


def _unanswerable(foreign: Foreign, aligner: Aligner, counts: _Counts) -> Candidate:
    align = aligner.find(foreign.near.text, document=foreign.document) if foreign.near else None
    if align is None:
        raise _NotHeld("not-found", "it has no answer, and its passage is nowhere in the docs")
    counts.hows[align.how] += 1
    near = NearMiss(Evidence(align.span, _origin(align)), foreign.wrong_answer, "")
    return Candidate(
        "unanswerable",
        foreign.question,
        foreign.answer,
        (),
        _chunk_ids([align.span], aligner),
        near_miss=near,
        alias=foreign.id,
    )


def _chunk_ids(spans: Iterable[Span], aligner: Aligner) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id_ for span in spans for id_ in aligner.chunks_holding(span)))
