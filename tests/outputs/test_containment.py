from __future__ import annotations

from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmill.outputs.containment import Passages

_TEXTS = st.text(st.sampled_from("ab \n"), max_size=25)


def _by_definition(passage: str, quote: str) -> bool:
    """Whether some piece of at least 80 % of the quote stands in the passage, white space normalised on both sides."""
    passage, quote = " ".join(passage.split()), " ".join(quote.split())
    least = -(-len(quote) * 8 // 10)
    pieces = (quote[start : start + size] for size in range(least, len(quote) + 1) for start in range(len(quote)))
    return bool(quote) and any(len(piece) >= least and piece in passage for piece in pieces)


@given(st.lists(_TEXTS, max_size=6), _TEXTS)
@example(["xx The gate lets six calls thr"], "The gate lets six calls through")
@settings(max_examples=400)
def test_a_passage_holds_a_quote_exactly_by_the_definition(passages: list[str], quote: str) -> None:
    held = [number for number, passage in enumerate(passages) if _by_definition(passage, quote)]
    assert Passages(passages).holding(quote) == held
    assert Passages(passages, [quote]).holding(quote) == held

    def may_hold(words: Sequence[str]) -> Sequence[int] | None:
        """As the report finds passages: by some of the words, by none where these are in every passage."""
        rare = [word for word in words if "a" in word]
        return [n for n, passage in enumerate(passages) if set(rare) <= set(passage.split())] if rare else None

    assert Passages(passages, [quote], may_hold).holding(quote) == held


@given(st.text(min_size=1), st.data())
@settings(max_examples=150)
def test_a_passage_holds_what_was_cut_out_of_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    assert Passages(["other", text]).holding(quote) == (
        [1] if quote.strip() and "other".find(quote.strip()) < 0 else [0, 1] if quote.strip() else []
    )


def test_four_fifths_in_one_piece_suffice_and_less_does_not() -> None:
    quote = "0123456789"
    assert Passages(["..01234567", "..0123456", "23456789..", "0123 456789"]).holding(quote) == [0, 2]
