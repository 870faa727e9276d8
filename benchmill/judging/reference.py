"""Item -> Reference: what an answer is held against, and nothing a judge must not see."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.outputs.labels import Labels
from benchmill.records import AnswerComponent, Item


@dataclass(frozen=True, slots=True)
class Component:
    """A part of the right answer; `short_answers` are other words for the same."""

    text: str
    short_answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """A question with the components of its right answer; none where it has no answer in the documents.

    `answer` is the reference as one text. `evidence` is for scoring retrieval, and no judge sees it: for each of the
    item's components (hops included, which an answer need not say) the quotes that prove it, any of which suffices.
    `document` groups questions that rise and fall together; `writer` is the model spec that wrote the item.
    """

    id: str
    question: str
    kind: str
    components: tuple[Component, ...]
    answer: str = ""
    document: str = ""
    writer: str = ""
    evidence: tuple[tuple[str, ...], ...] = ()

    @property
    def answerable(self) -> bool:
        return bool(self.components)


def reference_of(item: Item, labels: Labels | None = None) -> Reference:
    """The reference that an item is; with `labels` its quotes are those that are in their place only."""
    candidate = item.candidate
    parts = () if candidate.kind == "unanswerable" else candidate.said
    return Reference(
        id=item.id,
        question=candidate.question,
        kind=candidate.kind,
        components=tuple(Component(part.text, part.short_answers) for part in parts),
        answer=candidate.answer,
        document=candidate.document_id,
        writer=item.generator,
        evidence=tuple(_quotes(part, labels) for part in candidate.components) if parts else (),
    )


def _quotes(part: AnswerComponent, labels: Labels | None) -> tuple[str, ...]:
    return labels.of_component(part) if labels else tuple(dict.fromkeys(part.quotes))
