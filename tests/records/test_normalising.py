"""A quote is found where it stands, whatever was lost in copying; what is found is always a span of the raw text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmill.records.normalising import DATAMARK, find_normalised, normalise
from tests.cpu_ceiling import cpu_ceiling

CASES = [
    # (quote, text, found)
    ("the default", "Set the default.", "the default"),
    ("say “no” – twice", 'I say "no" - twice.', 'say "no" - twice'),
    ('say "no" - twice', "I say “no” — twice.", "say “no” — twice"),
    ("it's 30\n  seconds", "so it’s 30 seconds long", "it’s 30 seconds"),
    ("is 30 seconds", "it is **30** seconds", "is **30** seconds"),
    ("default is 30", "the **default** is `30`.", "**default** is `30`"),
    ("`a` is b", "a is b", "a is b"),
    ("see the guide for more", "see [the guide](a/b(1).md) for more", "see [the guide](a/b(1).md) for more"),
    ("the guide", "see [`the` guide][1].", "[`the` guide][1]"),
    ("a_b is c", "a\\_b is c", "a\\_b is c"),
    ("one two", "one\u200b\u00a0two", "one\u200b\u00a0two"),
    ("wait 30 s : no more", "wait 30\u202fs\u00a0: no more", "wait 30\u202fs\u00a0: no more"),
    ("wait\u00a030 s", "then wait 30 s", "wait 30 s"),
    ("payload", "pay\u200dlo\u00adad", "pay\u200dlo\u00adad"),
    ("cafe\u0301 noir", "un café noir", "café noir"),
    ("café noir", "un cafe\u0301 noir", "cafe\u0301 noir"),
    ("q\u0307\u0323", "q\u0323\u0307.", "q\u0323\u0307"),
    ("--timeout 30 s", "| --timeout | 30   | s |", "--timeout | 30   | s"),
    ("Supports: A B", "Supports:\n\n- A\n- B\n", "Supports:\n\n- A\n- B"),
    ("Quoted text here", "> Quoted text\n> here", "Quoted text\n> here"),
    ("wait...", "so wait… then", "wait…"),
    (f"first line\n{DATAMARK} second line", "the first line\nsecond line.", "first line\nsecond line"),
    (f"{DATAMARK} a = 1\n{DATAMARK}     b = 2", "a = 1\n    b = 2", "a = 1\n    b = 2"),
    ("2 * 3", "what is 2  * 3?", "2  * 3"),
    ("see the long pause.", "see :ref:`the long\npause <pause>`.", "see :ref:`the long\npause <pause>`."),
    ("set relay.port of Kiln", "set :opt:`relay.port` of `Kiln <https://k>`__", "set :opt:`relay.port` of `Kiln"),
    ("run `send <file>` now", "run ``send <file>`` now", "run ``send <file>`` now"),
]
ABSENT = [
    ("a ... c", "a b c"),
    ("60 seconds", "30 seconds"),
    ("cafe", "un café noir"),
    ("가", "\u1100\u1161\u11a8"),
    ("snakecase", "snake_case"),
    ("run send now", "run `send <file>` now"),
    ("", "text"),
    (" \n", "text"),
    ("**", "text"),
    ("\u200b", "te\u200dxt"),
]


@pytest.mark.parametrize(("quote", "text", "found"), CASES)
def test_a_quote_is_found_although_copying_changed_its_characters(quote: str, text: str, found: str) -> None:
    place = find_normalised(quote, text)

    assert place is not None
    assert text[slice(*place)] == found


@pytest.mark.parametrize(("quote", "text"), ABSENT)
def test_what_does_not_stand_in_the_text_is_not_found(quote: str, text: str) -> None:
    assert find_normalised(quote, text) is None


def test_an_exact_hit_is_taken_before_a_normalised_one() -> None:
    assert find_normalised("a b", "a  b, a b") == (6, 9)


# Everything but what normalising takes for a mark or white space, so that only the changes made below are normalised.
PLAIN = st.characters(
    exclude_categories=("Cc", "Cf", "Cs", "Cn", "Zs", "Zl", "Zp"), exclude_characters="*_`~[]()\\|¦!>#+-"
)
WORDS = st.lists(st.text(PLAIN, min_size=1, max_size=8), min_size=1, max_size=12)


@settings(max_examples=150)
@given(before=WORDS, quote=WORDS, after=WORDS, data=st.data())
def test_any_text_is_found_again_after_what_copying_does_to_it(
    before: list[str], quote: list[str], after: list[str], data: st.DataObject
) -> None:
    joined = data.draw(
        st.lists(st.sampled_from([" ", "\n", " \n  ", "\u00a0", f"\n{DATAMARK} "]), min_size=1, max_size=4)
    )
    text = " ".join(before) + " " + " ".join(quote) + " " + " ".join(after)
    copied = "".join(word + joined[i % len(joined)] for i, word in enumerate(quote))
    copied = unicodedata.normalize("NFC" if data.draw(st.booleans()) else "NFD", copied)
    copied = copied.replace("'", "’").replace('"', "“")
    # A mark that would join the last letter of the word before is no word of its own.
    assume(not any(unicodedata.combining(word[0]) or "\u1160" <= word[0] <= "\u11ff" for word in (*quote, *after)))
    assume(normalise(copied).text.strip())

    place = find_normalised(copied, text)

    assert place is not None
    assert normalise(text[slice(*place)]).text.strip() == normalise(copied).text.strip()


@settings(max_examples=200)
@given(
    quote=st.text(st.sampled_from("ab*\n"), min_size=1, max_size=2),
    text=st.text(st.sampled_from("ab*`\n\u0301"), min_size=5),
)
def test_whatever_is_found_is_a_piece_of_the_text_that_says_something(quote: str, text: str) -> None:
    place = find_normalised(quote, text)

    assume(place is not None)
    assert place is not None
    start, end = place
    assert 0 <= start < end <= len(text)
    assert text[start:end].strip()


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab 2*_`~[]()!\\|\n>#-¦\u0301\u0323é\u200b…“”"), max_size=60))
def test_every_normalised_character_knows_where_it_came_from(text: str) -> None:
    normalised = normalise(text)

    assert len(normalised.text) == len(normalised.starts) == len(normalised.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(normalised.starts, normalised.ends, strict=True))
    assert normalised.starts == sorted(normalised.starts)
    assert "  " not in normalised.text


@settings(max_examples=200)
@given(st.data())
def test_a_slice_of_a_text_is_found_as_it_is(data: st.DataObject) -> None:
    text = data.draw(st.text(min_size=1, max_size=60))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    assume(text[start:end].strip())

    place = find_normalised(text[start:end], text)

    assert place is not None
    assert text[slice(*place)] == text[start:end].strip()


REPEATED = ["\n", " ", "[", "](", "](()", "*", "\n> ", "> ", "`a", "a\u0301", "\u0301", "\n#", "](a", "| ", "\\*", "[a"]


@pytest.mark.parametrize("piece", [*REPEATED, "*\u200b", "“a"])
def test_normalising_is_work_in_proportion_to_the_text(piece: str) -> None:
    text = piece * 50_000

    with cpu_ceiling():
        assert find_normalised("not “there”", text) is None
