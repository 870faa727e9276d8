"""Chunks -> pairs for multi-hop questions: the first passage uses a name or a link, the second explains it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, pairwise
from posixpath import splitext

from benchmill.generator.kinds.names import (
    Spoken,
    Use,
    code_name,
    definition,
    is_identifier,
    is_of_lesson,
    is_proper,
    links_in,
    phrase_of,
    says_something,
    used,
)
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.records import Chunk
from benchmill.records.identity import fingerprint
from benchmill.records.languages import detect
from benchmill.records.words import content_words, words

_COMMON, _FEW = 0.02, 5  # a name that more than this share of the chunks uses, and more than a few, links nothing
_MOST_EXPLANATIONS = 2  # a name that more sections explain is no name of one thing
_PAIRS_A_CHUNK = 2
_TASKS_ABOUT_A_CHUNK = 2
_WEAKER_A_CHUNK = 4  # weaker pairs that begin with a chunk, and as many that end with it
_PLENTY = 500  # nobody needs weaker pairs where so many of the best are
_SHORTEST_WORD = 6  # letters of a heading of one word that a weaker pair may be about
_MOST_PLACES = 6  # sections that explain the name of a weaker pair
_MOST_KNOWN = 0.4  # share of a sentence's words that the explanation of its name may hold, too
_FEWEST_NEW = 3  # words that the explanation has and the first passage does not
_FACT = re.compile(r"\d|`[^`\n]+`")
_INDEX = ("index", "readme", "_index")
_NO_TASK = 255  # the weakness of a pair that makes no question


@dataclass(frozen=True, slots=True)
class _Explanation:
    chunk: Chunk
    words: str | None  # None: all of the chunk
    is_code: bool

    @property
    def told(self) -> str:
        return self.chunk.text if self.words is None else self.words


def multi_hop_tasks(
    chunks: Sequence[Chunk],
    rank: Mapping[str, int],
    readings: Mapping[str, Reading],
    known: MutableMapping[int, int] | None = None,
) -> Iterator[WritingTask]:
    """Tasks on pairs whose first chunk has a sentence with a name, or a link, that the second chunk explains.

    A new number or name in code font is what a question can ask for: without one, `task.weak` is larger.
    The weaker pairs follow, whose first chunk only points to the second, or names its heading: see weaker.py.
    `known` has how weak pairs are, by a hash of what it follows from; the new ones are added.
    """
    book = _Book(chunks, rank, readings)
    pairs = _Pairs(book, {} if known is None else known)
    own = sorted((chunk for chunk in chunks if chunk.id in rank), key=lambda chunk: rank[chunk.id])
    best = [task for chunk in own for task in pairs.of(chunk, book.uses[chunk.id], book.explanation)]
    yield from best
    if len(best) < _PLENTY:
        for chunk in own:
            uses = (*book.uses[chunk.id], *links_in(chunk), *book.phrases_in(chunk))
            yield from pairs.of(chunk, uses, book.weaker_explanation, least=WEAKER)


@dataclass
class _Pairs:
    """The pairs so far: no pair, no name of a chunk, and no chunk is asked about too often."""

    book: _Book
    known: MutableMapping[int, int]
    pairs: set[frozenset[str]] = field(default_factory=set)
    named: set[tuple[str, str]] = field(default_factory=set)
    about: Counter[str] = field(default_factory=Counter)
    beginning: Counter[str] = field(default_factory=Counter)

    def of(
        self,
        chunk: Chunk,
        uses: Iterable[Use],
        explanation: Callable[[Use, Chunk], _Explanation | None],
        least: int = 0,
    ) -> Iterator[WritingTask]:
        """The tasks that begin with this chunk, best first."""
        found: list[tuple[int, int, str, Chunk]] = []
        for use in uses:
            other = explanation(use, chunk)
            if other and not _same_section(chunk, other.chunk) and use.name not in self.book.explained[chunk.id]:
                weak = self._weakness(use, chunk, other, least)
                if weak != _NO_TASK:
                    found.append((weak, len(found), use.name, other.chunk))
        for weak, _, name, target in sorted(found, key=lambda entry: entry[:2]):
            pair = frozenset((chunk.id, target.id))
            fresh = pair not in self.pairs and (least > 0 or (target.id, name) not in self.named)
            most = (_WEAKER_A_CHUNK, _WEAKER_A_CHUNK) if least else (_PAIRS_A_CHUNK, _TASKS_ABOUT_A_CHUNK)
            free = self.beginning[chunk.id] < most[0] and self.about[target.id] < most[1]
            if fresh and free:
                self.pairs.add(pair)
                self.named.add((target.id, name))
                self.about[target.id] += 1
                self.beginning[chunk.id] += 1
                yield WritingTask("multi_hop", (chunk, target), name, weak=weak)

    def _weakness(self, use: Use, chunk: Chunk, other: _Explanation, least: int) -> int:
        """How weak a question the pair makes. It follows from a few texts, so only new texts are looked at."""
        is_term = not least and use.page is None and not other.is_code and not is_identifier(use.name)
        german = is_term and self.book.languages[other.chunk.id] == "de"
        marks = (least, is_term, german, other.is_code, use.page is None, other.words is None)
        texts = (use.name, use.sentence, other.words or "")
        key = fingerprint(f"{marks} {other.chunk.fingerprint} {chunk.fingerprint}", *texts)
        try:
            return self.known[key]
        except KeyError:
            explanation = _term(use, other, german=german) if is_term else other
            self.known[key] = weak = _NO_TASK if explanation is None else _weakness(use, chunk, explanation, least)
            return weak


class _Book:
    """What each name means where: the names that chunks explain and use, and the chunks that links lead to."""

    def __init__(self, chunks: Sequence[Chunk], rank: Mapping[str, int], readings: Mapping[str, Reading]) -> None:
        self.explained = {name: reading.explained for name, reading in readings.items()}
        self._by_name: dict[str, dict[object, _Explanation]] = defaultdict(dict)
        self._pages: dict[tuple[str, str], Chunk] = {}
        self._headings: dict[str, list[Chunk]] = defaultdict(list)
        for chunk in chunks:
            for name, told in self.explained[chunk.id].items():
                self._by_name[name].setdefault(_section(chunk), _Explanation(chunk, told, is_code=True))
            if chunk.id in rank:
                self._enter_heading(chunk)
        self._phrases = {name for name in self._by_name if not name.startswith("`")}
        self._begin = {pair for phrase in self._phrases for pair in list(pairwise(phrase.split()))[:1]}
        self.uses: dict[str, tuple[Use, ...]] = {}
        counted: Counter[str] = Counter()
        for name, reading in readings.items():
            found = tuple(used(reading.spoken, self._phrases, self._begin))
            counted.update({use.name for use in found})
            if name in rank:  # of other chunks only the names count: their sentences need not be kept
                self.uses[name] = found
        self._common = {name for name, count in counted.items() if count > max(_FEW, _COMMON * len(chunks))}
        self._rank = rank
        self.languages = {name: reading.language for name, reading in readings.items()}

    def explanation(self, use: Use, chunk: Chunk) -> _Explanation | None:
        """The eligible chunk that explains what the sentence names, or None where there is none or more than two."""
        if use.page is not None:
            target = self._linked(use, chunk)
            return _Explanation(target, None, is_code=False) if target and _is_about(use.name, target) else None
        if use.name in self._common:
            return None
        every = self._by_name.get(use.name, {}).values()
        # one more than may be is enough: a heading such as "Remarks" is in half of all files
        sections = list(
            islice((found for found in every if self._same_language(found.chunk, chunk)), _MOST_EXPLANATIONS + 1)
        )
        if not 0 < len(sections) <= _MOST_EXPLANATIONS:
            return None
        own = [found for found in sections if found.chunk.document_id == chunk.document_id]
        best = (own or sections)[0]
        if best.chunk.id not in self._rank:
            return None
        if best.is_code:
            # two commands may have a flag of the same name
            return best if len(sections) == 1 or not use.name.startswith("`-") else None
        return best

    def phrases_in(self, chunk: Chunk) -> Iterator[Use]:
        """The headings that the chunk names anywhere, also in entries and rows."""
        whole = Spoken(chunk.text, (), " ".join(words(chunk.text)))
        return used([whole], self._phrases, self._begin)

    def weaker_explanation(self, use: Use, chunk: Chunk) -> _Explanation | None:
        """The eligible chunk that a link leads to, or that most likely explains the name, of however many there are."""
        if use.page is not None:
            target = self._linked(use, chunk)
            if not target or target.id not in self._rank or not self._same_language(target, chunk):
                return None
            return _Explanation(target, None, is_code=False) if says_something(target.text) else None
        if (_is_one_word(use) and len(use.name) < _SHORTEST_WORD) or is_of_lesson(use.name):
            return None
        every = self._by_name.get(use.name, {}).values()
        found = [one for one in every if one.chunk.id in self._rank and self._same_language(one.chunk, chunk)]
        own = [one for one in found if one.chunk.document_id == chunk.document_id]
        return (own or found)[0] if 0 < len(found) <= _MOST_PLACES else None

    def _same_language(self, one: Chunk, other: Chunk) -> bool:
        """Whether two passages are in one language: a folder may have each page in several."""
        first, second = self.languages[one.id], self.languages[other.id]
        return first == second or not first or not second

    def _enter_heading(self, chunk: Chunk) -> None:
        page, heading = _page(chunk.document_id), _plain(chunk.headings[-1] if chunk.headings else "")
        self._pages.setdefault((page, ""), chunk)
        self._pages.setdefault((page, heading), chunk)
        if chunk not in self._headings[heading][:1]:
            self._headings[heading].append(chunk)
        if (phrase := phrase_of(chunk)) and code_name(phrase) not in self.explained[chunk.id]:
            self._by_name[phrase].setdefault(_section(chunk), _Explanation(chunk, None, is_code=False))

    def _linked(self, use: Use, chunk: Chunk) -> Chunk | None:
        anchor = _plain(use.anchor.replace("-", " ").replace("_", " "))
        if use.page or not anchor:
            page = _page(use.page or "")
            return self._pages.get((page, anchor)) if anchor else self._pages.get((page, ""))
        here = self._pages.get((_page(chunk.document_id), anchor))
        elsewhere = self._headings.get(anchor, [])
        return here or (elsewhere[0] if len({_section(each) for each in elsewhere}) == 1 else None)


def _term(use: Use, best: _Explanation, *, german: bool) -> _Explanation | None:
    """The explanation of a heading's words: where they are a name, all of the chunk, else the defining sentence."""
    said = definition(use.name, best.told)
    if not said:
        return None
    if is_proper(use.name, use.sentence, nouns_are_capital=german or detect(use.sentence) == "de"):
        return best
    return replace(best, words=said) if " " in use.name else None


