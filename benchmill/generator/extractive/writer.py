"""Documents and their chunks -> Writer, which asks about each fact once, with all passages that state the fact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from benchmill.generator.eligibility.page_kinds import kind_of_file
from benchmill.generator.extractive.answers import is_question
from benchmill.generator.extractive.configuration import configuration
from benchmill.generator.extractive.corpus import Corpus, variables_of
from benchmill.generator.extractive.described import described
from benchmill.generator.extractive.fact import Construct, Fact, Place
from benchmill.generator.extractive.key import is_variable
from benchmill.generator.extractive.labels import Labels
from benchmill.generator.extractive.looked import Looked
from benchmill.generator.extractive.meanings import meanings
from benchmill.generator.extractive.page import Page
from benchmill.generator.extractive.procedures import procedures
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.tables import tables
from benchmill.generator.languages import Language, language, letters_of
from benchmill.generator.loaders.stated_name import NOTHING, Stated
from benchmill.generator.product import Product, product
from benchmill.records.candidate import AnswerComponent, Candidate, Evidence, NearMiss
from benchmill.records.corpus import Chunk, Document, Span
from benchmill.records.identity import short_digest
from benchmill.records.languages import detect, language_of

_CONSTRUCTS: tuple[Construct, ...] = (procedures, tables, described, configuration, meanings)
_OF_DEFAULTS = ("defaults", "maximum")  # the constructs of facts about a default
Elsewhere = Sequence[tuple[Document, Sequence[Place]]]  # the other places that state a fact, by document
_UNANSWERABLE = 2  # the number of answerable candidates for each unanswerable one
_MOST_ALIKE = 30
_MOST_OF_A_NAME = 2
_MOST_WITH_A_VALUE = 2  # in a section: twenty shortcuts that are all on are one question, asked twenty times
_LEAST_ON_A_PAGE = 3  # defaults: a page with one or two is no reference, and they may be another thing's
_MOST_SEARCHED = 150  # a search for each of 500 flags takes long, and no run asks about so many
_ANY_NAME = "Pebblewire"  # with any certain name for the product, more facts could be asked about
_SHORT_LINE = 60  # characters: a heading or an entry, no sentence
_SAMPLE = 20_000  # characters that decide the language of a document


@dataclass(frozen=True)
class Writer:
    """Gives the candidates of a chunk. `of` computes all candidates, in about a second for a megabyte of text."""

    looked: Looked
    _candidates: Mapping[str, list[Candidate]] = field(repr=False)

    @classmethod
    def of(
        cls,
        documents: Sequence[Document],
        chunks: Iterable[Chunk],
        code: str = "",
        about: str = "",
        stated: Stated = NOTHING,
        least_on_a_page: int = _LEAST_ON_A_PAGE,
    ) -> Writer:
        """The writer for these documents. `code` is the language of the questions; if empty, it is the documents' own.
        `about` is one line about the documents, which may begin with the product's name. `stated` is what the
        files around the docs state about the product. `least_on_a_page` is the number of defaults below which a page
        is asked about none."""
        code = language_of([document.text for document in documents], code)
        languages = {document.id: detect(document.text[:_SAMPLE]) or code for document in documents}
        own: dict[str, list[Chunk]] = defaultdict(list)
        for chunk in chunks:
            own[chunk.document_id].append(chunk)
        data, name, needs_name = language(code), Product(), 0
        candidates: dict[str, list[Candidate]] = defaultdict(list)
        if data:
            name = product(documents, data, about, stated)
            headings = {(each, heading) for each, some in own.items() for chunk in some for heading in chunk.headings}
            pages = [Page(document, data) for document in documents]
            facts = _asked(pages, languages, data, Corpus.of(name, documents, headings, data), least_on_a_page)
            if not name.name:
                named = Corpus.of(replace(name, name=_ANY_NAME), documents, headings, data)
                needs_name = max(0, len(_asked(pages, languages, data, named, least_on_a_page)) - len(facts))
            for fact, elsewhere in facts:
                if candidate := _candidate(fact, own[fact.document.id], elsewhere, data):
                    candidates[candidate.chunk_ids[0]].append(candidate)
        for written in candidates.values():
            written.sort(key=lambda candidate: (candidate.kind == "factoid", short_digest(candidate.question)))
        passages = sum(map(len, own.values()))
        met = dict(Counter(sorted(languages.values())).most_common())
        unknown = tuple(each for each in sorted({*met, code}) if language(each) is None)
        looked = Looked(passages, passages - len(candidates), met, unknown, name.name, code, needs_name)
        return cls(looked, dict(candidates))

    def looked_at(self, chunks: Collection[Chunk]) -> Looked:
        """`looked`, with the counts of these passages alone. A page may hold a passage twice."""
        apart = {chunk.id: chunk for chunk in chunks}
        silent = sum(not self.write(chunk) for chunk in apart.values())
        return replace(self.looked, passages=len(apart), without_question=silent)

    def write(self, chunk: Chunk) -> list[Candidate]:
        """The candidates of a chunk, those of rare kinds first. The evidence quotes the documents verbatim."""
        return self._candidates.get(chunk.id, [])


def _is_no_reading(document: Document) -> bool:
    """Whether a page is a changelog, a licence or a list of pages by its file's name and its own short lines."""
    short = (line for line in document.text.splitlines() if len(line) < _SHORT_LINE)
    return bool(kind_of_file(document.id, short, document.text))


