"""distilabel: a pipeline with one `TextGeneration` step and structured output; its cache is in the folder."""

from __future__ import annotations

import os

from form import Draft
from frame import SYSTEM, Job

job = Job.from_arguments()
os.environ["DISTILABEL_CACHE_DIR"] = str(job.folder)

from distilabel.models import OpenAILLM  # noqa: E402 - the cache's place is read at import
from distilabel.pipeline import Pipeline  # noqa: E402
from distilabel.steps import LoadDataFromDicts  # noqa: E402
from distilabel.steps.tasks import TextGeneration  # noqa: E402

if __name__ == "__main__":
    with Pipeline("peers", cache_dir=str(job.folder)) as pipeline:
        load = LoadDataFromDicts(
            data=[{"instruction": passage} for passage in job.passages], batch_size=job.concurrency
        )
        write = TextGeneration(
            llm=OpenAILLM(
                model="simulated", base_url=job.base_url, api_key="none", timeout=60,
                structured_output={"schema": Draft},
            ),
            system_prompt=SYSTEM,
            input_batch_size=job.concurrency,
        )  # fmt: skip
        load >> write
    rows = pipeline.run(use_cache=True)["default"]["train"]
    job.keep([row["generation"] for row in rows if row["generation"]])
