"""By hand: the openai SDK, a task a seed, one semaphore around the calls. Last word: `uvloop`, `aiohttp`."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import openai

from measurements.clients.frame import Job, bodies, measured_loop


def main(*, uvloop: bool, aiohttp: bool) -> None:
    job = Job.from_arguments()
    made = bodies(job)

    async def run() -> int:
        # the SDK's other transport, of its extra `aiohttp`, which ours does not install
        http = openai.DefaultAioHttpClient() if aiohttp else None
        client = openai.AsyncOpenAI(base_url=job.base_url, api_key="none", max_retries=0, timeout=600, http_client=http)
        places = asyncio.Semaphore(job.concurrency)

        async def ask(body: dict[str, Any]) -> None:
            async with places:
                await client.chat.completions.create(**body)

        async def grow(write: dict[str, Any], critics: list[dict[str, Any]]) -> int:
            await ask(write)
            await asyncio.gather(*(ask(body) for body in critics))
            return 1 + len(critics)

        done = await asyncio.gather(*(grow(write, critics) for write, critics in made))
        await client.close()
        return sum(done)

    measured_loop(run, uvloop=uvloop)


if __name__ == "__main__":
    word = sys.argv.pop() if sys.argv[-1] in ("uvloop", "aiohttp") else ""
    main(uvloop=word == "uvloop", aiohttp=word == "aiohttp")
