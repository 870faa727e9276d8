"""Prefix filtering finds the pairs that comparing all with all finds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.generator.eligibility.shingles import Shingles, shingles_of
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
    sets = [set(ngrams(words, 8)) or ({tuple(words)} if words else set()) for words in made]
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


def _shingles(made: list[list[str]], documents: Sequence[int]) -> Shingles:
    return Shingles(*shingles_of(made), np.array(documents, np.uint32))


@given(made=texts())
@settings(deadline=None, max_examples=150)
def test_classes_are_those_of_the_definition(made: list[list[str]]) -> None:
    shingles = _shingles(made, range(len(made)))
    assert shingles.near_identical() == by_definition(made)


@given(made=texts(), documents=st.integers(1, 4))
@settings(deadline=None, max_examples=80)
def test_shared_shares_are_those_of_the_definition(made: list[list[str]], documents: int) -> None:
    shingles = _shingles(made, [number % 3 for number in range(len(made))])
    sets = [set(ngrams(words, 8)) or ({tuple(words)} if words else set()) for words in made]
    holders = [
        set().union(*(own for number, own in enumerate(sets) if number % 3 == document)) for document in range(3)
    ]
    for share, own in zip(shingles.shared(documents), sets, strict=True):
        wanted = sum(sum(gram in holder for holder in holders) >= documents for gram in own) / len(own) if own else 0.0
        assert share == wanted
