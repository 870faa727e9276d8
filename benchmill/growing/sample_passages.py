"""A number and a size -> invented passages, as long as those of a run, for trying a model."""

from __future__ import annotations

from benchmill.records import AnswerComponent, Candidate, Chunk, Document, Evidence, Span

_PARTS = ("pump", "tank", "valve", "filter", "meter", "gauge", "sluice", "boiler")


def sample_passages(count: int, size: int) -> list[Chunk]:
    """`count` passages of nearly `size` characters, each about another machine part; no user's documents are sent."""
    return [_passage(number, size) for number in range(count)]


def asked_about(passage: Chunk) -> Candidate:
    """A question that the first sentence of the passage answers."""
    end = passage.text.index(".") + 1
    sentence = Span(passage.document_id, 0, end, passage.text[:end])
    answer = AnswerComponent(passage.text[:end].split()[-2], (Evidence(sentence),))
    question = f"How many hours does the {passage.headings[-1].split()[0]} run between two inspections?"
    return Candidate("factoid", question, answer.text, (answer,), (passage.id,))


def _passage(number: int, size: int) -> Chunk:
    part = _PARTS[number % len(_PARTS)]
    text = f"The {part} of station {number + 1} runs between two inspections for {300 + 7 * number} hours."
    day = 1
    while len(text) < size - 100:
        text += f" On day {day} the {part} is read, cleaned and written into the book of station {number + 1}."
        day += 1
    document = Document(f"{part}.md", text[:size], part, "", "text/markdown")
    return Chunk(Span.of(document, 0, len(document.text)), ("Station", f"{part} {number + 1}"))
