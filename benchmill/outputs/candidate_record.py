"""Candidate, verdicts <-> their plain mapping in items.jsonl and rejected.jsonl."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast, get_args

from benchmill.outputs.fields import Record, as_object, list_in, number_in, text_in, texts_in
from benchmill.records import (
    KINDS,
    AnswerComponent,
    Candidate,
    Change,
    Evidence,
    Grade,
    Hop,
    InputError,
    NearMiss,
    Origin,
    Reading,
    Span,
    Verdict,
    Witness,
)
from benchmill.records.difficulty import difficulty_of
from benchmill.records.manner import Begin, Difficulty, Manner, Style
from benchmill.records.styles import style_of


def candidate_record(candidate: Candidate) -> dict[str, object]:
    """Everything about `candidate`; what its kind adds (hops, readings, near miss) and an alias only where they are."""
    record: dict[str, object] = {
        "kind": candidate.kind,
        "question": candidate.question,
        "answer": candidate.answer,
        "components": [
            {"text": c.text, "short_answers": list(c.short_answers), "evidence": _evidence_records(c.evidence)}
            for c in candidate.components
        ],
        "document": candidate.document_id,
        "chunks": list(candidate.chunk_ids),
        "request_key": candidate.request_key,
    }
    if candidate.alias:
        record["alias"] = candidate.alias
    record |= manner_record(candidate)
    if candidate.hops:
        record["hops"] = [
            {"question": hop.question, "answer": hop.answer, "evidence": _evidence_record(hop.evidence)}
            for hop in candidate.hops
        ]
    if candidate.readings:
        record["readings"] = [
            {
                "question": r.question,
                "answer": r.answer,
                "short_answers": list(r.short_answers),
                "evidence": _evidence_records(r.evidence),
            }
            for r in candidate.readings
        ]
    if candidate.near_miss:
        miss = candidate.near_miss
        record |= {"change": miss.change} if miss.change else {}
        record["near_miss"] = {
            "evidence": _evidence_record(miss.evidence),
            "wrong_answer": miss.wrong_answer,
            "missing": miss.missing,
            **({"contradicted_by": _evidence_record(miss.contradicted_by)} if miss.contradicted_by else {}),
        }
    return record


def manner_record(candidate: Candidate) -> dict[str, object]:
    """How the question is asked: `style`, `difficulty` and what it is counted from, on every record; its language
    where its words show it; the persona's name and what the writer was `asked` for only where something was."""
    found = difficulty_of(candidate)
    manner = candidate.manner
    asked = {
        "style": manner.style,
        "persona": manner.persona,
        "difficulty": manner.difficulty,
        "words": list(manner.words or ()),
        "begin": manner.begin,
    }
    return {
        "style": manner.style or style_of(candidate.question),
        **({"persona": manner.persona.partition(":")[0]} if manner.persona else {}),
        "difficulty": found.level,
        "overlap": found.overlap,
        "passages": found.passages,
        **({"language": found.language} if found.language else {}),
        **({"asked": asked} if any(asked.values()) else {}),
    }


def manner_of(candidate: Candidate, *more: str) -> dict[str, str]:
    """The labels of how a question is asked, for files that hold metadata: style, difficulty, and persona if any.

    `more` names further fields of the record.
    """
    found = manner_record(candidate)
    return {name: str(found[name]) for name in ("style", "difficulty", "persona", *more) if name in found}


def _manner(record: Record, place: str) -> Manner:
    """What the writer was asked for; style and difficulty themselves are counted from the words, not read."""
    asked = as_object(record.get("asked", {}), f"{place}.asked")
    words = [number for number in list_in(asked, "words", place, []) if isinstance(number, int)]
    return Manner(
        style=cast("Style", text_in(asked, "style", place, "")),
        persona=text_in(asked, "persona", place, ""),
        difficulty=cast("Difficulty", text_in(asked, "difficulty", place, "")),
        words=(words[0], words[1]) if len(words) == 2 else None,
        begin=cast("Begin", text_in(asked, "begin", place, "")),
    )


def read_candidate(record: Record, place: str) -> Candidate:
    """The candidate that `candidate_record` wrote; InputError beginning with `place` where the mapping is not one."""
    kind = text_in(record, "kind", place)
    if kind not in KINDS:
        raise InputError(f"{place}: 'kind' must be one of {', '.join(KINDS)}, not {kind!r}")
    try:
        return Candidate(
            kind=kind,
            question=text_in(record, "question", place),
            answer=text_in(record, "answer", place),
            components=tuple(_component(part, inside) for part, inside in _parts(record, "components", place)),
            chunk_ids=texts_in(record, "chunks", place),
            request_key=text_in(record, "request_key", place, ""),
            hops=tuple(_hop(part, inside) for part, inside in _parts(record, "hops", place)),
            readings=tuple(_reading(part, inside) for part, inside in _parts(record, "readings", place)),
            near_miss=_near_miss(record, place),
            alias=text_in(record, "alias", place, ""),
            manner=_manner(record, place),
        )
    except ValueError as error:  # a constructor refuses it, e.g. a blank quote
        raise InputError(f"{place}: {error}") from error


