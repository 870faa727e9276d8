"""Examined, Baselines -> what the evidence added by critics changes: scores and the order of retrievers without it."""

from __future__ import annotations

from math import fsum

from benchmill.records import AnswerComponent
from benchmill.validity.baselines import Baselines, found, reciprocal
from benchmill.validity.examined import Examined, Gold
from benchmill.validity.measured import Measured, mean_of
from benchmill.validity.stability import kendall


def added_labels(examined: Examined, baselines: Baselines) -> Measured:
    """How much higher keyword retrievers score because other passages than the writer's are labelled, too."""
    own = _without_added(examined, baselines)
    systems = [*baselines.rankings.values(), *baselines.variants.values()]
    shifts = [
        fsum(found(rankings[at], baselines.gold[at]) - found(rankings[at], own[at]) for rankings in systems)
        / len(systems)
        for at in range(len(own))
    ]
    orders = [[fsum(map(reciprocal, rankings, gold)) for rankings in systems] for gold in (baselines.gold, own)]
    tau = kendall(*orders)
    order = (
        "the retrievers do not differ" if tau is None else f"their order with and without it: Kendall's tau {tau:.2f}"
    )
    return mean_of(
        "added_evidence",
        "Keyword retrievers score higher by, thanks to added evidence (hit@10)",
        shifts,
        "So much would be missing if only the writer's passage were labelled.",
        clusters=baselines.documents,
        method=f"mean of {len(systems)} retrievers; {order}",
    )


def _without_added(examined: Examined, baselines: Baselines) -> list[Gold]:
    """The passages that hold the writer's own evidence, for each item that the retrievers ran on."""
    items = [examined.items[place] for place in baselines.places]
    parts = [part for item in items for part in item.candidate.components]
    if not any(evidence.is_added for part in parts for evidence in part.evidence):
        return list(baselines.gold)

    def holding(part: AnswerComponent) -> frozenset[int]:
        quotes = (evidence.span.text for evidence in part.original_evidence)
        return frozenset(number for quote in quotes for number in examined.passages.holding(quote))

    return [tuple(holding(part) for part in item.candidate.components) for item in items]
