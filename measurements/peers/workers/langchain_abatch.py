"""LangChain: one `abatch` over everything, exceptions returned as its documents advise, kept at the end."""

from __future__ import annotations

import asyncio

from form import Draft
from frame import Job
from langchain_openai import ChatOpenAI


async def main() -> None:
    job = Job.from_arguments()
    model = ChatOpenAI(model="simulated", base_url=job.base_url, api_key="none", timeout=60)
    asked = model.with_structured_output(Draft, method="json_schema")
    replies = await asked.abatch(
        [job.messages(passage) for passage in job.passages],
        config={"max_concurrency": job.concurrency},
        return_exceptions=True,
    )
    job.keep([reply.model_dump_json() for reply in replies if isinstance(reply, Draft)])


asyncio.run(main())
