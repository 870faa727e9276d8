"""Documents and their chunks -> Writer, which asks about each fact once, with all passages that state the fact."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchmill.generator.eligibility.page_kinds import kind_of_file
from benchmill.generator.extractive.answers import is_question
from benchmill.generator.extractive.asked import asked
from benchmill.generator.extractive.configs import configs
from benchmill.generator.extractive.definitions import definitions
from benchmill.generator.extractive.fact import Construct, Fact, Place
from benchmill.generator.extractive.labels import Labels
from benchmill.generator.extractive.language import Language, language
from benchmill.generator.extractive.legal import legal
from benchmill.generator.extractive.lists import lists
from benchmill.generator.extractive.procedures import procedures
from benchmill.generator.extractive.product import Product, product
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.settings import settings
from benchmill.generator.extractive.tables import tables
from benchmill.generator.markup.nodes import sections
from benchmill.records.candidate import AnswerComponent, Candidate, Evidence, NearMiss
from benchmill.records.corpus import Chunk, Document, Span
from benchmill.records.identity import short_digest
from benchmill.records.languages import detect, language_of

_CONSTRUCTS: tuple[Construct, ...] = (procedures, lists, asked, tables, settings, configs, legal, definitions)
_ORDER = {"procedure": 0, "list": 1, "unanswerable": 2}
_UNANSWERABLE = 4  # the number of answerable candidates for each unanswerable one
_DESCRIBED = ("definitions", "purposes")
_MOST_ALIKE = 30
_SECOND = 0.2  # the share of documents
_FUNCTION = re.compile(r"`[a-z]\w*(?:\(\))?`")
_SAMPLE = 20_000  # characters that decide the language of a document


@dataclass(frozen=True, slots=True)
class Looked:
    """What the writer read: passages, passages without anything its rules can ask, and documents by language.

    `language` is the language of the questions. `unknown_languages` are the languages without a file of rules.
    """

    passages: int
    without_question: int
    languages: Mapping[str, int]
    unknown_languages: tuple[str, ...]
    product: str
    language: str

    def sentences(self) -> Iterator[str]:
        """The sentences that explain to a user why there are no more items."""
        yield (
            f"In {self.without_question:,} of {self.passages:,} passages the built-in writer found none of what it can"
            " ask about: definitions, tables, settings, limits, steps, lists."
        )
        languages = ", ".join(f"{code} ({count:,})" for code, count in self.languages.items())
        if self.languages.get(self.language, 0) < sum(self.languages.values()):
            yield f"Languages of the documents: {languages}; it asked only in {self.language}."
        if self.language in self.unknown_languages:
            yield f"It has no rules for {self.language}."

    @property
    def second_language(self) -> str:
        """A language with rules that a fifth of the documents are in, besides the language of the questions; or ""."""
        least = _SECOND * sum(self.languages.values())
        others = [code for code, count in self.languages.items() if count >= least and code != self.language]
        return next((code for code in others if code not in self.unknown_languages), "")

    def as_json(self) -> dict[str, object]:
        """The counts as `grow --json` prints them."""
        return {
            "passages": self.passages,
            "without_question": self.without_question,
            "languages": dict(self.languages),
            "asked_in": self.language,
            "product": self.product,
        }


@dataclass(frozen=True)
class Writer:
    """Gives the candidates of a chunk. `of` computes all candidates, in about a second for a megabyte of text."""

    looked: Looked
    _candidates: Mapping[str, list[Candidate]] = field(repr=False)

    @classmethod
    def of(cls, documents: Sequence[Document], chunks: Iterable[Chunk], code: str = "", about: str = "") -> Writer:
        """The writer for these documents. `code` is the language of the questions; if empty, it is the documents' own.
        `about` is one line about the documents, which may begin with the product's name."""
        code = language_of([document.text for document in documents], code)
        data = language(code)
        own: dict[str, list[Chunk]] = defaultdict(list)
        for chunk in chunks:
            own[chunk.document_id].append(chunk)
        languages = {document.id: detect(document.text[:_SAMPLE]) or code for document in documents}
        name = product(documents, data, about) if data else Product()
        candidates: dict[str, list[Candidate]] = defaultdict(list)
        if data:
            read = [each for each in documents if languages[each.id] == code and not kind_of_file(each.id)]
            for candidate in _candidates(read, documents, own, data, name):
                candidates[candidate.chunk_ids[0]].append(candidate)
        for written in candidates.values():
            written.sort(key=lambda candidate: (_ORDER.get(candidate.kind, 3), short_digest(candidate.question)))
        passages = sum(map(len, own.values()))
        counted = Counter(languages.values())
        unknown = tuple(sorted(each for each in {*counted, code} if language(each) is None))
        languages_met = dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))
        looked = Looked(passages, passages - len(candidates), languages_met, unknown, name.name, code)
        return cls(looked, dict(candidates))

    def write(self, chunk: Chunk) -> list[Candidate]:
        """The candidates of a chunk, procedures and lists first. The evidence quotes the documents verbatim."""
        return self._candidates.get(chunk.id, [])


