"""Chunks and candidates for the critics' tests."""

from __future__ import annotations

from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Span


def chunk(text: str, document: str = "docs/logs.md", start: int = 0, headings: tuple[str, ...] = ()) -> Chunk:
    return Chunk(Span(document, start, start + len(text), text), headings)


def candidate(seed: Chunk, quote: str, answer: str, question: str, short_answers: tuple[str, ...] = ()) -> Candidate:
    start = seed.text.index(quote)
    span = Span(seed.document_id, seed.span.start + start, seed.span.start + start + len(quote), quote)
    component = AnswerComponent(answer, (Evidence(span),), short_answers)
    return Candidate("factoid", question, answer, (component,), (seed.id,), "key")


SEED = chunk("Build logs are kept for 14 days. They can be downloaded.", start=40, headings=("Harbor CLI", "Logs"))
TWIN = chunk("In short: Harbor stores every build log for 14 days.", "docs/faq.md")
OTHER = chunk("Test results are kept for 30 days.", "docs/tests.md", headings=("Tests",))
CANDIDATE = candidate(SEED, "kept for 14 days", "14 days", "How long does Harbor CLI retain build logs?")
