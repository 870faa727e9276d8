"""LangChain's own way to ask many: `batch` in groups as large as the concurrency; each group waits for its slowest."""

from __future__ import annotations

from typing import Any

from langchain_openai import ChatOpenAI

from measurements.clients.frame import MODEL, Job, bodies, measured


def _grouped(items: list[Any], size: int) -> list[list[Any]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def main() -> None:
    job = Job.from_arguments()
    made = bodies(job)
    model = ChatOpenAI(model=MODEL, base_url=job.base_url, api_key="none", max_retries=0, timeout=600)  # type: ignore[arg-type]  # a plain string is taken

    def ask(some: list[dict[str, Any]]) -> int:
        for form in {str(body["response_format"]): body["response_format"] for body in some}.values():
            alike = [body["messages"] for body in some if body["response_format"] == form]
            for group in _grouped(alike, job.concurrency):
                model.bind(response_format=form).batch(group, config={"max_concurrency": job.concurrency})
        return len(some)

    def calls() -> int:
        return ask([write for write, _ in made]) + ask([body for _, critics in made for body in critics])

    measured(calls)


if __name__ == "__main__":
    main()
