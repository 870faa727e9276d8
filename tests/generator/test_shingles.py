"""Prefix filtering finds the pairs that comparing all with all finds, from nothing and after any edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmill.generator.eligibility.rare_shingles import MOST, ends_of
from benchmill.generator.eligibility.repeats import GONE, Former, Repeats, repeats_of, repeats_since
from benchmill.generator.eligibility.shingles import shingles_of
from benchmill.records.words import ngrams


@st.composite
def texts(draw: st.DrawFn) -> list[list[str]]:
    """Some texts and copies of them with a few words changed, dropped or added."""
    originals = draw(
        st.lists(st.lists(st.sampled_from("abcdefghijkl"), min_size=1, max_size=120), min_size=1, max_size=4)
    )
    made = [list(words) for words in originals]
    for words in originals:
        for _ in range(draw(st.integers(0, 2))):
            copy = list(words)
            for _ in range(draw(st.integers(0, 2))):
                place = draw(st.integers(0, len(copy)))
                copy[place : place + draw(st.integers(0, 1))] = draw(st.sampled_from([[], ["x"], ["y"]]))
            made.append(copy)
    return draw(st.permutations(made))


def by_definition(made: list[list[str]]) -> list[int]:
    """The first text of each one's class: chains of pairs whose sets of 8-word shingles have a Jaccard >= 0.9."""
    sets = _sets(made)
    leader = list(range(len(made)))
    changed = True
    while changed:
        changed = False
        for one in range(len(made)):
            for other in range(one):
                both, either = sets[one] & sets[other], sets[one] | sets[other]
                if either and 10 * len(both) >= 9 * len(either) and leader[one] != leader[other]:
                    low, high = sorted((leader[one], leader[other]))
                    leader = [low if head == high else head for head in leader]
                    changed = True
    return leader


def _sets(made: Sequence[Sequence[str]]) -> list[set[tuple[str, ...]]]:
    return [set(ngrams(words, 8)) or ({tuple(words)} if words else set()) for words in made]


@given(made=texts())
@settings(max_examples=150)
def test_classes_are_those_of_the_definition(made: list[list[str]]) -> None:
    repeats = repeats_of(shingles_of(made), np.arange(len(made), dtype=np.uint32))
    assert repeats.near_identical() == by_definition(made)


@given(made=texts())
@example(made=[list("aabaaaabbaa"), list("aabaaaabbaa"), list("abaaaabbaa")])  # words in mirrored places
@settings(max_examples=80)
def test_shared_shares_are_those_of_the_definition(made: list[list[str]]) -> None:
    documents = np.sort(np.arange(len(made), dtype=np.uint32) % 4)
    sets = _sets(made)
    holders = [
        set().union(*(own for own, n in zip(sets, documents, strict=True) if n == document)) for document in range(4)
    ]
    many = {gram for own in sets for gram in own if sum(gram in holder for holder in holders) >= 3}
    shares = [len(own & many) / len(own) if own else 0.0 for own in sets]
    assert repeats_of(shingles_of(made), documents).shared().tolist() == shares


class Night:
    """A corpus in memory: document -> the words of its chunks."""

    def __init__(self, pages: Mapping[str, list[list[str]]]) -> None:
        self.pages = pages
        chunks = [words for name in sorted(pages) for words in pages[name]]
        owners = [number for number, name in enumerate(sorted(pages)) for _ in pages[name]]
        self.shingles, self.document_of = shingles_of(chunks), np.array(owners, np.uint32)
        self.sizes, self.ends = self.shingles.sizes, ends_of(self.shingles.sizes)
        names = enumerate(sorted(pages))
        self.numbers = {name: np.flatnonzero(self.document_of == number).tolist() for number, name in names}

    def blocks(self) -> Iterator[tuple[int, NDArray[np.uint32]]]:
        """Three chunks at a time."""
        for first in range(0, len(self.sizes), 3):
            yield first, self.shingles.values[self.ends[first] : self.ends[min(first + 3, len(self.sizes))]]

    def of(self, chunks: NDArray[np.int64]) -> NDArray[np.uint32]:
        parts = [self.shingles.values[self.ends[chunk] : self.ends[chunk + 1]] for chunk in chunks]
        return np.concatenate([np.zeros(0, np.uint32), *parts])

    def after(self, other: Night, repeats: Repeats) -> Former:
        """What is known of `other`, the night before."""
        same = [name for name, chunks in self.pages.items() if other.pages.get(name) == chunks]
        number_of = np.full(len(self.sizes), GONE, np.int64)
        for name in same:
            number_of[self.numbers[name]] = other.numbers[name]
        gone = [other.of(np.array(other.numbers[name], np.int64)) for name in sorted(other.pages) if name not in same]
        return Former(repeats, number_of, gone)


_base = [f"word{number}" for number in range(40)]
# a new word at either end changes few of the 33 shingles, one in the middle more than a tenth of them
_changed = st.sets(st.sampled_from([0, 1, 2, 20, 37, 38, 39]), max_size=3).map(
    lambda places: [f"new{at}" if at in places else word for at, word in enumerate(_base)]
)
_chunk = _changed | st.lists(st.sampled_from("abcdefgh"), max_size=30)
_page = st.lists(_chunk, max_size=3)
_first = st.dictionaries(st.sampled_from("abcdefghij"), _page, min_size=6)
_edits = st.dictionaries(st.sampled_from("abcdefghij"), _page | st.none(), max_size=2)
_footer = list("abdegh" * 3)


@given(first=_first, nights=st.lists(st.tuples(_edits, st.integers(0, 4)), min_size=1, max_size=3))
@example(
    first={}, nights=[({}, MOST - 1), ({"a": [[*_footer, "b"]]}, MOST), ({"a": [_footer]}, MOST + 1), ({}, MOST - 2)]
)
@settings(max_examples=100)
def test_comparing_what_changed_gives_what_comparing_all_gives(
    first: dict[str, list[list[str]]], nights: list[tuple[dict[str, list[list[str]] | None], int]]
) -> None:
    before, pages = Night(first), first
    repeats = repeats_of(before.shingles, before.document_of)
    for edits, copies in nights:
        pages = {name: chunks for name, chunks in (pages | edits).items() if chunks is not None}
        today = Night(pages | {f"copy {number}": [_footer] for number in range(copies)})
        wanted = repeats_of(today.shingles, today.document_of)
        repeats, before = repeats_since(today.after(before, repeats), today), today
        for part in ("sizes", "pairs", "alike"):
            assert getattr(repeats, part).tolist() == getattr(wanted, part).tolist()
        for part in ("sums", "common", "rarest"):
            assert getattr(repeats.traits, part).tolist() == getattr(wanted.traits, part).tolist()
        assert repeats.near_identical() == wanted.near_identical()
