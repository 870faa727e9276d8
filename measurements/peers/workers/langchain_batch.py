"""LangChain: `batch` in groups of the concurrency, structured output, kept at the end: what tutorials show."""

from __future__ import annotations

from form import Draft
from frame import Job
from langchain_openai import ChatOpenAI

job = Job.from_arguments()
model = ChatOpenAI(model="simulated", base_url=job.base_url, api_key="none", timeout=60)
asked = model.with_structured_output(Draft, method="json_schema")
kept: list[str] = []
for start in range(0, len(job.passages), job.concurrency):
    group = [job.messages(passage) for passage in job.passages[start : start + job.concurrency]]
    replies = asked.batch(group, config={"max_concurrency": job.concurrency})
    kept += [reply.model_dump_json() for reply in replies if reply]
job.keep(kept)
