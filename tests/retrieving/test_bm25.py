from __future__ import annotations

import subprocess
import sys
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import Bm25


def test_scores_are_lucenes_bm25() -> None:
    texts = ["gate gate opens", "relay", "the gate of one relay message", "token bucket"]
    lengths = [len(content_words(text)) for text in texts]
    idf = log(1 + (4 - 2 + 0.5) / (2 + 0.5))

    def score(count: int, length: int) -> float:
        return idf * count / (count + 1.5 * (1 - 0.75 + 0.75 * length / (sum(lengths) / 4)))

    found = Bm25.of(texts).top("gate", 5)
    assert [place for place, _ in found] == [0, 2]
    assert [value for _, value in found] == pytest.approx([score(2, lengths[0]), score(1, lengths[2])], rel=1e-6)


@given(st.lists(st.text(st.sampled_from("abc def ")), max_size=30), st.text(st.sampled_from("abc def ")))
@settings(max_examples=80)
def test_the_best_k_are_the_first_k_of_all_and_ties_go_by_index(texts: list[str], query: str) -> None:
    index = Bm25.of(texts)
    everything = index.top(query, len(texts))
    assert everything == sorted(everything, key=lambda pair: (-pair[1], pair[0]))
    assert all(score > 0 for _, score in everything)
    for k in (0, 1, 3):
        assert index.top(query, k) == everything[:k]


@pytest.mark.parametrize("texts", [[], [""], ["the", "of"], ["\ud800", "\n"]])
def test_texts_without_words_are_never_found_and_never_an_error(texts: list[str]) -> None:
    assert Bm25.of(texts).top("what is the gate?", 3) == []
    assert Bm25.of([*texts, "gate"]).top("", 3) == []


def test_every_process_gives_the_same_scores_and_writes_nothing_else() -> None:
    script = (
        "import logging; logging.basicConfig(level=0)\n"
        "from benchmill.retrieving.bm25 import Bm25\n"
        "texts = [f'word{n % 7} word{n % 11} gate word{n * n % 23}' for n in range(200)]\n"
        "print(Bm25.of(texts).top('word1 word2 word5 gate word22', 50))"
    )
    outputs = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
        )
        assert done.stderr == ""
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
