"""What a critic quoted from other passages -> further evidence, and places that a second call has to confirm.

A critic quotes loosely. It quotes a variable's name without the sentence that explains the variable, or a sentence that
gives the answer in other words. Without this file both kinds of quote were lost, and scorers lacked labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmill.critique.answers import holds
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Span
from benchmill.records.languages import language_of
from benchmill.records.sentences import sentences
from benchmill.records.translations import is_translation
from benchmill.records.widening import LONGEST, proving
from benchmill.records.words import content_words, length

# The share of the question's content words that a sentence must contain before code believes that both have one
# subject. Code shows a sentence with fewer of them to a critic by itself.
_ENOUGH_SHARED, _ENOUGH_SHARE = 2, 0.5
# The share of the content words of a step or entry that a place must surpass to prove it in words of its own.
_MOST = 0.5

A_PART, PARTS = "(part)", "(parts)"
"""Behind a step or entry that is compared by itself, and behind all of which a place may give some; the prompt says
what they mean."""

# Names on a screen, code and numbers: a translated page states the same ones, or another answer.
_LITERAL = re.compile(
    r"[„“”\"«‹「『]([^„“”\"«»‹›「」『』\n]+)[“”\"»›」』]|`([^`\n]+)`|(?<![\w.])(\d[\d.,:/-]*\d|\d)(?![\w])"
)
_UNFINISHED = re.compile(r"(?:[^.!?。！？…\s]|<br ?/?>)[ \t*_]*\Z")  # the text ends no sentence
_ENTRY = re.compile(r"[ \t>]*(?:[-*+|#]|\d{1,3}[.)])[ \t|#]")


@dataclass(frozen=True, slots=True)
class Quote:
    """What the critic quoted from `chunk`. `is_full`: it labelled the passage full, else partial."""

    chunk: Chunk
    span: Span
    is_full: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """Another place, in `chunk`, that may give the answer component number `component`.

    `question` and `answer`: what a critic compares it with; empty for those of the candidate.
    """

    component: int
    span: Span
    chunk: Chunk
    question: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Quoted:
    """`sure` places hold the answer and share the question's subject; a critic must confirm the `doubtful` ones."""

    sure: tuple[Place, ...] = ()
    doubtful: tuple[Place, ...] = ()


def places_quoted(candidate: Candidate, quotes: Sequence[Quote], *, joint: bool = False) -> Quoted:
    """The new places to which the critic quotes lead. `joint`: the critic read the passages as parts of one answer."""
    language = language_of((candidate.question, *candidate.quotes))
    sure: list[Place] = []
    doubtful: list[Place] = []
    for quote in quotes:
        if candidate.kind == "comparison":
            sides = list(_sides(candidate, quote, language))
            sure += sides
            if quote.is_full and not sides:  # it contrasts both things in words of its own
                doubtful += _contrast(candidate, quote)
        elif quote.is_full or joint:
            for place, is_sure in _answering(candidate, quote, language, joint=joint):
                (sure if is_sure else doubtful).append(place)
        elif len(candidate.components) == 1:
            doubtful += _in_part(candidate, quote, language)
        elif candidate.kind in ("list", "procedure"):
            for place, is_sure in _parts(candidate, quote, language):
                (sure if is_sure else doubtful).append(place)
    return Quoted(tuple(sure), tuple(doubtful))