def _candidates(
    read: Sequence[Document],
    documents: Sequence[Document],
    chunks: Mapping[str, list[Chunk]],
    data: Language,
    name: Product,
) -> Iterable[Candidate]:
    by_question: dict[str, list[tuple[Document, Fact]]] = defaultdict(list)
    pages: dict[str, set[str]] = defaultdict(set)  # the documents that describe a function of that name
    for document in read:
        for owner, fact in _facts(document, data, name):
            pages[_last(owner)].add(document.id)
            if fact and is_question(fact.question, data):
                by_question[fact.question].append((document, fact))
    labels = Labels(documents, data)
    told = Counter(labels.same(stated[0][1]) for stated in by_question.values())
    made: dict[str, list[Candidate]] = defaultdict(list)
    unanswerable = []
    for stated in by_question.values():
        document, fact = stated[0]
        if _FUNCTION.fullmatch(fact.owner) and pages[_last(fact.owner)] - {other.id for other, _ in stated}:
            continue  # several modules have a function of this name
        if len({labels.same(other) for _, other in stated}) > 1 or labels.contradicted(fact):
            continue
        if fact.construct in _DESCRIBED and told[labels.same(fact)] > 1:
            continue  # what is said of several things does not tell them apart
        if fact.kind == "unanswerable":
            unanswerable += [(document, fact)] if labels.silent(fact) else []
        elif candidate := _candidate(fact, document, chunks[document.id], labels.elsewhere(fact, stated)):
            made[fact.construct].append(candidate)
    yield from (candidate for candidates in _varied(made) for candidate in candidates)
    unanswerable.sort(key=lambda pair: short_digest(pair[1].question))
    for document, fact in unanswerable[: sum(map(len, made.values())) // _UNANSWERABLE]:
        if candidate := _candidate(fact, document, chunks[document.id], [], data.data["missing"]):
            yield candidate


def _varied(made: Mapping[str, list[Candidate]]) -> Iterator[list[Candidate]]:
    """The candidates of each construct. One construct alone gives at most as many as all others together, or 30."""
    total = sum(map(len, made.values()))
    for candidates in made.values():
        most = max(_MOST_ALIKE, total - len(candidates))
        yield sorted(candidates, key=lambda candidate: short_digest(candidate.question))[:most]


def _last(owner: str) -> str:
    """The name without its module: `createServer` of `net.createServer`."""
    return re.split(r"[.:]", owner.strip("`()"))[-1]


def _facts(document: Document, data: Language, name: Product) -> Iterator[tuple[str, Fact | None]]:
    """The owner that each section's heading names, with None and then with each fact of the section."""
    for above, nodes in sections(document):
        section = Section(document, data, above, tuple(nodes), name.name, name.company)
        owner = section.owner
        yield owner, None
        for construct in _CONSTRUCTS:
            yield from ((owner, fact) for fact in construct(section))


def _candidate(
    fact: Fact,
    document: Document,
    chunks: Sequence[Chunk],
    elsewhere: Sequence[tuple[Document, Place]],
    missing: str = "",
) -> Candidate | None:
    """The fact as a candidate; None if a chunk's border cuts one of the fact's quotes.

    `missing` is what an unanswerable question asks for. What the document says instead is the near miss.
    """
    components, holders = [], []
    for part in fact.parts:
        span = Span.of(document, *part.quote)
        holder = next((chunk for chunk in chunks if chunk.span.contains(span)), None)
        if holder is None:
            return None
        holders.append(holder.id)
        evidence = (Evidence(span), *(Evidence(Span.of(other, *place), "promoted") for other, place in elsewhere))
        components.append(AnswerComponent(part.answer, evidence, (part.short,) if part.short else ()))
    if missing:
        miss = NearMiss(components[0].evidence[0], components[0].text, missing)
        return Candidate(fact.kind, fact.question, "", (), (holders[0],), near_miss=miss)
    # The answer does not number the steps, because the evidence does not contain the numbers.
    answer = ("\n" if fact.kind == "procedure" else "; ").join(component.text for component in components)
    return Candidate(fact.kind, fact.question, answer, tuple(components), tuple(dict.fromkeys(holders)))
