"""What every script here gets and prints: a folder of exports with run.json; metrics as JSON on the last line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()


def run() -> dict[str, list[dict[str, Any]]]:
    """Question id -> passages with id, text and score, best first."""
    found: dict[str, list[dict[str, Any]]] = json.loads((FOLDER / "run.json").read_text(encoding="utf-8"))
    return found


def scores() -> dict[str, dict[str, float]]:
    """Question id -> passage id -> score."""
    return {name: {one["id"]: float(one["score"]) for one in ones} for name, ones in run().items()}


def report(version: str, values: Mapping[str, float]) -> None:
    """Print the last line: the program's version and its metrics by name."""
    print("\n" + json.dumps({"version": version, "values": {name: float(one) for name, one in values.items()}}))
