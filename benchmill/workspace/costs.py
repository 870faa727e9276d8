"""A workspace's calls -> their cost in US dollars, by the prices that its runs knew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmill.chat.batches.store import Paid
from benchmill.chat.prices import Price, load_prices
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.calls import Cost
from benchmill.workspace.ledger.store import Ledger

# Model spec -> the fields of its Price and `batch`, the factor for a call in a batch; None where the price is unknown.
PriceTable = Mapping[str, Mapping[str, float] | None]


def price_table(settings: GrowSettings, before: PriceTable) -> dict[str, Mapping[str, float] | None]:
    """The prices of the models in `settings`, and of the models that earlier runs used."""
    table = dict(before)
    if settings.by_rules:
        return table
    prices = load_prices(Path(settings.prices) if settings.prices else None)
    for model in settings.models:
        price = prices.of(model, base_url=settings.base_url)
        share = 1.0 if prices.batch is None else prices.batch
        table[model] = None if price is None else {**asdict(price), "batch": share}
    return table


def cost_of(ledger: Ledger, table: PriceTable) -> float | None:
    """US dollars for all calls that grew the benchmark, with pruned ones; None where a model's price is unknown."""
    total = 0.0
    in_batches = {paid.model: paid for paid in ledger.batches.paid(all_editions=True)}
    for cost in ledger.calls.growing():
        entry = table.get(cost.model)
        if entry is None:
            return None
        total += _price(entry).cost(cost.input_tokens, cost.output_tokens, cost.cached_tokens)
    for model, paid in in_batches.items():
        total -= _saved(paid, table.get(model))
    return round(total, 6)


def cost_of_calls(costs: Iterable[Cost], table: PriceTable, *, batched: bool) -> float | None:
    """US dollars for these calls; None where a model's price is not known."""
    total = 0.0
    for cost in costs:
        entry = table.get(cost.model)
        if entry is None:
            return None
        full = _price(entry).cost(cost.input_tokens, cost.output_tokens, cost.cached_tokens)
        total += full * (entry["batch"] if batched else 1.0)
    return round(total, 6)


def _saved(paid: Paid, entry: Mapping[str, float] | None) -> float:
    if entry is None:
        return 0.0
    full = _price(entry).cost(paid.input_tokens, paid.output_tokens, paid.cached_tokens)
    return full * (1.0 - entry["batch"])


def _price(entry: Mapping[str, Any]) -> Price:
    return Price(entry["input"], entry["output"], entry["cached_input"])
