"""A candidate and its source chunk -> the passages the groundedness critic reads: its own, and similar ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, zip_longest

from benchmill.critique.answerability import A_PACK, MOST_AT_ONCE
from benchmill.critique.answers import holds
from benchmill.critique.checks import CorpusFacts, possible_answers
from benchmill.growing.answer_lines import AnswerLines
from benchmill.growing.lengths import fitting, room_for, total
from benchmill.growing.page_passages import PagePassages, Ranks
from benchmill.growing.translated_pages import MOST, TranslatedPages
from benchmill.records import Candidate, Chunk
from benchmill.records.names import Names, is_identifier
from benchmill.records.numbers import answer_tokens, notations
from benchmill.records.words import contains, content_words, words
from benchmill.retrieving.bm25 import Bm25
from benchmill.retrieving.fusion import Ranked, fused

SEARCHED = 2 * MOST_AT_ONCE
"""The best twenty passages for an unanswerable question, its own among them; none of them may answer it: two calls."""
_RANKED = 40
_SMOOTHING = 20  # a passage that is first by one query alone comes behind one that all three rank tenth
_AT_LEAST = 6
"""Passages besides those next to its own; more only where they hold the answer."""
_BEST = 2
"""The passages that search ranks first, always read: the same page of another version may state another answer, which
no search for passages that hold this answer finds."""
_WORDED = 2
"""Passages with the answer's words in any order."""
_BY_LINES = 4
"""Passages that a second look has besides the best ones, of those that a reading of their lines finds."""
_MOST_NAMED = 2  # sections: a heading that more have, such as "Installation", names no one thing
_A_NAME = 4  # letters of a name that does not stand in other words by chance
_MOST_SHARED = 0.5
_FEW_HOLD = 4  # passages
_NEAR = 2
"""Passages next to the candidate's own that have a place in the pack beside those that search finds."""
_BESIDE = 4
"""Passages next to the candidate's own, two behind and two before it, that the critic also reads where others fill the
pack: what a list leaves out is often in the next one, and of five answers that a trial did not label three stood there.
Where ten long passages and these are too many, the least likely ones give way.
"""


