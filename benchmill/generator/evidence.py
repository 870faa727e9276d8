"""A quote and a chunk -> the Span of the document that holds the quote. Only a Span in a document is evidence."""

from __future__ import annotations

import re
import unicodedata

from benchmill.records import Chunk, Span
from benchmill.records.languages import detect
from benchmill.records.normalising import find_normalised, normalise, whole_markup
from benchmill.records.sentences import sentences, trimmed
from benchmill.records.words import content_words

SIMILAR = 97.0
"""A quote that is at least this similar (percent, `rapidfuzz.fuzz.partial_ratio`) is a small slip."""

_LONGEST = 2000
_SHORTEST = 20
_SHARED = 12
_NUMBER = re.compile(r"\d+")
_NOT = re.compile(
    r"\b(?:not|no|never|none|cannot|without|non|nicht|kein\w*|ne|pas|sin|nunca)\b|n['’]t\b", re.IGNORECASE
)


def locate(quote: str, chunk: Chunk) -> Span | None:
    """The place of `quote` in `chunk`, as a span of the document: exact, else normalised, else with a small slip.

    A slip changes no number and no negation, and leaves nothing out ("a ... b" is not verbatim). The place that is
    found is widened to whole words.
    """
    place = find_normalised(quote, chunk.text) or _nearly(quote.strip(), chunk.text)
    if place is None:
        return None
    start, end = place
    return chunk.part(start, end)


def align(quote: str, text: str, *, at_least: float) -> tuple[int, int] | None:
    """The piece of `text` most like `quote`, as (start, end) in whole words; None below `at_least` percent.

    For quotes whose source was edited later. Similarity is `rapidfuzz.fuzz.ratio` of the normalised forms. A piece
    that says "not" is never similar to a quote without "not". The cost grows with both lengths, so give the
    surroundings of the quote, not a whole corpus.
    """
    from rapidfuzz import fuzz  # as in _nearly

    wanted, normalised = normalise(quote).text.strip(), normalise(text)
    if len(wanted) < _SHORTEST or not normalised.text.strip():
        return None
    left, right = _surroundings(wanted, normalised.text)
    if right - left < _SHORTEST:
        return None
    hit = fuzz.partial_ratio_alignment(wanted, normalised.text[left:right], score_cutoff=at_least)
    if hit is None or hit.dest_start == hit.dest_end:
        return None
    start, end = _to_words(normalised.text, left + hit.dest_start, left + hit.dest_end)
    found = normalised.text[start:end]
    if fuzz.ratio(wanted, found) < at_least or len(_NOT.findall(wanted)) != len(_NOT.findall(found)):
        return None
    return whole_markup(text, normalised.starts[start], normalised.ends[end - 1])


def sentence_with(answer: str, question: str, chunk: Chunk) -> Span | None:
    """The sentence of `chunk` that holds `answer` in whole words; of several, the one most similar to `question`."""
    language = detect(chunk.text) or "en"
    asked = set(content_words(question, language))
    best: tuple[int, int, int] | None = None
    for start, end in sentences(chunk.text):
        place = find_normalised(answer, chunk.text[start:end])
        if place is None or _to_words(chunk.text[start:end], *place) != place:
            continue
        alike = len(asked & set(content_words(chunk.text[start:end], language)))
        if best is None or alike > best[0]:
            best = (alike, start, end)
    if best is None:
        return None
    _, start, end = best
    return chunk.part(start, end)


def _nearly(quote: str, text: str) -> tuple[int, int] | None:
    # Short quotes have no room for a slip (one letter of 20 is 95 %). Very long texts are no quotes and cost much time.
    if not _SHORTEST <= len(quote) <= min(_LONGEST, len(text)):
        return None
    # Imported here: most quotes are exact, and `import generator` must stay quick.
    from rapidfuzz import fuzz

    wanted, normalised = normalise(quote).text.strip(), normalise(text)
    if not _SHORTEST <= len(wanted) <= len(normalised.text):
        return None
    hit = fuzz.partial_ratio_alignment(wanted, normalised.text, score_cutoff=SIMILAR)
    if hit is None or hit.dest_start == hit.dest_end:
        return None
    start, end = _to_words(normalised.text, hit.dest_start, hit.dest_end)
    if (
        not _says_the_same(wanted, normalised.text[start:end])
        or fuzz.ratio(wanted, normalised.text[start:end]) < SIMILAR
    ):
        return None
    return whole_markup(text, normalised.starts[start], normalised.ends[end - 1])


def _surroundings(wanted: str, text: str) -> tuple[int, int]:
    """The part of `text` that should hold `wanted`, judged by the longer pieces that both share in the same order.

    One pass of a longest common subsequence finds the pieces. Sliding over all of `text` costs a hundred times as much.
    """
    from rapidfuzz.distance import LCSseq  # as in _nearly

    shared = [block for block in LCSseq.opcodes(wanted, text) if block.tag == "equal"]
    long = [block for block in shared if block.src_end - block.src_start >= _SHARED]
    if not long:
        return 0, 0
    margin = len(wanted) // 10 + _SHARED
    left = long[0].dest_start - long[0].src_start - margin
    right = long[-1].dest_end + len(wanted) - long[-1].src_end + margin
    return max(0, left), min(len(text), right)


def _to_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The place without blanks at its ends, widened so that it cuts no word."""
    start, end = trimmed(text, start, end)
    while start > 0 and _in_word(text[start - 1]) and _in_word(text[start]):
        start -= 1
    while end < len(text) and _in_word(text[end]) and _in_word(text[end - 1]):
        end += 1
    return start, end


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_" or unicodedata.combining(letter) > 0


def _says_the_same(quote: str, hit: str) -> bool:
    return (
        _NUMBER.findall(quote) == _NUMBER.findall(hit)
        and len(_NOT.findall(quote)) == len(_NOT.findall(hit))
        and quote.count("...") == hit.count("...")
    )
