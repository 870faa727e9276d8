from __future__ import annotations

import ftfy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.scorer.components import ComponentScore, component_score
from benchmill.scorer.fixed_text import FixedText

# Few and short pieces, so that contexts do stand in passages; among them what ftfy changes, alone and together.
_PIECES = st.sampled_from([*"ab \n<’'ﬁé\ud800\r", "&lt;", "â€™", "fi", "e\u0301"])
_TEXTS = st.lists(_PIECES, max_size=5).map("".join)
_GOLD = st.lists(st.lists(_TEXTS, max_size=3), max_size=3)
_PASSAGES = st.lists(_TEXTS | st.text(st.characters(exclude_categories=()), max_size=6), max_size=6)


def naive(components: list[list[str]], passages: list[str], k: int) -> tuple[float, float | None]:
    """The definition, word by word."""
    ranks = []
    for contexts in components:
        rank = None
        for place, passage in enumerate(passages[:k]):
            if any(ftfy.fix_text(context) in ftfy.fix_text(passage) for context in contexts):
                rank = place + 1
                break
        ranks.append(rank)
    if not ranks:
        return 0.0, None
    found = [rank for rank in ranks if rank is not None]
    return (0.0 if None in ranks else 1 / max(found)), len(found) / len(ranks)


@given(_GOLD, _PASSAGES, st.integers(1, 7))
@settings(max_examples=300)
def test_values_are_the_naive_definitions_for_any_text(gold: list[list[str]], passages: list[str], k: int) -> None:
    score = component_score(gold, passages[:k], FixedText())
    assert (score.mrr, score.recall) == naive(gold, passages, k)


def test_a_context_and_a_passage_that_clean_alone_but_not_together_follow_the_definition() -> None:
    # Alone "&lt;" becomes "<"; in a passage with a "<" before it ftfy leaves it as it is.
    gold = [["b &lt; c"]]
    assert component_score(gold, ["<p> b &lt; c"], FixedText()).recall == 0.0
    assert component_score(gold, ["b < c"], FixedText()).recall == 1.0


@pytest.mark.parametrize(
    ("gold", "passages", "score"),
    [
        ([["x"]], [], ComponentScore(0.0, 0.0, (None,))),
        ([[]], ["x"], ComponentScore(0.0, 0.0, (None,))),
        ([], ["x"], ComponentScore(0.0, None, ())),
        ([["x"], ["y"]], ["-", "xy"], ComponentScore(0.5, 1.0, (2, 2))),
        ([["x"], ["y"]], ["x", "-", "-"], ComponentScore(0.0, 0.5, (1, None))),
        ([["z", "x"], ["y"]], ["x", "z", "-", "y"], ComponentScore(0.0, 0.5, (1, None))),
    ],
)
def test_cases_by_hand_at_3(gold: list[list[str]], passages: list[str], score: ComponentScore) -> None:
    assert component_score(gold, passages[:3], FixedText()) == score
