"""What the checks know of the corpus, and the possible answers they find in it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.checks import CorpusFacts, possible_answers
from benchmill.records.candidate import AnswerComponent, Candidate, Evidence
from benchmill.records.corpus import Chunk, Document, Span
from benchmill.records.words import content_words


def _corpus(texts: Sequence[str], headings: tuple[str, ...] = (), language: str = "en") -> CorpusFacts:
    documents = [Document(f"{number:03}.md", text, "Title", "0", "text/markdown") for number, text in enumerate(texts)]
    return CorpusFacts.of([Chunk(Span.of(d, 0, len(d.text)), headings) for d in documents], documents, language)


_texts = st.lists(st.sampled_from(["timeouts", "retry", "pool", "é", "the"]), min_size=1, max_size=6).map(" ".join)
_any_text = st.text(min_size=1).map(lambda text: text.replace("\r", "")).filter(str.strip)


@given(_texts | _any_text, st.data())
@settings(max_examples=100)
def test_document_frequency_is_the_number_of_chunks_that_hold_the_stem(text: str, data: st.DataObject) -> None:
    others = data.draw(st.lists(st.sampled_from(["retries fail", "a pool", "timeout"]), max_size=5))
    texts = [text, *others]
    facts = _corpus(texts)
    for stem in {stem for each in texts for stem in content_words(each)}:
        holders = [number for number, each in enumerate(texts) if stem in content_words(each)]
        assert facts.df(stem) == len(holders)
        assert list(facts.places(stem)) == holders
    assert facts.df("no such stem") == 0


def test_headings_count_as_words_of_their_chunk() -> None:
    assert _corpus(["Set it to 5."], ("Retries",)).df("retri") == 1


def test_idf_is_bm25s_and_always_positive() -> None:
    facts = _corpus(["retry"] * 3 + ["pool"])
    assert facts.idf("retri") == math.log(1 + (4 - 3 + 0.5) / (3 + 0.5))
    assert facts.idf("pool") > facts.idf("retri") > 0
    assert facts.mass(["pool", "pool"]) == facts.idf("pool")


def test_holding_all_stems_is_an_intersection() -> None:
    facts = _corpus(["retry pool", "pool", "retry", "retry a pool twice"])
    assert facts.holding(["retri", "pool"]) == {0, 3}
    assert facts.holding(["retri", "unknown"]) == set()
    assert facts.holding([]) == set()


def test_the_idf_percentile_counts_each_content_word_once_a_chunk() -> None:
    facts = _corpus(["client"] * 8 + ["alpha", "omega"])
    assert facts.idf_percentile(20) == facts.idf("client")
    assert facts.idf_percentile(85) == facts.idf("alpha")


def test_a_word_becomes_a_product_term_by_code_font_or_headings_not_by_prose() -> None:
    assert not _corpus(["the table below"] * 10).is_product_term("table")
    assert _corpus(["set `table` to 1", "`table()`", "`a table`", "x"]).is_product_term("table")
    assert _corpus(["a table", "a table", "a table"], ("Create a table",)).is_product_term("table")
    # An example is named so in every manual; only code font makes a product's own thing of it.
    assert not _corpus(["an example"] * 10, ("Example",)).is_product_term("example")
    assert not _corpus(["see `https://example.com`"] * 10).is_product_term("example")


def test_the_language_is_the_corpus_own_unless_given() -> None:
    german = "Der Client wartet auf eine Antwort, und die Verbindung ist noch offen."
    assert _corpus([german] * 3, language="").language == "de"
    assert _corpus(["max_retries = 5"], language="").language == "en"
    assert _corpus([german], language="en").language == "en"


def test_an_empty_corpus_has_facts_too() -> None:
    facts = CorpusFacts.of([], [])
    assert (len(facts), facts.df("x"), facts.idf_percentile(20), facts.holding(["x"])) == (0, 0, 0.0, set())
    assert facts.idf("x") > 0


def test_possible_answers_hold_the_answer_and_most_of_the_question() -> None:
    texts = [
        "The pool timeout of Kestrel is 2.5 s.",
        "Kestrel raises after a pool timeout of 2.5 s.",
        "The pool timeout of Kestrel can be changed.",
        "Birds fly at 2.5 s.",
    ]
    facts = _corpus(texts)
    quote = Evidence(Span("000.md", 0, len(texts[0]), texts[0]))
    components = (AnswerComponent("2.5 s", (quote,)),)
    candidate = Candidate("factoid", "What is the pool timeout of Kestrel?", "2.5 s", components, (facts.chunks[0].id,))
    assert possible_answers(candidate, facts) == [facts.chunks[1]]


def test_a_chunk_that_overlaps_the_evidence_is_no_suspect() -> None:
    document = Document("a.md", "The pool timeout of Kestrel is 2.5 s. More.", "T", "0", "text/markdown")
    chunks = [Chunk(Span.of(document, 0, 37)), Chunk(Span.of(document, 4, 43))]
    facts = CorpusFacts.of(chunks, [document])
    evidence = Evidence(Span.of(document, 0, 37))
    candidate = Candidate(
        "factoid", "What is the pool timeout?", "2.5 s", (AnswerComponent("2.5 s", (evidence,)),), (chunks[0].id,)
    )
    assert possible_answers(candidate, facts) == []
