"""Where sentences stand in Markdown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.records.sentences import quotable, sentences
from tests.cpu_ceiling import cpu_ceiling

CASES = {
    "One. Two? Three! Four": ["One.", "Two?", "Three!", "Four"],
    "It is wrapped\nhere. Next.": ["It is wrapped\nhere.", "Next."],
    "The value is 3.5 s. See a.b.md or https://x.test/a.html. Done.": [
        "The value is 3.5 s.",
        "See a.b.md or https://x.test/a.html.",
        "Done.",
    ],
    "Use it, e.g. On Mondays. Ask Dr. Who vs. J. Smith of the U.S. Army.": [
        "Use it, e.g. On Mondays.",
        "Ask Dr. Who vs. J. Smith of the U.S. Army.",
    ],
    "He said “stop.” She did (at once.) Then `a. B` came.": [
        "He said “stop.”",
        "She did (at once.)",
        "Then `a. B` came.",
    ],
    "# A heading. Whole\ntext": ["A heading. Whole", "text"],
    "Setext\n======\ntext": ["Setext", "text"],
    "- one\n  goes on\n- [x] two. Three.\n1. four\n2) five": ["one\n  goes on", "two.", "Three.", "four", "five"],
    "text\n> quoted\n> on\n\nafter": ["text", "quoted\n> on", "after"],
    "| a | b |\n|---|:-:|\n| 1. x | 2 |": ["| a | b |", "| 1. x | 2 |"],
    "```py\nx = 1. # No\n\n    y = 2\n```\nafter": ["x = 1. # No", "y = 2", "after"],
    "~~~\n```\n~~~\nafter": ["```", "after"],
    "```\nnever closed. At all.": ["never closed. At all."],
    "a\n***\nb": ["a", "b"],
    "私は。そう！はい": ["私は。", "そう！", "はい"],
    "wait... then. Wait… and": ["wait... then.", "Wait… and"],
    "": [],
    " \n\t\n": [],
}


@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_the_sentences_of_a_markdown_text(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected


MARKDOWN = st.text(st.sampled_from("aB1 .!?\n-*#>|`~:。'\"()\t\r\u2028é_=x"), max_size=120)


@settings(max_examples=300)
@given(st.one_of(MARKDOWN, st.text(max_size=80)))
def test_sentences_are_in_order_apart_and_never_blank(text: str) -> None:
    places = sentences(text)

    assert all(text[start:end] == text[start:end].strip() != "" for start, end in places)
    assert all(one[1] <= other[0] for one, other in pairwise(places))


@settings(max_examples=200)
@given(st.lists(st.text(st.sampled_from("abcé漢 "), min_size=1).map(str.strip).filter(bool), min_size=1, max_size=8))
def test_no_word_of_a_paragraph_is_lost(parts: list[str]) -> None:
    text = ". ".join(parts)

    assert "".join(text[start:end] for start, end in sentences(text)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "piece", ["\n", ". ", "> ", "- ", "-", "`", "a. B", "|-", "- \n", "_ ", "A. ", "? ", "x.    ", "* * "]
)
def test_finding_sentences_is_work_in_proportion_to_the_text(piece: str) -> None:
    with cpu_ceiling():
        sentences(piece * 50_000)


def test_what_can_be_quoted_has_words_enough_to_prove_something() -> None:
    long = " ".join(["word"] * 61)

    assert quotable(f"# Logs\n\nLogs live 14 days.\n\n{long}\n\n---\n\n{{\n") == ["Logs live 14 days."]
    assert quotable("# Logs\n\n- a\n") == ["Logs", "a"]
    assert quotable("{\n}\n") == []
