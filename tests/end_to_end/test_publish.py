"""`benchmill publish` as a user runs it: the nightly round, its exit codes, and one clear line for what goes wrong."""

from __future__ import annotations

import json
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.command import EXAMPLES, Ran, benchmill, started
from tests.end_to_end.test_grow_errors import one_line
from tests.servers.langsmith import LangSmithPlan, LangSmithServer

KEY = "lsv2_pt_0123456789abcdef"
ITEMS = 22  # more than the 20 rows that a table shows, fewer than the built-in writer finds
TO = ("--to", "langsmith", "--dataset", "docs-qa")


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with docs/ and bench/, to be copied."""
    home = tmp_path_factory.mktemp("grown")
    shutil.copytree(EXAMPLES, home / "docs")
    assert grow(home).code == 0
    return home


@pytest.fixture
def home(grown: Path, tmp_path: Path) -> Iterator[Path]:
    yield shutil.copytree(grown, tmp_path / "home")


def grow(home: Path) -> Ran:
    return benchmill(
        *("grow", home / "docs", "--out", home / "bench", "--questions", ITEMS, "--fail-under", ITEMS),
        *("--quiet", "--json"),
    )


def publish(home: Path, server: LangSmithServer, *more: object) -> Ran:
    return benchmill(
        "publish", home / "bench", *TO, *more, LANGSMITH_API_KEY=KEY, LANGSMITH_ENDPOINT=server.url
    )  # fmt: skip


def test_publish_again_edit_and_publish_the_difference(home: Path) -> None:
    with LangSmithServer(LangSmithPlan(api_key=KEY)) as server:
        seen = publish(home, server, "--dry-run", "--json")
        assert (seen.code, seen.json["created"], server.writes()) == (1, ITEMS, 0)
        first = publish(home, server, "--json")
        assert (first.code, first.json["created"], first.json["tag"]) == (0, ITEMS, "edition-1")
        server.reset()
        again = publish(home, server, "--json")
        assert (again.code, again.json["unchanged"], again.json["created"]) == (0, ITEMS, 0)
        assert server.writes() == 0
        assert publish(home, server, "--dry-run").code == 0

        first_line = (home / "bench" / "items.jsonl").read_text(encoding="utf-8").splitlines()[0]
        proof = json.loads(first_line)["components"][0]["evidence"][0]
        page = home / "docs" / proof["document"]
        page.write_text(page.read_text(encoding="utf-8").replace(proof["text"], "Nothing is said."), encoding="utf-8")
        grew = grow(home).json["items"]
        assert grew["retired"] > 0
        done = publish(home, server, "--json", "--force")
        assert done.code == 0, done.err
        assert (done.json["created"], done.json["retired"]) == (grew["added"], grew["retired"])
        assert done.json["updated"] <= grew["moved"] + grew["changed"]
        assert done.json["tag"] == "edition-2"
    for ran in (seen, first, again, done):
        assert KEY not in ran.out + ran.err
        assert "Traceback" not in ran.err


def test_people_are_told_what_would_be_done_and_what_was_done(home: Path) -> None:
    with LangSmithServer() as server:
        seen = publish(home, server, "--dry-run")
        assert f"would be created  {ITEMS}" in seen.out
        assert f"and {ITEMS - 20} more; --json lists them all" in seen.out
        done = publish(home, server)
    assert "tagged edition-1" in done.out
    assert f"creating: {ITEMS} examples" in done.err
    assert "requests   " in done.out


def test_a_conflict_ends_with_1_and_what_to_do(home: Path) -> None:
    with LangSmithServer() as server:
        publish(home, server)
        from langsmith import Client

        client = Client(api_url=server.url, api_key=KEY, auto_batch_tracing=False)
        row = next(iter(client.list_examples(dataset_name="docs-qa", limit=1)))
        client.update_examples(dataset_id=row.dataset_id, updates=[{"id": row.id, "outputs": {"answer": "mine"}}])
        client.close(timeout=0)
        drifted = publish(home, server, "--on-drift", "pull")
        assert drifted.code == 0
        assert 'answer: there "mine"' in drifted.out
        assert (home / "bench" / "langsmith-edits.jsonl").is_file()
        ended = publish(home, server, "--split", "test=1")
        assert ended.code == 1
        assert "edited in LangSmith and here" in ended.err
        assert publish(home, server, "--split", "test=1", "--on-drift", "overwrite").code == 0


def test_killed_and_interrupted_it_is_finished_by_the_same_command(home: Path) -> None:
    command = ("publish", home / "bench", *TO)
    for signal_, code, route in ((signal.SIGKILL, -9, "POST examples"), (signal.SIGINT, 130, "PUT tags")):
        with LangSmithServer(LangSmithPlan(script=((route, "commit-hang"),))) as server:
            process = started(*command, LANGSMITH_API_KEY=KEY, LANGSMITH_ENDPOINT=server.url)
            while not server.routes()[route] and process.poll() is None:
                time.sleep(0.02)
            process.send_signal(signal_)
            _, reported = process.communicate()
            assert process.returncode == code
            assert "Traceback" not in reported
            done = publish(home, server, "--json")
            assert (done.code, done.json["tag"]) == (0, "edition-1")
            assert server.routes()["POST examples"] == 1
            assert done.json["unchanged"] + done.json["created"] == ITEMS


def test_a_wrong_key(home: Path) -> None:
    with LangSmithServer(LangSmithPlan(api_key="another")) as server:
        one_line(quiet(home, server.url), 3, "LANGSMITH_API_KEY", "401")


def test_a_key_that_may_not_write(home: Path) -> None:
    with LangSmithServer(LangSmithPlan(may_write=False)) as server:
        one_line(quiet(home, server.url), 3, "LANGSMITH_API_KEY", "403", "may not write")


def test_nobody_at_the_address(home: Path) -> None:
    ran = quiet(home, "http://127.0.0.1:9")
    one_line(ran, 3, "http://127.0.0.1:9", "does not answer", "LANGSMITH_ENDPOINT")
    assert "0123456789" not in ran.err


def test_an_address_that_is_none(home: Path) -> None:
    one_line(quiet(home, "nowhere"), 3, "nowhere", "LANGSMITH_ENDPOINT")


def test_no_key(home: Path) -> None:
    one_line(benchmill("publish", home / "bench", *TO), 3, "LANGSMITH_API_KEY is not set")


def test_no_workspace(tmp_path: Path) -> None:
    ran = benchmill("publish", tmp_path / "none", *TO, LANGSMITH_API_KEY=KEY)
    one_line(ran, 2, "is not there: no such folder")
    assert not (tmp_path / "none").exists()


def test_a_wrong_split(home: Path) -> None:
    ran = benchmill("publish", home / "bench", *TO, "--split", "test", LANGSMITH_API_KEY=KEY)
    one_line(ran, 2, "--split test", "test=0.2")


def quiet(home: Path, endpoint: str) -> Ran:
    return benchmill(
        "publish", home / "bench", *TO, "--quiet", LANGSMITH_API_KEY=KEY, LANGSMITH_ENDPOINT=endpoint
    )  # fmt: skip
