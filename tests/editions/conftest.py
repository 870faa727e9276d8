"""A server of models for the nights of this room, and a copy of the example docs that a test may edit."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.command import EXAMPLES
from tests.servers.simulated import SimulatedServer


@pytest.fixture(scope="module", autouse=True)
def _key() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("OPENAI_API_KEY", "none")
        yield


@pytest.fixture(scope="module")
def server() -> Iterator[SimulatedServer]:
    with SimulatedServer() as running:
        yield running


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES, tmp_path / "docs"))
