"""A LangSmithPlan as JSON -> a server that prints its address and serves until its input ends or Ctrl-C."""

from __future__ import annotations

import asyncio
import json
import sys
import threading

from tests.servers.langsmith.plan import LangSmithPlan
from tests.servers.langsmith.server import serve


def main() -> None:
    plan = LangSmithPlan.from_json(sys.argv[1]) if len(sys.argv) > 1 else LangSmithPlan(port=1984)
    try:
        asyncio.run(_serve(plan))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return


async def _serve(plan: LangSmithPlan) -> None:
    serving = asyncio.create_task(
        serve(plan, lambda port: print(json.dumps({"root": f"http://127.0.0.1:{port}"}), flush=True))
    )
    loop = asyncio.get_running_loop()

    def wait() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(serving.cancel)

    threading.Thread(target=wait, daemon=True).start()
    await serving


if __name__ == "__main__":
    main()
