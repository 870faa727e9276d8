"""Chunks and documents -> CorpusFacts: how common each stem is, which chunks hold it, what the corpus is about."""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from benchmill.records.corpus import Chunk, Document
from benchmill.records.languages import language_of
from benchmill.records.page_names import unversioned
from benchmill.records.words import Stems, stem, words

# Nouns from the headings of any text. Headings do not make them terms of a product; only code font does.
_STRUCTURAL_TEXT = """
    article chapter code context example excerpt guide manual paragraph passage readme section snippet text
    tutorial abschnitt anleitung artikel beispiel kapitel leitfaden textes exemple chapitre ejemplo capítulo
    guía texto"""
_STRUCTURAL = frozenset(_STRUCTURAL_TEXT.split())
_PRODUCT_SHARE = 0.01
_PRODUCT_CHUNKS = 3


class StemIndex(Protocol):
    """Which chunks have a stem in their text or headings."""

    def places(self, stem: str) -> Sequence[int]:
        """Numbers of the chunks that have `stem`, ascending."""

    def df(self, stem: str) -> int:
        """How many chunks these are."""

    def stems_by_df(self) -> Mapping[int, int]:
        """Number of chunks -> how many stems are in so many chunks."""


@dataclass(frozen=True)
class CorpusFacts:
    """What the checks know of the corpus. One pass builds it; checking a question then takes microseconds."""

    chunks: Sequence[Chunk]
    documents: Mapping[str, Document]
    language: str
    stems: StemIndex
    known_numbers: Mapping[str, int] | None = None
    """The number of each chunk, by its id, where it is known."""

    @classmethod
    def of(cls, chunks: Sequence[Chunk], documents: Iterable[Document], language: str = "") -> CorpusFacts:
        """The facts of a corpus; an empty `language` means the language of most chunks, by stop words."""
        code = language_of([chunk.text for chunk in chunks], language)
        return cls(chunks, {document.id: document for document in documents}, code, _Counted(chunks, code))

    def __len__(self) -> int:
        return len(self.chunks)

    def title(self, document_id: str) -> str:
        document = self.documents.get(document_id)
        return document.title if document else ""

    def named(self, chunk_ids: Iterable[str]) -> list[Chunk]:
        """The chunks with these ids; unknown ids are left out."""
        return [self.chunks[self.numbers[each]] for each in chunk_ids if each in self.numbers]

    def df(self, stem: str) -> int:
        """Chunks that hold `stem`, headings included."""
        return self.stems.df(stem)

    def idf(self, stem: str) -> float:
        """BM25's ln(1 + (N - df + 0.5) / (df + 0.5)): positive, and largest for a stem that no chunk holds."""
        df = self.df(stem)
        return math.log(1 + (len(self.chunks) - df + 0.5) / (df + 0.5))

    def mass(self, stems: Iterable[str]) -> float:
        """The sum of the idf of distinct stems."""
        return sum(self.idf(stem) for stem in sorted(set(stems)))

    def places(self, stem: str) -> Sequence[int]:
        """Numbers of the chunks that hold `stem`, ascending."""
        return self.stems.places(stem)

    def holding(self, stems: Iterable[str]) -> set[int]:
        """Numbers of the chunks that hold all the stems; empty for no stems."""
        rarest_first = sorted(set(stems), key=self.df)
        if not rarest_first:
            return set()
        found = set(self.places(rarest_first[0]))
        for each in rarest_first[1:]:
            if not found:
                break
            found.intersection_update(self.places(each))
        return found

    def idf_percentile(self, percent: int) -> float:
        """The idf below which `percent` of the corpus's content words are; each word counts once a chunk."""
        running = 0.0
        for df, mass in reversed(self._mass_by_df):
            running += mass
            if running * 100 >= percent * self._mass:
                return math.log(1 + (len(self.chunks) - df + 0.5) / (df + 0.5))
        return 0.0

    def is_product_term(self, noun: str) -> bool:
        """Whether a word names a thing of the product: code font or a heading has it in over 1 % of chunks."""
        word = re.compile(rf"\b{re.escape(noun)}s?\b(?!\.)", re.IGNORECASE)
        needed = max(_PRODUCT_CHUNKS, math.ceil(_PRODUCT_SHARE * len(self.chunks)))
        code = re.compile(rf"`[^`\n]{{0,60}}\b{re.escape(noun)}s?\b(?!\.)[^`\n]{{0,60}}`", re.IGNORECASE)
        seen = 0
        for number in self.places(stem(noun.casefold(), self.language)):
            chunk = self.chunks[number]
            headed = noun.lower() not in _STRUCTURAL and any(word.search(heading) for heading in chunk.headings)
            seen += headed or bool(code.search(chunk.text))
            if seen >= needed:
                return True
        return False

    @cached_property
    def versions(self) -> Mapping[str, Sequence[str]]:
        """Pages that there are for several versions, by their path without one."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in self.documents:
            found[unversioned(name)].append(name)
        return {path: names for path, names in found.items() if len(names) > 1}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each chunk, by its id."""
        return self.known_numbers or {chunk.id: number for number, chunk in enumerate(self.chunks)}

    @cached_property
    def _mass_by_df(self) -> list[tuple[int, int]]:
        return [(df, df * stems) for df, stems in sorted(self.stems.stems_by_df().items())]

    @cached_property
    def _mass(self) -> int:
        return sum(mass for _, mass in self._mass_by_df)


class _Counted:
    """The stems of all chunks, counted in one pass: about 50 MB for 60,000 chunks of 45 MB text."""

    def __init__(self, chunks: Sequence[Chunk], language: str) -> None:
        self._places: dict[str, array[int]] = {}
        stems = Stems(language)
        for number, chunk in enumerate(chunks):
            for found in {stems[word] for word in set(words("\n".join((*chunk.headings, chunk.text))))}:
                try:
                    self._places[found].append(number)
                except KeyError:
                    self._places[found] = array("I", (number,))
        self._places.pop("", None)

    def places(self, stem: str) -> Sequence[int]:
        return self._places.get(stem, array("I"))

    def df(self, stem: str) -> int:
        return len(self._places.get(stem, ()))

    def stems_by_df(self) -> Mapping[int, int]:
        return Counter(map(len, self._places.values()))
