"""The index made of kept facts: the same statistics and the same scores as those made of the texts at once."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.checks import CorpusFacts
from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.kept_facts import Facts
from benchmill.indexing.posting_lists import listed
from benchmill.indexing.postings import Postings
from benchmill.indexing.word_facts import CHUNK_BITS, word_facts
from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import Bm25
from tests.indexing.made import documents_of, paragraphs

_words = st.sampled_from(["retry", "retries", "pool", "the", "timeout", "é", "--max-time", "v3.5", "表", "a"])
_paragraph = st.lists(_words, min_size=1, max_size=12).map(" ".join)
_page = st.lists(_paragraph, min_size=1, max_size=4).map("\n\n".join)
_any_page = st.text(min_size=1).map(lambda text: text.replace("\r", "")).filter(str.strip)
_pages = st.dictionaries(st.sampled_from(["a.md", "b/c.md", "é.md"]), _page | _any_page, min_size=1)


@given(pages=_pages, query=_paragraph, k=st.integers(0, 5))
@settings(max_examples=100)
def test_statistics_and_scores_are_those_of_the_texts(pages: dict[str, str], query: str, k: int) -> None:
    check(KeptFacts(), pages, query, k)


_ALWAYS = {f"same-{n}.md": f"The pool retries {n}.\n\nSee the timeout of {n} é." for n in range(20)}


@given(nights=st.lists(_pages, min_size=2, max_size=4), query=_paragraph, damaged=st.booleans())
@settings(max_examples=40)
def test_the_lists_of_an_earlier_run_serve_for_what_has_not_changed(
    nights: list[dict[str, str]], query: str, damaged: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for night, pages in enumerate(nights):
            with KeptFacts(Path(folder) / "facts.sqlite") as kept:
                check(kept, _ALWAYS | pages, query, 3)
                if damaged and not night:
                    kept.connection.execute("UPDATE blocks SET value = zeroblob(9) WHERE name LIKE '%/chunks'")
                    kept.connection.execute("UPDATE blocks SET number = 7 WHERE name LIKE '%/counts'")


_entries = st.dictionaries(
    st.tuples(st.sampled_from([1, 2, 7 << 20, (1 << 40) - 1]), st.integers(0, 40)), st.integers(0, 9), max_size=60
)


@given(entries=_entries, at_once=st.integers(1, 80))
def test_lists_are_the_same_however_many_entries_are_sorted_together(
    entries: dict[tuple[int, int], int], at_once: int
) -> None:
    keys = np.array([stem << CHUNK_BITS | chunk for stem, chunk in entries], np.uint64)
    counts = np.array(list(entries.values()), np.uint16)
    halves = [(keys[::2], counts[::2]), (keys[1::2], counts[1::2])]
    found = listed(len(entries), lambda: halves, at_once)
    assert found.stems.tolist() == sorted({stem for stem, _ in entries})
    for place, stem in enumerate(found.stems.tolist()):
        chunks, held = (each.tolist() for each in found.at(place))
        assert dict(zip(chunks, held, strict=True)) == {own[1]: n for own, n in entries.items() if own[0] == stem}
        assert chunks == sorted(chunks)


def test_lists_are_made_again_where_much_has_changed_and_only_there(tmp_path: Path) -> None:
    made = []
    for pages in ({}, {"a.md": "One retry."}, {"same-3.md": "Another pool."}, {f"{n}.md": "Some." for n in range(9)}):
        with KeptFacts(tmp_path / "facts.sqlite") as kept:
            check(kept, _ALWAYS | pages, "retry pool", 3)
            made.append(kept.value("postings", "postings"))
    assert made[0] == made[1] == made[2] != made[3]


def check(kept: KeptFacts, pages: dict[str, str], query: str, k: int) -> None:
    documents = documents_of(pages)
    chunks_of = paragraphs(documents)
    chunks = [chunk for document in documents for chunk in chunks_of(document.id)]
    postings = Postings(Facts(kept, word_facts("en"), documents, chunks_of), "en")
    wanted = CorpusFacts.of(chunks, documents, "en")
    found = CorpusFacts(chunks, wanted.documents, "en", postings)
    for stem in {*content_words(query), *(stem for chunk in chunks for stem in content_words(chunk.text)), "part"}:
        assert list(found.places(stem)) == list(wanted.places(stem))
        assert found.df(stem) == wanted.df(stem)
    assert [found.idf_percentile(n) for n in (0, 30, 99)] == [wanted.idf_percentile(n) for n in (0, 30, 99)]
    assert postings.top(query, k) == Bm25.of([chunk.text for chunk in chunks]).top(query, k)
