"""Common mistakes -> one line that says what is wrong and what to do, exit code 2, and nothing left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.house import ROOT
from tests.cli.typed import typed
from tests.servers.simulated import SimulatedServer

NOBODY = "http://127.0.0.1:9"

MISTAKES: dict[str, tuple[str, tuple[str, ...]]] = {
    "a kind with a typing error": ("grow docs --kinds factiod", ("factiod", "did you mean factoid?")),
    "a format with a typing error": ("export bench --to raga --out x", ("'raga'", "did you mean ragas?")),
    "an option with a typing error": ("grow docs --questoins 3", ("--questoins", "--questions", "grow --help")),
    "a command with a typing error": ("gorw docs", ("'gorw'", "benchmill --help")),
    "an address for a model that is not asked": (
        "grow docs --model openai:writer --base-url openai:wirter=http://localhost:1/v1",
        ("openai:wirter", "did you mean openai:writer?"),
    ),
    "a kind to read with a typing error": ("items bench --kind lst", ("'lst'", "did you mean list?")),
    "a provider with a typing error": ("grow docs --model ollma:llama3", ("'ollma'", "did you mean ollama?")),
    "a provider with a typing error, and no docs": ("grow nodocs --model ollma:llama3", ("did you mean ollama?",)),
    "a number in words": ("grow docs --questions many", ("--questions",)),
    "a sample of nothing": ("show bench --sample 0", ("--sample", "it must be greater than or equal to 1")),
    "a file as the workspace": ("grow docs --out run.json", ("run.json is a file",)),
    "the docs folder as the workspace": ("grow docs --out docs", ("the docs folder itself", "bench")),
    "a workspace above the docs folder": ("grow docs --out .", ("above the docs folder", "bench")),
    "status of no folder": ("status nowhere", ("nowhere is not there", "benchmill grow")),
    "status of a file": ("status run.json", ("run.json is a file",)),
    "status of another folder": ("status docs", ("docs is no workspace", "benchmill grow")),
    "a run of no workspace": ("retrieve nowhere --out r.json", ("nowhere is not there",)),
    "gold and run swapped": ("score fastbook run.json bench", ("benchmill score fastbook bench run.json",)),
    "gold file and run swapped": (
        "score fastbook run.json bench/benchmark.json",
        ("benchmill score fastbook bench/benchmark.json run.json",),
    ),
    "a workspace scored as BEIR": ("score beir bench run.json", ("benchmill export bench --to beir",)),
    "an empty run": ("score fastbook bench empty.json", ("is empty", "answers none of the")),
    "an import of no questions": ("import none.json --from fastbook --docs docs --out x", ("holds no question",)),
    "an export of no items": ("export empty --to csv --out x.csv", ("has no items", "benchmill status")),
    "a run over no items": ("retrieve empty --out x.json", ("has no items", "benchmill status")),
    "a run nested too deeply": ("score fastbook bench deep.json", ("deep.json: nested too deeply",)),
    "an index that is the workspace": ("score fastbook bench run.json --index bench", ("bench is a workspace",)),
    "a decision about no folder": ("drop nowhere 1.1", ("nowhere is not there", "benchmill grow")),
    "a decision about the docs folder": ("drop docs 1.1", ("docs is no workspace", "benchmill grow")),
    "an export over a file of others": ("export bench --to jsonl --out deep.json", ("deep.json is there already",)),
    "a file without personas": (
        f"grow docs --out x --model openai:m --base-url {NOBODY}/v1 --persona none.txt",
        ("none.txt: the file names nobody",),
    ),
    "a workspace as the docs folder": ("grow empty --out x", ("empty is a workspace", "holds your docs")),
    "settings that are not UTF-8": ("grow docs --out x --config utf16.toml", ("utf16.toml: byte 0 is not UTF-8",)),
    "a price list that is not UTF-8": (
        f"grow docs --out x --model openai:m --base-url {NOBODY}/v1 --prices utf16.toml",
        ("utf16.toml: byte 0 is not UTF-8",),
    ),
    "a prompt that is not UTF-8": (
        f"grow docs --out x --model openai:m --base-url {NOBODY}/v1 --prompts latin",
        ("latin/generator/factoid.md", "not UTF-8"),
    ),
}


@pytest.fixture
def with_oddities(here: Path) -> Path:
    """The folder with what some of the mistakes need."""
    (here / "empty.json").write_text("{}", "utf-8")
    (here / "none.json").write_text('{"questions": []}', "utf-8")
    (here / "none.txt").write_text("# nobody yet\n", "utf-8")
    (here / "utf16.toml").write_text("questions = 3", "utf-16")
    (here / "deep.json").write_text("[" * 100_000, "utf-8")
    (here / "latin" / "generator").mkdir(parents=True)
    (here / "latin" / "generator" / "factoid.md").write_bytes(b"# System\nH\xf6r zu\n# User\n{{ passage }}\n")
    (here / "short").mkdir()
    (here / "short" / "hello.md").write_text("# Hello\n", "utf-8")
    assert typed("grow", "short", "--out", "empty", "--quiet").code == 0
    return here


def files(folder: Path) -> set[Path]:
    """The files in the folder, without those that SQLite and the lock keep open."""
    return {path for path in folder.rglob("*") if not path.name.endswith((".lock", "-wal", "-shm"))}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_remedy(mistake: str, with_oddities: Path) -> None:
    line, words = MISTAKES[mistake]
    before = files(with_oddities)

    done = typed(*line.split())

    assert done.code == 2, done.err
    assert done.out == ""
    assert [word for word in words if word not in done.complaint] == [], done.complaint
    assert files(with_oddities) == before


@pytest.mark.parametrize(
    "words",
    [
        ("grow", ""),
        ("estimate", ""),
        ("grow", "docs", "--out", ""),
        ("grow", "docs", "--out="),
        ("import", "none.json", "--from", "fastbook", "--docs", ""),
    ],
)
def test_an_empty_name_as_of_a_variable_that_is_not_set_is_not_the_current_folder(
    words: tuple[str, ...], with_oddities: Path
) -> None:
    before = files(with_oddities)
    done = typed(*words)
    assert (done.code, done.out) == (2, "")
    assert "is a variable not set?" in done.complaint
    assert files(with_oddities) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize(("words", "code"), [("status nowhere", 2), ("status bench", 5)])
def test_a_full_disk_below_the_log_does_not_change_the_exit_code(words: str, code: int, here: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "benchmill", *words.split()], stdout=full, stderr=full, check=False
        )
    assert done.returncode == code, here


@pytest.mark.parametrize(
    ("words", "code"), [("status nowhere", 2), ("items bench", 0), ("grow docs --out new --questions 3", 0)]
)
def test_output_that_nobody_reads_does_not_change_what_a_command_does(words: str, code: int, here: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as unread, (here / "said").open("wb") as said:
        done = [
            subprocess.run([sys.executable, "-m", "benchmill", *words.split()], stdout=unread, stderr=err, check=False)
            for err in (said, unread)
        ]
    assert [one.returncode for one in done] == [code, code]
    assert "Traceback" not in (here / "said").read_text("utf-8")
    assert (here / "new" / "report.html").is_file() == words.startswith("grow")


@pytest.mark.parametrize(
    "mistake", ["a kind with a typing error", "an option with a typing error", "status of no folder"]
)
def test_with_json_a_mistake_is_one_json_object_on_standard_error(mistake: str, here: Path) -> None:
    line, words = MISTAKES[mistake]
    done = typed(*line.split(), "--json")
    said = json.loads(done.err)
    assert (done.code, done.out, said["exit_code"]) == (2, "", 2), here
    assert [word for word in words if word not in said["error"]] == []


def test_a_base_url_without_v1_is_completed(here: Path) -> None:
    with SimulatedServer() as server:
        address = server.base_url.removesuffix("/v1")
        done = typed("grow", "docs", "--out", "new", "--model", "openai:simulated", "--base-url", address)
    assert done.code == 3
    assert f"did you mean {server.base_url}?" in done.complaint
    assert not (here / "new").exists()


def test_a_model_that_does_not_answer_leaves_no_empty_ledger(here: Path) -> None:
    done = typed("grow", "docs", "--out", "new", "--model", "ollama:llama3", "--base-url", NOBODY, "--json")
    assert done.code == 3
    assert json.loads(done.err.splitlines()[-1])["exit_code"] == 3
    assert not (here / "new").exists()
    (here / "mine").mkdir()
    (here / "mine" / "notes.txt").write_text("kept", "utf-8")
    assert typed("grow", "docs", "--out", "mine", "--model", "ollama:llama3", "--base-url", NOBODY).code == 3
    assert [path.name for path in (here / "mine").iterdir() if path.name != ".lock"] == ["notes.txt"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('questions = "many"', ('questions: "many" is not a whole number',)),
        ("questions = true", ("questions: true is not a whole number",)),
        ("timeout = true", ("timeout: true is not a number",)),
        ("kinds = 3", ("kinds: 3 is not a list of texts",)),
        ('batch = "perhaps"', ('batch: "perhaps" is not true or false',)),
        ("model = 3", ("model: 3 is not text",)),
        ("min-rating = 9", ("min_rating: 9 is not at most 5",)),
        ('quality = "standart"', ("did you mean standard?",)),
        ('log-format = "yaml"', ("log_format", "text, json")),
        ("qestions = 3", ("'qestions'", "did you mean questions?")),
    ],
)
def test_a_wrong_line_of_the_settings_file_is_explained_in_words(text: str, words: tuple[str, ...], here: Path) -> None:
    (here / "benchmill.toml").write_text(text + "\n", "utf-8")
    done = typed("grow", "docs")
    assert done.code == 2
    assert [word for word in ("benchmill.toml", *words) if word not in done.complaint] == [], done.complaint


def test_everything_that_grow_takes_can_be_set_in_the_file(here: Path) -> None:
    (here / "benchmill.toml").write_text(
        'out = "named"\nquestions = 3\nsummary = "page.md"\nquiet = true\njson = true\nlog-format = "json"\n', "utf-8"
    )
    done = typed("grow", "docs")
    assert (done.code, done.err) == (0, "")
    assert done.json["accepted"] == 3
    assert (here / "named" / "items.jsonl").is_file()
    assert (here / "page.md").is_file()


def test_what_the_file_switches_on_the_command_line_switches_off(here: Path) -> None:
    (here / "benchmill.toml").write_text("batch = true\nno_wait = true\njson = true\n", "utf-8")
    printed = typed("grow", "docs", "--print-config", "--no-batch", "--wait", "--no-json")
    assert [
        line for line in printed.out.splitlines() if line in ("batch = false", "no_wait = false", "json = false")
    ] == [
        "json = false",
        "batch = false",
        "no_wait = false",
    ]


@pytest.mark.parametrize("loaded", ["typer", "pydantic"])  # pydantic: Typer loads it to read the options
def test_ctrl_c_while_python_is_still_loading_is_one_line(tmp_path: Path, loaded: str) -> None:
    (tmp_path / f"{loaded}.py").write_text("raise KeyboardInterrupt\n", "utf-8")  # as if pressed while this is loaded
    done = subprocess.run(
        [sys.executable, "-m", "benchmill", "status", "nowhere"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "benchmill: interrupted\n")


def test_a_server_that_says_the_same_twice_is_quoted_once() -> None:
    from benchmill.chat.openai_wire import words_of

    body = {"error": {"message": "no such model", "code": "invalid_request_error", "type": "invalid_request_error"}}
    assert words_of(json.dumps(body).encode()) == "no such model invalid_request_error"
