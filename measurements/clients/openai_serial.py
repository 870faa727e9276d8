"""One call after the other, as LLM classes do whose `batch` is a loop."""

from __future__ import annotations

import openai

from measurements.clients.frame import Job, bodies, measured


def main() -> None:
    job = Job.from_arguments()
    made = bodies(job)
    client = openai.OpenAI(base_url=job.base_url, api_key="none", max_retries=0, timeout=600)

    def calls() -> int:
        number = 0
        for write, critics in made:
            for body in (write, *critics):
                client.chat.completions.create(**body)
                number += 1
        return number

    measured(calls)


if __name__ == "__main__":
    main()
