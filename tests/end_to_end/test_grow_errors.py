"""One clear line and the right exit code for whatever a new user gets wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.command import EXAMPLES, Ran, benchmill
from tests.servers.simulated import ServerPlan, SimulatedServer

NOBODY = "http://127.0.0.1:9"


def one_line(ran: Ran, code: int, *words: str) -> None:
    assert ran.code == code, ran.err
    (line,) = [line for line in ran.err.splitlines() if line.startswith("benchmill: ")]
    assert "Traceback" not in ran.err
    for word in words:
        assert word in line
    assert ran.out == ""


def grow(docs: object, out: Path, *more: object, **environment: str) -> Ran:
    return benchmill("grow", docs, "--out", out, *more, folder=None, **environment)


def test_ollama_that_does_not_run(tmp_path: Path) -> None:
    ran = grow(EXAMPLES, tmp_path / "b", "--model", "ollama:llama3", OLLAMA_HOST=NOBODY)
    one_line(ran, 3, "Ollama does not answer", NOBODY, "ollama serve")


def test_a_model_that_ollama_has_not_pulled(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        ran = grow(EXAMPLES, tmp_path / "b", "--model", "ollama:mixtral", OLLAMA_HOST=server.ollama_url)
    one_line(ran, 3, "mixtral", "; it has ", "llama3:latest", "ollama pull mixtral")


def test_an_openai_server_that_does_not_run(tmp_path: Path) -> None:
    ran = grow(EXAMPLES, tmp_path / "b", "--model", "openai:m", "--base-url", f"{NOBODY}/v1")
    one_line(ran, 3, NOBODY)


def test_a_wrong_key_is_named_by_its_variable_and_never_shown(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(api_key="the-right-key")) as server:
        ran = grow(
            EXAMPLES, tmp_path / "b", "--model", "openai:simulated", "--kinds=factoid", "--base-url", server.base_url,
            OPENAI_API_KEY="sk-wrong-0123456789abcdef",
        )  # fmt: skip
        assert server.counters().requests <= 1
    one_line(ran, 3, "OPENAI_API_KEY")
    assert "0123456789" not in ran.err


def test_no_key_at_all(tmp_path: Path) -> None:
    one_line(grow(EXAMPLES, tmp_path / "b", "--model", "openai:gpt-4o-mini"), 3, "OPENAI_API_KEY")


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    one_line(grow(tmp_path / "docs", tmp_path / "b"), 2, "docs", "no such folder")
    assert not (tmp_path / "b").exists()


def test_a_folder_without_documents(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "photo.jpg").write_bytes(b"\xff\xd8")
    one_line(grow(tmp_path / "docs", tmp_path / "b"), 2, "no document", ".md")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--model", "llama3"), ("llama3", "ollama:NAME")),
        (("--min-rating", "9"), ("--min-rating: 9 is not at most 5",)),
        (("--kinds", "haiku"), ("haiku", "factoid")),
        (("--prompts", "nowhere"), ("nowhere",)),
        (("--config", "nowhere.toml"), ("nowhere.toml",)),
        (("--prices", "nowhere.toml", "--model", "openai:m", "--base-url", NOBODY), ("nowhere.toml",)),
    ],
)
def test_a_wrong_option(tmp_path: Path, options: tuple[str, ...], words: tuple[str, ...]) -> None:
    one_line(grow(EXAMPLES, tmp_path / "b", *options), 2, *words)


def test_an_option_that_does_not_exist_is_wrong_usage(tmp_path: Path) -> None:
    ran = grow(EXAMPLES, tmp_path / "b", "--questoins", 3)
    assert ran.code == 2
    assert "--questoins" in ran.err


def test_a_prompt_of_the_users_own_with_an_unknown_variable_is_named(tmp_path: Path) -> None:
    own = tmp_path / "prompts" / "generator"
    own.mkdir(parents=True)
    (own / "factoid.md").write_text("# System\nHi\n# User\n{{ pasage }}\n", encoding="utf-8")
    with SimulatedServer() as server:
        ran = grow(
            EXAMPLES, tmp_path / "b", "--prompts", tmp_path / "prompts", "--model", "openai:simulated",
            "--kinds=factoid", "--base-url", server.base_url,
        )  # fmt: skip
    one_line(ran, 2, "generator/factoid", "pasage", "passage")
