"""SQuAD data -> the documents and labels that Haystack 1.x makes of it; labels, results -> retriever metrics.

Semantics of farm-haystack 1.26.4's `add_eval_data` and of the French PIAF project's retriever evaluation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict


class Answer(TypedDict):
    """`answer_start` counts code points."""

    text: str
    answer_start: int


class Question(NamedTuple):
    """One question of one paragraph; `context` names the paragraph by its text."""

    id: str
    text: str
    context: str
    answers: Sequence[Answer]
    is_impossible: bool


class Label(NamedTuple):
    """What Haystack keeps of one answer, or of a question without one (`no_answer`, empty answer)."""

    question: str
    answer: str
    context: str
    no_answer: bool


@dataclass(frozen=True, slots=True)
class LabelCounts:
    """What Haystack's document store would hold.

    `aggregated` counts labels merged by question text, `no_answer` those of them without any answer, `empty` those
    with an empty question. `dropped` names questions that lost an answer because its offset is wrong, `vanished` those
    that left no label at all.
    """

    documents: int
    labels: int
    aggregated: int
    no_answer: int
    empty: int
    dropped: tuple[str, ...]
    vanished: tuple[str, ...]


def labels_of(question: Question) -> list[Label]:
    """The labels of one question: one an answer, up to the first wrong offset; Haystack loses the rest."""
    if question.is_impossible:
        return [Label(question.text, "", question.context, True)]
    labels = []
    for answer in question.answers:
        start, text = answer["answer_start"], answer["text"]
        if question.context[start : start + len(text)] != text:
            break
        labels.append(Label(question.text, text, question.context, False))
    return labels


def count_labels(contexts: Iterable[str], questions: Sequence[Question]) -> LabelCounts:
    """The counts for paragraphs `contexts` with `questions`; equal contexts are one document."""
    made = [(question, labels_of(question)) for question in questions]
    grouped: dict[str, list[Label]] = {}
    for _, labels in made:
        for label in labels:
            grouped.setdefault(label.question, []).append(label)
    return LabelCounts(
        documents=len(set(contexts)),
        labels=sum(len(labels) for _, labels in made),
        aggregated=len(grouped),
        no_answer=sum(all(label.no_answer for label in group) for group in grouped.values()),
        empty=sum(not text for text in grouped),
        dropped=tuple(q.id for q, labels in made if not q.is_impossible and len(labels) < len(q.answers)),
        vanished=tuple(question.id for question, labels in made if not labels),
    )


class RetrieverScore(NamedTuple):
    """One question's values: `recall` is 1 where any gold document was found (a hit rate)."""

    recall: float
    mrr: float
    map: float


def retriever_score(gold: Sequence[str], retrieved: Sequence[str]) -> RetrieverScore:
    """One question's values over the ids `retrieved`, best first: the caller cuts them at k.

    MAP is the sum of the precision at each hit (of as many hits as gold documents), divided by the number of these.

    >>> retriever_score(["a", "c"], ["b", "a", "c"])
    RetrieverScore(recall=1.0, mrr=0.5, map=0.5833333333333333)
    """
    wanted = set(gold)
    ranks = [rank for rank, document in enumerate(retrieved, start=1) if document in wanted][: len(wanted)]
    if not ranks:
        return RetrieverScore(0.0, 0.0, 0.0)
    return RetrieverScore(1.0, 1 / ranks[0], sum(n / rank for n, rank in enumerate(ranks, start=1)) / len(wanted))


def retriever_scores(
    questions: Sequence[Question], retrieved: Mapping[str, Sequence[str]], k: int
) -> dict[str, RetrieverScore]:
    """Question text -> values, as PIAF evaluates a retriever on these labels.

    `retrieved` maps a question's text to the contexts found for it. Questions of equal text are one, with all their
    documents as gold; empty questions are skipped; a question without an answer counts by its own paragraph; a question
    that `retrieved` lacks counts 0.
    """
    gold: dict[str, dict[str, None]] = {}
    for question in questions:
        for label in labels_of(question):
            if label.question:
                gold.setdefault(label.question, {})[label.context] = None
    return {text: retriever_score(list(contexts), retrieved.get(text, ())[:k]) for text, contexts in gold.items()}
