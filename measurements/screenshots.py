"""The example docs -> pictures of report, score page and review page: wide and phone, light and dark.

`python -m measurements.screenshots [OUT]` needs the `dev` group and a Chromium (Debian's package `chromium`).
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser import ABSENT, PHONE, WIDE, chromium, started, window
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.reviewing.running import ids, reviewing

SIZES = {"wide": WIDE, "tall": (1280, 1260), "phone": PHONE}


def main() -> None:
    if chromium() is None:
        print(f"no pictures: {ABSENT}")
        return
    with tempfile.TemporaryDirectory() as folder:
        out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "pictures"
        bench = Path(folder) / "bench"
        benchmill("grow", EXAMPLES, "--out", bench, "--questions", 40, "--report")
        run, score = Path(folder) / "run.json", Path(folder) / "score.html"
        benchmill("retrieve", bench, "--out", run)
        spoil(run)
        benchmill("score", "fastbook", "bench", "run.json", "--html", "score.html", folder=Path(folder))
        with started() as browser:
            take(browser, (bench / "report.html").as_uri(), "report", out)
            take(browser, score.as_uri(), "score", out)
            first = ids(bench)[0]
            with reviewing(bench, "--reviewer", "anna") as server:
                take(browser, server.address, "review-queue", out)
                take(browser, server.address, "review", out, then=f"{server.base}/item/{first}")


def spoil(run: Path) -> None:
    """Take the first passages of some questions away: bm25 finds all in a corpus this small."""
    found = json.loads(run.read_text(encoding="utf-8"))
    spoiled = {
        name: passages[number % 3 :] if number % 2 else passages
        for number, (name, passages) in enumerate(found.items())
    }
    run.write_text(json.dumps(spoiled), encoding="utf-8")


def take(browser: Browser, address: str, name: str, out: Path, then: str = "") -> None:
    """One picture of the address, or of `then` after it, in each size and scheme."""
    out.mkdir(parents=True, exist_ok=True)
    for size, dimensions in SIZES.items():
        for scheme in ("light", "dark"):
            with window(browser, dimensions, dark=scheme == "dark") as context:
                page = context.new_page()
                page.goto(address)
                if then:
                    page.goto(then)
                path = out / f"{name}-{size}-{scheme}.png"
                page.screenshot(path=path)
                print(f"{path.name}  {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
