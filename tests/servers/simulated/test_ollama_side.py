"""The simulated server, asked by Ollama's own client and by langchain's."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import ollama
import pytest

from tests.servers.simulated import ServerPlan, SimulatedServer


@contextmanager
def client(server: SimulatedServer) -> Iterator[ollama.Client]:
    made = ollama.Client(host=server.ollama_url)
    try:
        yield made
    finally:
        made.close()  # type: ignore[no-untyped-call]  # the SDK's own omission


SCHEMA = {
    "type": "object",
    "properties": {"task": {"type": "string"}, "rating": {"type": "integer"}},
    "required": ["task", "rating"],
}
MESSAGES = [{"role": "user", "content": "Question: What is a relay?"}]


def test_a_schema_is_answered_and_tokens_are_counted() -> None:
    with SimulatedServer() as server, client(server) as ollama_client:
        reply = ollama_client.chat("llama3", MESSAGES, format=SCHEMA, options={"seed": 1, "num_ctx": 4096})
        assert json.loads(reply.message.content or "")["rating"] in range(1, 6)
        assert reply.done_reason == "stop"
        assert reply.prompt_eval_count
        assert server.counters().by_purpose == {"relevance": 1}


def test_a_streamed_answer_comes_in_lines() -> None:
    with SimulatedServer() as server, client(server) as ollama_client:
        parts = list(ollama_client.chat("llama3", MESSAGES, format=SCHEMA, stream=True))
        assert len(parts) > 1
        assert json.loads("".join(part.message.content or "" for part in parts))["rating"]


def test_langchains_client_which_always_streams_reads_it() -> None:
    from langchain_ollama import ChatOllama  # heavy: only this test needs it

    with SimulatedServer() as server:
        model = ChatOllama(model="llama3", base_url=server.ollama_url, format=SCHEMA)
        assert json.loads(str(model.invoke("Question: What is a relay?").content))["rating"]
        model._client.close()  # type: ignore[no-untyped-call]  # langchain leaves its connections open


def test_the_models_that_are_there_are_listed_and_an_unknown_one_is_a_404() -> None:
    with SimulatedServer() as server, client(server) as ollama_client:
        assert "llama3:latest" in [model.model for model in ollama_client.list().models]
        assert ollama_client.show("llama3").details
        for name in ("nobody", "nobody:1b"):
            with pytest.raises(ollama.ResponseError) as caught:
                ollama_client.show(name)
            assert caught.value.status_code == 404
        with pytest.raises(ollama.ResponseError) as caught:
            ollama_client.chat("nobody", MESSAGES)
        assert caught.value.status_code == 404


def test_a_prompt_over_num_ctx_is_cut_without_a_word() -> None:
    with SimulatedServer() as server, client(server) as ollama_client:
        long = [{"role": "user", "content": "word " * 4000}]
        reply = ollama_client.chat("llama3", long, options={"num_ctx": 100})
        assert reply.prompt_eval_count == 100


def test_a_truncated_answer_says_length() -> None:
    with SimulatedServer(ServerPlan(script=("truncated",))) as server, client(server) as ollama_client:
        reply = ollama_client.chat("llama3", MESSAGES, format=SCHEMA)
        assert reply.done_reason == "length"
        with pytest.raises(json.JSONDecodeError):
            json.loads(reply.message.content or "")


async def all_at_once(server: SimulatedServer, questions: int) -> list[object]:
    """The end times of this many calls; the server answers no call before all have arrived."""
    client = ollama.AsyncClient(host=server.ollama_url, limits=httpx.Limits(max_connections=None), timeout=None)
    asked = (client.chat("llama3", [{"role": "user", "content": str(n)}]) for n in range(questions))
    ends = asyncio.gather(*asked, return_exceptions=True)
    await asyncio.to_thread(server.wait_for, questions)
    server.release()
    replies = await ends
    await client.close()  # type: ignore[no-untyped-call]  # the SDK's own omission
    return list(replies)


def test_many_connections_wait_side_by_side() -> None:
    with SimulatedServer(ServerPlan(hold_from=0)) as server:
        replies = asyncio.run(all_at_once(server, 128))
        counters = server.counters()
        assert all(isinstance(reply, ollama.ChatResponse) for reply in replies)
        assert counters.by_status == {200: 128}
        assert counters.max_in_flight == 128


def test_more_requests_than_the_server_bears_at_once_are_answered_429() -> None:
    with SimulatedServer(ServerPlan(hold_from=0, max_in_flight=2)) as server:
        replies = asyncio.run(all_at_once(server, 4))
        assert sum(isinstance(reply, ollama.ResponseError) for reply in replies) == 2
        assert server.counters().by_status == {200: 2, 429: 2}


def test_the_command_line_prints_its_address_and_serves() -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "tests.servers.simulated", "--port", "0", "--latency", "0", "--faults", "none"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        words = process.stdout.readline().split()
        address = words[words.index("Ollama:") + 1]
        listed = httpx.get(f"{address}/api/tags").json()
        assert "llama3:latest" in [model["name"] for model in listed["models"]]
        process.terminate()
