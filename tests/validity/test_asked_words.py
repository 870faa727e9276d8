"""The words of questions, counted from word facts: the same statistics, scores and passages as from the texts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.checks import CorpusFacts
from benchmill.outputs.containment import Passages
from benchmill.records import Benchmark
from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import Bm25
from benchmill.validity.asked_words import AskedWords
from benchmill.validity.examined import Examined
from tests.indexing.made import documents_of, paragraphs

_words = st.sampled_from(["retry", "retries", "pool", "the", "timeout", "é", "--max-time", "v3.5", "表", "a", "part"])
_paragraph = st.lists(_words, min_size=1, max_size=12).map(" ".join)
_any_text = st.text(min_size=1).map(lambda text: text.replace("\r", "")).filter(str.strip)
_page = st.lists(_paragraph | _any_text, min_size=1, max_size=5).map("\n\n".join)
_pages = st.dictionaries(st.sampled_from(["a.md", "b/c.md", "é.md"]), _page, min_size=1)


@given(pages=_pages, question=_paragraph, data=st.data())
@settings(max_examples=60)
def test_counted_words_give_what_the_texts_give(pages: dict[str, str], question: str, data: st.DataObject) -> None:
    documents = documents_of(pages)
    every = tuple(chunk for document in documents for chunk in paragraphs(documents)(document.id))
    titles = {document.id: document.title for document in documents}
    examined = Examined.of(Benchmark("made", documents, (), every), "en")
    chunks, wanted = examined.facts.chunks, CorpusFacts.of(examined.facts.chunks, documents, "en")
    assert chunks == list({chunk.id: chunk for chunk in every}.values())
    source = data.draw(st.sampled_from(chunks)).text
    start = data.draw(st.integers(0, len(source) - 1))
    quote = source[start : data.draw(st.integers(start + 1, len(source)))]
    asked = AskedWords([question, quote], chunks, wanted.documents, "en")
    for stem in content_words(f"{question} {quote} pool"):
        assert list(asked.places(stem)) == list(wanted.places(stem))
        assert asked.df(stem) == wanted.df(stem)
    heads = ["\n".join((titles[chunk.document_id], *chunk.headings)) for chunk in chunks]
    both = [f"{head}\n{chunk.text}" for head, chunk in zip(heads, chunks, strict=True)]
    for found, texts in ((asked.texts, [c.text for c in chunks]), (asked.heads, heads), (asked.whole, both)):
        assert found.top(question, 4) == Bm25.of(texts).top(question, 4)
    plain = [" ".join(chunk.text.split()) for chunk in chunks]
    groups = [{plain[number] for number in numbers} for numbers in asked.alike()]
    assert all(sum(text in group for group in groups) == 1 for text in plain if plain.count(text) > 1)
    texts = [chunk.text for chunk in chunks]
    assert Passages(texts, [quote], asked.may_hold).holding(quote) == Passages(texts).holding(quote)
