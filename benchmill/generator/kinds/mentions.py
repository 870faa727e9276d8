"""Chunks and their readings -> Mentions: what each section says of which name, as numbers, for ambiguous questions."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmill.generator.kinds.mixed_up import Sharing
from benchmill.generator.kinds.names import is_lesson
from benchmill.generator.kinds.pages import Reading
from benchmill.records import Chunk
from benchmill.records.identity import fingerprint
from benchmill.records.units import UNITS
from benchmill.records.words import content_words, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MEASURED = re.compile(r"(?P<number>\d[\d.,]*)[ \t]?(?P<unit>%|°?[^\W\d_]{1,12})(?![^\W_])")
_VALUE = re.compile(r"`[^`\n]{1,40}`|\d[\d.,]*")

WIDTHS = {"names": 1, "told": 6, "words": 2}
"""How many numbers a row has."""


@dataclass(frozen=True, slots=True)
class PageMentions:
    """The first mention of each name in each section, one row each.

    `names` has a hash of the name, of a heading that of its words. A row of `told` is the place of the chunk among the
    chunks given, the Sharing, a hash of the language, whether what is said can be an answer, and where that begins and
    ends in the chunk. `spelled` are the names. A row of `words` is the hash of a heading and that of one of its words.
    """

    names: array[int] = field(default_factory=lambda: array("Q"))
    told: array[int] = field(default_factory=lambda: array("I"))
    words: array[int] = field(default_factory=lambda: array("Q"))
    spelled: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, chunks: Iterable[Chunk], readings: Iterable[Reading], eligible: Set[str]) -> PageMentions:
        """`chunks` are all chunks of one document or of several, `eligible` the ids of the source chunks."""
        found, taken = cls(), set[tuple[object, ...]]()
        for place, (chunk, reading) in enumerate(zip(chunks, readings, strict=True)):
            if chunk.id in eligible and not is_lesson(chunk):
                language = _half(reading.language) if reading.language else 0
                for sharing, name, section, told in _said(chunk, reading):
                    if (mark := (sharing, name, chunk.document_id, section)) not in taken:
                        taken.add(mark)
                        start = chunk.text.index(told)
                        answers = bool(values(told)) or (sharing is Sharing.EXPLAINED and _is_flag(name, told))
                        found.names.append(found._hash(name) if sharing is Sharing.IN_HEADING else fingerprint(name))
                        found.told.extend((place, sharing, language, answers, start, start + len(told)))
                        found.spelled.append(name)
        return found

    def _hash(self, heading: str) -> int:
        own = sorted(set(content_words(heading)))
        number = fingerprint(*own)
        for word in own:
            self.words.extend((number, fingerprint(word)))
        return number


def _said(chunk: Chunk, reading: Reading) -> Iterator[tuple[Sharing, str, tuple[str, ...], str]]:
    """How a name is shared, the name, the headings below which it has one meaning, and what is said of it."""
    for name, told in reading.explained.items():
        # a flag has one meaning below the heading of its command
        section = chunk.headings if name.startswith("`-") else chunk.headings[:-1]
        for sharing in (Sharing.EXPLAINED, Sharing.ABOUT):
            yield sharing, name.strip("`"), section, told
    if chunk.headings:
        heading = chunk.headings[-1]
        if reading.has_facts:
            yield Sharing.ABOUT, " ".join(words(heading)), chunk.headings[:-1], chunk.text
        yield Sharing.IN_HEADING, heading, chunk.headings, chunk.text


def _is_flag(name: str, told: str) -> bool:
    """Whether an entry or a section explains a flag; a sentence that begins with it speaks of the command above it."""
    return name.startswith("-") and not told.lstrip("`*([ ").startswith(name)


def _half(text: str) -> int:
    """32 bits of a hash, never 0."""
    return fingerprint(text) >> 32 or 1


def values(told: str) -> frozenset[str]:
    """What an explanation says that an answer can be: measured values, else other numbers and names in code font."""
    rest = frozenset(f"{'code' if said[0] == '`' else 'number'} {said}" for said in _VALUE.findall(told))
    return _measures(told) or rest


def _measures(text: str) -> frozenset[str]:
    """The measured values of a text, each after its base unit."""
    found = ((UNITS.get(match["unit"].casefold()), match.group()) for match in _MEASURED.finditer(text))
    return frozenset(f"{unit[1]} {said}" for unit, said in found if unit)


@dataclass(frozen=True, eq=False)
class Mentions:
    """The rows of all documents, in the order of the chunks; `numbers` has the number of each row's chunk."""

    chunks: Sequence[Chunk]
    numbers: NDArray[np.int64]
    names: NDArray[np.uint64]
    told: NDArray[np.uint32]
    words: NDArray[np.uint64]
    spelled: Callable[[int], str]

    @classmethod
    def of(cls, chunks: Sequence[Chunk], readings: Iterable[Reading], eligible: Set[str]) -> Mentions:
        import numpy as np

        found = PageMentions.of(chunks, readings, eligible)
        names, told = np.array(found.names, np.uint64), np.array(found.told, np.uint32).reshape(-1, WIDTHS["told"])
        words = np.array(found.words, np.uint64).reshape(-1, WIDTHS["words"])
        return cls(chunks, told[:, 0].astype(np.int64), names, told, words, found.spelled.__getitem__)

    def sharing(self, sharing: Sharing) -> NDArray[np.int64]:
        """The rows of one Sharing."""
        import numpy as np

        return np.flatnonzero(self.told[:, 1] == sharing)

    @property
    def languages(self) -> NDArray[np.uint32]:
        """For each row a hash of the language of its chunk; 0 where the chunk is too short to show one."""
        return self.told[:, 2]

    @property
    def can_answer(self) -> NDArray[np.uint32]:
        """For each row whether its words can be an answer."""
        return self.told[:, 3]

    def chunk(self, row: int) -> Chunk:
        return self.chunks[int(self.numbers[row])]

    def words_of(self, row: int) -> str:
        """What the section says of the name."""
        start, end = self.told[row, 4:].tolist()
        return self.chunk(row).text[start:end]