def _weakness(use: Use, chunk: Chunk, other: _Explanation, least: int) -> int:
    """_NO_TASK where the explanation says nothing new; 2 where it has no new number or name in code font.

    Of the others a name in code font (0) is better than a link or a heading (1): it is the same thing on all pages.
    """
    if len(_stems(other.told) - _stems(chunk.text)) < _FEWEST_NEW:
        return _NO_TASK
    if any(found not in chunk.text for found in _FACT.findall(other.told)):
        weak = 0 if other.is_code else 1
    elif other.is_code:
        weak = 2
    else:
        return _NO_TASK
    if least:
        return weak + least + _is_one_word(use)
    return _NO_TASK if _says_it_already(use, other) else weak


def _says_it_already(use: Use, other: _Explanation) -> bool:
    """Whether the explanation speaks of what the sentence says about the name: then it needs no first passage."""
    rest = _stems(use.sentence) - _stems(use.name)
    return len(rest & _stems(other.chunk.text)) > _MOST_KNOWN * len(rest)


def _is_one_word(use: Use) -> bool:
    """Whether the name is one word without a mark, which may only be a word here."""
    return use.page is None and " " not in use.name and not use.name.startswith("`")


@lru_cache(maxsize=1024)  # a passage has several names, and a name is in several passages
def _stems(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


def _is_about(text: str, target: Chunk) -> bool:
    """Whether the link's text names what the target is about, not "here" or "the documentation"."""
    said = set(content_words(text))
    named = set(content_words(" ".join((*target.headings[-1:], _page(target.document_id)))))
    return 0 < len(words(text)) <= 6 and bool(said & named) and says_something(target.text)


def _page(path: str) -> str:
    """The last part of a path that says something.

    >>> _page("guide/stores.md"), _page("../stores/"), _page("guide/stores/index.md")
    ('stores', 'stores', 'stores')
    """
    parts = [splitext(part)[0].casefold() for part in path.split("/") if part not in ("", ".", "..")]
    while len(parts) > 1 and parts[-1] in _INDEX:
        parts.pop()
    return parts[-1] if parts else ""


def _plain(heading: str) -> str:
    return " ".join(words(heading))


def _section(chunk: Chunk) -> tuple[str, tuple[str, ...]]:
    return chunk.document_id, chunk.headings


def _same_section(one: Chunk, other: Chunk) -> bool:
    return one.id == other.id or _section(one) == _section(other) or one.overlaps(other)
