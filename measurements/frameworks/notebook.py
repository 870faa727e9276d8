"""A workspace and the docs -> the same API run in a real ipykernel, where an event loop is running already."""

# mypy: ignore-errors
from __future__ import annotations

import sys
from typing import Any

from jupyter_client.manager import start_new_kernel

CELL = f"""
import asyncio, benchmill
assert asyncio.get_event_loop().is_running()
outcome = benchmill.grow({sys.argv[2]!r}, {sys.argv[1]!r} + "-notebook", questions=10)
score = benchmill.score({sys.argv[1]!r}, lambda question: ["nothing"], k=10)
ranking = benchmill.compare({sys.argv[1]!r}, {{"a": benchmill.retrieve({sys.argv[1]!r}), "b": lambda q: []}})
print("accepted", outcome.accepted, "questions", score.questions, "pairs", len(ranking.pairs))
score
"""


def main() -> int:
    manager, client = start_new_kernel()
    shown: list[str] = []

    def keep(message: dict[str, Any]) -> None:
        content = message["content"]
        shown.append(content.get("text") or str(content.get("data", content.get("evalue", ""))))

    try:
        reply = client.execute_interactive(CELL, output_hook=keep, timeout=120)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    ok = reply["content"]["status"] == "ok" and any("<table>" in text for text in shown)
    print(f"| ipykernel | {'ok' if ok else 'FAILED'} | {shown[0].strip() if shown else ''} |")
    return 0 if ok else 1


raise SystemExit(main())
