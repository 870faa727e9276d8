"""Settings without a stated default beside others with one -> questions that the documents do not answer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from benchmill.generator.extractive.answers import is_question
from benchmill.generator.extractive.fact import Found, Named
from benchmill.generator.extractive.language import Language
from benchmill.generator.extractive.product import Product
from benchmill.records.candidate import Candidate, Evidence, NearMiss
from benchmill.records.corpus import Chunk, Document, Span
from benchmill.records.identity import short_digest

_KINDS = ("setting", "option", "variable", "parameter", "argument", "attribute", "field")
_SIBLINGS = 1  # of the same document that have a default: a reader expects one
_ENOUGH_NAMED = 4  # passages that name a thing; what is named more often may have its default somewhere


def unanswered(
    documents: Sequence[Document],
    found: Mapping[str, Found],
    chunks: Mapping[str, list[Chunk]],
    language: Language,
    product: Product,
    most: int,
) -> Iterator[Candidate]:
    """At most `most` candidates: what is the default of a setting whose default no passage states?"""
    if not most:
        return
    mentions: dict[str, list[Chunk]] = defaultdict(list)
    wanted = {named.name for each in found.values() for named in each.named if named.kind in _KINDS}
    pattern = re.compile(r"-{0,2}[A-Za-z][\w.-]*\w")
    for own in chunks.values():
        for chunk in own:
            for name in wanted.intersection(pattern.findall(chunk.text)):
                mentions[name].append(chunk)
    made = [
        candidate
        for document in documents
        for named in found[document.id].named
        if not named.default and named.name in wanted and _is_silent(named, mentions[named.name], language)
        if (candidate := _candidate(named, document, found[document.id], chunks[document.id], language, product))
    ]
    yield from sorted(made, key=lambda candidate: short_digest(candidate.question))[:most]


def _is_silent(named: Named, mentions: Sequence[Chunk], language: Language) -> bool:
    """Whether no passage that names it speaks of a default or gives it a value."""
    stated = re.compile(rf"{language.data.get('default_words', 'default')}|{re.escape(named.name)}`*\s*[=:]\s*\S", re.I)
    return 0 < len(mentions) <= _ENOUGH_NAMED and not any(stated.search(chunk.text) for chunk in mentions)


def _candidate(
    named: Named, document: Document, found: Found, chunks: Sequence[Chunk], language: Language, product: Product
) -> Candidate | None:
    siblings = [other for other in found.named if other.kind == named.kind and other.default.strip("-")]
    span = Span.of(document, *named.place)
    holder = next((chunk for chunk in chunks if chunk.span.contains(span)), None)
    if len(siblings) < _SIBLINGS or holder is None:
        return None
    nearest = min(siblings, key=lambda other: abs(other.place[0] - named.place[0]))
    scope = (
        ""
        if not product.name
        else str(language.data["company" if product.company else "scope"]).format(name=product.name)
    )
    question = language.ask("default", thing=named.phrase, scope=scope)
    if not question or not is_question(question, language):
        return None
    miss = NearMiss(Evidence(span), nearest.default.strip("`"), f"a default of `{named.name}`")
    return Candidate("unanswerable", question, "", (), (holder.id,), near_miss=miss)
