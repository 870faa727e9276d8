"""People's labels of some items, the critics' ratings of all items -> the share of good items, with intervals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import fsum

from benchmill.records import Verdict
from benchmill.scorer.proportion import wilson
from benchmill.validity.measured import Measured, share_of

# With fewer labels the weight of the ratings is chance itself.
_FEWEST = 20
_SAMPLED = "right if the labelled items are a random sample (benchmill items BENCH --csv FILE --sample 100)"


def audited(
    labels: Mapping[str, bool], ratings: Mapping[str, Sequence[Verdict]], dropped: Collection[str] = ()
) -> tuple[Measured, ...]:
    """The share of good items: by the labels alone, and corrected by the critics' ratings.

    `labels`: item id -> whether people found it good; `ratings`: item id -> verdicts, for every item and for those that
    people `dropped`. Other ids in `labels` are ignored. Nothing where no item has a label.

    People drop the bad items they find, so the dropped ones say how good the items are that nobody read. Where every
    item that is left has a label, nothing is unknown any more, and the dropped ones do not count.
    """
    left = ratings.keys() - set(dropped)
    if left and left <= labels.keys():
        ratings = {name: ratings[name] for name in left}
    read = {name: good for name, good in labels.items() if name in ratings}
    if not read:
        return ()
    gone = len(read.keys() & set(dropped))
    precision = share_of(
        "audited_precision",
        "Items that people found good",
        list(read.values()),
        "The share of good items, by people's labels alone.",
        f"{len(read)} labelled of {len(ratings)} items"
        + f", {gone} of them dropped since, which count for the items that nobody read" * bool(gone)
        + f", {_SAMPLED}" * (len(read) < len(ratings)),
    )
    return (precision, _corrected(read, ratings))


def _corrected(labels: Mapping[str, bool], ratings: Mapping[str, Sequence[Verdict]]) -> Measured:
    """The share corrected by the ratings of all items.

    Prediction-powered inference with a tuned weight (Angelopoulos, Duchi and Zrnic, 2023): mean of the labels +
    weight x (mean rating of all items - mean rating of the labelled items).
    """
    means = {name: _mean([one.rating / one.scale for one in found]) for name, found in ratings.items() if found}
    both = [(float(good), means[name]) for name, good in labels.items() if name in means]
    n, total = len(both), len(means)
    if n < max(_FEWEST, len(labels)):
        return _measured(None, 0, f"needs {_FEWEST} labelled items, all with ratings")
    good, rated, overall = _mean([y for y, _ in both]), _mean([f for _, f in both]), _mean(list(means.values()))
    spread = fsum((one - overall) ** 2 for one in means.values()) / total
    together = fsum((y - good) * (f - rated) for y, f in both) / n
    weight = together / (spread * (1 + n / total)) if spread else 0.0
    if good in (0.0, 1.0):
        return _measured(None, 0, "people gave all items the same label: nothing to correct")
    if weight <= 0:
        return _measured(None, 0, "the ratings of good items are not higher than those of bad ones: no correction")
    value = min(1.0, max(0.0, good + weight * (overall - rated)))
    alone = fsum((y - good) ** 2 for y, _ in both) / (n - 1) / n
    # the weight was fitted to the same labels: one degree of freedom less
    left = fsum((y - good - weight * (f - rated)) ** 2 for y, f in both) / (n - 2) / n + weight**2 * spread / total
    worth = n * alone / left
    method = (
        f"mean label + {weight:.2f} x (mean rating of all {total} items {overall:.3f} - that of the {n} labelled "
        f"{rated:.3f}); Wilson interval of {worth:.0f} labels, which these are worth"
    )
    return _measured(value, total, method, wilson(value * worth, worth))


def _measured(value: float | None, n: int, method: str, ci95: tuple[float, float] | None = None) -> Measured:
    label = "The same, corrected by the critics' ratings of all items"
    meaning = "Its interval is narrower where ratings and labels agree."
    return Measured("corrected_validity", label, value, n, method, meaning, ci95=ci95)


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
