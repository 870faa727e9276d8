"""Texts -> a BM25 index; query -> the best texts."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from benchmill.records.words import Stems, content_words

if TYPE_CHECKING:
    import bm25s  # type: ignore[import-untyped]
    import numpy as np
    from numpy.typing import NDArray


class Bm25:
    """BM25 (Lucene's variant: k1 1.5, b 0.75) over stems without stop words; the same texts give the same scores.

    >>> index = Bm25.of(["Retries are limited.", "The gate opens at dawn.", "Set the retry limit."])
    >>> [(place, round(score, 3)) for place, score in index.top("retry limits", 3)]
    [(0, 0.424), (2, 0.356)]
    """

    def __init__(self, index: bm25s.BM25 | None, language: str) -> None:
        self._index = index
        self._language = language

    @classmethod
    def of(cls, texts: Sequence[str], *, language: str = "en") -> Bm25:
        """The index over `texts`; `language` chooses stop words and endings, an unknown language has neither."""
        # Ids in order of first appearance: bm25s numbers the words of a set, whose order differs in every process.
        vocabulary: dict[str, int] = {}
        stems = Stems(language)
        ids = [[vocabulary.setdefault(word, len(vocabulary)) for word in stems.of(text)] for text in texts]
        return cls.of_ids(ids, vocabulary, language=language)

    @classmethod
    def of_ids(
        cls,
        ids: Sequence[list[int]],
        vocabulary: dict[str, int],
        *,
        language: str = "en",
        k1: float = 1.5,
        b: float = 0.75,
    ) -> Bm25:
        """The index over texts that are numbers of words already; queries find the words of `vocabulary` only."""
        if not any(ids):
            return cls(None, language)
        import bm25s  # 0.2 s with numpy: only a search should pay for it

        # bm25s logs every query at DEBUG, into the caller's log.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        # Named back ends: bm25s would prefer numba or scipy where installed, and these round differently.
        index = bm25s.BM25(k1=k1, b=b, method="lucene", backend="numpy", csc_backend="numpy")
        index.index((ids, vocabulary), show_progress=False)
        return cls(index, language)

    def top(self, query: str, k: int, among: Collection[int] | None = None) -> list[tuple[int, float]]:
        """Up to `k` (index of the text, score), best first, equal scores by index; only texts with a query word.

        `among`: the indices of the texts that count, if not all do.
        """
        if self._index is None or k < 1:
            return []
        known = [word for word in content_words(query, self._language) if word in self._index.vocab_dict]
        if not known:
            return []
        return best_of(self._index.get_scores(known), k, among)


def best_of(scores: NDArray[np.float32], k: int, among: Collection[int] | None = None) -> list[tuple[int, float]]:
    """Up to `k` (index, score) of the scores above 0, best first, equal scores by index; `among`: only of these."""
    import numpy as np

    found = np.flatnonzero(scores > 0)
    if among is not None:
        found = found[np.isin(found, list(among))]
    if len(found) > k:  # drop texts that cannot be among the best before sorting
        least = np.partition(scores[found], len(found) - k)[len(found) - k]
        found = found[scores[found] >= least]
    order = found[np.argsort(-scores[found], kind="stable")][:k]
    return [(int(index), float(scores[index])) for index in order]
