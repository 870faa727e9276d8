"""Examined -> which documents, headings and topics have items, from which part of them, and how alike questions are."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from collections.abc import Collection, Iterator
from math import log, sqrt

from benchmill.records import Candidate, Chunk
from benchmill.records.numbers import quantities
from benchmill.records.words import ngrams, words
from benchmill.retrieving.bm25 import Bm25
from benchmill.validity.examined import Examined
from benchmill.validity.measured import Measured, share_of

# More passages would take longer and change no share in its second digit.
_MOST_PASSAGES = 1500


def coverage(examined: Examined, ineligible: Collection[str] = (), seed: int = 0) -> list[Measured]:
    """Shares of documents, headings, text and topics with an item. `ineligible` passages cannot have one."""
    eligible = [chunk for chunk in examined.facts.chunks if chunk.id not in ineligible]
    asked = {number for gold in examined.gold for part in gold for number in part}
    hit = [examined.facts.chunks[number] for number in sorted(asked)]
    documents = sorted({chunk.document_id for chunk in eligible})
    with_items = {name for item in examined.benchmark.items for name in _documents(item.candidate)}
    sections = {_section(chunk) for chunk in hit}
    length_of: Counter[tuple[str, ...]] = Counter()
    for chunk in eligible:
        length_of[_section(chunk)] += chunk.end - chunk.start
    headings, length = sorted(length_of), length_of.total()
    covered = sum(length_of[section] for section in sections)
    return [
        share_of(
            "documents_covered",
            "Documents with at least one item",
            [name in with_items for name in documents],
            "What has no item is not tested.",
            "documents with a passage that a question can be written from",
        ),
        share_of(
            "headings_covered",
            "Sections with at least one item",
            [section in sections for section in headings],
            "Headings to the second level.",
            "document and first two headings",
        ),
        Measured(
            "text_covered",
            "Text in sections with an item",
            covered / length if length else None,
            len(eligible),
            "characters of passages",
            "Sections weighted by length.",
        ),
        _topics(examined, eligible, asked, seed),
        _first_third(examined),
    ]


def _documents(candidate: Candidate) -> Iterator[str]:
    """The documents that the question was written from: those of all hops, sides and entries."""
    yield candidate.document_id
    yield from (evidence.span.document_id for evidence in candidate.original_evidence)


def diversity(examined: Examined) -> list[Measured]:
    """How alike the questions are in their words."""
    questions = [words(item.candidate.question[:4000]) for item in examined.benchmark.items]
    pairs = [pair for question in questions for pair in ngrams(question, 2)]
    starts = Counter(tuple(question[:3]) for question in questions)
    joined = "\n".join(item.candidate.question for item in examined.benchmark.items).encode("utf-8", "replace")
    n = len(questions)
    entropy = -sum(count / n * log(count / n) for count in starts.values()) if n else 0.0
    return [
        Measured(
            "distinct_pairs",
            "Different word pairs in the questions",
            len(set(pairs)) / len(pairs) if pairs else None,
            len(pairs),
            "distinct-2",
            "Low values mean that the questions follow one pattern.",
        ),
        Measured(
            "question_openings",
            "Variety of the first three words",
            entropy / log(n) if n > 1 else None,
            n,
            "entropy / its maximum",
            "0: all begin alike; 1: all begin differently.",
        ),
        Measured(
            "compression",
            "Compression ratio of the questions",
            len(joined) / len(gzip.compress(joined, mtime=0)) if joined else None,
            n,
            "gzip",
            "People's questions reach 2 to 3; higher values mean repetition.",
            "ratio",
        ),
    ]


def positions(examined: Examined) -> list[Measured]:
    """Which side of comparisons the questions name first; nothing where none compares."""
    found = [item.candidate for item in examined.benchmark.items if item.candidate.kind == "comparison"]
    pairs = [candidate for candidate in found if len(candidate.components) == 2]  # imported ones may have no sides
    if not pairs:
        return []
    earlier = [early for each in pairs if (early := _first_is_earlier(each)) is not None]
    larger = [more for each in pairs if (more := _first_is_larger(each, examined.facts.language)) is not None]
    fair = "Far from one half: a system that prefers what is named first, or last, gains or loses by it."
    return [
        share_of(
            "compared_in_order",
            "Comparisons that name first what their document says first",
            earlier,
            fair,
            "offsets of the two sides' evidence in one document",
        ),
        share_of(
            "compared_larger_first",
            "Comparisons that name first what has the larger number",
            larger,
            fair,
            "sides whose values are one number each, with the same unit",
        ),
    ]


def _first_is_earlier(candidate: Candidate) -> bool | None:
    one, other = (part.evidence[0].span for part in candidate.components)
    if one.document_id != other.document_id or one.start == other.start:
        return None
    return one.start < other.start


def _first_is_larger(candidate: Candidate, language: str) -> bool | None:
    found = [quantities((part.short_answers or (part.text,))[0], language) for part in candidate.components]
    if any(len(each) != 1 for each in found):
        return None
    (one,), (other,) = found
    return None if one.unit != other.unit or one.value == other.value else one.value > other.value


def _section(chunk: Chunk) -> tuple[str, ...]:
    return (chunk.document_id, *chunk.headings[:2])


def _topics(examined: Examined, eligible: list[Chunk], asked: set[int], seed: int) -> Measured:
    """Topics around sqrt(n / 2) random passages: a passage belongs to the one that BM25 finds most similar to it."""
    label, meaning = "Topics with at least one item", "Groups of passages that use the same words."
    method = "passages grouped around sqrt(n/2) randomly chosen ones, by BM25"
    rng = random.Random(seed)  # noqa: S311 - chance for statistics, not for secrets
    sample = rng.sample(eligible, _MOST_PASSAGES) if len(eligible) > _MOST_PASSAGES else eligible
    count = round(sqrt(len(sample) / 2))
    if count < 2:
        return Measured("topics_covered", label, None, 0, method, meaning)
    centres = Bm25.of([chunk.text for chunk in rng.sample(sample, count)], language=examined.facts.language)
    covered: set[int] = set()
    sampled = [examined.facts.chunks[number] for number in sorted(asked)]
    for chunk in rng.sample(sampled, _MOST_PASSAGES) if len(sampled) > _MOST_PASSAGES else sampled:
        covered.update(place for place, _ in centres.top(chunk.text, 1))
    return share_of("topics_covered", label, [place in covered for place in range(count)], meaning, method)


def _first_third(examined: Examined) -> Measured:
    early = []
    for item in examined.items:
        span = next((e.span for e in item.candidate.evidence), None)
        document = examined.facts.documents.get(span.document_id) if span else None
        if span and document and document.text:
            early.append(span.start < len(document.text) / 3)
    return share_of(
        "first_third",
        "Evidence in the first third of its document",
        early,
        "Far above one third: the later parts of documents are hardly tested.",
        "offset of the first evidence",
    )
