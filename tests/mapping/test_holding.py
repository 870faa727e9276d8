from __future__ import annotations

import random

from benchmill.mapping.candidates import Candidates
from benchmill.mapping.holding import held_in
from benchmill.mapping.index_chunks import IndexChunk
from benchmill.mapping.plain_text import PlainText
from benchmill.scorer.fixed_text import FixedText


def test_quotes_are_found_in_the_texts_as_by_trying_every_quote_in_every_text() -> None:
    rng = random.Random(7)
    vocabulary = ["cap", "caps", "limit", "a", "5", "50", "`max_calls`", "**two**", "“café”", "限", "-", "->", "ﬁve"]
    fixed, kinds = FixedText(), set()
    for _ in range(25):
        texts = [" ".join(rng.choices(vocabulary, k=rng.randint(1, 40))) for _ in range(rng.randint(1, 30))]
        quotes = []
        for text in rng.choices(texts, k=20):
            start = rng.randrange(len(text))
            quote = text[start : start + rng.randint(1, 60)]
            quotes.append(quote.replace(*rng.choice([("`", ""), ("*", ""), ("5", "6"), ("cap", "cup"), ("-", "-")])))
        for quote, found in held_in(texts, quotes).items():
            verbatim = any(fixed(quote) in fixed(text) for text in texts)
            letters = PlainText(quote.strip())
            normalised = any(letters.raw in text or PlainText(text).find(letters) for text in texts)
            assert found == ("verbatim" if verbatim else "normalised" if normalised else None), (quote, texts)
            kinds.add(found)
    assert kinds == {"verbatim", "normalised", None}


def test_the_chunk_with_all_words_is_near_in_a_large_index_of_common_words() -> None:
    rng = random.Random(3)
    words = [f"word{number}" for number in range(40)]
    chunks = [IndexChunk(f"{number}", " ".join(rng.sample(words[:-1], 3))) for number in range(9000)]
    quote = words[5:12]
    chunks[4567] = IndexChunk("right", " ".join(["So", *quote, "then"]))
    assert Candidates(chunks, words).near(quote)[0] == 4567
    assert len(Candidates(chunks, words).near(quote)) == 24
