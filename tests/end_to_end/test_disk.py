"""A full disk, a place that cannot be written, a damaged ledger: one line that says what to do, and nothing lost."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.command import EXAMPLES, Ran, benchmill, started
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

MODEL = ("--model", "openai:simulated", "--kinds=factoid", "--questions", "12", "--hedge=off", "--json")


def grow(server: SimulatedServer, out: Path, *more: object) -> Ran:
    return benchmill("grow", EXAMPLES, "--out", out, "--base-url", server.base_url, *MODEL, *more)


def one_line(ran: Ran, *words: str) -> None:
    assert ran.code == 2, ran.err
    (line,) = [line for line in ran.err.splitlines() if line.startswith("benchmill: ")]
    assert "Traceback" not in ran.err
    for word in words:
        assert word in line


@pytest.mark.parametrize("limit", [20_000, 150_000, 400_000])
def test_on_a_full_disk_the_run_ends_and_goes_on_when_there_is_room(tmp_path: Path, limit: int) -> None:
    """A limit on the size of files: the system refuses what is written beyond it, as a full disk does."""
    with SimulatedServer(ServerPlan(latency=Latency("constant", 0.05))) as server:
        main, command = (
            "tests.end_to_end.mains:with_little_room",
            ("grow", EXAMPLES, "--out", tmp_path / "b", "--no-report", *MODEL),
        )
        process = started(limit, *command, "--base-url", server.base_url, main=main)
        _, reported = process.communicate()
        assert process.returncode == 5, reported
        error = json.loads(reported.splitlines()[-1])["error"]
        assert "ledger.sqlite" in error
        assert "run the same command again" in error
        whole = grow(server, tmp_path / "b")
        assert whole.code == 0, whole.err
        assert whole.json["accepted"] == 12
        # lost are the replies that came with the one that could not be written, and those under way by then: each at
        # most as many as are asked at once, eight
        assert len(server.repeated()) <= 16
    assert not list((tmp_path / "b").glob("*.tmp"))


def test_a_workspace_below_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    one_line(benchmill("grow", EXAMPLES, "--out", tmp_path / "file" / "b"), "cannot be written", "file/b")


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")
def test_a_workspace_that_cannot_be_written_can_still_be_read(tmp_path: Path) -> None:
    out = tmp_path / "b"
    assert benchmill("grow", EXAMPLES, "--out", out, "--questions", 5).code == 0
    out.chmod(0o555)
    try:
        one_line(benchmill("grow", EXAMPLES, "--out", out, "--questions", 8), "cannot be written")
        assert benchmill("status", out, "--json").json["accepted"] == 5
    finally:
        out.chmod(0o755)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a workspace that models grew; its calls were answered by a server that is gone."""
    out = tmp_path_factory.mktemp("grown") / "b"
    with SimulatedServer() as server:
        assert grow(server, out).code == 0
    return {path.name: path.read_bytes() for path in out.iterdir()}


def workspace(folder: Path, files: dict[str, bytes]) -> Path:
    out = folder / "b"
    out.mkdir()
    for name, content in files.items():
        (out / name).write_bytes(content)
    return out


def numbers(out: Path) -> dict[str, tuple[int, int]]:
    items = [json.loads(line) for line in (out / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    return {item["id"]: (item["chapter"], item["question_number"]) for item in items}


def corpus_of(out: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(out / "ledger.sqlite")) as ledger:
        documents = "SELECT id, source_hash, text FROM documents ORDER BY id"
        chunks = "SELECT * FROM chunks ORDER BY document_id, start, end"
        return [*ledger.execute(documents), *ledger.execute(chunks)]


def repaired(out: Path) -> Any:
    ran = benchmill("repair", out, "--json")
    assert ran.code == 0, ran.err
    return ran.json


@pytest.mark.parametrize("seed", range(4))
def test_a_ledger_overwritten_in_the_middle_is_repaired(tmp_path: Path, grown: dict[str, bytes], seed: int) -> None:
    out = workspace(tmp_path, grown)
    before, corpus = numbers(out), corpus_of(out)
    ledger = bytearray((out / "ledger.sqlite").read_bytes())
    rng = random.Random(seed)
    for _ in range(3):
        place = rng.randrange(8192, len(ledger) - 6000)
        ledger[place : place + 5000] = rng.randbytes(5000)
    (out / "ledger.sqlite").write_bytes(ledger)
    reported = repaired(out)
    assert reported["lost"]
    assert reported["items"] == 12
    # three places of two or three pages each: of 24 seeds the worst left 17 of the 37 calls
    assert reported["calls"] > 12
    with SimulatedServer() as server:
        again = grow(server, out)
        assert again.code == 0, again.err
        assert again.json["items"]["kept"] == 12
        assert server.counters().requests == 0
    assert numbers(out) == before
    assert corpus_of(out) == corpus  # also where a text or single chunks of it were lost
    assert benchmill("status", out, "--json").json["accepted"] == 12


def test_a_ledger_that_is_none_any_more_is_made_anew_from_the_items(tmp_path: Path, grown: dict[str, bytes]) -> None:
    out = workspace(tmp_path, grown)
    before = numbers(out)
    (out / "ledger.sqlite").write_bytes(b"\0" * 5000)
    one_line(benchmill("status", out), "damaged", f"benchmill repair {out}")
    one_line(benchmill("grow", EXAMPLES, "--out", out), "damaged", f"benchmill repair {out}")
    reported = repaired(out)
    assert reported["from_file"] == 12
    assert "items" in reported["lost"]
    assert Path(reported["damaged"]).read_bytes() == b"\0" * 5000
    with SimulatedServer() as server:
        assert grow(server, out).json["items"]["kept"] == 12
        assert server.counters().requests == 0
    assert numbers(out) == before


def test_a_sound_ledger_is_left_alone(tmp_path: Path, grown: dict[str, bytes]) -> None:
    out = workspace(tmp_path, grown)
    reported = repaired(out)
    assert reported["damaged"] is None
    assert reported["from_file"] == 0
    assert (out / "benchmark.json").read_bytes() == grown["benchmark.json"]
    with SimulatedServer() as server:
        assert grow(server, out).json["calls"]["asked"] == 0


def test_repair_of_a_folder_that_is_no_workspace_says_so(tmp_path: Path) -> None:
    one_line(benchmill("repair", tmp_path), "no workspace")
    one_line(benchmill("prune", tmp_path), "no workspace")
