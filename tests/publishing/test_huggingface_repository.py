"""A workspace published to a Hub on the loopback by the real huggingface_hub: one commit of what differs, or none."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmill.outputs.hub import HubAccount
from benchmill.publishing.huggingface_repository import HubPublished, publish_to_hub
from benchmill.records import ServiceError, UsageError
from tests.end_to_end.command import EXAMPLES, Ran, benchmill
from tests.outputs.readers.huggingface import read_huggingface
from tests.servers.huggingface import HubServer

NAME = "me/docs-qa"


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two workspaces: `bench`, and `later`, the same with more questions."""
    home = tmp_path_factory.mktemp("hub")
    for name, questions in (("bench", 12), ("later", 16)):
        shutil.copytree(home / "bench", home / name) if (home / "bench").exists() else None
        ran = benchmill("grow", EXAMPLES, "--out", home / name, "--questions", questions, "--quiet")
        assert ran.code == 0, ran.err
    return home


@pytest.fixture
def hub() -> Iterator[HubServer]:
    with HubServer() as server:
        yield server


def publish(hub: HubServer, bench: Path, name: str = NAME, **how: bool) -> HubPublished:
    return publish_to_hub(bench, name, HubAccount(hub.token, hub.url), **how)


def stored(hub: HubServer, folder: Path) -> Path:
    """The repository as a folder, as a clone of it would be."""
    for path, content in hub.repositories[NAME].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def test_the_first_publishing_makes_a_private_repository_with_every_item(
    hub: HubServer, grown: Path, tmp_path: Path
) -> None:
    done = publish(hub, grown / "bench")
    assert (done.created, done.changed, done.deleted, done.kept) == (True, (), (), ())
    assert hub.private[NAME]
    assert hub.commits == ["Edition 1 of bench"]
    assert len(read_huggingface(stored(hub, tmp_path)).items) == 12


def test_an_unchanged_benchmark_sends_nothing(hub: HubServer, grown: Path) -> None:
    publish(hub, grown / "bench")
    hub.log.clear()
    again = publish(hub, grown / "bench")
    assert (again.added, again.changed, again.deleted) == ((), (), ())
    assert again.unchanged == len(hub.repositories[NAME]) - 1  # the Hub's own .gitattributes
    assert hub.writes() == []


def test_a_dry_run_names_what_would_be_sent_and_sends_nothing(hub: HubServer, grown: Path) -> None:
    into_nothing = publish(hub, grown / "bench", dry_run=True)
    assert into_nothing.pending
    assert "README.md" in into_nothing.added
    assert hub.writes() == []
    publish(hub, grown / "bench")
    hub.log.clear()
    later = publish(hub, grown / "later", dry_run=True)
    assert (later.pending, later.added) == (True, ())
    assert "manifest.json" in later.changed
    assert hub.writes() == []


def test_the_next_edition_is_one_commit_of_the_files_that_differ(hub: HubServer, grown: Path, tmp_path: Path) -> None:
    publish(hub, grown / "bench")
    done = publish(hub, grown / "later")
    assert hub.commits == ["Edition 1 of bench", "Edition 2 of later"]
    assert done.unchanged > 0  # the corpus is the same
    assert len(read_huggingface(stored(hub, tmp_path)).items) == 16
    assert not publish(hub, grown / "later").changed


def test_a_card_that_people_edited_stays_and_a_new_one_of_ours_is_a_conflict(hub: HubServer, grown: Path) -> None:
    publish(hub, grown / "bench")
    card = hub.repositories[NAME]["README.md"].replace(b"license: unknown", b"license: cc-by-4.0")
    hub.repositories[NAME]["README.md"] = card
    kept = publish(hub, grown / "bench")
    assert (kept.kept, kept.conflict, kept.changed) == (("README.md",), False, ())
    assert publish(hub, grown / "later").conflict
    assert hub.repositories[NAME]["README.md"] == card
    assert publish(hub, grown / "later", overwrite=True).changed == ("README.md",)
    assert b"16 questions" in hub.repositories[NAME]["README.md"]


def test_a_file_that_an_edition_no_longer_has_is_deleted_and_files_of_people_stay(hub: HubServer, grown: Path) -> None:
    publish(hub, grown / "bench")
    files = hub.repositories[NAME]
    note = json.loads(files["manifest.json"])
    note["files"]["data/old.jsonl"] = "0"
    files |= {"manifest.json": json.dumps(note).encode(), "data/old.jsonl": b"{}\n", "notebook.ipynb": b"{}"}
    assert publish(hub, grown / "bench").deleted == ("data/old.jsonl",)
    assert "notebook.ipynb" in files


def test_a_repository_of_somebody_else_is_refused_unless_forced(hub: HubServer, grown: Path) -> None:
    hub.repositories[NAME] = {"train.csv": b"a,b\n"}
    with pytest.raises(ServiceError, match=r"holds train.csv, which benchmill did not write.*--force"):
        publish(hub, grown / "bench")
    assert hub.writes() == []
    assert publish(hub, grown / "bench", force=True).added
    assert hub.repositories[NAME]["train.csv"] == b"a,b\n"


def test_a_commit_of_somebody_else_in_between_is_not_overwritten(hub: HubServer, grown: Path) -> None:
    publish(hub, grown / "bench")
    hub.before_commit = lambda: hub.commits.append("somebody else's")
    with pytest.raises(ServiceError, match="me/docs-qa was changed meanwhile by someone else"):
        publish(hub, grown / "later")


def test_a_wrong_key_no_key_and_a_name_without_owner_are_one_clear_line(hub: HubServer, grown: Path) -> None:
    with pytest.raises(ServiceError, match=r"refuses the key \(401\): set HF_TOKEN"):
        publish_to_hub(grown / "bench", NAME, HubAccount("hf_wrong", hub.url))
    with pytest.raises(ServiceError, match="HF_TOKEN is not set"):
        publish_to_hub(grown / "bench", NAME, HubAccount("", hub.url))
    with pytest.raises(UsageError, match="OWNER/NAME"):
        publish(hub, grown / "bench", "docs-qa")
    with pytest.raises(ServiceError, match=r"does not answer.*HF_ENDPOINT"):
        publish_to_hub(grown / "bench", NAME, HubAccount("hf_x", "http://127.0.0.1:9"))


def test_the_command_ends_with_1_where_a_dry_run_found_something_and_with_0_when_it_is_done(
    hub: HubServer, grown: Path
) -> None:
    command = ("publish", grown / "bench", "--to", "huggingface", "--dataset", NAME)

    def run(*more: str) -> Ran:
        return benchmill(*command, *more, HF_TOKEN=hub.token, HF_ENDPOINT=hub.url)

    assert run("--dry-run").code == 1
    done = run("--json")
    assert (done.code, done.json["created"], done.json["edition"]) == (0, True, 1)
    assert run("--dry-run").code == 0
    assert hub.token not in done.out + done.err
    refused = run("--split", "test=0.2")
    assert (refused.code, "are for --to langsmith" in refused.err) == (2, True)
