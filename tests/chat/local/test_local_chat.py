"""A model inside: a GGUF file answers through a server that starts and ends with us."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from benchmill.chat.connect import ConnectPlan, connect
from benchmill.chat.errors import ModelRefused, ModelUnreachable
from benchmill.chat.json_text import read_object
from benchmill.chat.local.local_chat import LocalChat
from benchmill.chat.local.model_file import model_file
from benchmill.chat.local.server import LocalServer, ServerPlan
from tests.chat.fake_models import request
from tests.end_to_end.command import benchmill
from tests.end_to_end.test_grow_with_llama import PAGES
from tests.forks import ROOT
from tests.servers.huggingface import HubServer
from tests.servers.llama.tiny_gguf import write_tiny_gguf

SCHEMA = '{"additionalProperties":false,"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"}'


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf")


def answers(address: str) -> bool:
    """Whether anybody listens there."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=60).close()
    except ConnectionRefusedError:
        return False
    return True


def kill(server: LocalServer) -> None:
    os.kill(server.process_id, signal.SIGKILL)
    while not server.end():  # the suite's own time-out is the guard
        time.sleep(0.01)


def test_a_file_answers_by_schema_many_calls_at_once_and_costs_nothing(tiny: Path) -> None:
    spec, told = f"gguf:{tiny}", list[str]()

    async def main() -> tuple[list[dict[str, object]], float]:
        connection = connect(ConnectPlan((spec,), concurrency=3, hedge="off", report=told.append))
        await connection.check([spec])
        asked = [request(f"question {n}", model=spec, schema=SCHEMA) for n in range(6)]
        client = connection.client
        answers = await asyncio.gather(*(client.ask(one, lambda reply: read_object(reply.text)) for one in asked))
        await connection.aclose()
        return [answer.value for answer in answers], connection.usage.total.cost

    values, cost = asyncio.run(main())
    assert [list(value) for value in values] == [["a"]] * 6
    assert cost == 0
    assert len([line for line in told if line.startswith("loading tiny.gguf")]) == 1


def test_the_server_ends_with_its_client(tiny: Path) -> None:
    async def main() -> str:
        client = LocalChat(concurrency=1)
        await client.check(f"gguf:{tiny}")
        (server,) = client._servers.values()
        assert answers(server.base_url)
        await client.aclose()
        return server.base_url

    assert not answers(asyncio.run(main()))


def test_a_server_that_was_killed_ends_the_run_with_its_last_words(tiny: Path) -> None:
    async def main() -> None:
        client = LocalChat(concurrency=1)
        await client.check(f"gguf:{tiny}")
        (server,) = client._servers.values()
        await asyncio.to_thread(kill, server)
        try:
            await client.complete(request("a question", model=f"gguf:{tiny}"))
        finally:
            await client.aclose()

    with pytest.raises(ModelUnreachable, match=r"tiny\.gguf ended \(SIGKILL\): .*\w.* smaller --concurrency"):
        asyncio.run(main())


def test_the_server_ends_when_our_process_is_killed(tiny: Path) -> None:
    plan = repr(ServerPlan(str(tiny), "tiny", 1, 512))
    program = (
        "from benchmill.chat.local.server import LocalServer, ServerPlan\n"
        f"server = LocalServer({plan})\nprint(server.base_url, flush=True)\ninput()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert answers(address)
        process.send_signal(signal.SIGKILL)
    while answers(address):  # the suite's own time-out is the guard
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("length", "why"), [(0, "not finished|failed"), (5, "invalid magic characters: 'hell'"), (300_000, "incomplete")]
)
def test_a_file_that_is_no_whole_model_is_one_line_that_says_why(
    tiny: Path, tmp_path: Path, length: int, why: str
) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"hello" if length == 5 else tiny.read_bytes()[:length])
    with pytest.raises(ModelRefused, match=rf"cannot serve .*broken\.gguf: .*({why})") as refused:
        LocalServer(ServerPlan(str(broken), "broken", 1, 512))
    assert "Traceback" not in str(refused.value)


def test_a_missing_file_is_one_line_that_says_how_to_name_one(tmp_path: Path) -> None:
    ran = benchmill("grow", ROOT / "examples/docs", "--out", tmp_path / "b", "--model", "gguf:nowhere.gguf", "--quiet")
    assert ran.code == 3
    assert "there is no file nowhere.gguf; write gguf:PATH, or gguf:OWNER/REPOSITORY:FILE.gguf" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_file_of_a_repository_is_fetched_once_and_its_size_told_first(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    told: list[str] = []
    with HubServer() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        hub.repositories["me/tiny-model"] = {"tiny.gguf": tiny.read_bytes()}
        first = model_file("me/tiny-model:tiny.gguf", told.append)
        fetched = [line for line in hub.log if line.startswith("GET") and line.endswith("tiny.gguf")]
        assert first.read_bytes() == tiny.read_bytes()
        assert model_file("me/tiny-model:tiny.gguf", told.append) == first
        assert [line for line in hub.log if line.startswith("GET") and line.endswith("tiny.gguf")] == fetched
        with pytest.raises(ModelRefused, match=r"other\.gguf of me/tiny-model cannot be fetched"):
            model_file("me/tiny-model:other.gguf")
    assert told == ["fetching tiny.gguf of me/tiny-model: 1 MB"]


def test_grow_with_a_file_asks_it_and_ends_its_server(tiny: Path, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in PAGES.items():
        (docs / name).write_text(text, encoding="utf-8")
    more = ("--questions", 1, "--max-calls", 1, "--concurrency", 2, "--json")
    ran = benchmill("grow", docs, "--out", tmp_path / "b", "--model", f"gguf:{tiny}", *more)
    assert "loading tiny.gguf" in ran.err
    assert "Traceback" not in ran.err
    assert "the limit of 1 calls is reached" in ran.err
    assert ran.code == 4