def verdict_records(verdicts: Iterable[Verdict]) -> dict[str, object]:
    """Criterion -> rating with reason and author."""
    return {
        verdict.criterion: {
            "rating": verdict.rating,
            "rationale": verdict.rationale,
            "model": verdict.model,
            "request_key": verdict.request_key,
            **({"minimum": verdict.minimum, "scale": verdict.scale} if verdict.minimum else {}),
            **({"asked_as": verdict.asked_as} if verdict.asked_as else {}),
            **({"conflict": [_witness_record(one) for one in verdict.conflict]} if verdict.conflict else {}),
        }
        for verdict in verdicts
    }


def read_verdicts(value: object, candidate_id: str, place: str) -> tuple[Verdict, ...]:
    """The verdicts that `verdict_records` wrote, tied to the candidate in whose record they are."""
    found = []
    for criterion, part in as_object(value, place).items():
        inside = f"{place}.{criterion}"
        record = as_object(part, inside)
        try:
            verdict = Verdict(
                candidate_id=candidate_id,
                criterion=criterion,
                rating=number_in(record, "rating", inside),
                rationale=text_in(record, "rationale", inside),
                request_key=text_in(record, "request_key", inside, ""),
                model=text_in(record, "model", inside, ""),
                minimum=number_in(record, "minimum", inside) if "minimum" in record else 0,
                scale=number_in(record, "scale", inside) if "scale" in record else 5,
                asked_as=text_in(record, "asked_as", inside, ""),
                conflict=tuple(_witness(one, where) for one, where in _parts(record, "conflict", inside)),
            )
        except ValueError as error:
            raise InputError(f"{inside}: {error}") from error
        found.append(verdict)
    return tuple(found)


def _witness_record(witness: Witness) -> dict[str, object]:
    return {"document": witness.document_id, "quote": witness.quote, "holds_for": witness.holds_for}


def _witness(record: Record, place: str) -> Witness:
    return Witness(
        text_in(record, "document", place), text_in(record, "quote", place), text_in(record, "holds_for", place, "")
    )


def _evidence_record(evidence: Evidence) -> dict[str, object]:
    span = evidence.span
    record: dict[str, object] = {
        "document": span.document_id,
        "start": span.start,
        "end": span.end,
        "text": span.text,
        "origin": evidence.origin,
        "grade": evidence.grade,
    }
    return record | ({"found_by": evidence.found_by} if evidence.found_by else {})


def _evidence_records(evidence: Iterable[Evidence]) -> list[dict[str, object]]:
    return [_evidence_record(one) for one in evidence]


def _evidence(record: Record, place: str) -> Evidence:
    origin = text_in(record, "origin", place)
    grade = number_in(record, "grade", place)
    if origin not in get_args(Origin) or grade not in get_args(Grade):
        raise InputError(f"{place}: 'origin' {origin!r} or 'grade' {grade} is not a value that benchmill writes")
    span = Span(
        text_in(record, "document", place),
        number_in(record, "start", place),
        number_in(record, "end", place),
        text_in(record, "text", place),
    )
    return Evidence(span, cast("Origin", origin), cast("Grade", grade), text_in(record, "found_by", place, ""))


def _all_evidence(record: Record, place: str) -> tuple[Evidence, ...]:
    return tuple(_evidence(part, inside) for part, inside in _parts(record, "evidence", place))


def _component(record: Record, place: str) -> AnswerComponent:
    return AnswerComponent(
        text_in(record, "text", place), _all_evidence(record, place), texts_in(record, "short_answers", place)
    )


def _hop(record: Record, place: str) -> Hop:
    evidence = _evidence(as_object(record.get("evidence"), f"{place}.evidence"), f"{place}.evidence")
    return Hop(text_in(record, "question", place), text_in(record, "answer", place), evidence)


def _reading(record: Record, place: str) -> Reading:
    return Reading(
        text_in(record, "question", place),
        text_in(record, "answer", place),
        _all_evidence(record, place),
        texts_in(record, "short_answers", place),
    )


def _near_miss(record: Record, place: str) -> NearMiss | None:
    if "near_miss" not in record:
        return None
    inside = f"{place}.near_miss"
    miss = as_object(record["near_miss"], inside)
    evidence = _evidence(as_object(miss.get("evidence"), f"{inside}.evidence"), f"{inside}.evidence")
    denial = f"{inside}.contradicted_by"
    return NearMiss(
        evidence,
        text_in(miss, "wrong_answer", inside),
        text_in(miss, "missing", inside),
        cast("Change", text_in(record, "change", place, "")),
        _evidence(as_object(miss["contradicted_by"], denial), denial) if "contradicted_by" in miss else None,
    )


def _parts(record: Record, key: str, place: str) -> list[tuple[Record, str]]:
    """Every object of the list under `key`, with its place; an absent list is empty."""
    values = list_in(record, key, place, [])
    places = [f"{place}, {key} {number}" for number in range(1, len(values) + 1)]
    return [(as_object(value, inside), inside) for value, inside in zip(values, places, strict=True)]
