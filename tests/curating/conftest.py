"""A grown workspace, and a copy of it for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.curating.bench import Bench


@pytest.fixture(scope="package")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("grown") / "bench"
    Bench(out).grow()
    return out


@pytest.fixture
def bench(grown: Path, tmp_path: Path) -> Bench:
    shutil.copytree(grown, tmp_path / "bench")
    return Bench(tmp_path / "bench")
