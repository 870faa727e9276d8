"""Texts, queries, a ColBERT model -> the best texts by late interaction. The only file that knows pylate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from benchmill.records import MissingExtra
from benchmill.records.installed import check_versions
from benchmill.retrieving.fusion import Ranked

_BLOCK = 512  # texts compared with all queries at once: about 100 MB


def colbert_rankings(texts: Sequence[str], queries: Sequence[str], name: str, k: int) -> list[Ranked]:
    """For every query the `k` best texts: each word of the query counts with the most similar word of the text.

    The score is MaxSim (Khattab and Zaharia, SIGIR 2020) over all texts, without an index. `name` is a model that
    pylate loads, or its folder. Raises MissingExtra where pylate is absent.
    """
    try:
        from pylate import models  # type: ignore[import-not-found, import-untyped, unused-ignore]  # brings torch
    except ModuleNotFoundError as error:
        raise MissingExtra("searching with ColBERT", "colbert") from error
    check_versions("pylate")
    import numpy as np

    model = models.ColBERT(name)
    asked = model.encode(list(queries), is_query=True, show_progress_bar=False)
    scores = np.concatenate([late_interaction(asked, block) for block in _blocks(model, texts)], axis=1)
    return [
        [(int(place), float(row[place])) for place in np.argsort(-row, kind="stable")[:k]] if len(texts) else []
        for row in scores
    ]


def _blocks(model: Any, texts: Sequence[str]) -> Iterator[Any]:  # noqa: ANN401 - a model without types
    for start in range(0, len(texts), _BLOCK):
        yield model.encode(list(texts[start : start + _BLOCK]), is_query=False, show_progress_bar=False)


def late_interaction(queries: Sequence[Any], texts: Sequence[Any]) -> Any:  # noqa: ANN401 - arrays
    """A row a query, a column a text: the sum over the query's words of the largest similarity among the text's."""
    import numpy as np

    words = np.concatenate(texts)
    starts = np.cumsum([0, *(len(text) for text in texts[:-1])])
    return np.stack([np.maximum.reduceat(query @ words.T, starts, axis=1).sum(axis=0) for query in queries])
