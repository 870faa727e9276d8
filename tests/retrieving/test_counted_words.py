from __future__ import annotations

import random
from collections import Counter

import pytest

from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import Bm25
from benchmill.retrieving.counted_words import CountedIndex, CountedWords


@pytest.mark.parametrize(("k1", "b"), [(1.5, 0.75), (0.0, 0.0), (100.0, 0.0)])
def test_scores_from_counted_words_are_those_of_bm25_over_all_words_to_the_last_bit(k1: float, b: float) -> None:
    rng = random.Random(5)
    vocabulary = {f"word{number}": number for number in range(30)}
    for _ in range(20):
        heads, texts = ([rng.choices(list(vocabulary), k=rng.randint(0, most)) for _ in range(40)] for most in (4, 30))
        ids = [[vocabulary[word] for word in head + text] for head, text in zip(heads, texts, strict=True)]
        parts = []
        for words in (heads, texts):
            part = CountedWords()
            for one in words:
                # the words from 20 on are in no query: they only make the text longer
                part.add(Counter(vocabulary[word] for word in one if vocabulary[word] < 20), len(one))
            parts.append(part)
        asked = {word: number for word, number in vocabulary.items() if number < 20}
        index = CountedIndex(parts, asked, "en").over(0, 1)
        everything = Bm25.of_ids(ids, vocabulary, k1=k1, b=b)
        query = " ".join(rng.choices([*asked, "unknown"], k=6))
        assert index.top(query, 12, k1=k1, b=b) == everything.top(query, 12)
        for word in content_words(query):
            held = [place for place, one in enumerate(ids) if vocabulary.get(word, -1) in one]
            assert (index.places(word), index.df(word)) == (held, len(held))
        both = [place for place, one in enumerate(ids) if {1, 2} <= set(one)]
        assert index.holding(["word1", "word2"]) == both
        own = Bm25.of_ids([[vocabulary[word] for word in text] for text in texts], vocabulary, k1=k1, b=b)
        assert index.index.over(1).top(query, 12, k1=k1, b=b) == own.top(query, 12)


def test_texts_without_words_are_found_by_no_query() -> None:
    empty = CountedWords()
    empty.add({}, 0)
    assert CountedIndex([empty], {"retri": 0}, "en").over(0).top("retries", 3) == []
