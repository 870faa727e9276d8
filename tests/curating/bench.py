"""A folder -> a workspace that the built-in writer grew from the example docs, as the tests use it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import Outcome
from tests.end_to_end.command import EXAMPLES

SETTINGS = GrowSettings(questions=12)


class Bench:
    """A workspace that the built-in writer grew."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.path = out / "items.jsonl"

    def grow(self) -> Outcome:
        return grow(EXAMPLES, self.out, SETTINGS)

    def items(self) -> dict[str, Any]:
        return {item["id"]: item for item in map(json.loads, self.path.read_text(encoding="utf-8").splitlines())}

    def first(self) -> Any:
        """An item of one component and one quote."""
        return next(i for i in self.items().values() if len(i["components"]) == 1)

    def changes(self) -> str:
        return (self.out / "CHANGES.md").read_text(encoding="utf-8")

    def editions(self) -> int:
        with Ledger.read(self.out / "ledger.sqlite") as ledger:
            return len(ledger.editions())

    def rewrite(self, change: Callable[[list[Any]], list[Any]]) -> None:
        """Edit items.jsonl as a person does."""
        lines = change([json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()])
        self.path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
