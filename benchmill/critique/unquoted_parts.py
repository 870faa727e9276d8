"""A passage that a critic quoted for one part of an answer -> its places that may state the other parts.

A critic that calls a passage partial quotes one place of it: the first of three entries, or the sentence above the
code. What stands further down was lost with the label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from benchmill.critique.quoted_place import Place, Quote, has, is_there, whole_sentences
from benchmill.records import AnswerComponent, Candidate, Chunk, Span
from benchmill.records.sentences import sentences
from benchmill.records.widening import LONGEST
from benchmill.records.words import content_words, length

# The share of a part's own words from which a place that does not have it word for word may state it.
_MOST_OF_IT, _FEWEST_WORDS = 0.6, 2
_MOST_PIECES = 6  # of a place: lines of code, entries and sentences


def unquoted_parts(candidate: Candidate, quote: Quote, stated: Set[int], language: str) -> Iterator[Place]:
    """For each entry or step that is not in `stated`, the place outside the quote that has most of its words.

    None for a part that has evidence in the passage. A critic has to confirm each place.
    """
    chunk = quote.chunk
    quoted = whole_sentences(quote.span, chunk)
    parts = candidate.components
    own = own_words([part.text for part in parts], language)
    windows = list(_windows(chunk, quoted))
    for number, part in enumerate(parts):
        is_asked = number not in stated and not is_there(part, chunk.span)
        if is_asked and (found := _best(part, own[number], windows, language)):
            yield Place(number, found, chunk)


def own_words(texts: Sequence[str], language: str) -> list[frozenset[str]]:
    """The content words of each text that no other text has; all of them where it has none of its own."""
    stems = [frozenset(content_words(text, language)) for text in texts]
    return [each - frozenset().union(*stems[:at], *stems[at + 1 :]) or each for at, each in enumerate(stems)]


def _windows(chunk: Chunk, quoted: Span) -> Iterator[Span]:
    """Each run of a few sentences, entries or lines of the passage that is outside the quote."""
    places = sentences(chunk.text)
    for first, (start, _) in enumerate(places):
        for _, end in places[first : first + _MOST_PIECES]:
            span = chunk.part(start, end)
            if span.overlaps(quoted) or length(span.text) > LONGEST:
                break
            yield span


def _best(part: AnswerComponent, own: frozenset[str], windows: Sequence[Span], language: str) -> Span | None:
    """The shortest of the places that have the part, or else that have most of its own words."""
    shares = [(1.0 if has(span, part) else _share(own, span, language), -len(span.text), span) for span in windows]
    best = max(shares, key=lambda each: each[:2], default=None)
    return best[2] if best and best[0] >= _MOST_OF_IT else None


def _share(own: frozenset[str], span: Span, language: str) -> float:
    found = len(own & frozenset(content_words(span.text, language)))
    return found / len(own) if found >= _FEWEST_WORDS else 0.0
