"""Every command that benchmill prints as the next step works as it is printed, in a folder with a blank in its name."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.end_to_end.command import EXAMPLES, Ran, benchmill


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with docs, of which one file needs an extra, and a workspace beside them."""
    folder = tmp_path_factory.mktemp("a folder")
    shutil.copytree(EXAMPLES, folder / "my docs")
    for number in range(7):
        (folder / "my docs" / f"{number}.xyz").write_text("?", encoding="utf-8")
    return folder


def printed(ran: Ran) -> list[list[str]]:
    """The arguments of each command on standard output or standard error."""
    found = re.findall(r"\bbenchmill ([a-z]+ .*)$", ran.out + ran.err, re.MULTILINE)
    return [shlex.split(line) for line in found]


def all_work(ran: Ran, here: Path, *verbs: str) -> None:
    """Run each printed command, in order; `verbs` are the commands that must be there."""
    commands = printed(ran)
    assert [words[0] for words in commands] == list(verbs), ran.out + ran.err
    for words in commands:
        done = benchmill(*words, folder=here)
        assert done.code == 0, (words, done.err)


def test_what_grow_and_the_commands_after_it_print_can_be_typed(here: Path) -> None:
    grown = benchmill("grow", "my docs", "--out", "my bench", folder=here)
    assert grown.code == 0, grown.err
    all_work(grown, here, "estimate", "report", "items", "retrieve", "score")
    named = ["estimate", "my docs", "--json"]
    assert printed(benchmill("status", "my bench", folder=here)) == [named]
    assert printed(benchmill("estimate", "my docs", folder=here)) == [named]
    retrieved = benchmill("retrieve", "my bench", "--k", "3", "--out", "run of mine.json", folder=here)
    all_work(retrieved, here, "score")
    all_work(benchmill("items", "my bench", "--csv", "my table.csv", folder=here), here, "decide")
    item = json.loads((here / "my bench" / "items.jsonl").read_text("utf-8").splitlines()[0])["id"]
    all_work(benchmill("drop", "my bench", item, folder=here), here, "grow")


def test_what_a_refusal_prints_can_be_typed(here: Path, tmp_path: Path) -> None:
    bench = tmp_path / "second bench"
    assert benchmill("grow", "my docs", "--out", bench, "--questions", 3, "--quiet", folder=here).code == 0
    items = bench / "items.jsonl"
    items.write_text("".join(items.read_text("utf-8").splitlines(keepends=True)[1:]), encoding="utf-8")
    refused = benchmill("grow", "my docs", "--out", bench, folder=here)
    assert refused.code == 2
    commands = re.findall(r"benchmill (grow .*? --take-edits)\.", refused.err)
    assert [benchmill(*shlex.split(one), folder=here).code for one in commands] == [0]
    ledger = bench / "ledger.sqlite"
    ledger.write_bytes(b"no ledger" * 1000)
    damaged = benchmill("status", bench, folder=here)
    assert damaged.code == 2
    repaired = benchmill(*printed(damaged)[0], folder=here)
    assert repaired.code == 0, repaired.err
    assert "benchmill grow with your docs folder and --out" in repaired.out  # nobody knows it any more
    assert benchmill("grow", "my docs", "--out", bench, "--quiet", folder=here).code == 0
    run = benchmill("retrieve", bench, "--out", tmp_path / "run.json", folder=here)
    assert run.code == 0, run.err
    swapped = benchmill("score", "fastbook", tmp_path / "run.json", bench, folder=here)
    all_work(swapped, here, "score")


def test_what_import_prints_can_be_typed(here: Path, tmp_path: Path) -> None:
    rows = tmp_path / "my rows.csv"
    items = map(json.loads, (here / "my bench" / "items.jsonl").read_text("utf-8").splitlines())
    item = next(item for item in items if item["components"])
    quote = item["components"][0]["evidence"][0]["text"]
    rows.write_text(f'question,answer,context\n"{item["question"]}","{quote}","{quote}"\n', encoding="utf-8")
    arguments = ("--from", "csv", "--docs", "my docs", "--out", tmp_path / "taken over")
    all_work(benchmill("import", rows, *arguments, folder=here), here, "items")
