"""A quote becomes a place in the document, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmill.generator.evidence import locate, sentence_with
from benchmill.records import Chunk, Document, Span

BEFORE = "# Client\n\nIntro é 👍.\n\n"
TEXT = (
    "The default read timeout of the client is 30 seconds, but it can be changed with the `read_timeout` option at any "
    "time. Do not set it to zero.\n\n| option | default |\n|---|---|\n| `retries` | 15 |\n| `pool` | 5 |\n"
)
DOCUMENT = Document("docs/client.md", BEFORE + TEXT + "\nMore.", "Client", "0" * 64, "text/markdown")
CHUNK = Chunk(Span.of(DOCUMENT, len(BEFORE), len(BEFORE) + len(TEXT)), ("Client",))

SENTENCE = "The default read timeout of the client is 30 seconds, but it can be changed with the `read_timeout` option"
FOUND = [
    ("Do not set it to zero.", "Do not set it to zero."),
    ("¦ Do not set it to “zero”.".replace("“zero”", "zero"), "Do not set it to zero."),
    (SENTENCE.replace("`", ""), SENTENCE),
    (SENTENCE.replace("default", "defualt"), SENTENCE),  # a slip
    (SENTENCE.replace("30 seconds,", "30 seconds"), SENTENCE),
    (SENTENCE[4:].replace("the client", "the cleint")[:-2], SENTENCE[4:]),  # widened to whole words
    ("retries | 15", "`retries` | 15"),
]
NOT_FOUND = [
    SENTENCE.replace("30", "60"),
    SENTENCE.replace("can be", "can not be"),
    SENTENCE.replace(", but it can be changed", " ... "),
    SENTENCE.replace("but it can", "but ... can"),
    "The default read timeout ... at any time.",
    "Do set it to zero.",
    "Do not set it to zoro.",  # too short for a slip
    "The client waits for half a minute before it gives up reading.",
    "",
    " ",
    "x" * 5000,
]


@pytest.mark.parametrize(("quote", "found"), FOUND)
def test_a_quote_becomes_the_span_of_the_document_where_it_stands(quote: str, found: str) -> None:
    span = locate(quote, CHUNK)

    assert span is not None
    assert span.text == found
    assert DOCUMENT.text[span.start : span.end] == span.text
    assert span.document_id == "docs/client.md"


@pytest.mark.parametrize("quote", NOT_FOUND)
def test_what_the_passage_does_not_say_is_no_evidence(quote: str) -> None:
    assert locate(quote, CHUNK) is None


TEXTS = st.text(st.sampled_from("ab é1.\n*_`|漢👍\u0301"), min_size=30, max_size=200)


@settings(max_examples=150)
@given(TEXTS, st.data())
def test_a_slip_never_yields_a_span_of_other_text(text: str, data: st.DataObject) -> None:
    assume(text.strip())
    document = Document("a.md", "before " + text, "", "", "text/plain")
    chunk = Chunk(Span.of(document, 7, len(document.text)))
    start = data.draw(st.integers(0, len(text) - 25))
    slip = data.draw(st.integers(start, len(text) - 1))
    quote = text[start:slip] + "x" + text[slip + 1 :]

    span = locate(quote, chunk)

    assume(span is not None)
    assert span is not None
    assert document.text[span.start : span.end] == span.text
    assert chunk.span.contains(span)


def test_the_evidence_of_an_answer_without_quote_is_its_sentence() -> None:
    span = sentence_with("5", "What is the default size of the pool?", CHUNK)

    assert span is not None
    assert span.text == "| `pool` | 5 |"
    assert DOCUMENT.text[span.start : span.end] == span.text


def test_of_several_sentences_with_the_answer_the_one_most_like_the_question_is_taken() -> None:
    text = "It starts five workers. The pool of Harbor keeps five connections open. Five is odd."
    chunk = Chunk(Span("a.md", 0, len(text), text))
    span = sentence_with("five", "How many connections does the pool of Harbor keep open?", chunk)

    assert span is not None
    assert span.text == "The pool of Harbor keeps five connections open."


@pytest.mark.parametrize("answer", ["0", "retr", "seventy"])
def test_an_answer_that_stands_in_no_sentence_as_whole_words_has_no_evidence(answer: str) -> None:
    assert sentence_with(answer, "What?", CHUNK) is None


def test_the_sentence_most_like_the_question_is_found_by_the_words_of_its_language() -> None:
    """By English stop words "wie", "die" and "der" were words that a question and a sentence share."""
    said = "Post bleibt 14 Tage."
    text = f"So wie die Liste der Namen von allen auf der Seite ist auch die der Orte 14 Tage alt. {said}\n"
    page = Document("post.md", text, "Post", "0" * 64, "text/markdown")
    span = sentence_with("14 Tage", "Wie lange ist die Post in der Ablage?", Chunk(Span.of(page, 0, len(text))))
    assert span is not None
    assert span.text == said
