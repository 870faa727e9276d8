"""Docs folders -> what the built-in writer asks of each: passages, items, kinds, repeats, cut answers, seconds.

    python -m measurements.built_in_writer FOLDER... [--items FILE.jsonl]

The script grows each folder three times with `--per-document 8`, as a user would. Only a reader can say whether an
item is good: `--items` writes all items with their evidence, for reading. An answer counts as cut where its evidence
continues after the answer within the same sentence.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from benchmill.api import grow

_RUNS = 3
_ENDS = re.compile(r"[\s*_`\"'”“»)\]]*(?:$|[.;:!?|。；：\n]|\s[-–—]\s|</)")
_HEADER = "| folder | passages | product | items | kinds | repeats | cut answers | median s |\n" + "|---" * 8 + "|"


def main(arguments: list[str]) -> int:
    """Print one row a folder; 1 where an item repeats another or an answer is cut."""
    written = Path(arguments[arguments.index("--items") + 1]) if "--items" in arguments else None
    folders = [Path(word) for word in arguments if not word.startswith("--") and (not written or word != str(written))]
    print(_HEADER)
    wrong, lines = 0, []
    for folder in folders:
        items, row, failed = _measured(folder)
        print(row, flush=True)
        wrong += failed
        lines += [json.dumps({"folder": folder.name, **item}, ensure_ascii=False) for item in items]
    if written:
        written.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return int(wrong > 0)


def _measured(folder: Path) -> tuple[list[dict[str, Any]], str, int]:
    seconds = []
    with tempfile.TemporaryDirectory() as made:
        for run in range(_RUNS):
            start = time.perf_counter()
            outcome = grow(folder, Path(made) / str(run), per_document=8)
            seconds.append(time.perf_counter() - start)
        rows = (Path(made) / "0" / "items.jsonl").read_text(encoding="utf-8").splitlines()
    items = [json.loads(line) for line in rows]
    kinds = ", ".join(f"{count} {kind}" for kind, count in Counter(item["kind"] for item in items).most_common())
    asked = Counter(" ".join(re.findall(r"\w+", item["question"].casefold())) for item in items)
    repeats = sum(count - 1 for count in asked.values())
    cut = sum(_is_cut(item) for item in items)
    cells = (
        folder.name,
        outcome.writer.get("passages", 0),
        outcome.writer.get("product") or "none certain",
        len(items),
        kinds or "silent",
        repeats,
        cut,
        f"{median(seconds):.1f}",
    )
    return items, f"| {' | '.join(map(str, cells))} |", repeats + cut


def _is_cut(item: dict[str, Any]) -> bool:
    """Whether the first evidence continues after a sentence's answer with something other than a new statement."""
    if item["kind"] != "factoid":
        return False
    for component in item["components"]:
        said = " ".join(re.sub(r"[*_`]", "", component["evidence"][0]["text"]).split())
        answer = " ".join(re.sub(r"[*_`]", "", component["text"]).split())
        _, found, rest = said.partition(answer)
        if found and len(answer.split()) > 3 and not _ENDS.match(rest):
            return True
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
