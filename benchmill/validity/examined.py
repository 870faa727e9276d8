"""A Benchmark -> Examined: its answerable items with the passages that hold their evidence, and the corpus's facts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from benchmill.critique.checks import Case, CheckSettings, CorpusFacts
from benchmill.indexing.kept_facts import Row
from benchmill.indexing.light_chunks import ChunkTexts
from benchmill.indexing.word_facts import rows_of
from benchmill.outputs.containment import Passages, whole_words
from benchmill.records import Benchmark, Chunk, Item
from benchmill.records.languages import language_of
from benchmill.validity.asked_words import AskedWords

# The checks compare words with words: a text of a megabyte, from a broken import, would take hours.
_LONGEST = 50_000
_ASKED = 4000
_WORDS = 8  # of each quote, by which the passages with it are found

WordFacts = Callable[[str], Iterable[Row]]
# For one item: for each answer component the numbers of the passages that hold its evidence.
Gold = tuple[frozenset[int], ...]


@dataclass(frozen=True)
class Examined:
    """The data that all measurements share. `gold` has an entry for each of `items`: indexes into `facts.chunks`.

    A passage holds evidence where it contains at least 80 % of the quote in one piece, wherever the passage is: scorers
    and exports give credit by the same rule.
    """

    benchmark: Benchmark
    facts: CorpusFacts
    asked: AskedWords
    passages: Passages
    items: tuple[Item, ...]
    gold: tuple[Gold, ...]

    @classmethod
    def of(cls, benchmark: Benchmark, language: str = "", words: WordFacts | None = None) -> Examined:
        """The benchmark's answerable items; those without an answer have no evidence to find.

        `words`: language -> the word facts of all chunks, where a run kept them.
        """
        chunks, numbers = _without_repeats(benchmark.chunks)
        items = tuple(item for item in benchmark.items if item.candidate.components)
        documents = {document.id: document for document in benchmark.documents}
        texts = ChunkTexts(chunks)
        code = language_of(texts, language)
        questions = [question for item in items for question in (question_of(item), item.critique.paraphrase)]
        parts = [part for item in items for part in item.candidate.components]
        quotes = [quote for part in parts for quote in part.quotes]
        asked = AskedWords(
            [*questions, *map(_longest_words, quotes)],
            chunks,
            documents,
            code,
            rows=words(code) if words else rows_of(benchmark.chunks, code),
            numbers=numbers,
        )
        facts = CorpusFacts(chunks, documents, code, asked)
        passages = Passages(texts, quotes, asked.may_hold)
        gold = tuple(
            tuple(
                frozenset(n for evidence in part.evidence for n in passages.holding(evidence.span.text))
                for part in item.candidate.components
            )
            for item in items
        )
        return cls(benchmark, facts, asked, passages, items, gold)

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The document of each item: questions of one document rise and fall together."""
        return tuple(item.candidate.document_id for item in self.items)

    @cached_property
    def cases(self) -> tuple[Case | None, ...]:
        """Each item as the free checks see it; None where the corpus lacks its source passage, or a text is huge."""
        return tuple(self._case(item) for item in self.items)

    def _case(self, item: Item) -> Case | None:
        source = self._source(item)
        if source is None or max(map(len, (source.text, *_texts(item)))) > _LONGEST:
            return None
        return Case(item.candidate, source, self.facts, CheckSettings(language=self.facts.language))

    def _source(self, item: Item) -> Chunk | None:
        """The passage the question was written from: it has the evidence that was not added later."""
        candidate = item.candidate
        spans = [evidence.span for evidence in candidate.original_evidence]
        named = self.facts.named(candidate.chunk_ids)
        return next((chunk for chunk in named if any(chunk.span.contains(span) for span in spans)), None) or (
            named[0] if named else None
        )


def _without_repeats(chunks: Sequence[Chunk]) -> tuple[list[Chunk], array[int]]:
    """Chunks with different ids, and for each of `chunks` its number among them, or -1 where a later one is there."""
    last: dict[str, int] = {}
    for place, chunk in enumerate(chunks):
        last[chunk.id] = place
    numbers = array("i", [-1]) * len(chunks)
    for number, place in enumerate(last.values()):
        numbers[place] = number
    return [chunks[place] for place in last.values()], numbers


def _longest_words(quote: str) -> str:
    """A few words of a quote, some of them rare in most corpora: the passages that hold the quote have them all."""
    return " ".join(sorted(whole_words(" ".join(quote.split())), key=len)[-_WORDS:])


def question_of(item: Item) -> str:
    """The question as retrievers get it: a text of a megabyte, from a broken import, is cut."""
    return item.candidate.question[:_ASKED]


def _texts(item: Item) -> Iterator[str]:
    yield from (item.candidate.question, item.candidate.answer)
    for part in item.candidate.components:
        yield from (part.text, *part.short_answers, *part.quotes)
