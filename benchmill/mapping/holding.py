"""Quotes, texts -> for each quote the strictest matching by which any one of the texts holds it.

The linker (linker.py) also finds chunks that hold parts of a quote, and the quote's own place. To score a run whose
index is unknown, benchmill needs less: whether any returned passage holds the quote. It reads each text twice and keeps
none, so the time grows with the number of quotes plus the number of texts, not with one times the other.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from benchmill.mapping.candidates import index_words
from benchmill.mapping.links import Whole
from benchmill.mapping.plain_text import PlainText
from benchmill.scorer.fixed_text import FixedText

_ANCHORS = 4
_RARE = 50
"""A word in more texts is no anchor alone: with its two neighbours it is."""

Anchor = str | tuple[str, str, str]


def held_in(texts: Sequence[str], quotes: Iterable[str]) -> dict[str, Whole]:
    """Quote -> `verbatim`, `normalised` or None.

    >>> held_in(["The default is `5`, as ever."], ["default is `5`", "The **default** is 5", "default is 50"])
    {'default is `5`': 'verbatim', 'The **default** is 5': 'normalised', 'default is 50': None}
    """
    found: dict[str, Whole] = dict.fromkeys(quotes)
    words = {quote: index_words(quote.strip()) for quote in found}
    counts = _counts(texts, frozenset(word for ones in words.values() for word in ones))
    fixed = FixedText()
    _look(texts, {quote: _anchors(ones, counts) for quote, ones in words.items()}, _Search(found, fixed))
    # the first and the last word may be cut out of longer ones: a quote of no other words has no sure anchor
    short = [quote for quote in found if found[quote] != "verbatim" and len(words[quote]) <= 2]
    if short:
        clean, raw = "\0".join(map(fixed, texts)), "\0".join(texts)
        for quote in short:
            found[quote] = "verbatim" if fixed(quote) in clean else found[quote] or _as_it_is(quote.strip(), raw)
    return found


def _as_it_is(quote: str, raw: str) -> Whole:
    return "normalised" if quote and quote in raw else None


class _Search:
    """What is known of each quote so far; `try_in` compares quotes with a text."""

    def __init__(self, found: dict[str, Whole], fixed: FixedText) -> None:
        self._found, self._fixed = found, fixed
        self._plain: dict[str, PlainText] = {}

    def is_open(self, quote: str) -> bool:
        """Whether no text is known yet that holds the quote verbatim."""
        return self._found[quote] != "verbatim"

    def try_in(self, text: str, quotes: Iterable[str]) -> None:
        clean, letters = self._fixed(text), PlainText(text)
        for quote in quotes:
            if quote not in self._plain:
                self._plain[quote] = PlainText(quote.strip())
            plain = self._plain[quote]
            if self._fixed(quote) in clean:
                self._found[quote] = "verbatim"
            elif self._found[quote] is None and (plain.raw in text or letters.find(plain)):
                self._found[quote] = "normalised"


def _look(texts: Sequence[str], anchors_of: Mapping[str, Sequence[Anchor]], search: _Search) -> None:
    """Try each quote in each text that has one of its anchors, until a text holds the quote verbatim.

    Texts that have all of its anchors come first: one of them mostly holds it. Otherwise the time for a quote would
    grow with the number of texts that share a common phrase with it.
    """
    wanted: defaultdict[Anchor, list[str]] = defaultdict(list)
    for quote, anchors in anchors_of.items():
        for anchor in anchors:
            wanted[anchor].append(quote)
    later: defaultdict[str, array[int]] = defaultdict(lambda: array("L"))
    for number, text in enumerate(texts):
        near = Counter(quote for anchor in _all_anchors(text, wanted.keys()) for quote in wanted[anchor])
        whole = [quote for quote, count in near.items() if count == len(anchors_of[quote]) and search.is_open(quote)]
        if whole:
            search.try_in(text, whole)
        for quote, count in near.items():
            if count < len(anchors_of[quote]) and search.is_open(quote):
                later[quote].append(number)
    left: defaultdict[int, list[str]] = defaultdict(list)
    for quote in filter(search.is_open, later):
        for number in later[quote]:
            left[number].append(quote)
    for number, quotes in sorted(left.items()):
        if still := list(filter(search.is_open, quotes)):
            search.try_in(texts[number], still)


def _counts(texts: Iterable[str], wanted: frozenset[str]) -> Counter[str]:
    """In how many texts each of the wanted words is."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(wanted.intersection(index_words(text)))
    return counts


def _anchors(words: Sequence[str], counts: Mapping[str, int]) -> list[Anchor]:
    """The rarest words, or words with their neighbours, by which a text that may hold the quote is found.

    Four of them, as a parser may have cut one in two; of the inner words, as a text may have the outer ones as parts of
    longer words. Words that no text has are left out: they would find nothing.
    """
    inner = range(1, len(words) - 1) if len(words) > 2 else range(len(words))
    places = sorted((at for at in inner if counts[words[at]]), key=lambda at: (counts[words[at]], at))
    found: dict[Anchor, None] = {}
    for at in places:
        alone = counts[words[at]] <= _RARE or len(inner) < 3
        middle = min(max(at, 2), len(words) - 3)
        found[words[at] if alone else (words[middle - 1], words[middle], words[middle + 1])] = None
        if len(found) == _ANCHORS:
            break
    return list(found)


def _all_anchors(text: str, wanted: Set[Anchor]) -> Set[Anchor]:
    words = index_words(text)
    return wanted & {*words, *zip(words, words[1:], words[2:], strict=False)}
