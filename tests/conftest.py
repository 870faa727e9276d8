"""Fixtures that tests of several rooms ask for."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.servers.llama.server import LlamaServer

# On a busy machine each example may take long, and to make one, too.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected lives to the end: the garbage collector looks at none of it, neither now nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def llama_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaServer]:
    """llama.cpp's own OpenAI-compatible server with a tiny random model: JSON schemas are enforced, words are salad."""
    from tests.servers.llama.server import (
        running_llama,  # brings numpy and gguf: only for tests that ask for the server
    )

    with running_llama(tmp_path_factory.mktemp("llama")) as server:
        yield server
