"""Contexts of answer components, ranked passages -> Answer Component MRR@k and Recall@k.

The metrics of fastbook-benchmark: a passage proves a component where it contains any of its contexts, both cleaned by
`ftfy.fix_text`; a question is answered where all its components are found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class ComponentScore(NamedTuple):
    """One question's values. `recall` is None where the question has no components: that is a data error.

    `ranks` holds, for every component, the first rank (from 1) that proves it, or None.
    """

    mrr: float
    recall: float | None
    ranks: tuple[int | None, ...]


def component_score(
    components: Sequence[Sequence[str]], passages: Sequence[str], fixed: Callable[[str], str]
) -> ComponentScore:
    """One question's values over all of `passages`, best first: the caller cuts them at k.

    `components` lists contexts of which any suffices (none: never found). `fixed` cleans a text; with one FixedText for
    all questions each text is cleaned once. MRR is 1 / (the rank by which every component is found), 0 where one is not
    found at all.

    >>> component_score([["blue sky", "azure"], ["grass"]], ["an azure sea", "rocks", "green grass"], str)
    ComponentScore(mrr=0.3333333333333333, recall=1.0, ranks=(1, 3))
    """
    if not components:
        return ComponentScore(0.0, None, ())
    wanted = {number: [fixed(text) for text in contexts] for number, contexts in enumerate(components) if contexts}
    ranks: list[int | None] = [None] * len(components)
    for rank, passage in enumerate(passages, start=1):
        if not wanted:  # cleaning is most of the cost: passages behind the last match are not cleaned
            break
        clean = fixed(passage)
        for number in [number for number, contexts in wanted.items() if any(context in clean for context in contexts)]:
            ranks[number] = rank
            del wanted[number]
    found = [rank for rank in ranks if rank is not None]
    mrr = 1 / max(found) if len(found) == len(ranks) else 0.0
    return ComponentScore(mrr, len(found) / len(ranks), tuple(ranks))
