"""Five thousand items -> how long their report takes to make, how large it is, how fast a browser opens it."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmill.records import Document
from benchmill.reporting.report import write_report
from tests.browser import chromium, started, window
from tests.growing.made import candidate, item
from tests.reporting.made import write_workspace

_ITEMS = 5000
_WORDS = ["relay", "cursor", "segment", "token", "channel", "webhook", "snapshot", "standby", "queue", "limit", "retry"]
_WORDS.append("lease")


def main() -> None:
    documents, items = [], []
    for number in range(_ITEMS):
        words = " ".join(_WORDS[(number * step) % len(_WORDS)] for step in range(1, 60))
        name = " ".join(f"{_WORDS[number // 12**place % 12]}{number % (7 + place)}" for place in range(4))
        fact = f"The {name} lets {number * 7} messages a minute through."
        page = Document(
            f"part-{number // 50}/page-{number}.md", f"{words}. {fact} {words}.", "Page", str(number), "text/markdown"
        )
        documents.append(page)
        items.append(item(candidate(page, fact, f"What is the rate of {name} number {number}?"), 1, number + 1))
    with tempfile.TemporaryDirectory() as folder:
        workspace = write_workspace(Path(folder), documents, items)
        began = time.perf_counter()
        write_report(workspace)
        path = Path(folder) / "report.html"
        print(f"{_ITEMS} items: made in {time.perf_counter() - began:.1f} s, {path.stat().st_size / 1e6:.1f} MB")
        if chromium() is None:
            print("not opened: no Chromium is installed")
            return
        with started() as browser, window(browser) as context:
            page_ = context.new_page()
            began = time.perf_counter()
            page_.goto(path.as_uri())
            page_.locator("#list details").first.wait_for()
            print(f"opened, with its list on the screen, in {time.perf_counter() - began:.2f} s")
            began = time.perf_counter()
            page_.locator("#search").fill("4711")
            page_.locator("#found").filter(has_text="of 5000").wait_for()
            print(f"searched in {time.perf_counter() - began:.2f} s: {page_.locator('#found').inner_text()}")


if __name__ == "__main__":
    main()