def _answering(candidate: Candidate, quote: Quote, language: str, *, joint: bool) -> Iterator[tuple[Place, bool]]:
    """A place for each component that lacks one there, and whether code is sure of it."""
    chunk, around = quote.chunk, whole_sentences(quote.span, quote.chunk)
    worded = [_words_part(around, component, language) for component in candidate.components]
    for number, component in enumerate(candidate.components):
        if _is_there(component, around):
            continue
        is_translated = any(is_translation(chunk.document_id, each.span.document_id) for each in component.evidence)
        hop = candidate.hops[number] if number < len(candidate.hops) else None
        asked = hop.question if hop else candidate.question
        proof = _proof(quote.span, chunk, asked, language)
        place = next((each for each in (proof, around) if _has(each, component)), None)
        is_last = number == len(candidate.components) - 1
        subjects = (asked, candidate.question) if is_last else (asked,)
        if place is not None and any(_same_subject(subject, around, chunk, language) for subject in subjects):
            yield Place(number, place, chunk), True
        elif is_translated and _has_literals(around, component, least=1 if joint else 0):
            yield Place(number, place or _entry(number, around, chunk, len(candidate.components)), chunk), True
        elif hop and not is_last:
            continue  # a passage of the last hop names the answer of the one before; a call for each costs too much
        elif place is not None and hop:
            yield Place(number, _with_lines_above(place, chunk), chunk, hop.question, hop.answer), False
        elif place is None and not is_translated and not joint and any(worded) and not worded[number]:
            # the whole answer is no measure here: the quote proves another step or entry than this one
            part = f"{component.text} {A_PART}"
            yield Place(number, _with_lines_above(around, chunk), chunk, candidate.question, part), False
        elif place is not None or not (hop or joint) or len(candidate.components) == 1:
            # the critic that confirms it sees the whole answer, as the one did that called the passage full
            yield Place(number, _with_lines_above(place or around, chunk), chunk), False


def _in_part(candidate: Candidate, quote: Quote, language: str) -> Iterator[Place]:
    """The place that holds the whole answer, of a passage that gives a part of it by the critic's label.

    Critics call a passage partial that states the answer with an example or a condition ("4 by default"); one that is
    asked about that piece alone is stricter or milder.
    """
    chunk, component = quote.chunk, candidate.components[0]
    around = whole_sentences(quote.span, chunk)
    place = _wider(around, _proof(quote.span, chunk, candidate.question, language), chunk)
    if _has(place, component) and not _is_there(component, around):
        yield Place(0, _with_lines_above(place, chunk), chunk)


def _parts(candidate: Candidate, quote: Quote, language: str) -> Iterator[tuple[Place, bool]]:
    """The quoted place, for each entry or step that a passage with a part of the answer states there, and whether code
    is sure of it. A critic sees all others of a candidate in one call, and no step is sure: many pages have the same.
    """
    chunk, around = quote.chunk, whole_sentences(quote.span, quote.chunk)
    is_sure = candidate.kind == "list" and _same_subject(candidate.question, around, chunk, language)
    held = [component for component in candidate.components if _has(around, component)]
    for number, component in enumerate(candidate.components):
        # "keyfinder-cli" has the words of "KeyFinder", and does not name it
        inside = any(other is not component and holds(other.text, component.text) for other in held)
        if component not in held or inside or _is_there(component, around):
            continue
        if is_sure:
            yield Place(number, around, chunk), True
        elif _has(quote.span, component):
            whole = f"{candidate.answer} {PARTS}"
            yield Place(number, _with_lines_above(around, chunk), chunk, candidate.question, whole), False


def _wider(one: Span, other: Span, chunk: Chunk) -> Span:
    offset = chunk.span.start
    return chunk.part(min(one.start, other.start) - offset, max(one.end, other.end) - offset)


def _sides(candidate: Candidate, quote: Quote, language: str) -> Iterator[Place]:
    """The places of the sides of a comparison; a passage may state one side only, and for that side it is full."""
    chunk = quote.chunk
    for number, component in enumerate(candidate.components):
        side = _side(component, chunk, language)
        if side is None and quote.is_full and is_translation(chunk.document_id, candidate.document_id):
            around = whole_sentences(quote.span, chunk)
            if _has_literals(around, component):
                side = _entry(number, around, chunk, len(candidate.components))
        if side is not None and not _is_there(component, side):
            yield Place(number, side, chunk)


def _contrast(candidate: Candidate, quote: Quote) -> Iterator[Place]:
    """The quoted place, for each side of a comparison that has no evidence there."""
    around = whole_sentences(quote.span, quote.chunk)
    for number, component in enumerate(candidate.components):
        if not _is_there(component, around):
            yield Place(number, _with_lines_above(around, quote.chunk), quote.chunk)


def with_evidence(candidate: Candidate, places: Sequence[Place], found_by: str) -> Candidate:
    """The candidate (same id) with the places as added evidence."""
    for place in places:
        candidate = candidate.with_added_evidence(place.component, Evidence(place.span, "promoted", found_by=found_by))
    return candidate


