"""bespokelabs-curator: an `LLM` with a response format, whose cache is in the folder."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

# curator counts tokens with a vocabulary that it fetches from the network; litellm, which it installs, brings it along
_LITELLM = find_spec("litellm")
if _LITELLM and _LITELLM.origin:
    os.environ["TIKTOKEN_CACHE_DIR"] = str(Path(_LITELLM.origin).parent / "litellm_core_utils" / "tokenizers")

from bespokelabs import curator  # noqa: E402
from form import Draft  # noqa: E402
from frame import Job  # noqa: E402

job = Job.from_arguments()


class Writer(curator.LLM):
    response_format = Draft

    def prompt(self, row: dict) -> list[dict[str, str]]:
        return job.messages(row["passage"])

    def parse(self, row: dict, reply: Draft) -> dict:
        return {"passage": row["passage"], "reply": reply.model_dump_json()}


if __name__ == "__main__":
    writer = Writer(
        model_name="simulated",
        backend="openai",
        backend_params={
            "base_url": job.base_url, "api_key": "none", "max_concurrent_requests": job.concurrency,
            "max_requests_per_minute": 1_000_000, "max_tokens_per_minute": 1_000_000_000, "request_timeout": 60,
            "require_all_responses": False,
        },
    )  # fmt: skip
    made = writer([{"passage": passage} for passage in job.passages], working_dir=str(job.folder))
    dataset = getattr(made, "dataset", made)
    job.keep([row["reply"] for row in dataset if row["reply"]])
