"""Lines of items.jsonl and rejected.jsonl -> Card: what a reader sees of one item, for pages and the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmill.records import Document, Span
from benchmill.reporting.passages import Passage, passages_of

# A page shows this much of a text; `benchmill show` prints all of it.
LONGEST = 1500
# Further traits that an item's record may have besides its kind.
_TRAITS = ("style", "persona", "language", "difficulty", "change")


@dataclass(frozen=True, slots=True)
class Rating:
    """One critic's rating, 1 to 5, with its reason."""

    criterion: str
    rating: int
    reason: str
    model: str


@dataclass(frozen=True, slots=True)
class Card:
    """An item, or a rejected candidate (`check` and `reason` say why).

    Texts are cut to 1,500 characters. `facts` are the further traits that its record has, such as a style. `details`
    are what its kind adds, as pairs of a label and a text: sub-questions, readings, what tempts to a wrong answer.
    """

    id: str
    kind: str
    question: str
    answer: str
    document: str
    headings: tuple[str, ...]
    components: tuple[str, ...]
    passages: tuple[Passage, ...]
    ratings: tuple[Rating, ...]
    number: str = ""
    writer: str = ""
    review: str = ""
    check: str = ""
    reason: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    details: tuple[tuple[str, str], ...] = ()

    @property
    def no_answer(self) -> str:
        """What is said in place of an answer where there is none."""
        denied = self.facts.get("change") == "premise"
        return "the documents deny what the question assumes" if denied else "the documents do not say"


def card_of(record: Mapping[str, Any], documents: dict[str, Document], around: int = 260) -> Card:
    """The card of one line of items.jsonl or rejected.jsonl."""
    number = f"{record['chapter']}.{record['question_number']}" if "chapter" in record else ""
    ratings = (
        Rating(name, found["rating"], cut(found["rationale"]), found.get("model", ""))
        for name, found in record.get("ratings", {}).items()
    )
    components = [part["text"] for part in record.get("components", ())]
    if all(part in record["answer"] for part in components):
        components = []  # the answer already lists the components
    return Card(
        id=record["id"],
        kind=record["kind"],
        question=cut(record["question"]),
        answer=cut(record["answer"]),
        document=record.get("document", ""),
        headings=tuple(record.get("headings", ())),
        components=tuple(map(cut, components)) if len(components) > 1 else (),
        passages=tuple(passages_of(spans_of(record), documents, around)),
        ratings=tuple(ratings),
        number=number,
        writer=record.get("generator", ""),
        review=cut(str(record.get("review", "") or "")),
        check=record.get("check", ""),
        reason=cut(record.get("reason", "")),
        facts={name: str(record[name]) for name in _TRAITS if record.get(name)},
        details=tuple((label, cut(text)) for label, text in _details(record) if text),
    )


def _details(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for label, parts in (("sub-question", record.get("hops", ())), ("reading", record.get("readings", ()))):
        for part in parts:
            yield label, f"{part['question']} -> {part['answer']}"
    if miss := record.get("near_miss"):
        yield "tempting answer", miss.get("wrong_answer", "")
        yield "not in the documents", miss.get("missing", "")


def spans_of(record: Mapping[str, Any]) -> Iterator[Span]:
    """Every piece of evidence in a record: of its components, readings, hops and near miss."""
    for part in (*record.get("components", ()), *record.get("readings", ())):
        for evidence in part["evidence"]:
            yield _span(evidence)
    for hop in record.get("hops", ()):
        yield _span(hop["evidence"])
    if record.get("near_miss"):
        miss = record["near_miss"]
        yield from (_span(miss[name]) for name in ("evidence", "contradicted_by") if name in miss)


def cut(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning and how much is left out.

    >>> cut("abcdef", 4)
    'abcd ... (2 characters more)'
    """
    left = len(text) - longest
    return text if left <= 0 else f"{text[:longest]} ... ({left:,} characters more)"


def _span(evidence: Mapping[str, Any]) -> Span:
    return Span(evidence["document"], evidence["start"], evidence["end"], evidence["text"])
