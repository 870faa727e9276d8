"""One evidence quote, an index -> its links, or the reason why it has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from benchmill.generator.evidence import align
from benchmill.mapping.candidates import Candidates, index_words, telling_words
from benchmill.mapping.documents import IndexedDocuments
from benchmill.mapping.index_chunks import IndexChunk
from benchmill.mapping.links import ComponentLinks, Link, Reason, Whole
from benchmill.mapping.neighbours import at_their_place, is_line
from benchmill.mapping.pieces import Piece, marks_of, pieces_of, together
from benchmill.mapping.plain_text import PlainText
from benchmill.mapping.wanted import WantedQuote
from benchmill.records.words import is_plain_word, words
from benchmill.scorer.fixed_text import FixedText

ALIKE = 88.0
"""Least similarity, in percent, of a passage that differs from the quote in any letter."""
SHORT = 40
"""A line with fewer letters may be in many places: the text around it decides."""
_AROUND = 0.25
_AS_NEAR = 0.65
_ALIGNED_TRIED = 5
_ALONE = 0.8
_SEEN = 12
_IN_THE_INDEX = 0.35
_CONFIDENCE_NORMALISED, _CONFIDENCE_SPLIT = 0.98, 0.95


class Linker:
    """Finds quotes in the chunks of one index."""

    def __init__(self, chunks: Sequence[IndexChunk], candidates: Candidates, documents: IndexedDocuments) -> None:
        self._chunks = chunks
        self._candidates = candidates
        self._documents = documents
        self._fixed = FixedText()
        # a chunk that several quotes need is cleaned once; a large corpus does not fit into memory
        self._plain: Callable[[int], PlainText] = lru_cache(maxsize=4096)(lambda number: PlainText(chunks[number].text))

    def find(self, wanted: WantedQuote, answers: Sequence[str]) -> ComponentLinks:
        """All links of the quote: whole chunks where there are any, else split ones, else similar ones."""
        quote = PlainText(wanted.text.strip())
        near = self._candidates.near(index_words(quote.text))
        hits = [number for number in near if self._holds(number, quote)]
        clean = self._fixed(wanted.text)
        verbatim = any(clean in self._fixed(self._chunks[number].text) for number in near)
        whole: Whole = "verbatim" if verbatim else "normalised" if hits else None
        # in a large index parts of a passage may resemble chunks of other documents more than their own chunk
        own = self._documents.chunks_of(wanted.document)
        near = self._candidates.near(index_words(quote.text), own) if own and not hits else near
        links = self._whole(hits, quote, wanted) or self._split(quote, wanted, near, answers)
        if links:
            return ComponentLinks(links, None, whole)
        similar, differs = self._aligned(quote, wanted, near, answers)
        if similar:
            return ComponentLinks(similar, None, whole)
        return ComponentLinks((), self._reason(quote, wanted, near, differs=differs), whole)

    def _holds(self, number: int, quote: PlainText) -> bool:
        verbatim = quote.raw in self._chunks[number].text and (len(quote.letters) >= SHORT or not quote.letters)
        return verbatim or bool(self._plain(number).find(quote))

    def _whole(self, hits: list[int], quote: PlainText, wanted: WantedQuote) -> tuple[Link, ...]:
        return tuple(
            Link((self._chunks[number].id,), "verbatim", 1.0, wanted.text)
            if quote.raw in self._chunks[number].text
            else Link((self._chunks[number].id,), "normalised", _CONFIDENCE_NORMALISED, wanted.text)
            for number in self._here(hits, quote, wanted)
        )

    def _here(self, hits: list[int], quote: PlainText, wanted: WantedQuote) -> list[int]:
        """The hits at the evidence's own place, where other places may have the same words.

        A hit in the named document counts. Elsewhere the text around decides: many pages have `Defaults to 5`.
        """
        own = self._documents.chunks_of(wanted.document)
        if any(number in own for number in hits):
            hits = [number for number in hits if number in own]
        if len(hits) > 1 and wanted.around and (len(quote.letters) < SHORT or is_line(quote)):
            hits = at_their_place(hits, quote, wanted, self._plain)
        if not wanted.around or not hits or (len(hits) == 1 and (len(quote.letters) >= SHORT or hits[0] in own)):
            return hits
        around = telling_words(wanted.around)
        shares = {number: self._candidates.share(around, number) for number in hits}
        best = max(shares.values())
        if best < _AROUND:
            return hits if len(quote.letters) >= SHORT or not own.isdisjoint(hits) else []
        return [number for number in hits if shares[number] >= best * _AS_NEAR]

    def _split(
        self, quote: PlainText, wanted: WantedQuote, near: Sequence[int], answers: Sequence[str]
    ) -> tuple[Link, ...]:
        letters = quote.letters
        pieces = pieces_of(letters, near[:_SEEN], lambda number: self._plain(number).letters, len(self._chunks))
        own = self._documents.chunks_of(wanted.document)
        if own:
            pieces = [piece for piece in pieces if piece.number in own]
        chain = together(pieces, len(letters), anywhere=bool(own))
        if not chain:
            return self._nearly_whole(quote, wanted, pieces, answers)
        found = [mark for piece in chain for mark in marks_of(quote, piece, self._plain(piece.number))]
        if len(chain) < 2 or not set(quote.marks) <= set(found):
            return ()
        ids = tuple(self._chunks[piece.number].id for piece in chain)
        return (
            Link(ids, "split", _CONFIDENCE_SPLIT, wanted.text),
            *self._nearly_whole(quote, wanted, chain, answers),
        )

    def _nearly_whole(
        self, quote: PlainText, wanted: WantedQuote, pieces: Sequence[Piece], answers: Sequence[str]
    ) -> tuple[Link, ...]:
        """Links to a chunk that holds four fifths of the quote with the whole answer: it suffices alone."""
        links = []
        for piece in pieces:
            share = (piece.end - piece.start) / len(quote.letters)
            part = quote.letters[piece.start : piece.end]
            values = [PlainText(answer) for answer in answers]
            held = [value.letters for value in values if value.letters in quote.letters]
            there = set(marks_of(quote, piece, self._plain(piece.number)))
            same = all(set(value.marks) <= there for value in values if value.letters in quote.letters)
            if share >= _ALONE and same and held and all(value in part for value in held) and len(part) >= SHORT:
                links.append(Link((self._chunks[piece.number].id,), "split", share, wanted.text))
        return tuple(links)

    def _aligned(
        self, quote: PlainText, wanted: WantedQuote, near: Sequence[int], answers: Sequence[str]
    ) -> tuple[tuple[Link, ...], bool]:
        """(links by similarity, whether a similar passage was refused because a value in it differs)."""
        links, differs = [], False
        own = self._documents.chunks_of(wanted.document)
        for number in near[:_ALIGNED_TRIED]:
            if own and number not in own:
                continue
            text = self._plain(number).text
            place = align(quote.text, text, at_least=ALIKE)
            if place is None:
                continue
            found = PlainText(text[slice(*place)])
            if same_values(quote, found, answers):
                alike = 1 - abs(len(found.letters) - len(quote.letters)) / max(1, len(quote.letters))
                links.append(Link((self._chunks[number].id,), "aligned", min(0.9, ALIKE / 100 * alike), wanted.text))
            else:
                differs = True
        return tuple(links), differs and not links

    def _reason(self, quote: PlainText, wanted: WantedQuote, near: Sequence[int], *, differs: bool) -> Reason:
        if differs:
            return "value-differs"
        own = self._documents.chunks_of(wanted.document)
        around = telling_words(wanted.around) or index_words(quote.text)
        if not own and not any(
            self._candidates.share(around, number) >= _IN_THE_INDEX for number in self._candidates.near(around)[:3]
        ):
            return "document-missing"
        pieces = pieces_of(quote.letters, near[:_SEEN], lambda n: self._plain(n).letters, len(self._chunks))
        covered = max((piece.end - piece.start for piece in pieces), default=0)
        return "chunk-boundary" if covered * 4 >= len(quote.letters) else "parser"


def same_values(quote: PlainText, found: PlainText, answers: Sequence[str]) -> bool:
    """Whether the found text has the quote's numbers and identifiers, and the answer's words in the quote.

    >>> same_values(PlainText("waits 5 s, then stops"), PlainText("waits 50 s, then stops"), ())
    False
    """
    if quote.marks != found.marks:
        return False
    there = set(words(found.text))
    wanted = set(words(quote.text))
    answer = {word for text in answers for word in words(PlainText(text).text)} & wanted
    names = {word for word in wanted if not is_plain_word(word)}
    return answer | names <= there
