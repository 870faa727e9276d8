"""Questions wanted, shares, capacity of the documents -> questions of each kind."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeVar

from benchmill.records import KINDS, Kind

V = TypeVar("V")

# At most half of the questions ask for single facts. The shares began with quality.md's; decision 0021 says what was
# read in three trials and changed: few folders have good places for questions of two hops, most have lists and steps.
DEFAULT_MIX: Mapping[Kind, float] = {
    "factoid": 42,
    "list": 16,
    "procedure": 16,
    "comparison": 7,
    "multi_hop": 6,
    "unanswerable": 10,
    "ambiguous": 3,
}
# What other kinds lack goes to the kinds whose items were read as good most often: to single facts up to half of all
# questions, to lists and procedures up to so many times their own quota. The rest become single facts, and
# growing/fact_share.py reports them. Only where these run out, too, other kinds get more than their quota.
_MOST_FACTS = 0.5
_OVERSHOOT: Mapping[Kind, float] = {"list": 1.5, "procedure": 1.5}
_MOST_UNANSWERABLE = 0.2
_COSTLY: tuple[Kind, ...] = ("multi_hop", "ambiguous")
CHEAPEST_FIRST: tuple[Kind, ...] = (*(kind for kind in KINDS if kind not in _COSTLY), *_COSTLY)
"""The kinds, those last whose places take long to find: they link passages of the whole corpus."""


def plan_quotas(
    wanted: int,
    weights: Mapping[Kind, float],
    capacity: Mapping[Kind, int],
    *,
    fixed: bool,
    least: Mapping[Kind, int] | None = None,
    alike: bool = False,
) -> dict[Kind, int]:
    """Divide `wanted` by `weights` with largest remainders. No kind gets more than its `capacity`.

    `fixed` is true if the user gave the shares: questions above a capacity are then missing. Otherwise other kinds
    replace them. `least` counts the items that there are already: no kind gets fewer. With `alike` they are
    the shares, and only what is missing beyond them goes to the kinds that replace others.

    >>> plan_quotas(10, {"factoid": 50, "list": 50}, {"factoid": 20, "list": 2}, fixed=False)
    {'factoid': 8, 'list': 2}
    >>> plan_quotas(10, {"factoid": 50, "list": 50}, {"factoid": 20, "list": 2}, fixed=True)
    {'factoid': 5, 'list': 2}
    >>> plan_quotas(10, {"factoid": 50, "list": 50}, {"factoid": 2, "list": 9}, fixed=False, least={"factoid": 6})
    {'factoid': 6, 'list': 5}
    >>> own = {"factoid": 6, "list": 3}
    >>> plan_quotas(10, {"factoid": 50, "list": 50}, {"factoid": 9, "list": 9}, fixed=False, least=own, alike=True)
    {'factoid': 6, 'list': 4}
    """
    found: dict[Kind, int] = {}
    for kind, count in largest_remainders(wanted, weights).items():
        there = (least or {}).get(kind, 0)
        # a kind that has its items already needs no place: its places, which take long to find, are not counted
        found[kind] = there if alike or there >= count else max(min(count, capacity.get(kind, 0)), there)
    return found if fixed else _spread(wanted, weights, capacity, found)


def largest_remainders(wanted: int, weights: Mapping[Kind, float]) -> dict[Kind, int]:
    """Divide `wanted` by `weights` into whole numbers. Kinds with equal remainders keep the order of `KINDS`.

    >>> largest_remainders(10, {"factoid": 2, "list": 1})
    {'factoid': 7, 'list': 3}
    """
    return shared_out(wanted, {kind: weights[kind] for kind in KINDS if kind in weights})


def shared_out(wanted: int, weights: Mapping[V, float]) -> dict[V, int]:
    """Divide `wanted` over any values, as largest_remainders does over kinds. Values without weight are left out.

    Values with equal remainders keep the order of `weights`.
    """
    names = [name for name, weight in weights.items() if weight > 0]
    total = sum(weights[name] for name in names)
    exact = {name: wanted * weights[name] / total for name in names} if total else {}
    found = {name: math.floor(share + 1e-9) for name, share in exact.items()}
    by_remainder = sorted(names, key=lambda name: found[name] - exact[name])
    for name in by_remainder[: wanted - sum(found.values())]:
        found[name] += 1
    return found


def _spread(
    wanted: int, weights: Mapping[Kind, float], capacity: Mapping[Kind, int], found: dict[Kind, int]
) -> dict[Kind, int]:
    """Give the missing questions to kinds with free capacity, as the limits above say."""
    planned = largest_remainders(wanted, weights)
    best: dict[Kind, int] = {
        kind: math.floor(_MOST_FACTS * wanted if kind == "factoid" else _OVERSHOOT.get(kind, 1) * count)
        for kind, count in planned.items()
    }
    factoids: dict[Kind, int] = {"factoid": wanted}
    all_kinds: dict[Kind, int] = {
        **dict.fromkeys(found, wanted),
        "unanswerable": math.floor(_MOST_UNANSWERABLE * wanted),
    }

    def is_free(kind: Kind) -> bool:
        return found[kind] < capacity.get(kind, 0)

    for most in (best, factoids, all_kinds):
        while (missing := wanted - sum(found.values())) > 0:
            below = {kind: weights[kind] for kind in found if found[kind] < most.get(kind, 0)}
            given = _shared_among_free(missing, below, is_free)
            if not given:
                break
            for kind, more in given.items():
                found[kind] = min(found[kind] + more, most[kind], capacity.get(kind, 0))
    return found


def _shared_among_free(missing: int, weights: Mapping[Kind, float], is_free: Callable[[Kind], bool]) -> dict[Kind, int]:
    """Divide `missing` over the kinds that are free. Kinds that get nothing are left out.

    It asks only about kinds on which the result depends: to find the places of a kind may take long.

    >>> _shared_among_free(1, {"factoid": 40, "list": 13, "multi_hop": 12}, lambda kind: print(kind) or True)
    factoid
    {'factoid': 1}
    """
    free: list[Kind] = []
    unknown = [kind for kind in CHEAPEST_FIRST if kind in weights]
    while unknown and not _all_alike(_outcomes(missing, weights, free, unknown)):
        kind = unknown.pop(0)
        if is_free(kind):
            free.append(kind)
    return next(_outcomes(missing, weights, free, ()))


def _outcomes(
    missing: int, weights: Mapping[Kind, float], free: Sequence[Kind], unknown: Sequence[Kind]
) -> Iterator[dict[Kind, int]]:
    """How `missing` is divided, for each set of the `unknown` kinds that may be free; first with none of them."""
    for chosen in product((False, True), repeat=len(unknown)):
        kinds = (*free, *(kind for kind, is_chosen in zip(unknown, chosen, strict=True) if is_chosen))
        shares = largest_remainders(missing, {kind: weights[kind] for kind in kinds})
        yield {kind: count for kind, count in shares.items() if count}


def _all_alike(outcomes: Iterator[dict[Kind, int]]) -> bool:
    first = next(outcomes)
    return all(other == first for other in outcomes)