def _is_there(component: AnswerComponent, place: Span) -> bool:
    """Whether the component has evidence at the place already."""
    return any(evidence.span.overlaps(place) for evidence in component.evidence)


def _has(span: Span, component: AnswerComponent) -> bool:
    return any(holds(span.text, text) for text in (component.text, *component.short_answers))


def _words_part(span: Span, component: AnswerComponent, language: str) -> bool:
    """Whether the place has the component, or most of its content words."""
    stems = set(content_words(component.text, language))
    return _has(span, component) or len(stems & set(content_words(span.text, language))) > _MOST * len(stems)


def gives_part(candidate: Candidate, place: Place) -> bool:
    """Whether the place has the words of some component of the answer; of a reading's, where there are readings."""
    parts = candidate.components
    return any(_has(place.span, part) for part in (parts[place.component :][:1] if candidate.readings else parts))


def _has_literals(span: Span, component: AnswerComponent, least: int = 0) -> bool:
    """Whether the place has the names and numbers of the component, `least` so many: each language has the same."""
    literals = [found[found.lastindex or 0] for found in _LITERAL.finditer(component.text)]
    return len(literals) >= least and all(holds(span.text, each) for each in literals)


def _entry(number: int, around: Span, chunk: Chunk, size: int) -> Span:
    """The sentence or entry number `number` of the place, where it has one for each of `size` components; else all."""
    offset = chunk.span.start
    places = list(_touched(chunk.text, around.start - offset, around.end - offset))
    return chunk.part(*places[number]) if len(places) == size > 1 else around


def _with_lines_above(span: Span, chunk: Chunk) -> Span:
    """The place, with the lines above that say whose it is where it is no sentence: "Tel.: 0351 46340" below a name.

    A heading, an entry of a list, a row, code and a finished sentence end these lines.
    """
    text, start, end = chunk.text, span.start - chunk.span.start, span.end - chunk.span.start
    first = text.rfind("\n", 0, start) + 1
    if _ENTRY.match(text[first:]) or text[:start].count("```") % 2 or not _UNFINISHED.search(text[start:end]):
        return span
    while above := text[:first].rstrip():
        line = above.rfind("\n") + 1
        if not _UNFINISHED.search(above) or _ENTRY.match(above[line:]) or "```" in above[line:]:
            break
        if length(text[line:end]) > LONGEST:
            break
        start = first = line
    return chunk.part(start, end)


def _side(component: AnswerComponent, chunk: Chunk, language: str) -> Span | None:
    """The sentence or row of `chunk` that names this side of a comparison and gives its value.

    A critic quotes one place of a passage; a table has a row for each side.
    """
    values = component.short_answers or (component.text,)
    name = set(content_words(component.text.removesuffix(values[0]), language))
    if not name:
        return None
    above = set(content_words("\n".join(chunk.headings), language))
    for start, end in sentences(chunk.text):
        text = chunk.text[start:end]
        if name <= above | set(content_words(text, language)) and any(holds(text, value) for value in values):
            return chunk.part(start, end)
    return None


def _proof(span: Span, chunk: Chunk, question: str, language: str) -> Span:
    """The quote, widened until it proves the answer alone: "11 days" becomes its whole sentence."""
    offset = chunk.span.start
    start, end = proving(chunk.text, span.start - offset, span.end - offset, question, language)
    return chunk.part(start, end)


def whole_sentences(span: Span, chunk: Chunk) -> Span:
    """The whole sentences that the span touches."""
    offset = chunk.span.start
    touched = list(_touched(chunk.text, span.start - offset, span.end - offset))
    if not touched:
        return span
    start, end = min(touched[0][0], span.start - offset), max(touched[-1][1], span.end - offset)
    return chunk.part(start, end)


def _touched(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    return (place for place in sentences(text) if place[0] < end and start < place[1])


def _same_subject(question: str, around: Span, chunk: Chunk, language: str) -> bool:
    asked = set(content_words(question, language))
    said = set(content_words("\n".join((*chunk.headings, around.text)), language))
    shared = len(asked & said)
    return shared >= min(_ENOUGH_SHARED, len(asked)) and shared >= _ENOUGH_SHARE * len(asked) > 0
