"""Examined -> whether evidence is verbatim, unique, current, and holds the answer; and whether items repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from benchmill.critique.checks import Case, possible_answers
from benchmill.critique.checks.quoted_evidence import supported
from benchmill.critique.duplicates import Duplicates
from benchmill.growing.residual import FOUND_BY
from benchmill.records import Document, Evidence, Item
from benchmill.validity.examined import Examined
from benchmill.validity.measured import Measured, mean_of, share_of

_LONGEST_ANSWER = 50_000


def evidence_of(item: Item) -> list[Evidence]:
    """Every piece of evidence of an item, of its hops, readings and near miss too."""
    candidate = item.candidate
    found = list(candidate.evidence)
    found += [hop.evidence for hop in candidate.hops]
    found += [evidence for reading in candidate.readings for evidence in reading.evidence]
    return [*found, *candidate.near_miss.quoted] if candidate.near_miss else found


def integrity(examined: Examined) -> list[Measured]:
    """Whether each quote is in its document word for word, and holds the answer it proves."""
    documents = {document.id: document for document in examined.benchmark.documents}
    spans = [_verbatim(e, documents) for item in examined.benchmark.items for e in evidence_of(item)]
    proven = [_proven(*pair) for pair in zip(examined.items, examined.cases, strict=True)]
    return [
        share_of(
            "evidence_verbatim",
            "Evidence is word for word in its document",
            spans,
            "Must be 100 %: a scorer looks for these words.",
            "each quote compared with its document at its offsets",
        ),
        share_of(
            "answer_in_evidence",
            "The evidence holds the answer",
            proven,
            "Must be 100 %: where an answer's words, numbers or names are not in its evidence, the label is wrong.",
            "free check by code: words, numbers, dates and names of each answer component",
        ),
    ]


def labels(examined: Examined) -> list[Measured]:
    """Whether other passages than the labelled ones hold the answer."""
    suspects = [bool(_unlabelled(examined, number, item)) for number, item in enumerate(examined.items)]
    unique = [all(len(passages) <= 1 for passages in gold) for gold in examined.gold]
    counts = [float(len(frozenset().union(*gold))) for gold in examined.gold]
    return [
        share_of(
            "unlabelled",
            "Items with another passage that may answer, not labelled",
            suspects,
            "A retriever that finds such a passage gets no credit: claim no difference below the upper bound.",
            "a passage with all answer components and half of the question's rare words; by code, unconfirmed",
        ),
        share_of(
            "answerable_elsewhere",
            "Items that another passage answers, too, by the critic's finding",
            [_elsewhere(item) for item in examined.items if _judged_by_model(item)],
            "Labels that name one passage only would be wrong for so many items; these passages are labelled.",
            "evidence that a critic added; copies of the same text are not counted",
        ),
        share_of(
            "unique_evidence",
            "Items whose evidence is in one passage only",
            unique,
            "The rest can be found in several places; all of them count as found.",
            "passages that contain 80 % of a quote",
        ),
        mean_of(
            "passages_per_item",
            "Labelled passages per item",
            counts,
            "1 means one place for each item; far above 1 means that the corpus repeats itself.",
            clusters=examined.documents,
            method="counted",
            unit="ratio",
        ),
    ]


def repetition(examined: Examined) -> list[Measured]:
    """Near-duplicates among the questions, and passages that the corpus has more than once."""
    seen = Duplicates(examined.facts.language)
    repeats = []
    for item in examined.benchmark.items:
        repeats.append(seen.find(item.candidate) is not None)
        seen.add(item.candidate)
    twice = [False] * len(examined.facts.chunks)
    for numbers in examined.asked.alike():
        texts = [hash(" ".join(examined.facts.chunks[number].text.split())) for number in numbers]
        counts = Counter(texts)
        for number, text in zip(numbers, texts, strict=True):
            twice[number] = counts[text] > 1
    return [
        share_of(
            "duplicate_questions",
            "Questions that repeat an earlier one",
            repeats,
            "Repeated questions count twice and make intervals look narrower than they are.",
            "words (Jaccard 0.85), character trigrams (cosine 0.9), same answer and quote",
        ),
        share_of(
            "repeated_passages",
            "Passages that are in the corpus more than once",
            twice,
            "Where pages repeat, finding one copy or the other is luck, and questions come in pairs.",
            "equal words after joining white space",
        ),
    ]


def freshness(examined: Examined, today: Mapping[str, Document] | None) -> Measured:
    """Whether each item's evidence is still word for word in today's docs folder; not measured without one."""
    label, meaning = "Items whose evidence is in today's docs folder", "The rest is stale: run grow again."
    if today is None:
        method = "not measured: give --docs DOCS"
        return Measured("fresh", label, None, 0, method, meaning)
    fresh = [all(_somewhere(evidence, today) for evidence in evidence_of(item)) for item in examined.benchmark.items]
    return share_of("fresh", label, fresh, meaning, "each quote looked up in the document of the same path")


def _proven(item: Item, case: Case | None) -> bool:
    if case is not None:
        return supported(case) is None
    parts = item.candidate.components
    return all(any(part.text.strip() in quote for quote in part.quotes) for part in parts)


def _somewhere(evidence: Evidence, today: Mapping[str, Document]) -> bool:
    document = today.get(evidence.span.document_id)
    return document is not None and evidence.span.text in document.text


def _verbatim(evidence: Evidence, documents: Mapping[str, Document]) -> bool:
    span = evidence.span
    document = documents.get(span.document_id)
    return document is not None and document.text[span.start : span.end] == span.text


def _judged_by_model(item: Item) -> bool:
    verdicts = item.critique.verdicts
    return any(verdict.criterion == "groundedness" and verdict.model != "rules" for verdict in verdicts)


def _elsewhere(item: Item) -> bool:
    """Whether a critic found evidence in the pack: `found_by` is its model spec. Only some items were in a sample."""
    added = (evidence.found_by for evidence in item.candidate.evidence)
    return any(":" in found_by and not found_by.startswith(FOUND_BY) for found_by in added)


def _unlabelled(examined: Examined, number: int, item: Item) -> list[str]:
    if len(item.candidate.answer) > _LONGEST_ANSWER:
        return []  # no passage holds it
    labelled = {examined.facts.chunks[place].id for place in frozenset().union(*examined.gold[number])}
    return [c.id for c in possible_answers(item.candidate, examined.facts, 20) if c.id not in labelled]
