"""A benchmark and a retriever -> an assertion for your own tests: `pytest` fails where the retriever got worse.

from benchmill.testing import assert_not_worse, assert_score

def test_search_finds_what_it_should():
    assert_score("bench", search, at_least={"recall@10": 0.8})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from benchmill.records.listing import some_of

if TYPE_CHECKING:
    from benchmill.api import Where
    from benchmill.evaluating.ranking import Ranking
    from benchmill.evaluating.scores import Score


def assert_score(
    bench: Where,
    system: object,
    at_least: Mapping[str, float],
    *,
    k: int = 10,
    **options: Any,  # noqa: ANN401
) -> Score:
    """The system's Score (options as for `benchmill.score`). AssertionError where a metric is below its value."""
    from benchmill.evaluating.floors import Floor
    from benchmill.measuring import score

    found = score(bench, system, k=k, **options)
    below = [floor for floor in (Floor(*pair) for pair in at_least.items()) if floor.is_above(found)]
    if below:
        words = "; ".join(f"{floor.named} is {floor.value(found):.4f}, below {floor.least:g}" for floor in below)
        notes = "".join(f"\n{warning}" for warning in found.warnings)
        raise AssertionError(f"{words}{notes}")
    return found


def assert_not_worse(
    bench: Where,
    system: object,
    than: object,
    *,
    by: str | None = None,
    k: int = 10,
    **options: Any,  # noqa: ANN401
) -> Ranking:
    """The Ranking of both (options as for `benchmill.compare`). AssertionError where `system` is significantly worse.

    `by` is the metric that decides, by default the format's first: recall@k, for `format="beir"` ndcg@k. The message
    names the questions that got worse.
    """
    from benchmill.measuring import compare

    ranking = compare(bench, {"before": than, "now": system}, k=k, **options)
    metric = by or next(iter(ranking.metrics))
    for pair in ranking.worse_than_first(metric):
        worse = ranking.got_worse("now", metric)
        raise AssertionError(f"{pair.metric}: {pair.verdict}\nworse on: {some_of(worse, 10)}")
    return ranking