class SimilarPassages:
    """Finds passages that could answer a candidate as well as its source chunk does.

    The largest gap of synthetic benchmarks is labels that name only the source chunk. So the critic also reads passages
    from the whole corpus, including chunks that are not eligible as source chunks. One that answers the question, by
    the critic's finding, becomes evidence. The order:

    1. the same places of the page in other languages;
    2. the two passages that share most words with question and answer;
    3. the entry of an option, and rows with a part of the answer;
    4. passages that hold the answer, in the same words or the same numbers and units;
    5. further ones that share words, then those next to the candidate's own.
    """

    def __init__(self, chunks: Sequence[Chunk], facts: CorpusFacts, index: Ranks | None = None) -> None:
        """`index` ranks `chunks` by their texts; without it one is made."""
        self._chunks = chunks
        self._facts = facts
        self._translated = TranslatedPages(chunks)
        self._index = index or Bm25.of([chunk.text for chunk in chunks], language=facts.language)
        self._pages = PagePassages(chunks, self._index)
        self._lines = AnswerLines(chunks, facts, self._index)

    def pack(self, candidate: Candidate, seed: Chunk, size: int) -> tuple[Chunk, ...]:
        """`size` passages, the candidate's own first, then those that may answer it; and those next to its own that are
        not among them, up to four more. All together are no longer than `size` long passages.

        For a list first all passages of its section; of a longer section those next to its own. For an ambiguous
        question sections with the heading of its own, then the passages that the bare question finds, as these may have
        a reading that the writer has not seen.
        The critic sees them in a hashed order. For an unanswerable question: the passages that search finds.
        """
        own = {chunk.id: chunk for chunk in (seed, *self._facts.named(candidate.chunk_ids))}
        if candidate.kind == "unanswerable":  # always searched, since only the search shows that no passage answers
            if size <= 1:
                return _first(A_PACK, own.values(), self._searched(candidate))
            return _first(SEARCHED, own.values(), self._searched(candidate), self._pages.near(own.values()))
        if size <= 1:
            return tuple(own.values())
        found = _first(size, self._answering(candidate, seed, own, size, _AT_LEAST), self._by_lines(candidate))
        if candidate.kind == "ambiguous":
            return found
        every = _first(len(found) + _BESIDE, found, _turns(self._pages.near([chunk]) for chunk in own.values()))
        beside = every[len(found) :]
        return (*found[: max(len(own), fitting(found, room_for(size, every) - total(beside)))], *beside)

    def _answering(
        self, candidate: Candidate, seed: Chunk, own: Mapping[str, Chunk], size: int, at_least: int
    ) -> tuple[Chunk, ...]:
        """`at_least`: passages besides those next to its own, whether or not they hold the answer."""
        if candidate.kind == "ambiguous":  # the long answer would only find the readings that the writer has seen
            asked = self._index.top(candidate.question, 2 * MOST_AT_ONCE)
            return _first(MOST_AT_ONCE, own.values(), self._pages.headed_alike(tuple(own.values())), self._at(asked))
        needed = _first(len(own) + MOST, own.values(), self._translations(candidate, own.values()))
        most = max(size, len(needed))
        if candidate.kind == "list":  # only the whole section shows that the list is complete
            needed = _first(most, needed, self._pages.section(seed))
        searches = _searches(candidate)
        rankings = [self._rankings(asked) for asked in searches]
        likely = [fused(each, 3 * _RANKED, _SMOOTHING) for each in rankings]
        ranked = _turns(self._at(both) for both, *_ in rankings)
        best = _first(max(min(len(needed) + _BEST, most), len(needed)), needed, ranked)
        beside = self._pages.whole(self._facts.named(candidate.chunk_ids))
        worded = _first(min(most, len(best) + _WORDED), best, _turns(self._worded(one, beside) for one in searches))
        holders = _turns(self._holding(one, ranking, beside) for one, ranking in zip(searches, likely, strict=True))
        holding = _first(most, worded, self._with_translations(holders))
        found = _first(max(min(at_least, most), len(holding)), holding, _turns(map(self._at, likely)))
        return _first(min(most, len(found) + _NEAR), found, self._pages.near(own.values()))

    def read(self, candidate: Candidate, pack_size: int) -> tuple[Chunk, ...]:
        """The pack of a candidate; empty where none of its source passages is there any more."""
        own = self._facts.named(candidate.chunk_ids)
        return self.pack(candidate, own[0], pack_size) if own else ()

    def further(self, candidate: Candidate, size: int, read: Sequence[Chunk]) -> tuple[Chunk, ...]:
        """The `size` best passages that the critic has not `read` and that hold none of the candidate's evidence.

        First come those that stand where its evidence, also added evidence, stands on the page in other languages. Up
        to four more are found by their lines, if all together are no longer than `size` long passages.
        """
        own = {chunk.id: chunk for chunk in self._facts.named(candidate.chunk_ids)}
        places = self._translated.of_evidence(evidence.span for evidence in candidate.evidence)
        most = size + len(candidate.evidence) + len(read)
        likely = self._answering(candidate, next(iter(own.values())), own, most, most) if own else ()
        best = _first(size, (), _unread(chain(places, likely), candidate, read))
        more = _first(len(best) + _BY_LINES, best, _unread(self._by_lines(candidate), candidate, read))
        return more[: max(len(best), fitting(more, room_for(size, (*read, *more))))]

    def copies(self, candidate: Candidate, read: Sequence[Chunk]) -> tuple[Chunk, ...]:
        """The passages with a copy of the sentence that answers that are not among those `read` and hold none of the
        candidate's evidence; as many as one call takes.
        """
        found = (each for asked in _searches(candidate) for each in self._lines.alike(asked))
        copies = (chunk for chunk, answering in found if answering)
        return _first(MOST_AT_ONCE, (), _unread(copies, candidate, read))

    def without_gold(self, candidate: Candidate, pack_size: int) -> tuple[Chunk, ...]:
        """The eight passages most likely to answer the candidate that hold none of its evidence."""
        spans = [evidence.span for evidence in candidate.evidence]
        spans += [chunk.span for chunk in self._facts.named(candidate.chunk_ids)]
        read = self.read(candidate, pack_size)
        rest = (chunk for chunk in read if not any(chunk.span.overlaps(span) for span in spans))
        return _first(A_PACK, (), rest, self.further(candidate, A_PACK, read))

    def among(self, candidate: Candidate, chunk_ids: frozenset[str], size: int) -> tuple[Chunk, ...]:
        """The `size` best of the named passages for the candidate's question, of those that its critic would read."""
        searched = self._at(self._index.top(candidate.question, SEARCHED)) if chunk_ids else ()
        return _first(size, (), (chunk for chunk in searched if chunk.id in chunk_ids))

    def _at(self, ranking: Ranked) -> Iterator[Chunk]:
        return (self._chunks[place] for place, _ in ranking)

    def _holding(self, asked: Candidate, likely: Ranked, beside: Sequence[Chunk]) -> Iterator[Chunk]:
        """Passages that hold the whole answer: all where few have its words, the most likely ones, those of the
        evidence's pages, then those with the question's rare words.
        """
        yield from self._few_holding(asked)
        parts = [(part.text, *part.short_answers) for part in asked.said]
        for chunk in self._at(likely):
            if all(any(holds(chunk.text, text) for text in texts) for texts in parts):
                yield chunk
        yield from _naming(asked, beside)
        yield from possible_answers(asked, self._facts, A_PACK)

    def _few_holding(self, asked: Candidate) -> Iterator[Chunk]:
        """The passages with all words of the answer, or with a measure as settings write it ("300" for "5 minutes"),
        where few have them: of the question's words a line such as `poll = 300` need not have any.
        """
        if len(asked.said) != 1:
            return
        (part,) = asked.said
        language = self._facts.language
        for text in (part.text, *part.short_answers):
            for form in (text, *notations(text, language)):
                numbers = self._facts.holding(content_words(form, language))
                if len(numbers) <= _FEW_HOLD:
                    yield from (self._chunks[number] for number in sorted(numbers))

    def _by_lines(self, candidate: Candidate) -> Iterator[Chunk]:
        """Passages with a copy of the candidate's evidence, with its answer in one line, and with lines that are like
        its evidence and lack the answer's words, in this order.
        """
        searches = _searches(candidate)
        alike = [each for asked in searches for each in self._lines.alike(asked)]
        yield from (chunk for chunk, answering in alike if answering)
        yield from _turns(map(self._lines.best, searches))
        yield from (chunk for chunk, answering in alike if not answering)

    def _worded(self, asked: Candidate, beside: Sequence[Chunk]) -> Iterator[Chunk]:
        """Passages with the words of the answer in any order in sections that a word of the question is the heading of,
        as an option's entry; and rows of the evidence's pages, `beside`, with a cell that is a part of it: "both" of
        "both videos".
        """
        stems = {stem for part in asked.said for stem in content_words(part.text, self._facts.language)}
        holding = self._facts.holding(stems)
        for word in dict.fromkeys(words(asked.question) if holding else ()):
            sections = self._pages.headed(word) if len(word) >= _A_NAME else []
            if len(sections) <= _MOST_NAMED:
                yield from (chunk for chunk in sections if self._pages.numbers[chunk.id] in holding)
        if len(asked.said) != 1:  # cells with "no" and "yes", the sides of a comparison, are in every row
            return
        (part,) = asked.said
        answers = [answer_tokens(text, self._facts.language) for text in (part.text, *part.short_answers)]
        rows = {self._pages.numbers[chunk.id] for chunk in beside if _has_cell(chunk.text, answers)}
        yield from self._at(self._index.top(asked.question, _WORDED, rows)) if rows else ()

    def _rankings(self, asked: Candidate) -> Sequence[Ranked]:
        """Passages by question and answer together and by each alone.

        By both together the many words of a question hide a passage that only names the answer.
        """
        queries = (f"{asked.question} {asked.answer}", asked.question, asked.answer)
        return [self._index.top(query, _RANKED) for query in queries]

    def _translations(self, candidate: Candidate, own: Iterable[Chunk]) -> Iterator[Chunk]:
        """The same place of the page in other languages; of each hop the most likely one."""
        spans = [evidence.span for evidence in candidate.evidence]
        for chunk in own:
            yield from islice(self._translated.beside(chunk, spans), 1 if candidate.hops else MOST)

    def _with_translations(self, holding: Iterable[Chunk]) -> Iterator[Chunk]:
        """Each passage that holds the answer, and the same place of its page in other languages behind it."""
        for chunk in holding:
            yield chunk
            yield from islice(self._translated.beside(chunk, ()), 1)

    def _searched(self, candidate: Candidate) -> Iterator[Chunk]:
        """The best passages by the question, by the question with the tempting answer, and by its names, in turns.

        The names alone find code: by all words of the question a page of prose comes first.
        """
        tempting = candidate.near_miss.wrong_answer if candidate.near_miss else ""
        names = Names.of(candidate.question, self._facts.language).tokens
        queries = (candidate.question, f"{candidate.question} {tempting}", " ".join(sorted(names)))
        return _turns(self._at(self._index.top(query, _RANKED)) for query in queries)


