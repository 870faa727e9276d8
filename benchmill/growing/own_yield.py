"""A workspace's ledger -> OwnYield: what its runs really took for an accepted item, with intervals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmill.generator.kinds.task import ONE_A_CALL
from benchmill.records import Kind
from benchmill.scorer.proportion import wilson
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger

# Fewer calls or items than these say less than the planning figures do.
_FEWEST_CALLS, _FEWEST_ITEMS = 60, 5


@dataclass(frozen=True, slots=True)
class OfKind:
    """`calls` of the writer for one kind, and the items that came of them."""

    kind: Kind
    calls: int
    items: int

    @property
    def most(self) -> int:
        """The items that so many calls can give: one a call for some kinds, two for the others."""
        return self.calls * (1 if self.kind in ONE_A_CALL else 2)

    @property
    def rate(self) -> float:
        """Items for a call of the writer."""
        return self.items / self.calls if self.calls else 0.0

    def as_json(self) -> dict[str, object]:
        low, high = wilson(min(self.items, self.most), self.most)
        each = self.most / self.calls if self.calls else 0.0
        interval = [round(low * each, 3), round(high * each, 3)]
        return {"writer_calls": self.calls, "items": self.items, "items_a_call": round(self.rate, 3), "ci95": interval}


@dataclass(frozen=True, slots=True)
class OwnYield:
    """All calls by purpose, and the items of each kind, that models wrote in this workspace."""

    purposes: Mapping[str, int]
    kinds: tuple[OfKind, ...]

    @classmethod
    def of(cls, ledger: Ledger, settings: GrowSettings) -> OwnYield | None:
        """None where too little is recorded, or where other models wrote or judged."""
        last = ledger.last_edition()
        if last is None or settings.by_rules or not _same_models(last.manifest, settings):
            return None
        purposes: Counter[str] = Counter()
        for cost in ledger.calls.growing():
            purposes[cost.purpose] += cost.calls
        items: Counter[str] = Counter(
            record["kind"]
            for row in ledger.items()
            if "ratings" in (record := json.loads(row.record)) and record["ratings"]
        )
        written = {
            kind: calls for name, calls in purposes.items() if name.startswith("generator/") and (kind := name[10:])
        }
        kinds = tuple(OfKind(kind, calls, items[kind]) for kind, calls in sorted(written.items()))  # type: ignore[arg-type]
        found = cls(purposes, kinds)
        return found if found.calls >= _FEWEST_CALLS and found.items >= _FEWEST_ITEMS else None

    @property
    def calls(self) -> int:
        return sum(self.purposes.values())

    @property
    def items(self) -> int:
        return sum(one.items for one in self.kinds)

    @property
    def rate(self) -> float:
        """Items for a call of the writer, all kinds together."""
        return self.items / max(1, sum(one.calls for one in self.kinds))

    @property
    def critic_calls(self) -> float:
        """Calls of all critics for an accepted item."""
        return sum(calls for name, calls in self.purposes.items() if name.startswith("critique/")) / self.items

    @property
    def calls_an_item(self) -> tuple[float, float, float]:
        """Calls for an item, and its interval, from the interval of the writer's yield."""
        most = sum(one.most for one in self.kinds)
        low, high = wilson(min(self.items, most), most)
        each, share = self.calls / self.items, min(self.items, most) / most
        return each, each * share / high, each * share / low

    def as_json(self) -> dict[str, object]:
        each, low, high = self.calls_an_item
        return {
            "calls": self.calls,
            "items": self.items,
            "calls_an_item": round(each, 2),
            "ci95": [round(low, 2), round(high, 2)],
            "kinds": {one.kind: one.as_json() for one in self.kinds},
        }


def counted_calls_an_item(ledger: Ledger, settings: GrowSettings) -> float | None:
    """Calls behind the candidates for each item, as the last manifest has them; None where it says too little.

    Unlike OwnYield it leaves out calls made ahead of need: their number depends on timing.
    """
    last = ledger.last_edition()
    if last is None or settings.by_rules or not _same_models(last.manifest, settings):
        return None
    calls, accepted = last.manifest.get("cost", {}).get("calls", 0), last.manifest.get("accepted", 0)
    return calls / accepted if calls >= _FEWEST_CALLS and accepted >= _FEWEST_ITEMS else None


def _same_models(manifest: Mapping[str, Any], settings: GrowSettings) -> bool:
    """Whether the last run asked the same models, and the same critics of them."""
    stored = manifest.get("settings", {})
    alike = all(stored.get(name) == getattr(settings, name) for name in ("quality", "shared_critics", "all_critics"))
    return alike and manifest.get("models") == settings.roles


def own_yield(bench: Path, settings: GrowSettings) -> OwnYield | None:
    """The yield of the workspace in the folder `bench`; None where there is none."""
    path = Workspace(bench).ledger
    if not path.is_file():
        return None
    with Ledger.read(path) as ledger:
        return OwnYield.of(ledger, settings)
