"""benchmill, the whole of it: a file a passage, `grow` with its defaults, an accepted item wanted for two passages."""

from __future__ import annotations

import subprocess
import sys

from frame import Job

job = Job.from_arguments()
docs, bench = job.folder / "docs", job.folder / "bench"
docs.mkdir(exist_ok=True)
for number, passage in enumerate(job.passages):
    (docs / f"{number:03}.md").write_text(passage, "utf-8")
words = ["--out", str(bench), "--questions", str(len(job.passages) // 2), "--concurrency", str(job.concurrency)]
model = ["--model", "openai:simulated", "--base-url", job.base_url]
command = [sys.executable, "-m", "benchmill", "grow", str(docs), *words, *model, "--no-report", "--quiet"]
ended = subprocess.run(command, check=False)
items = bench / "items.jsonl"
job.keep(items.read_text("utf-8").splitlines() if items.exists() else [])
sys.exit(ended.returncode)
