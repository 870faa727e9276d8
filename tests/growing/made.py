"""Short texts -> the records that tests of the roof need."""

from __future__ import annotations

import hashlib

from benchmill.records import (
    CRITERIA,
    AnswerComponent,
    Candidate,
    Chunk,
    Critique,
    Document,
    Evidence,
    Item,
    Origin,
    Span,
    Verdict,
)


def document(name: str, text: str) -> Document:
    """A Markdown document whose bytes are its text."""
    return Document(
        name, text, name, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), "text/markdown"
    )


def chunk(of: Document, words: str | None = None) -> Chunk:
    """The chunk of `of` that holds `words` (all of it by default)."""
    words = of.text if words is None else words
    start = of.text.index(words)
    return Chunk(Span.of(of, start, start + len(words)), (of.title,))


def candidate(of: Document, quote: str, question: str, answer: str | None = None) -> Candidate:
    """A factoid candidate with one quote of `of`; the whole quote is the answer by default."""
    start = of.text.index(quote)
    span = Span.of(of, start, start + len(quote))
    component = AnswerComponent(answer or quote, (Evidence(span),))
    return Candidate("factoid", question, answer or quote, (component,), (chunk(of).id,))


def also(one: Candidate, of: Document, quote: str, origin: Origin = "promoted") -> Candidate:
    """The candidate with further evidence of its first component."""
    start = of.text.index(quote)
    return one.with_added_evidence(0, Evidence(Span.of(of, start, start + len(quote)), origin))


def critique(of: Candidate, rating: int = 5) -> Critique:
    """All three critics gave `rating`."""
    return Critique(of, tuple(Verdict(of.id, criterion, rating, "because", model="test") for criterion in CRITERIA))


def item(of: Candidate, chapter: int = 1, number: int = 1) -> Item:
    """The accepted candidate as an item."""
    return Item(Item.id_for(of), critique(of), chapter, number, "test")
