"""The order of seeds: fair to documents and headings, spread, and calm under change."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.generator.sampling import plan
from benchmill.records import Chunk, Span


def document(name: str, sections: dict[str, int], title: str = "Title", words: int = 100) -> list[Chunk]:
    """`sections`: heading -> how many chunks of `words` words it has, one after another in the document."""
    chunks, start = [], 0
    for heading, number in sections.items():
        for part in range(number):
            text = " ".join(f"{name}-{heading}-{part}-{word}" for word in range(words))
            chunks.append(Chunk(Span(name, start, start + len(text), text), (title, heading)))
            start += len(text) + 2
    return chunks


def corpus(documents: int, sections: int = 3, chunks: int = 3) -> list[Chunk]:
    made = [document(f"{n}.md", {f"S{s}": chunks for s in range(sections)}) for n in range(documents)]
    return [chunk for own in made for chunk in own]


def ids(chunks: list[Chunk]) -> list[str]:
    return [chunk.id for chunk in chunks]


def test_the_first_seeds_touch_as_many_documents_as_there_are() -> None:
    order = plan(corpus(40), seed=0, per_document=5)
    for round_ in range(3):
        assert len({chunk.document_id for chunk in order[40 * round_ : 40 * round_ + 40]}) == 40


def test_every_top_level_heading_has_one_seed_before_any_has_two() -> None:
    chunks = [*document("a.md", {"A": 8, "B": 1, "C": 1}), *document("b.md", {"D": 5, "E": 1})]
    order = plan(chunks, seed=3, per_document=10)
    assert {chunk.headings[1] for chunk in order[:5]} == {"A", "B", "C", "D", "E"}


def test_further_seeds_follow_the_highest_averages_over_the_square_root_of_words() -> None:
    # weights sqrt(1600) = 40 and sqrt(100) = 10: quotients 40, 40/3, 8, 40/5 ... against 10, then 10/3
    order = plan(document("a.md", {"Large": 16, "Small": 1}), seed=0, per_document=20)
    assert sorted(chunk.headings[1] for chunk in order[:2]) == ["Large", "Small"]
    even = plan(document("a.md", {"One": 9, "Two": 9}), seed=0, per_document=20)
    taken = Counter(chunk.headings[1] for chunk in even[:10])
    assert taken == {"One": 5, "Two": 5}
    uneven = plan(document("a.md", {"Large": 36, "Small": 4}), seed=0, per_document=40)
    # sqrt(3600) : sqrt(400) = 3 : 1
    assert Counter(chunk.headings[1] for chunk in uneven[:8]) == {"Large": 6, "Small": 2}


def test_seeds_of_a_document_spread_over_its_thirds() -> None:
    order = plan(document("a.md", {"Only": 30}), seed=1, per_document=6)
    extent = max(chunk.span.end for chunk in order)
    assert Counter(min(2, chunk.span.start * 3 // extent) for chunk in order[:6]) == {0: 2, 1: 2, 2: 2}


def test_the_third_that_comes_first_differs_between_documents() -> None:
    order = plan(corpus(60, sections=1, chunks=9), seed=0, per_document=1)
    extent = max(chunk.span.end for chunk in order)
    thirds = Counter(min(2, chunk.span.start * 3 // extent) for chunk in order[:60])
    assert min(thirds[0], thirds[1], thirds[2]) >= 10


def test_seeds_beyond_the_limit_of_a_document_wait_until_every_document_has_its_share() -> None:
    order = plan(corpus(10, sections=4, chunks=4), seed=0, per_document=2)
    assert set(Counter(chunk.document_id for chunk in order[:20]).values()) == {2}
    assert len(order) == 160


def test_every_chunk_comes_once_and_the_limit_of_a_chunk_does_not_change_the_order() -> None:
    chunks = corpus(5)
    order = plan([*chunks, chunks[0]], seed=0, per_document=2, per_chunk=1)
    assert sorted(ids(order)) == sorted(ids(chunks))
    assert order == plan(chunks, seed=0, per_document=2, per_chunk=4)


def test_another_seed_gives_another_order_and_the_same_seed_the_same() -> None:
    chunks = corpus(20)
    assert plan(chunks, seed=1, per_document=5) == plan(list(reversed(chunks)), seed=1, per_document=5)
    assert plan(chunks, seed=1, per_document=5) != plan(chunks, seed=2, per_document=5)


def test_an_edited_document_does_not_move_the_others() -> None:
    before = corpus(30)
    edited = [chunk for chunk in before if chunk.document_id != "7.md"] + document(
        "7.md", {"S0": 5, "New": 2}, words=70
    )
    kept = [chunk.id for chunk in plan(before, seed=0, per_document=3) if chunk.document_id != "7.md"]
    assert [chunk.id for chunk in plan(edited, seed=0, per_document=3) if chunk.document_id != "7.md"] == kept


def test_a_document_without_headings_and_an_empty_corpus_are_fine() -> None:
    bare = Chunk(Span("a.md", 0, 4, "text"))
    assert plan([bare], seed=0, per_document=1) == [bare]
    assert plan([], seed=0, per_document=1) == []


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        plan([], seed=0, per_document=0)


SHAPES = st.lists(st.dictionaries(st.sampled_from("ABCD"), st.integers(1, 5), min_size=1), min_size=1, max_size=6)


@given(shapes=SHAPES, seed=st.integers(0, 3), per_document=st.integers(1, 6))
@settings(max_examples=60)
def test_whatever_the_corpus_the_order_holds_each_chunk_once(
    shapes: list[dict[str, int]], seed: int, per_document: int
) -> None:
    chunks = [chunk for n, shape in enumerate(shapes) for chunk in document(f"{n}.md", shape, words=5)]
    order = plan(chunks, seed=seed, per_document=per_document)
    assert sorted(ids(order)) == sorted(ids(chunks))
    first = order[: sum(min(per_document, sum(shape.values())) for shape in shapes)]
    assert max(Counter(chunk.document_id for chunk in first).values()) <= per_document
