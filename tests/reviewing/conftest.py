"""A grown workspace to copy, and the browser of the tests that click."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import ABSENT, chromium, started
from tests.end_to_end.command import EXAMPLES, benchmill


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    bench = tmp_path_factory.mktemp("grown") / "bench"
    ran = benchmill("grow", EXAMPLES, "--out", bench, "--questions", 10)
    assert ran.code == 0, ran.err
    return bench


@pytest.fixture
def bench(grown: Path, tmp_path: Path) -> Path:
    """A workspace of the test's own, with ten items."""
    return Path(shutil.copytree(grown, tmp_path / "bench"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one file: while it runs, its event loop keeps other tests of the process from starting one."""
    if chromium() is None:
        pytest.skip(ABSENT)
    with started() as running:
        yield running
