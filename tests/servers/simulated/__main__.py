"""Options -> a simulated model server that prints its address and serves until its input ends or Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import threading
from dataclasses import replace
from typing import get_args

import uvloop

from tests.servers.simulated.plan import FAULT_PRESETS, Latency, SchemaMode, ServerPlan
from tests.servers.simulated.server import serve


def main() -> None:
    options = _options()
    plan = ServerPlan.from_json(options.plan) if options.plan else _plan(options)

    def ready(port: int) -> None:
        root = f"http://127.0.0.1:{port}"
        if options.plan:
            print(json.dumps({"root": root}), flush=True)
        else:
            print(
                f"OpenAI: {root}/v1   Ollama: {root}   log: {root}/_log   models: {', '.join(plan.models)}", flush=True
            )

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(_serve(plan, ready, until_input_ends=bool(options.plan)))
        except (KeyboardInterrupt, asyncio.CancelledError):
            return


async def _serve(plan: ServerPlan, ready: object, *, until_input_ends: bool) -> None:
    assert callable(ready)
    serving = asyncio.create_task(serve(plan, ready))
    if until_input_ends:
        loop = asyncio.get_running_loop()

        def wait() -> None:
            sys.stdin.read()
            loop.call_soon_threadsafe(serving.cancel)

        threading.Thread(target=wait, daemon=True).start()
    await serving


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.servers.simulated", description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", default="0", help="seconds, or lognormal:MEDIAN:SIGMA")
    parser.add_argument("--faults", default="none", help=f"{', '.join(FAULT_PRESETS)}, or NAME=SHARE,NAME=SHARE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--api-key", default="", help="refuse requests without it")
    parser.add_argument("--models", default="", help="names it knows, with commas")
    parser.add_argument("--schemas", default="enforced", choices=get_args(SchemaMode))
    parser.add_argument("--context-tokens", type=int, default=0)
    parser.add_argument("--max-in-flight", type=int, default=0)
    parser.add_argument("--hang-seconds", type=float, default=3600.0)
    parser.add_argument("--plan", default="", help="a whole ServerPlan as JSON, for programs")
    return parser.parse_args()


def _plan(options: argparse.Namespace) -> ServerPlan:
    plan = ServerPlan(
        seed=options.seed,
        latency=Latency.parse(options.latency),
        faults=_faults(options.faults),
        api_key=options.api_key,
        schemas=options.schemas,
        context_tokens=options.context_tokens,
        max_in_flight=options.max_in_flight,
        hang_seconds=options.hang_seconds,
        port=options.port,
    )
    return replace(plan, models=tuple(options.models.split(","))) if options.models else plan


def _faults(text: str) -> dict[str, float]:
    if text in FAULT_PRESETS:
        return dict(FAULT_PRESETS[text])
    return {name: float(share) for name, _, share in (part.partition("=") for part in text.split(","))}


if __name__ == "__main__":
    main()
