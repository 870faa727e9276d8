"""Chunks -> what each name means where: the chunk that explains a name, or that a link leads to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from benchmill.generator.kinds.anchors import anchors_of, plain_anchor
from benchmill.generator.kinds.names import (
    Spoken,
    Use,
    code_name,
    phrase_of,
    says_something,
    used,
)
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.respects import terms
from benchmill.generator.kinds.sections import TABLE_ROW
from benchmill.records import Chunk
from benchmill.records.page_names import may_lead_to, page_name
from benchmill.records.sentences import prose_sentences
from benchmill.records.words import words

_COMMON, _FEW = 0.02, 5
MOST_EXPLANATIONS = 2
"""A name that more sections explain is no name of one thing."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The chunk that explains a name, and the words that do so; `words` is None where all of the chunk does.

    `defines` is the sentence that says what the name is, where it is known.
    """

    chunk: Chunk
    words: str | None = None
    defines: str = ""

    @property
    def told(self) -> str:
        """The words that explain the name."""
        return self.chunk.text if self.words is None else self.words


class Book:
    """What each name means where: the names that chunks explain and use, and the chunks that links lead to."""

    def __init__(self, chunks: Sequence[Chunk], rank: Mapping[str, int], readings: Mapping[str, Reading]) -> None:
        self.explained = {name: reading.explained for name, reading in readings.items()}
        self._by_name: dict[str, dict[object, Explanation]] = defaultdict(dict)
        self._pages: dict[tuple[str, str], Chunk] = {}
        self._headings: dict[str, list[Chunk]] = defaultdict(list)
        for chunk in chunks:
            if chunk.id in rank:
                self._enter_heading(chunk)
        self._begin = {pair for phrase in self._by_name for pair in list(pairwise(phrase.split()))[:1]}
        self.uses: dict[str, tuple[Use, ...]] = {}
        counted: Counter[str] = Counter()
        for name, reading in readings.items():
            found = tuple(used(reading.spoken, self._by_name.keys(), self._begin))
            counted.update({use.name for use in found})
            if name in rank:  # of other chunks only the names count: their sentences need not be kept
                self.uses[name] = found
        self._common = {name for name, count in counted.items() if count > most_uses(len(chunks))}
        self.languages = {name: reading.language for name, reading in readings.items()}

    def explanation(self, use: Use, chunk: Chunk) -> Explanation | None:
        """The eligible chunk that explains what the sentence names, or None where there is none or more than two."""
        if use.page is not None:
            target = self._linked(use, chunk)
            return Explanation(target) if target and is_about(use, target) else None
        if use.name in self._common:
            return None
        every = self._by_name.get(use.name, {}).values()
        # one more than may be is enough: a heading such as "Remarks" is in half of all files
        sections = list(
            islice((found for found in every if self.are_in_one_language(found.chunk, chunk)), MOST_EXPLANATIONS + 1)
        )
        if not 0 < len(sections) <= MOST_EXPLANATIONS:
            return None
        own = [found for found in sections if found.chunk.document_id == chunk.document_id]
        return (own or sections)[0]

    def headings_in(self, chunk: Chunk) -> Iterator[Use]:
        """The headings that the chunk names anywhere, also in entries and rows."""
        every = (*prose_sentences(chunk.text), *TABLE_ROW.findall(chunk.text))
        spoken = (Spoken(said, (), " ".join(words(said))) for said in every)
        return used(spoken, self._by_name.keys(), self._begin)

    def are_in_one_language(self, one: Chunk, other: Chunk) -> bool:
        """Whether two passages are in one language: a folder may have each page in several."""
        first, second = self.languages[one.id], self.languages[other.id]
        return first == second or not first or not second

    def _enter_heading(self, chunk: Chunk) -> None:
        page, heading = page_name(chunk.document_id), plain_heading(*chunk.headings[-1:])
        for anchor in ("", heading, *anchors_of(chunk)):
            self._pages.setdefault((page, anchor), chunk)
        if chunk not in self._headings[heading][:1]:
            self._headings[heading].append(chunk)
        if phrase := headed_by(chunk, self.explained[chunk.id]):
            self._by_name[phrase].setdefault(section_of(chunk), Explanation(chunk))

    def _linked(self, use: Use, chunk: Chunk) -> Chunk | None:
        anchor = plain_anchor(use.anchor)
        if use.page or not anchor:
            page = page_name(use.page or "")
            return self._pages.get((page, anchor)) if anchor else self._pages.get((page, ""))
        here = self._pages.get((page_name(chunk.document_id), anchor))
        elsewhere = self._headings.get(anchor, [])
        return here or (elsewhere[0] if len({section_of(each) for each in elsewhere}) == 1 else None)


def most_uses(chunks: int) -> float:
    """A name that more of the chunks use links nothing."""
    return max(_FEW, _COMMON * chunks)


def headed_by(chunk: Chunk, explained: Container[str]) -> str:
    """The phrase that the chunk's heading is; empty where the chunk explains it as a name in code font."""
    phrase = phrase_of(chunk)
    return phrase if phrase and code_name(phrase) not in explained else ""


def is_one_word(use: Use) -> bool:
    """Whether the name is one word without a mark, which may only be a word here."""
    return use.page is None and " " not in use.name and not use.name.startswith("`")


def is_about(link: Use, target: Chunk) -> bool:
    """Whether a link may lead to the target, and its text names what that is about, not "here" or "the page"."""
    text, path = link.name, target.document_id
    said, named = terms(text), terms(" ".join((*target.headings[-1:], page_name(path))))
    # a translated page may keep the name of its file, and the heading of a page's beginning says little
    is_named = bool(said & named) or (bool(said) and text.casefold() in target.text.casefold())
    return is_named and 0 < len(words(text)) <= 6 and may_lead_to(link.page or "", path) and says_something(target.text)


def plain_heading(heading: str = "") -> str:
    """The words of a heading, as the anchor of a link has them."""
    return " ".join(words(heading))


def section_of(chunk: Chunk) -> tuple[str, tuple[str, ...]]:
    """The document and the heading path of a chunk."""
    return chunk.document_id, chunk.headings