def _searches(candidate: Candidate) -> Sequence[Candidate]:
    """What passages are searched for: the question and its answer; of a question of several hops, those of each hop."""
    if not candidate.hops:
        return (candidate,)
    return tuple(
        replace(candidate, kind="factoid", question=hop.question, answer=hop.answer, components=(component,), hops=())
        for hop, component in zip(candidate.hops, candidate.components, strict=False)
    )


def _naming(asked: Candidate, beside: Iterable[Chunk]) -> Iterator[Chunk]:
    """Passages of the evidence's pages that have the answer, where it is a name of code letter by letter.

    Search takes `props.uploadImage` as one word, and does not find it by `uploadImage`.
    """
    names = [part.text.strip("` ") for part in asked.said]
    is_code = all(is_identifier(name) and len(name) >= _A_NAME for name in names)
    for chunk in beside if names else ():
        if all(name in chunk.text if is_code else holds(chunk.text, name) for name in names):
            yield chunk


def _unread(chunks: Iterable[Chunk], candidate: Candidate, read: Sequence[Chunk]) -> Iterator[Chunk]:
    """The chunks that are not among those `read` and hold none of the candidate's evidence."""
    spans = [*(evidence.span for evidence in candidate.evidence), *(chunk.span for chunk in read)]
    return (chunk for chunk in chunks if not any(chunk.span.overlaps(span) for span in spans))


