"""The whole of `benchmill grow`: reading, chunking, sampling, free checks, similar passages, calls, ledger, files.

Its packs hold four passages, and a candidate that fails a free check asks no critic: fewer calls than the others make.
"""

from __future__ import annotations

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from measurements.clients.frame import ABOUT, MODEL, Job, measured


def main() -> None:
    job = Job.from_arguments()
    settings = GrowSettings(
        questions=10 * job.seeds,
        model=f"openai:{MODEL}",
        base_url=job.base_url,
        concurrency=job.concurrency,
        about=ABOUT,
        all_critics=True,
        per_document=100,
        timeout=600,
    )
    measured(lambda: grow(job.docs, job.work / "benchmark", settings).usage.asked)


if __name__ == "__main__":
    main()
