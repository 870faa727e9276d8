from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.kept_facts import Facts
from benchmill.indexing.vocabulary import Vocabulary, vocabulary_facts
from benchmill.outputs.comparisons import Comparisons
from benchmill.outputs.fastbook import questions_of
from benchmill.outputs.labels import Labels
from benchmill.records import AnswerComponent, Benchmark, Candidate, Chunk, Critique, Document, Evidence, Item, Span

_RETRIES = "# Retries\n\nHow often the relay asks again.\n\nDefaults to 5. Set it per topic.\n"
_SLOTS = "# Slots\n\nHow many calls at once.\n\nDefaults to 5. Set it per worker.\n"
_TABLE = "| Name | Default |\n|---|---|\n| a | 5 |\n| b | 5 |\n"


def _document(name: str, text: str) -> Document:
    return Document(name, text, "", "", "")


def _benchmark(*documents: Document) -> Benchmark:
    chunks = tuple(Chunk(Span.of(document, 0, len(document.text))) for document in documents)
    return Benchmark("b", documents, (), chunks)


def _span(document: Document, quote: str) -> Span:
    start = document.text.index(quote)
    return Span.of(document, start, start + len(quote))


@given(st.lists(st.text("ab .", max_size=30).filter(str.strip), min_size=2, max_size=5), st.data())
def test_an_index_of_words_that_is_given_changes_no_label(texts: list[str], data: st.DataObject) -> None:
    documents = [_document(f"{number}.md", text) for number, text in enumerate(texts)]
    page = data.draw(st.sampled_from(documents))
    start = data.draw(st.integers(0, len(page.text) - 1))
    end = data.draw(st.integers(start + 1, len(page.text)))
    assume(page.text[start:end].strip())
    benchmark, span = _benchmark(*documents), Span.of(page, start, end)
    with KeptFacts() as kept:
        vocabulary = Vocabulary(Facts(kept, vocabulary_facts(), documents, lambda _document: ()))
        assert Labels(benchmark, vocabulary.holding).of(span, ()) == Labels(benchmark).of(span, ())


_NAMES = st.sampled_from(["a.md", "b.md", "c.md", "d.md"])
_FOLDERS = st.dictionaries(_NAMES, st.text("ab .\n", min_size=1, max_size=20).filter(str.strip), min_size=1)


@settings(max_examples=200)
@given(_FOLDERS, st.lists(st.dictionaries(_NAMES, st.none() | st.text("ab .\n", max_size=20), max_size=2)), st.data())
def test_what_earlier_nights_compared_changes_no_label(
    folder: dict[str, str], nights: list[dict[str, str | None]], data: st.DataObject
) -> None:
    kept = None
    for edits in [{}, *nights]:
        folder = {name: text for name, text in {**folder, **edits}.items() if text and text.strip()}
        documents = [_document(name, text) for name, text in sorted(folder.items())]
        # the same places every night, so that most were compared before
        spans = [
            Span.of(page, start, start + length)
            for page in documents
            for start, length in ((0, 1), (1, 2), (3, 4))
            if page.text[start : start + length].strip() and start + length <= len(page.text)
        ]
        gold = data.draw(st.lists(st.sampled_from(spans), max_size=1)) if spans else []
        comparisons = Comparisons.since(kept, documents)
        with_kept, from_nothing = Labels(_benchmark(*documents), None, comparisons), Labels(_benchmark(*documents))
        assert [with_kept.of(span, gold) for span in spans] == [from_nothing.of(span, gold) for span in spans]
        kept = comparisons.as_bytes()


class _Counted(Document):
    """A document that counts how often it is read."""

    reads = 0

    def __getattribute__(self, name: str) -> object:
        if name == "text":
            _Counted.reads += self.id == "other.md"
        return super().__getattribute__(name)


def test_an_unchanged_document_is_not_read_for_a_place_that_was_compared_before() -> None:
    page, other = _document("a.md", _RETRIES), _Counted("other.md", _SLOTS, "", "", "")
    benchmark, hashes = _benchmark(page, other), Comparisons.since(None, (page, other)).hashes
    first = Comparisons(hashes)
    label = Labels(benchmark, lambda _words: (page, other), first).of(_span(page, "Defaults to 5."), ())
    _Counted.reads = 0
    again = Comparisons(hashes, frozenset(), first.found)
    assert Labels(benchmark, lambda _words: (page, other), again).of(_span(page, "Defaults to 5."), ()) == label
    assert _Counted.reads == 0 < len(first.found)


def test_a_quote_that_is_nowhere_else_stays_as_it_is() -> None:
    page = _document("a.md", _RETRIES)
    assert Labels(_benchmark(page)).of(_span(page, "Defaults to 5."), ()) == "Defaults to 5."


def test_a_quote_that_is_elsewhere_too_is_widened_until_it_is_not() -> None:
    page, other = _document("a.md", _RETRIES), _document("b.md", _SLOTS)
    labels = Labels(_benchmark(page, other))
    assert labels.of(_span(page, "Defaults to 5."), ()) == "Defaults to 5. Set it per topic."


def test_a_cell_is_widened_to_its_row() -> None:
    page = _document("a.md", _TABLE)
    assert Labels(_benchmark(page)).of(_span(page, "b | 5"), ()) == "b | 5"
    start = page.text.rindex("5")
    assert Labels(_benchmark(page)).of(Span.of(page, start, start + 1), ()) == "| b | 5 |"


def test_the_line_above_is_taken_before_the_line_below() -> None:
    page, other = _document("a.md", "Retries\nDefaults to 5.\nEnd"), _document("b.md", "Slots\nDefaults to 5.\nEnd")
    assert Labels(_benchmark(page, other)).of(_span(page, "Defaults to 5."), ()) == "Retries\nDefaults to 5."


def test_places_that_prove_the_answer_as_well_need_no_widening() -> None:
    page, copy = _document("a.md", _RETRIES), _document("copy.md", _RETRIES)
    spans = [_span(page, "Defaults to 5."), _span(copy, "Defaults to 5.")]
    assert Labels(_benchmark(page, copy)).of(spans[0], spans) == "Defaults to 5."


def test_what_else_proves_one_answer_changes_no_label_of_another() -> None:
    page, copy = _document("a.md", _RETRIES), _document("copy.md", _SLOTS)
    span, other = _span(page, "Defaults to 5."), _span(copy, "Defaults to 5.")
    labels = Labels(_benchmark(page, copy))
    assert labels.of(span, [span, other]) == "Defaults to 5."
    assert labels.of(span, [span]) == "Defaults to 5. Set it per topic."


def test_where_the_whole_chunk_is_elsewhere_too_the_quote_stays() -> None:
    page, copy = _document("a.md", _RETRIES), _document("copy.md", _RETRIES)
    assert Labels(_benchmark(page, copy)).of(_span(page, "Defaults to 5."), ()) == "Defaults to 5."


def test_benchmark_json_has_the_widened_text_and_the_item_what_critics_judged() -> None:
    page, other = _document("a.md", _RETRIES), _document("b.md", _SLOTS)
    base = _benchmark(page, other)
    quote = Evidence(_span(page, "Defaults to 5."))
    candidate = Candidate("factoid", "How often?", "5", (AnswerComponent("5", (quote,)),), (base.chunks[0].id,))
    item = Item(Item.id_for(candidate), Critique(candidate), 1, 1)
    (question,) = questions_of(Benchmark("b", base.documents, (item,), base.chunks)).questions
    assert question.components[0].contexts == ("Defaults to 5. Set it per topic.",)
    assert item.candidate.components[0].evidence[0].span.text == "Defaults to 5."