def _has_cell(text: str, answers: Sequence[Sequence[str]]) -> bool:
    """Whether a row of a table has a cell that is an answer or a part of one."""
    cells = (answer_tokens(cell) for line in text.split("\n") if "|" in line for cell in line.split("|")[1:])
    return any(cell and contains(answer, cell) for cell in cells for answer in answers)


def _turns(sources: Iterable[Iterable[Chunk]]) -> Iterator[Chunk]:
    """The first of each source, then the second of each, and so on."""
    for row in zip_longest(*sources):
        yield from (chunk for chunk in row if chunk is not None)


def _first(most: int, own: Iterable[Chunk], *sources: Iterable[Chunk]) -> tuple[Chunk, ...]:
    """All of `own`, then the first chunks of the other sources up to `most`, each once, none that repeats another."""
    found = {chunk.id: chunk for chunk in own}
    news = chain.from_iterable(sources)
    # looked at before the next one is asked for: a source may search for its first chunk
    while len(found) < most and (chunk := next(news, None)) is not None:
        if chunk.id not in found and not any(_repeats(chunk, other) for other in found.values()):
            found[chunk.id] = chunk
    return tuple(found.values())


def _repeats(one: Chunk, other: Chunk) -> bool:
    """Whether the chunks share more than half of the shorter one. Neighbours of a long section share a few lines."""
    return one.overlaps(other) and one.span.shared(other.span) > _MOST_SHARED * min(len(one.text), len(other.text))
