"""Benchmark <-> ASQA's JSON Lines, as rageval reads them: ambiguous questions with readings and long answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.fields import Record, as_object, list_in, text_in, texts_in
from benchmill.outputs.json_files import json_lines, kind_of, read_json_lines
from benchmill.outputs.whole_file import write_whole
from benchmill.records import AnswerComponent, Benchmark, Candidate, Evidence, Failure, InputError

NO_CONTEXT = "No context provided"  # what ASQA itself writes
LONGEST_SHORT_ANSWER = 8  # words


@dataclass(frozen=True, slots=True)
class Pair:
    """One reading: the question made clear, and the strings of which any answers it."""

    question: str
    short_answers: tuple[str, ...]
    context: str = NO_CONTEXT
    wikipage: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Knowledge:
    content: str
    wikipage: str | None = None


@dataclass(frozen=True, slots=True)
class Annotation:
    long_answer: str
    knowledge: tuple[Knowledge, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """One question; `answer` is a system's, in files that carry predictions, else None."""

    id: str
    question: str
    pairs: tuple[Pair, ...]
    annotations: tuple[Annotation, ...]
    pages: tuple[Page, ...] = ()
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class ExportedSamples:
    """The samples, and one Failure for every item that the format cannot hold.

    `converted` counts samples that are not ambiguous: each answer component is written as a reading there.
    """

    samples: tuple[Sample, ...]
    left_out: tuple[Failure, ...]
    converted: int


def samples_of(benchmark: Benchmark) -> ExportedSamples:
    """Ambiguous items with their readings; of other kinds those whose components all have short answers or short texts.

    Pages are the documents: title, and the path in place of a URL. Left out: items without short answers, which
    STR-EM could only fail, and questions without an answer.
    """
    titles = {document.id: document.title for document in benchmark.documents}
    samples, left_out, converted = [], [], 0
    for item in benchmark.items:
        candidate = item.candidate
        pairs = tuple(_pairs(candidate, titles))
        if candidate.kind == "unanswerable" or not pairs or not all(pair.short_answers for pair in pairs):
            reason = f"{candidate.kind}: not every reading or component has a short answer"
            left_out.append(Failure("export", item.id, "no-short-answer", reason))
            continue
        converted += not candidate.readings
        spans = [one.span for one in _evidence(candidate)]
        knowledge = tuple(Knowledge(span.text, titles.get(span.document_id, span.document_id)) for span in spans)
        pages = {span.document_id: Page(titles.get(span.document_id, ""), span.document_id) for span in spans}
        annotation = Annotation(candidate.answer, knowledge)
        samples.append(Sample(item.id, candidate.question, pairs, (annotation,), tuple(pages.values())))
    return ExportedSamples(tuple(samples), tuple(left_out), converted)


def write_asqa(path: Path, samples: Iterable[Sample]) -> None:
    """One line a sample: whole or not at all."""
    write_whole(path, json_lines(_record(sample) for sample in samples))


def read_asqa(path: Path) -> tuple[Sample, ...]:
    """The samples of an ASQA file, with or without `answers`; InputError naming file and line, or an id twice.

    A line without `sample_id` gets its number in the file, from 0, as rageval numbers rows.
    """
    found: dict[str, Sample] = {}
    for number, line in read_json_lines(path):
        place = f"{path}, line {number}"
        sample = _read(line, place, str(len(found)))
        if sample.id in found:
            raise InputError(f"{place}: the sample_id {sample.id!r} is used in an earlier line, too")
        found[sample.id] = sample
    if not found:
        raise InputError(f"{path} is empty: expected one JSON object a line")
    return tuple(found.values())


def _pairs(candidate: Candidate, titles: dict[str, str]) -> Iterator[Pair]:
    for reading in candidate.readings:
        yield Pair(reading.question, reading.short_answers, *_place(reading.evidence, titles))
    if not candidate.readings:
        for component in candidate.said:
            yield Pair(candidate.question, _short_answers(component), *_place(component.evidence, titles))


def _short_answers(component: AnswerComponent) -> tuple[str, ...]:
    """Its short answers, or its text where that is short enough to occur in a sentence of another text."""
    if component.short_answers or len(component.text.split()) > LONGEST_SHORT_ANSWER:
        return component.short_answers
    return (component.text,)


def _place(evidence: tuple[Evidence, ...], titles: dict[str, str]) -> tuple[str, str | None]:
    if not evidence:
        return NO_CONTEXT, None
    span = evidence[0].span
    return span.text, titles.get(span.document_id, span.document_id)


def _evidence(candidate: Candidate) -> Iterator[Evidence]:
    if candidate.readings:
        return (evidence for reading in candidate.readings for evidence in reading.evidence)
    return iter(candidate.evidence)


def _record(sample: Sample) -> dict[str, object]:
    record: dict[str, object] = {
        "ambiguous_question": sample.question,
        "qa_pairs": [
            {
                "context": pair.context,
                "question": pair.question,
                "short_answers": list(pair.short_answers),
                "wikipage": pair.wikipage,
            }
            for pair in sample.pairs
        ],
        "wikipages": [{"title": page.title, "url": page.url} for page in sample.pages],
        "annotations": [
            {
                "knowledge": [{"content": one.content, "wikipage": one.wikipage} for one in annotation.knowledge],
                "long_answer": annotation.long_answer,
            }
            for annotation in sample.annotations
        ],
        "sample_id": sample.id,
    }
    if sample.answer is not None:
        record["answers"] = sample.answer
    return record


def _read(line: Record, place: str, default_id: str) -> Sample:
    return Sample(
        id=text_in(line, "sample_id", place, default_id),
        question=text_in(line, "ambiguous_question", place),
        pairs=tuple(
            Pair(
                text_in(one, "question", where, ""),
                texts_in(one, "short_answers", where),
                text_in(one, "context", where, NO_CONTEXT),
                _text_or_none(one, "wikipage", where),
            )
            for one, where in _objects(line, "qa_pairs", place)
        ),
        annotations=tuple(
            Annotation(
                text_in(one, "long_answer", where),
                tuple(
                    Knowledge(text_in(part, "content", inside), _text_or_none(part, "wikipage", inside))
                    for part, inside in _objects(one, "knowledge", where)
                ),
            )
            for one, where in _objects(line, "annotations", place)
        ),
        pages=tuple(
            Page(text_in(one, "title", where, ""), text_in(one, "url", where, ""))
            for one, where in _objects(line, "wikipages", place)
        ),
        answer=text_in(line, "answers", place) if "answers" in line else None,
    )


def _text_or_none(record: Record, key: str, place: str) -> str | None:
    value = record.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f"{place}: {key!r} must be a text or null, not {kind_of(value)}")
    return value


def _objects(record: Record, key: str, place: str) -> Iterator[tuple[Record, str]]:
    for number, value in enumerate(list_in(record, key, place, []), start=1):
        inside = f"{place}, {key} {number}"
        yield as_object(value, inside), inside
