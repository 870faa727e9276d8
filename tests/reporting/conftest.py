"""The browser of the tests that look at pages; they are skipped where none is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import ABSENT, chromium, started


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one file: while it runs, its event loop keeps other tests of the process from starting one."""
    if chromium() is None:
        pytest.skip(ABSENT)
    with started() as running:
        yield running
