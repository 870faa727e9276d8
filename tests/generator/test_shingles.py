"""Prefix filtering finds the pairs that comparing all with all finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

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
def test_shared_shares_are_those_of_the_definition_except_where_shingles_meet_in_a_slot(
    made: list[list[str]], documents: int
) -> None:
    shingles = _shingles(made, [number % 3 for number in range(len(made))])
    sets = [set(ngrams(words, 8)) or ({tuple(words)} if words else set()) for words in made]
    slot = {gram: int(shingles_of([gram])[0][0]) & (shingles.slots - 1) for gram in set().union(*sets)}
    shares = shingles.shared(documents).tolist()
    assert all(share >= exact for share, exact in zip(shares, _shared(sets, sets, documents), strict=True))
    assert shares == _shared(sets, [{slot[gram] for gram in own} for own in sets], documents, slot.__getitem__)


def _shared(
    sets: list[set[tuple[str, ...]]],
    held: list[set[Any]],
    documents: int,
    seen_as: Callable[[tuple[str, ...]], object] = tuple,
) -> list[float]:
    """For each set the share of its shingles that so many of three documents hold; chunk n is in document n % 3."""
    holders = [set().union(*held[document::3]) for document in range(3)]
    many = {gram: sum(seen_as(gram) in holder for holder in holders) >= documents for own in sets for gram in own}
    return [sum(many[gram] for gram in own) / len(own) if own else 0.0 for own in sets]
