"""Benchmark -> SquadSet: the items that SQuAD can hold, such that Haystack makes a right label of every answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmill.outputs.candidate_record import manner_of
from benchmill.outputs.squad import LABELS, Answer, Article, Paragraph, Question, SquadSet
from benchmill.records import Benchmark, Candidate, Chunk, Failure, Item, Span


@dataclass(frozen=True, slots=True)
class ExportedSquad:
    """The set, and one Failure for every item that it cannot hold."""

    squad: SquadSet
    left_out: tuple[Failure, ...]


def squad_of(benchmark: Benchmark) -> ExportedSquad:
    """The items that SQuAD can hold: extractive questions with one answer, and questions without any.

    The paragraph is the chunk that holds the evidence. The answers are the short answers, or else the answer
    component's text, wherever they occur verbatim in an evidence of that paragraph. Left out, each with a reason: items
    of several components, of which SQuAD would take each alone for the whole answer; answers that no evidence holds
    verbatim; paragraphs that UTF-8 cannot hold; a question whose text an earlier one has, because Haystack would merge
    their labels.
    """
    chunks: dict[str, list[Chunk]] = {}
    for chunk in benchmark.chunks:
        chunks.setdefault(chunk.document_id, []).append(chunk)
    placed: dict[str, dict[Chunk, list[Question]]] = {}
    left_out = []
    texts: set[str] = set()
    for item in benchmark.items:
        found = _placed(item, chunks)
        if isinstance(found, tuple) and item.candidate.question in texts:
            found = "another question has the same text: their labels would be merged"
        if isinstance(found, str):
            left_out.append(Failure("export", item.id, "not-extractive", found))
            continue
        chunk, question = found
        texts.add(question.text)
        placed.setdefault(chunk.document_id, {}).setdefault(chunk, []).append(question)
    articles = (
        Article(document, tuple(Paragraph(chunk.text, tuple(questions)) for chunk, questions in under.items()))
        for document, under in sorted(placed.items())
    )
    return ExportedSquad(SquadSet(tuple(articles)), tuple(left_out))


def _placed(item: Item, chunks: Mapping[str, Sequence[Chunk]]) -> tuple[Chunk, Question] | str:
    """The paragraph and the question, or the reason why the item is left out."""
    candidate = item.candidate
    if candidate.kind == "unanswerable":
        chunk = _near(candidate, chunks)
        if chunk is None:
            return "its passage is not a chunk"
        return chunk, Question(item.id, candidate.question, (), True, labels=_labels(item))
    if len(candidate.components) > 1:
        return f"{len(candidate.components)} answer components: SQuAD would take each alone for the answer"
    component = candidate.components[0]
    for evidence in component.evidence:
        near = chunks.get(evidence.span.document_id, ())
        chunk = next((chunk for chunk in near if chunk.span.contains(evidence.span)), None)
        if chunk is None or not _encodable(chunk.text + candidate.question):
            continue
        answers = [
            answer
            for text in component.short_answers or (component.text,)
            if (answer := _within(evidence.span, text, chunk))
        ]
        if answers:
            return chunk, Question(
                item.id, candidate.question, tuple(dict.fromkeys(answers)), False, labels=_labels(item)
            )
    return "its answer is not verbatim in a chunk that holds the evidence"


def _labels(item: Item) -> tuple[tuple[str, str], ...]:
    candidate = item.candidate
    found = {"kind": candidate.kind, "generator": item.generator, **manner_of(candidate, "language")}
    if candidate.near_miss and candidate.near_miss.change:
        found["change"] = candidate.near_miss.change
    return tuple((name, found[name]) for name in LABELS if name in found)


def _near(candidate: Candidate, chunks: Mapping[str, Sequence[Chunk]]) -> Chunk | None:
    """The chunk an unanswerable question was made on: SQuAD asks every question of a paragraph."""
    miss = candidate.near_miss
    for chunk in chunks.get(candidate.document_id, ()) if miss else (one for near in chunks.values() for one in near):
        made_on = chunk.span.contains(miss.evidence.span) if miss else chunk.id in candidate.chunk_ids
        if made_on and _encodable(chunk.text + candidate.question):
            return chunk
    return None


def _within(evidence: Span, text: str, chunk: Chunk) -> Answer | None:
    place = evidence.text.find(text) if text.strip() else -1
    start = evidence.start - chunk.span.start + place
    # evidence of an imported file may say what its chunk does not
    return Answer(text, start) if place >= 0 and chunk.text.startswith(text, start) else None


def _encodable(text: str) -> bool:
    """Haystack hashes contexts as UTF-8 and fails on a lone surrogate."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
