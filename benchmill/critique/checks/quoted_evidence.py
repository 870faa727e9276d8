"""Case -> quote-not-found, answer-not-in-quote, quote-too-long: what is wrong with the evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from benchmill.critique.checks.around_step import names_around
from benchmill.critique.checks.case import Case, show
from benchmill.records.candidate import AnswerComponent
from benchmill.records.corpus import Span
from benchmill.records.names import unproven_name
from benchmill.records.narrowing import allowed_share, too_long
from benchmill.records.numbers import Quantity, answer_tokens, dates, quantities
from benchmill.records.words import contains, content_words

# What a place is an instance of, in the words of an answer that need not be in it: "call it with the URL".
_SORTS = {
    "URL URI": re.compile(r"\b[A-Za-z][A-Za-z\d+.-]*://[\w\[]"),
    "IP": re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])"),
}


def verbatim(case: Case) -> str | None:
    """Requires each quote to be in a cited chunk, with offsets that give the same characters in chunk and document."""
    for evidence in case.evidence:
        span = evidence.span
        holder = next((chunk for chunk in case.sources if chunk.span.contains(span)), None)
        if holder is None:
            return f"the quote {show(span.text)} is not in the cited chunk of {span.document_id}"
        inside = slice(span.start - holder.span.start, span.end - holder.span.start)
        document = case.facts.documents.get(span.document_id)
        if holder.text[inside] != span.text or (document and document.text[span.start : span.end] != span.text):
            return f"{span.document_id} holds {show(holder.text[inside])} where the quote says {show(span.text)}"
    return None


def supported(case: Case) -> str | None:
    """Requires each component to be in its quote; in other words, it may add no number, date or name to the quote."""
    around = [names_around(case, part) for part in case.parts]
    for part, names in zip(case.parts, around, strict=True):
        spans = [evidence.span for evidence in part.evidence]
        if not spans or _stands(part, spans, case.language):
            continue
        quotes = "\n".join((*(span.text for span in spans), *names))
        reason = _unproven(part.text, quotes, case) or _outside(part, quotes, case)
        if reason:
            return reason
    # a long answer to an ambiguous question names the reading that each of its parts answers
    known = "\n".join(
        (case.quotes, *chain.from_iterable(around), *(reading.question for reading in case.candidate.readings))
    )
    return _unproven(case.candidate.answer, known, case) if case.candidate.components else None


def sized(case: Case) -> str | None:
    """Refuses a quote of more than 60 words, and one that fills more than 40 % of its chunk with needless sentences."""
    settings = case.settings
    hops, readings = case.candidate.hops, case.candidate.readings
    asked = "\n".join(
        (case.question, *(f"{hop.question} {hop.answer}" for hop in hops), *(r.question for r in readings))
    )
    steps = case.candidate.kind == "procedure"
    for part in case.parts:
        for evidence in part.original_evidence:
            quote = evidence.span.text
            share = allowed_share(
                quote, case.seed.text, inside=case.seed.span.contains(evidence.span), steps=steps,
                short=settings.quote_share_from, share=settings.quote_share,
            )  # fmt: skip
            reason = too_long(
                quote, case.seed.text, asked, (part.text, *part.short_answers), case.language,
                most=settings.quote_words, short=settings.quote_share_from, share=share,
            )  # fmt: skip
            if reason:
                return f"{reason}: {show(quote)}"
    return None


def _stands(part: AnswerComponent, spans: Sequence[Span], language: str) -> bool:
    for span in spans:
        if part.text.strip() in span.text:
            return True
        tokens = answer_tokens(span.text, language)
        if any(contains(tokens, answer_tokens(text, language)) for text in (part.text, *part.short_answers)):
            return True
    return False


def _unproven(answer: str, quotes: str, case: Case) -> str | None:
    """The first number, date or name of `answer` that neither the quotes nor the question's own words hold."""
    known = [*quantities(quotes, case.language), *quantities(case.question, case.language)]
    known_dates = [*dates(quotes), *dates(case.question)]
    years = {date.partition("-")[0] for date in known_dates}
    for quantity in quantities(answer, case.language):
        if (
            quantity.in_digits
            and quantity.text not in years
            and not any(_same_number(quantity, each) for each in known)
        ):
            return f"the answer's number {show(quantity.text)} is not in the quote {show(quotes)}"
    for date in dates(answer):
        if not any(other.startswith(date) for other in known_dates):
            return f"the answer's date {show(date)} is not in the quote {show(quotes)}"
    sorts = "\n".join(sort for sort, instance in _SORTS.items() if instance.search(quotes))
    name = unproven_name(answer, f"{quotes}\n{case.context}\n{sorts}", case.language)
    return f"the answer's name {show(name)} is not in the quote {show(quotes)}" if name else None


def _same_number(one: Quantity, other: Quantity) -> bool:
    # `number-changed` compares unit and sign. A table's cell has neither: they are in the table's header.
    return abs(one.written) == abs(other.written) or (one.unit == other.unit and abs(one.value) == abs(other.value))


def _outside(part: AnswerComponent, quotes: str, case: Case) -> str | None:
    """An answer that shares no word, not even a word's beginning, with the quote: invented, or quoted wrongly."""
    stems = content_words(part.text, case.language)
    if not stems or case.shape == "polar" or case.candidate.kind != "factoid":
        return None
    there = content_words(quotes, case.language)
    if any(stem[:4] == other[:4] for stem in stems for other in there):
        return None
    return f"no word of the answer {show(part.text)} is in the quote {show(quotes)}"
