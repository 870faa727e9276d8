"""A question and its answer -> the passages with a line that has the answer's words, or a copy of its evidence.

Search ranks passages by all their words. The answer may be one row of a table, one entry of a release note or one
sentence of a long page: such a passage comes behind others that say much about the subject and do not answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from benchmill.critique.checks import CorpusFacts
from benchmill.growing.page_passages import Ranks
from benchmill.records import AnswerComponent, Candidate, Chunk
from benchmill.records.names import is_identifier
from benchmill.records.sentences import sentences
from benchmill.records.words import content_words, stem

_READ = 40
"""Passages whose lines are read: the likeliest by the question's words, or by those of the evidence."""
_ENTRIES = 2  # of a list, or all where it has fewer: the rows of a long list stand in several passages
_ABOUT = 0.1
"""The share of a question's words, weighed by how rare they are, that a line with the answer has."""
_COPIED, _FEWEST = 0.75, 5
"""The share of the stems of a sentence of the evidence that its copy has, and how many a sentence must have."""

_REMARK = re.compile(r"\s*[(（][^()（）]*[)）]")
_WORD = re.compile(r"[\w.@$-]+")

Stems = frozenset[str]


class AnswerLines:
    """Reads passages line by line: the likeliest of those that have the words of an answer anywhere."""

    def __init__(self, chunks: Sequence[Chunk], facts: CorpusFacts, index: Ranks) -> None:
        self._chunks, self._facts, self._index = chunks, facts, index

    def best(self, asked: Candidate) -> Iterator[Chunk]:
        """Passages with a line that has the answer's words and some of the question's, or with some entries of a list
        and such words, or all entries; best first. Headings say what a line is about, too.
        """
        if asked.kind != "list" and len(asked.said) > 1:  # the steps, sides and readings are said in many words
            return
        language = self._facts.language
        parts = [[_distinctive(text, language) for text in _texts(part)] for part in asked.said]
        answer = {each for part in asked.said for text in _texts(part) for each in content_words(text, language)}
        question = frozenset(content_words(asked.question, language)) - answer
        held = Counter(number for texts in parts for number in self._holding(texts))
        likely = {number for number, entries in held.items() if entries >= min(_ENTRIES, len(parts))}
        scores = {
            number: self._score(self._chunks[number], parts, question)
            for number, _ in (self._index.top(asked.question, _READ, likely) if likely else ())
        }
        for number in sorted(filter(scores.get, scores), key=lambda one: (-scores[one], one)):
            yield self._chunks[number]
            for beside in (number - 1, number + 1) if len(parts) > 1 else ():  # a long list goes over several passages
                if held[beside] and self._chunks[beside].document_id == self._chunks[number].document_id:
                    yield self._chunks[beside]

    def alike(self, asked: Candidate) -> Iterator[tuple[Chunk, bool]]:
        """Passages with nearly all words of the sentence that answers, in one line or in two that follow, and whether
        these have the answer's words, too: "off by default" is "disabled by default".
        """
        language = self._facts.language
        if len(asked.said) != 1:  # entries and steps are short, and other lists have the same ones
            return
        (part,) = asked.said
        answers = [stems for text in _texts(part) if (stems := _distinctive(text, language))]
        is_number = any(each[0].isdigit() for stems in answers for each in stems)  # another one is another answer
        for quote in part.quotes:
            said = [
                line for line in _lines(quote, language) if len(line) >= _FEWEST and _has_one(line, answers, language)
            ]
            for number, _ in self._index.top(quote, _READ) if said else ():
                lines = _lines(self._chunks[number].text, language)
                pairs = [one | other for one, other in zip(lines, (*lines[1:], frozenset()), strict=True)]
                near = [pair for pair in pairs if any(len(own & pair) >= _COPIED * len(own) for own in said)]
                answering = any(_has_one(pair, answers, language) for pair in near)
                if near and (answering or not is_number):
                    yield self._chunks[number], answering

    def _holding(self, texts: Iterable[Stems]) -> set[int]:
        """Numbers of the passages that have all words of one of the texts."""
        return {number for stems in texts for number in self._facts.holding(stems)}

    def _score(self, chunk: Chunk, parts: Sequence[Collection[Stems]], question: Stems) -> float:
        lines = _lines(chunk.text, self._facts.language)
        above = frozenset(content_words("\n".join(chunk.headings), self._facts.language))
        if len(parts) > 1:  # a list goes over many lines
            lines = (frozenset().union(*lines),)
        return max((self._line_score(line, above, parts, question) for line in lines), default=0.0)

    def _line_score(self, line: Stems, above: Stems, parts: Sequence[Collection[Stems]], question: Stems) -> float:
        said = [max(self._share(stems, line | above) for stems in texts) for texts in parts]
        about = (self._share(question, line) + self._share(question, line | above)) / 2
        has_all, is_about = min(said) == 1, about >= _ABOUT
        counts = has_all or is_about if len(parts) > 1 else has_all and is_about
        return sum(said) / len(said) * (1 + about) if counts else 0.0

    def _share(self, wanted: Stems, there: Stems) -> float:
        """The share of the idf mass of the `wanted` stems that is `there`."""
        return self._facts.mass(wanted & there) / (self._facts.mass(wanted) or 1.0)


def _texts(part: AnswerComponent) -> Sequence[str]:
    return (part.text, *part.short_answers)


def _has_one(line: Stems, answers: Iterable[Stems], language: str) -> bool:
    """Whether the line has all stems of one of the answers; of `guide.rst` also those without its ending."""
    return any(all({each, stem(each.rpartition(".")[0], language)} & line for each in stems) for stems in answers)


def _distinctive(text: str, language: str) -> Stems:
    """The stems of the names and numbers in an answer, without its remarks in brackets; of all words if it has none.

    Nothing of Chinese or Japanese words: their characters stand in many other words.
    """
    bare = _REMARK.sub("", text).strip() or text
    names = [word for word in _WORD.findall(bare) if is_identifier(word) or any(map(str.isdigit, word))]
    stems = content_words(" ".join(names), language) or content_words(bare, language)
    return frozenset(stems) if any(len(each) > 1 for each in stems) else frozenset()


@lru_cache(maxsize=4096)  # the passages that one candidate needs are often those of a later one
def _lines(text: str, language: str) -> tuple[Stems, ...]:
    """The stems of each sentence, row or entry."""
    return tuple(frozenset(content_words(text[start:end], language)) for start, end in sentences(text))
