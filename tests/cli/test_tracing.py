"""Documents leave this machine by LangChain's tracing only where a line said so before."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmill.chat.tracing import tracing_note
from tests.end_to_end.command import EXAMPLES, started
from tests.servers.simulated import SimulatedServer

NOBODY = "http://127.0.0.1:9"


@pytest.mark.parametrize(
    ("variables", "specs", "said"),
    [
        ({"LANGSMITH_TRACING": "true"}, ["langchain:openai:m"], True),
        ({"LANGCHAIN_TRACING_V2": "TRUE"}, ["openai:m", "langchain:anthropic:m"], True),
        ({"LANGSMITH_TRACING": "false"}, ["langchain:openai:m"], False),
        ({}, ["langchain:openai:m"], False),
        ({"LANGSMITH_TRACING": "true"}, ["openai:m", "ollama:m"], False),
    ],
)
def test_tracing_is_said_where_it_is_on_and_langchain_is_asked(
    variables: dict[str, str], specs: list[str], said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert bool(tracing_note(specs)) is said


def test_growing_says_that_langchain_sends_the_documents_out(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        process = started(
            *("grow", EXAMPLES, "--out", tmp_path / "b", "--model", "langchain:openai:simulated", "--max-calls", 1),
            *("--base-url", server.base_url),
            LANGSMITH_TRACING="true",
            LANGSMITH_ENDPOINT=NOBODY,
            LANGSMITH_API_KEY="any",
            OPENAI_API_KEY="any",
        )
        assert process.stderr is not None
        try:
            # reads until that line comes
            assert any("LANGSMITH_TRACING is on: LangChain sends every prompt" in line for line in process.stderr)
        finally:
            process.kill()  # LangSmith's own client would try the dead address for a quarter of a minute
            process.communicate()
