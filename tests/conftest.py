"""Fixtures that tests of several rooms ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.llama.server import LlamaServer, running_llama


@pytest.fixture(scope="session")
def llama_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaServer]:
    """llama.cpp's own OpenAI-compatible server with a tiny random model: JSON schemas are enforced, words are salad."""
    with running_llama(tmp_path_factory.mktemp("llama")) as server:
        yield server