def _asked(
    pages: Sequence[Page], languages: Mapping[str, str], data: Language, corpus: Corpus, least_on_a_page: int
) -> list[tuple[Fact, Elsewhere]]:
    """The facts to ask about, of one construct at most thirty, each with the other places that state it. Each second
    fact may have an unanswerable question beside it. Of a page with few defaults there are none."""
    no_reading = {page.document.id for page in pages if _is_no_reading(page.document)}
    ordinary = (page for page in pages if page.document.id not in no_reading)
    read = [(page, own) for page in ordinary if (own := language(languages[page.document.id]))]
    whole = [Section(page.document, own) for page, own in read]
    for_users = {each.document.id for each in whole if each.language is data and not each.is_page("internal")}
    corpus = replace(corpus, variables=variables_of(each.document for each in whole if each.is_about_settings))
    stated = _stated(read, data, corpus)
    noted = {each for each in no_reading if languages[each] == data.code}
    labels = Labels(pages, data, for_users, noted, chain.from_iterable(stated), corpus.product.name)
    by_construct: dict[str, list[list[Fact]]] = defaultdict(list)
    asked = [facts for facts in stated if facts[0].question]
    on_page = Counter(facts[0].document.id for facts in asked if facts[0].construct == "defaults")
    for facts in asked:
        if facts[0].construct not in _OF_DEFAULTS or on_page[facts[0].document.id] >= least_on_a_page:
            by_construct["" if facts[0].kind == "unanswerable" else facts[0].construct].append(facts)
    unanswerable = by_construct.pop("", [])
    kept: list[tuple[Fact, Elsewhere]] = []
    for alike in by_construct.values():
        searched = ((facts[0], labels.elsewhere(facts)) for facts in _varied(alike)[:_MOST_SEARCHED])
        kept += islice(((fact, found) for fact, found in searched if found is not None), _MOST_ALIKE)
    silent = (facts[0] for facts in _varied(unanswerable) if labels.silent(facts[0]))
    return [*kept, *((fact, ()) for fact in islice(silent, len(kept) // _UNANSWERABLE))]


def _stated(read: Sequence[tuple[Page, Language]], data: Language, corpus: Corpus) -> list[list[Fact]]:
    """The facts; those that say the same of one thing are together. A page in another language than `data` has facts
    without a question: its default of a setting is another place of the fact that is asked for, or contradicts it."""
    by_thing: dict[tuple[str, ...], list[Fact]] = defaultdict(list)
    for page, own in read:
        for above, nodes in page.sections:
            alike: Counter[str] = Counter()
            for fact in _facts(Section(page.document, own, above, nodes, corpus)):
                alike[fact.parts[0].answer] += bool(fact.question) and fact.construct == "defaults"
                if own is not data or alike[fact.parts[0].answer] > _MOST_WITH_A_VALUE:
                    fact = replace(fact, question="")
                # one page may call a setting what another calls a variable: `relay.port` is `PEBBLEWIRE_RELAY_PORT`
                thing = letters_of(fact.thing)
                thing = thing.removeprefix(letters_of(corpus.product.name)) if is_variable(fact.thing) else thing
                # `log.level` of `relay` is `level` of `relay.log`
                by_thing[fact.construct, letters_of(fact.owner) + (thing or fact.thing)].append(fact)
    return [sorted(facts, key=lambda fact: not fact.question) for facts in by_thing.values()]


def _facts(section: Section) -> Iterator[Fact]:
    """The facts of a section for those who use the product; without those whose question nobody would ask."""
    for construct in _CONSTRUCTS if not section.is_page("internal") else ():
        for fact in construct(section):
            if fact.thing and (not fact.question or is_question(fact.question, section.language)):
                yield fact


def _varied(stated: Sequence[list[Fact]]) -> list[list[Fact]]:
    """The facts in an order by hash, the first of each document before all second ones. At most two are about things of
    one name: each component may have a `timeout`."""
    named: Counter[str] = Counter()
    pages: Counter[str] = Counter()
    ranked: list[tuple[int, list[Fact]]] = []
    for facts in sorted(stated, key=lambda facts: short_digest(facts[0].question)):
        thing, page = facts[0].thing, facts[0].document.id
        named[thing] += bool(thing)
        if named[thing] <= _MOST_OF_A_NAME:
            pages[page] += 1
            ranked.append((pages[page], facts))
    return [facts for _, facts in sorted(ranked, key=lambda pair: pair[0])]


def _candidate(fact: Fact, chunks: Sequence[Chunk], elsewhere: Elsewhere, data: Language) -> Candidate | None:
    """The fact as a candidate; None if a chunk's border cuts one of the fact's quotes."""
    components, holders = [], []
    for number, part in enumerate(fact.parts):
        span = Span.of(fact.document, *part.quote)
        holder = next((chunk for chunk in chunks if chunk.span.contains(span)), None)
        if holder is None:
            return None
        holders.append(holder.id)
        evidence = (
            Evidence(span),
            *(Evidence(Span.of(other, *places[number]), "promoted") for other, places in elsewhere),
        )
        components.append(AnswerComponent(part.answer, evidence))
    if fact.kind == "unanswerable":  # what the document says instead is the near miss
        missing = str(data.data["missing"][fact.construct])
        miss = NearMiss(components[0].evidence[0], components[0].text, missing)
        return Candidate(fact.kind, fact.question, "", (), (holders[0],), near_miss=miss)
    # The answer does not number the steps, because the evidence does not contain the numbers.
    answer = "\n".join(component.text for component in components)
    return Candidate(fact.kind, fact.question, answer, tuple(components), tuple(dict.fromkeys(holders)))
