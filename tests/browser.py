"""Nothing -> a headless Chromium, where one is installed; a new browser window for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

# Without the last five Chromium asks its maker's servers at every start.
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE, PHONE = (1280, 900), (390, 844)
_PATIENCE = 120_000  # milliseconds; without it a busy machine's browser has 30 s to start, and a page 5 s to change
ABSENT = "no Chromium is installed here (Debian: apt-get install chromium)"


def chromium() -> str | None:
    """The path of an installed Chromium; None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def started() -> Iterator[Browser]:
    """A running browser. Raises FileNotFoundError where none is installed."""
    path = chromium()
    if path is None:
        raise FileNotFoundError(ABSENT)
    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS, timeout=_PATIENCE)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def window(browser: Browser, size: tuple[int, int] = WIDE, *, dark: bool = False) -> Iterator[BrowserContext]:
    """A window of its own: no cookies, no storage, no history of another."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
    )
    context.set_default_timeout(_PATIENCE)
    try:
        yield context
    finally:
        context.close()


def serious(page: Page) -> list[str]:
    """What axe-core, which comes with its Python package, finds to be serious or critical: rule and first element."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
    ]
