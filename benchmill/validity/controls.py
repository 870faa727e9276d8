"""Examined, baselines -> controls with a known outcome: perfect, random and spoiled rankings."""

from __future__ import annotations

import random
from math import comb

from benchmill.validity.baselines import DEPTH, Baselines, K, found, reciprocal
from benchmill.validity.examined import Examined, Gold
from benchmill.validity.measured import Measured, share_of
from benchmill.validity.power import separated

_DRAWS = 20


def controls(examined: Examined, baselines: Baselines, seed: int = 0) -> list[Measured]:
    """The control numbers: a perfect ranking, a random ranking, deleted passages, shuffled rankings."""
    total = len(examined.facts.chunks)
    rng = random.Random(seed)  # noqa: S311 - chance for statistics, not for secrets
    return [
        _perfect(examined),
        _random(baselines, total, rng),
        *(_deleted(baselines, total, share, rng) for share in (0.05, 0.10, 0.20)),
        _shuffled(baselines, rng),
    ]


def _perfect(examined: Examined) -> Measured:
    return share_of(
        "oracle",
        "A perfect ranking of the benchmark's own passages scores",
        [all(part for part in gold) for gold in examined.gold],
        "Must be 100 %: the rest has evidence that no passage holds in one piece.",
        "each component's evidence in at least one passage",
    )


def _random(baselines: Baselines, total: int, rng: random.Random) -> Measured:
    chance = [_chance(gold, total) for gold in baselines.gold]
    drawn = [found(rng.sample(range(total), min(K, total)), gold) for gold in baselines.gold]
    n = len(chance)
    return Measured(
        "chance",
        "A random ranking scores (hit@10)",
        sum(chance) / n if n else None,
        n,
        f"1 - C(N-g, 10) / C(N, 10) for each component; one random ranking gave {sum(drawn) / n if n else 0:.3f}",
        "Scores near it mean nothing was retrieved.",
    )


def _deleted(baselines: Baselines, total: int, share: float, rng: random.Random) -> Measured:
    return share_of(
        f"deleted_{share:.0%}".rstrip("%"),
        f"Notices that {share:.0%} of the passages are gone",
        [_deletion_noticed(baselines, total, share, rng) for _ in range(_DRAWS)],
        "At 80 % or more the benchmark finds a regression of this size.",
        f"{_DRAWS} random deletions from bm25's index; paired hit@10, clustered, p < 0.05",
    )


def _shuffled(baselines: Baselines, rng: random.Random) -> Measured:
    return share_of(
        "shuffled",
        "Notices that rankings are shuffled",
        [_shuffle_noticed(baselines, rng) for _ in range(_DRAWS)],
        "Below 80 % the benchmark cannot see a broken ranker.",
        f"bm25's first {K} in random order, {_DRAWS} times; paired MRR@10, clustered, p < 0.05",
    )


def _chance(gold: Gold, total: int) -> float:
    """The chance that `K` random passages hold every component, if components are independent."""
    likely = 1.0
    for part in gold:
        likely *= 1 - comb(total - len(part), K) / comb(total, K) if total >= K else float(bool(part))
    return likely


def _deletion_noticed(baselines: Baselines, total: int, share: float, rng: random.Random) -> bool:
    gone = set(rng.sample(range(total), round(share * total)))
    pairs = zip(baselines.rankings["bm25"], baselines.gold, strict=True)
    loss = [
        found(ranking, gold) - found([place for place in ranking if place not in gone], gold) for ranking, gold in pairs
    ]
    return bool(loss) and separated(loss, baselines.documents)


def _shuffle_noticed(baselines: Baselines, rng: random.Random) -> bool:
    loss = []
    for ranking, gold in zip(baselines.rankings["bm25"], baselines.gold, strict=True):
        first = list(ranking[:K])
        rng.shuffle(first)
        loss.append(reciprocal(ranking, gold) - reciprocal((*first, *ranking[K:DEPTH]), gold))
    return bool(loss) and separated(loss, baselines.documents)
