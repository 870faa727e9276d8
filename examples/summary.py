"""A demo workspace -> one table: items by kind, the baseline's score, where the files are. Standard library only."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

FILES = {
    "benchmark.json": "the benchmark, in the scorer's format",
    "items.jsonl": "everything about every item: evidence to the character, ratings",
    "rejected.jsonl": "every candidate that did not make it, and why",
    "manifest.json": "settings, counts, fingerprints",
    "bm25-run.json": "what BM25 retrieved",
    "bm25-score.json": "what that is worth",
}


def main(bench: Path) -> None:
    """Print the table of the workspace `bench`, which holds a run and its score."""
    items = [json.loads(line) for line in (bench / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    score = json.loads((bench / "bm25-score.json").read_text(encoding="utf-8"))
    kinds = Counter(item["kind"] for item in items)
    rows = [("items", str(len(items)))]
    rows += [(f"  {kind}", str(number)) for kind, number in kinds.most_common()]
    for name, label in (("mrr@10", "BM25 MRR@10"), ("recall@10", "BM25 Recall@10")):
        metric = score["metrics"][name]
        low, high = metric["ci95"]
        rows.append((label, f"{metric['mean']:.3f}  (95 %: {low:.3f} to {high:.3f})"))
    rows += [(str(bench / name), purpose) for name, purpose in FILES.items() if (bench / name).is_file()]
    width = max(len(label) for label, _ in rows)
    print()
    for label, value in rows:
        print(f"{label:<{width}}  {value}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
