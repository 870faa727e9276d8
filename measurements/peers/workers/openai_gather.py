"""The openai SDK with its own retries, a semaphore and `gather`, kept at the end: what people write by hand."""

from __future__ import annotations

import asyncio

import openai
from form import Draft
from frame import Job


async def main() -> None:
    job = Job.from_arguments()
    client = openai.AsyncOpenAI(base_url=job.base_url, api_key="none", timeout=60)
    slots = asyncio.Semaphore(job.concurrency)

    async def ask(passage: str) -> str:
        async with slots:
            reply = await client.chat.completions.parse(
                model="simulated", messages=job.messages(passage), response_format=Draft
            )
        parsed = reply.choices[0].message.parsed
        return parsed.model_dump_json() if parsed else ""

    replies = await asyncio.gather(*(ask(passage) for passage in job.passages), return_exceptions=True)
    job.keep([reply for reply in replies if isinstance(reply, str) and reply])


asyncio.run(main())
