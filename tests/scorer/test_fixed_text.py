from __future__ import annotations

import ftfy
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmill.scorer.fixed_text import FixedText

# Pieces that some step of ftfy looks for, so that invented texts meet its rules and not only its borders.
MOJIBAKE = ("â€™", "Ã©", "Â ", "Å ")
_PIECES = st.sampled_from(
    [
        *"&;<>\n\r\x00\x7f’“ﬁＬ\u2028\x85\ud83d\ude00�?\xa0\t\u0301",
        "&lt;",
        "&amp;amp;",
        "\r\n",
        "\x1b[31m",
        "plain text",
        *MOJIBAKE,
    ]
)
_TEXTS = st.lists(_PIECES | st.text(st.characters(exclude_categories=()), max_size=5), max_size=12).map("".join)


@given(_TEXTS)
@example("<\n&lt;\r\n&lt;")
@example("&lt;\n<&lt;\n&lt;")
@example("a\rb")
@example("â€\n™")
@settings(max_examples=600)
def test_any_text_is_fixed_exactly_as_ftfy_fixes_it(text: str) -> None:
    fixed = FixedText()
    assert fixed(text) == ftfy.fix_text(text)
    assert fixed(text) == ftfy.fix_text(text), "and the second time alike"


# What Latin scripts and typographers use, and what encodings make of it when they are mixed up.
_WESTERN = [chr(code) for code in range(0x80, 0x180)] + list("‘’“”•→–—…‚„€™°√≈βвЂ")


def test_every_pair_of_western_characters_is_fixed_exactly_as_ftfy_fixes_it() -> None:
    fixed = FixedText()
    texts = [f"x{one}{other}y {one}a{other}" for one in _WESTERN for other in _WESTERN]
    for one in _WESTERN:
        texts += [one, f" {one} ", f"a{one}b", f"A{one} ", f".{one}.", f"a {one}"]
    wrong = [text for text in texts if fixed(text) != ftfy.fix_text(text)]
    assert wrong == []


@given(st.lists(st.sampled_from([*_WESTERN, *"abAZ 9?.\n<&;"]), max_size=12).map("".join))
@settings(max_examples=600)
def test_western_text_is_fixed_exactly_as_ftfy_fixes_it(text: str) -> None:
    assert FixedText()(text) == ftfy.fix_text(text)


@given(st.text(st.characters(max_codepoint=127), max_size=40))
@settings(max_examples=400)
def test_ascii_is_fixed_exactly_as_ftfy_fixes_it(text: str) -> None:
    assert FixedText()(text) == ftfy.fix_text(text)


@pytest.mark.parametrize("character", [chr(code) for code in range(128)])
def test_every_ascii_character_alone_and_in_company(character: str) -> None:
    fixed = FixedText()
    for text in (character, f"a{character}b", f"a{character}", f"{character}b", f"{character}lt;x", f"<{character}lt;"):
        assert fixed(text) == ftfy.fix_text(text)
