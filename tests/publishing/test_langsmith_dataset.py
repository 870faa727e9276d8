"""A workspace published to a real socket by the real SDK: exactly the difference, whatever goes wrong between."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langsmith import Client

from benchmill.judging.evaluator_inputs import reference_of_example
from benchmill.judging.reference import reference_of
from benchmill.outputs.langsmith.retries import RetryPolicy
from benchmill.outputs.langsmith.service import Account
from benchmill.outputs.langsmith.splits import Splits
from benchmill.publishing.dataset_changes import Published
from benchmill.publishing.langsmith_dataset import EDITS, PublishSettings, publish
from benchmill.records import BenchmillError, ServiceError, UsageError, WorkspaceError
from benchmill.workspace.ledger.store import Ledger
from tests.servers.langsmith import LangSmithPlan, LangSmithServer
from tests.workspace.workspaces import item, item_id, write_edition

KEY = "lsv2_pt_0123456789abcdef"
TO = PublishSettings("docs-qa")
QUICK = RetryPolicy(attempts=9, first=0.001, longest=0.01)
# where the server falls silent; elsewhere a busy machine would be taken for that
HASTY = replace(QUICK, timeout=(5.0, 0.4))
TEN = {f"fact {number}": f"answer {number}" for number in range(10)}


@pytest.fixture(scope="module")
def shared() -> Iterator[LangSmithServer]:
    with LangSmithServer() as server:
        yield server


def to(
    server: LangSmithServer, bench: Path, wanted: PublishSettings = TO, *, retry_policy: RetryPolicy = QUICK
) -> Published:
    return publish(bench, wanted, Account(KEY, server.url), retry_policy=retry_policy)


def person(server: LangSmithServer) -> Client:
    """Somebody who works in LangSmith, with the SDK."""
    return Client(api_url=server.url, api_key=KEY, auto_batch_tracing=False)


def rows(server: LangSmithServer, dataset: str = "docs-qa", **query: Any) -> list[Any]:
    client = person(server)
    try:
        return list(client.list_examples(dataset_name=dataset, **query))
    finally:
        client.close(timeout=0)


def state(server: LangSmithServer, dataset: str = "docs-qa") -> dict[str, tuple[object, ...]]:
    """Item id -> what its example says, without its own id and the times; a duplicate would hide another."""
    found = rows(server, dataset)
    assert max(Counter(one.metadata["item_id"] for one in found).values(), default=1) == 1
    return {one.metadata["item_id"]: (one.inputs, one.outputs, one.metadata) for one in found}


def counts(done: Published) -> tuple[int, int, int, int]:
    return done.created, done.updated, done.retired, done.unchanged


def edit(server: LangSmithServer, name: str, **fields: Any) -> str:
    client = person(server)
    (one,) = [row for row in rows(server) if (row.metadata or {}).get("item_id") == item_id(name)]
    client.update_examples(dataset_id=one.dataset_id, updates=[{"id": one.id, **fields}])
    client.close(timeout=0)
    return str(one.id)


def delete(server: LangSmithServer, name: str) -> None:
    client = person(server)
    client.delete_examples([row.id for row in rows(server) if row.metadata.get("item_id") == item_id(name)])
    client.close(timeout=0)


def test_an_example_holds_question_answer_components_and_where_they_stand(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 3, {"the port": "7400"})
    with LangSmithServer() as server:
        done = to(server, bench)
        (one,) = rows(server)
        client = person(server)
        dataset = client.read_dataset(dataset_name="docs-qa")
        client.close(timeout=0)
    assert counts(done) == (1, 0, 0, 0)
    assert one.inputs == {"question": "What is the port?"}
    assert one.outputs == {
        "answer": "7400",
        "answerable": True,
        "components": [{"text": "7400", "short_answers": []}],
    }
    page = f"{item_id('the port')}.md"
    assert one.metadata.pop("item_hash")
    assert one.metadata == {
        "managed_by": "benchmill",
        "item_id": item_id("the port"),
        "edition": 3,
        "kind": "factoid",
        "style": "sentence",
        "difficulty": "hard",
        "document": page,
        "headings": ["Heading", "the port"],
        "evidence": [{"component": 1, "document": page, "text": "7400", "origin": "seed"}],
        "ratings": {"standalone": 5, "groundedness": 5, "relevance": 5},
        "generator": "test",
        "prompt": "",
        "number": "1.1",
        "split": "factoid",
        "dataset_split": ["factoid"],
    }
    assert dataset.description
    assert dataset.inputs_schema
    assert dataset.metadata
    assert dataset.metadata["benchmark"] == tmp_path.name
    assert dataset.metadata["runtime"] == {}  # nothing about the machine


def test_the_judge_reads_from_an_example_what_it_reads_from_the_item(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, {"the port": "7400"})
    with LangSmithServer() as server:
        to(server, bench)
        (one,) = rows(server)
    read = reference_of_example(one.inputs, one.outputs, one)
    assert read == reference_of(item("the port", "7400", 1))


def test_the_second_publishing_reads_only(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        first = to(server, bench)
        server.reset()
        second = to(server, bench)
        assert server.writes() == 0
        assert counts(first) == (10, 0, 0, 0)
        assert counts(second) == (0, 0, 0, 10)
        assert second.requests == len(server.log()) == 5
        assert first.tag == second.tag == "edition-1"


def test_an_edit_an_addition_and_a_loss_are_exactly_what_is_written(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        to(server, bench)
        kept = {name: answer for name, answer in TEN.items() if name != "fact 0"}
        write_edition(bench, 2, kept | {"fact 1": "another answer", "fact 10": "a new one"})
        server.reset()
        seen = to(server, bench, replace(TO, dry_run=True))
        assert server.writes() == 0
        done = to(server, bench)
        written = {one.route: one.rows for one in server.log() if one.writes}
        assert written == {"POST examples": 1, "PATCH examples": 1, "DELETE examples": 1, "PUT tags": 0}
        assert counts(seen) == counts(done) == (1, 1, 1, 8)
        assert {one.item_id: one.action for one in seen.differences} == {
            item_id("fact 10"): "create",
            item_id("fact 1"): "update",
            item_id("fact 0"): "retire",
        }
        fields = {one.action: one.fields for one in done.differences}
        assert fields["update"]["answer"] == ("another answer", "answer 1")
        now = state(server)
        assert now.keys() == {item_id(name) for name in (*kept, "fact 10")}
        assert [now[item_id(name)][2]["edition"] for name in ("fact 1", "fact 2")] == [2, 1]  # type: ignore[index]
        assert len(rows(server, as_of="edition-1")) == 10
        assert [one.outputs["answer"] for one in rows(server, as_of="edition-1") if "1?" in one.inputs["question"]] == [
            "answer 1"
        ]


def test_a_dry_run_into_nothing_makes_nothing(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        seen = to(server, bench, replace(TO, dry_run=True))
        assert counts(seen) == (10, 0, 0, 0)
        assert seen.pending
        assert server.writes() == 0


def test_examples_of_people_are_never_touched_copies_of_ours_included(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        to(server, bench)
        client = person(server)
        ours = next(row for row in rows(server) if row.metadata["item_id"] == item_id("fact 0"))
        client.create_examples(
            dataset_name="docs-qa",
            examples=[
                {"inputs": {"question": "mine?"}, "reference_outputs": {"answer": "yes"}},
                {"inputs": ours.inputs, "reference_outputs": ours.outputs, "metadata": ours.metadata},
            ],
        )
        client.close(timeout=0)

        def foreign() -> list[Any]:
            return sorted((row for row in rows(server) if row.id.version == 4), key=lambda row: row.id)

        before = foreign()
        write_edition(bench, 2, {name: answer for name, answer in TEN.items() if name != "fact 0"})
        done = to(server, bench)
        assert done.foreign == 2
        assert counts(done) == (0, 0, 1, 9)
        assert foreign() == before


def test_what_people_edited_is_told_and_left_until_it_is_to_be_overwritten(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        to(server, bench)
        edit(server, "fact 1", outputs={"answer": "by a person"})
        edit(server, "fact 2", inputs={"question": "What is it?"})
        delete(server, "fact 3")
        write_edition(bench, 2, TEN | {"fact 2": "changed here, too"})
        server.reset()
        kept = to(server, bench)
        assert server.routes()["PATCH examples"] == server.routes()["POST examples"] == 0
        assert (kept.drift, kept.conflict, kept.unchanged) == (2, 1, 7)
        reported = {one.item_id: one for one in kept.differences}
        assert reported[item_id("fact 1")].fields["answer"] == ("answer 1", "by a person")
        assert reported[item_id("fact 2")].action == "conflict"
        assert reported[item_id("fact 3")].fields == {}
        again = to(server, bench)
        assert (again.drift, again.conflict, again.unchanged) == (2, 1, 7)
        won = to(server, bench, replace(TO, on_drift="overwrite"))
        assert counts(won) == (1, 2, 0, 7)
        assert counts(to(server, bench)) == (0, 0, 0, 10)
        assert len(state(server)) == 10


def test_pulled_edits_stand_in_a_file_until_nothing_is_edited_any_more(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    pull = replace(TO, on_drift="pull")
    with LangSmithServer() as server:
        to(server, bench)
        example = edit(server, "fact 1", outputs={"answer": "better"})
        done = to(server, bench, pull)
        assert done.pulled == bench / EDITS
        (line,) = [json.loads(line) for line in (bench / EDITS).read_text(encoding="utf-8").splitlines()]
        assert (line["id"], line["action"], line["example"]) == (item_id("fact 1"), "drift", example)
        assert line["fields"]["answer"] == {"here": "answer 1", "there": "better"}
        to(server, bench, replace(TO, on_drift="overwrite"))
        assert to(server, bench, pull).pulled is None
        assert not (bench / EDITS).exists()


def test_metadata_and_splits_that_people_added_live_on_and_their_removal_of_our_mark_is_drift(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        to(server, bench)
        row = next(row for row in rows(server) if row.metadata["item_id"] == item_id("fact 1"))
        theirs = {key: value for key, value in row.metadata.items() if key != "dataset_split"} | {"seen by": "Ada"}
        edit(server, "fact 1", metadata=theirs, split=["factoid", "favourites"])
        edit(server, "fact 2", metadata={"mine": 1})
        edit(server, "fact 3", split=["train"])
        done = to(server, bench)
        assert (done.drift, done.unchanged) == (2, 8)
        write_edition(bench, 2, TEN | {"fact 1": "new"})
        to(server, bench)
        row = next(row for row in rows(server) if row.metadata.get("item_id") == item_id("fact 1"))
        assert row.outputs["answer"] == "new"
        assert row.metadata["seen by"] == "Ada"
        assert row.metadata["dataset_split"] == ["factoid", "favourites"]


def test_an_edit_that_says_what_we_say_now_is_no_drift(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, {"a": "1"})
    with LangSmithServer() as server:
        to(server, bench)
        write_edition(bench, 2, {"a": "2"})
        to(server, bench)
        newer = next(iter(state(server).values()))
        write_edition(bench, 3, {"a": "1"})
        to(server, bench)
        edit(server, "a", outputs=newer[1], metadata={**rows(server)[0].metadata, "evidence": newer[2]["evidence"]})  # type: ignore[index]
        write_edition(bench, 4, {"a": "2"})
        done = to(server, bench)
        assert (done.drift, done.conflict, done.updated) == (0, 0, 1)  # stamped anew
        assert counts(to(server, bench)) == (0, 0, 0, 1)


def test_retiring_a_large_share_needs_to_be_forced(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, {f"fact {n}": "x" for n in range(40)})
    with LangSmithServer() as server:
        to(server, bench)
        write_edition(bench, 2, {f"fact {n}": "x" for n in range(31)})
        server.reset()
        with pytest.raises(UsageError, match=r"9 of the 40 .* --force"):
            to(server, bench)
        assert server.writes() == 0
        assert "--force" in to(server, bench, replace(TO, dry_run=True)).notes[0]
        assert counts(to(server, bench, replace(TO, force=True))) == (0, 0, 9, 31)


def test_a_benchmark_without_items_does_not_empty_a_dataset_unasked(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, {"a": "1"})
    with LangSmithServer() as server:
        to(server, bench)
        write_edition(bench, 2, {})
        with pytest.raises(UsageError, match="--force"):
            to(server, bench)


def test_what_is_kept_when_retired_is_in_a_split_of_its_own_and_comes_back_from_there(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    keep = replace(TO, keep_retired=True)
    with LangSmithServer() as server:
        to(server, bench, keep)
        write_edition(bench, 2, dict.fromkeys(list(TEN)[1:], "x"))
        to(server, bench, keep)
        (retired,) = rows(server, splits=["retired"])
        assert retired.metadata["item_id"] == item_id("fact 0")
        server.reset()
        assert counts(to(server, bench, keep)) == counts(to(server, bench)) == (0, 0, 0, 9)
        assert server.writes() == 0
        write_edition(bench, 3, TEN)
        to(server, bench, keep)
        assert {row.metadata["dataset_split"][0] for row in rows(server)} == {"factoid"}


def test_an_item_that_comes_back_gets_a_new_example_since_the_old_id_is_taken_for_ever(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        to(server, bench)
        write_edition(bench, 2, {name: answer for name, answer in TEN.items() if name != "fact 0"})
        to(server, bench)
        write_edition(bench, 3, TEN | {"fact 10": "x"})
        done = to(server, bench)
        assert counts(done) == (2, 0, 0, 9)
        assert len(state(server)) == 11
        assert counts(to(server, bench)) == (0, 0, 0, 11)


def test_splits_by_share_do_not_move_when_the_benchmark_grows(tmp_path: Path) -> None:
    wanted = replace(TO, splits=Splits.parse(["test=0.3"]))
    bench = write_edition(tmp_path, 1, {f"fact {n}": "x" for n in range(60)})
    with LangSmithServer() as server:
        to(server, bench, wanted)
        before = {row.metadata["item_id"]: row.metadata["dataset_split"] for row in rows(server)}
        shares = Counter(split for (split,) in before.values())
        assert shares.keys() == {"test", "base"}
        assert 8 <= shares["test"] <= 28
        write_edition(bench, 2, {f"fact {n}": "x" for n in range(80)})
        assert counts(to(server, bench, wanted)) == (20, 0, 0, 60)


@pytest.mark.parametrize("fault", ["http-429", "http-500", "http-503", "reset", "reset-body", "hang"])
@pytest.mark.parametrize(
    "route", ["GET info", "GET datasets", "GET version", "GET examples", "POST examples", "PUT tags"]
)
def test_trouble_that_passes_is_waited_for(tmp_path: Path, route: str, fault: str) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer(LangSmithPlan(script=((route, fault), (route, fault)))) as server:
        done = to(server, bench, retry_policy=HASTY if fault == "hang" else QUICK)
        assert counts(done) == (10, 0, 0, 0)
        assert len(state(server)) == 10


@pytest.mark.parametrize("atomic", [True, False])
@pytest.mark.parametrize("fault", ["commit-500", "commit-reset", "commit-hang", "partial-500"])
def test_a_conflict_with_our_own_lost_answer_is_no_failure_and_makes_no_double(
    tmp_path: Path, fault: str, atomic: bool
) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    retry_policy = HASTY if fault == "commit-hang" else QUICK
    script = tuple((f"{method} {noun}", fault) for method, noun in (
        ("POST", "datasets"), ("POST", "examples"), ("PATCH", "examples"), ("DELETE", "examples"), ("PUT", "tags"),
    ))  # fmt: skip
    with LangSmithServer(LangSmithPlan(script=script, atomic=atomic)) as server:
        to(server, bench, retry_policy=retry_policy)
        write_edition(bench, 2, dict.fromkeys(list(TEN)[1:], "new"))
        done = to(server, bench, retry_policy=retry_policy)
        assert counts(done) == (0, 9, 1, 0)
        assert len(state(server)) == 9
        server.reset()
        assert counts(to(server, bench, retry_policy=retry_policy)) == (0, 0, 0, 9)
        assert server.writes() == 0


@pytest.mark.parametrize("atomic", [True, False])
@pytest.mark.parametrize("seed", [0, 5])
def test_under_ten_percent_faults_the_end_is_that_of_a_day_without(tmp_path: Path, seed: int, atomic: bool) -> None:
    many = {f"fact {number}": f"answer {number}" for number in range(250)}
    after = {name: answer for name, answer in many.items() if int(name[5:]) % 10} | {"fact 1": "edited", "new": "x"}
    faults = dict.fromkeys(("http-429", "http-500", "reset", "reset-body", "commit-500", "commit-reset"), 0.015)
    faults |= {"partial-500": 0.01}
    ends: list[tuple[object, ...]] = []
    for plan in (LangSmithPlan(), LangSmithPlan(seed=seed, faults=faults, atomic=atomic)):
        with LangSmithServer(plan) as server:
            bench = write_edition(tmp_path / str(len(ends)), 1, many)
            to(server, bench)
            write_edition(bench, 2, after)
            done = to(server, bench)
            again = to(server, bench)
            server.calm()
            ends.append((state(server), counts(done), counts(again)))
            met = Counter(one.fault for one in server.log() if one.fault)
    assert len(met) > 2
    assert ends[0] == ends[1]


@pytest.mark.parametrize("after", range(1, 8))
def test_cut_off_anywhere_the_same_command_finishes_and_tags(tmp_path: Path, after: int) -> None:
    class Cut(Exception):
        pass

    many = {f"fact {number}": "x" for number in range(250)}
    with LangSmithServer() as server:
        bench = write_edition(tmp_path, 1, many)
        reported = 0

        def cut(*_: object) -> None:
            nonlocal reported
            reported += 1
            if reported == after:
                raise Cut

        try:
            publish(bench, TO, Account(KEY, server.url), retry_policy=QUICK, tell=cut)
        except Cut:
            pass
        else:
            assert after > reported
        done = to(server, bench)
        assert done.created + done.unchanged == 250
        assert len(state(server)) == 250
        assert done.tag == "edition-1"
        assert len(rows(server, as_of="edition-1")) == 250


def test_two_publishers_at_once_make_no_doubles(tmp_path: Path) -> None:
    many = {f"fact {number}": "x" for number in range(450)}
    benches = [write_edition(tmp_path / str(number), 1, many) for number in range(3)]
    with LangSmithServer() as server:
        failed: list[BaseException] = []

        def one(bench: Path) -> None:
            try:
                to(server, bench)
            except BenchmillError as error:
                failed.append(error)

        threads = [threading.Thread(target=one, args=(bench,)) for bench in benches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        assert len(state(server)) == 450
        server.reset()
        assert counts(to(server, benches[0])) == (0, 0, 0, 450)
        assert server.writes() == 0


def test_a_lost_answer_while_a_conflict_is_looked_into_is_asked_again(tmp_path: Path) -> None:
    """Its error stands in the same chain as the conflict's, and must not be taken for one."""
    bench = write_edition(tmp_path, 1, TEN)
    script = (("POST examples", "commit-500"), ("GET examples", ""), ("GET examples", "hang"))
    with LangSmithServer(LangSmithPlan(script=script)) as server:
        assert counts(to(server, bench, retry_policy=HASTY)) == (10, 0, 0, 0)
        assert len(state(server)) == 10


def test_doubles_that_two_publishers_made_all_the_same_are_retired(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        to(server, bench)
        client = person(server)
        for row in rows(server)[:3]:
            metadata = {key: value for key, value in row.metadata.items() if key != "dataset_split"}
            client.create_examples(
                dataset_name="docs-qa",
                examples=[
                    {
                        "id": "5f3e9c1a-0000-5000-8000-" + row.id.hex[:12],
                        "inputs": row.inputs,
                        "reference_outputs": row.outputs,
                        "metadata": metadata,
                        "split": "factoid",
                    }
                ],
            )
        client.close(timeout=0)
        done = to(server, bench)
        assert (done.retired, done.unchanged) == (3, 10)
        assert len(state(server)) == 10


def test_the_endpoints_of_old_do_as_well(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer(LangSmithPlan(multipart=False)) as server:
        assert counts(to(server, bench)) == (10, 0, 0, 0)
        write_edition(bench, 2, TEN | {"fact 1": "new"})
        assert counts(to(server, bench)) == (0, 1, 0, 9)
        assert state(server)[item_id("fact 1")][1]["answer"] == "new"  # type: ignore[index]


def test_a_workspace_without_tracing_projects_costs_no_request_an_example(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer(LangSmithPlan(projects=False)) as server:
        to(server, bench)
        server.reset()
        assert to(server, bench).requests == len(server.log()) <= 5


def test_requests_are_of_bearable_size_however_large_the_items_are(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, {f"fact {n}": f"{n} " + "long " * 120_000 for n in range(9)})
    with LangSmithServer() as server:
        to(server, bench)
        sizes = [one.size for one in server.log() if one.route == "POST examples"]
        assert len(sizes) > 1
        assert max(sizes) < 6_000_000
        assert len(state(server)) == 9


def test_five_hundred_items_go_and_come_in_few_requests(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, {f"fact {number}": "x" for number in range(500)})
    with LangSmithServer() as server:
        to(server, bench)
        assert [one.rows for one in server.log() if one.route == "POST examples"] == [200, 200, 100]
        write_edition(bench, 2, {"fact 0": "x"})
        server.reset()
        to(server, bench, replace(TO, force=True))
        assert [one.rows for one in server.log() if one.route == "DELETE examples"] == [100, 100, 100, 100, 99]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.dictionaries(st.text(min_size=1), st.text(min_size=1).filter(str.strip), min_size=1, max_size=4))
def test_any_text_and_any_name_go_up_once_and_stay_the_same(
    shared: LangSmithServer, tmp_path: Path, texts: dict[str, str]
) -> None:
    folder = tmp_path / str(hash(tuple(sorted(texts.items()))))
    texts = {name.replace("\r", ""): answer.replace("\r", " ").strip() or "x" for name, answer in texts.items()}
    bench = write_edition(folder, 1, texts)
    wanted = replace(TO, dataset="".join(texts) + folder.name)
    assert to(shared, bench, wanted).created == len(texts)
    again = to(shared, bench, wanted)
    assert (again.created, again.updated, again.drift, again.unchanged) == (0, 0, 0, len(texts))


@pytest.mark.parametrize("name", ["docs qa", "a/b?c=d&e#f", "质量 ✓ \U0001f600", "'; DROP", "100%", "a+b"])
def test_a_dataset_may_have_any_name(shared: LangSmithServer, tmp_path: Path, name: str) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    assert to(shared, bench, replace(TO, dataset=name)).created == 10
    assert to(shared, bench, replace(TO, dataset=name)).unchanged == 10


def test_what_no_data_base_can_hold_is_replaced_and_stays_the_same(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, {"nul \0 and half \ud800": "a\0b\udfff c \U0001f600"})
    with LangSmithServer() as server:
        to(server, bench)
        (one,) = rows(server)
        assert one.outputs["answer"] == "a\ufffdb\ufffd c \U0001f600"
        assert to(server, bench).unchanged == 1


def test_a_dataset_that_was_made_anew_under_the_same_name_gets_everything_again(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        to(server, bench)
    with LangSmithServer() as server:
        assert counts(to(server, bench)) == (10, 0, 0, 0)


def test_two_datasets_of_one_workspace_do_not_share_ids(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        to(server, bench)
        assert counts(to(server, bench, replace(TO, dataset="another"))) == (10, 0, 0, 0)
        assert state(server).keys() == state(server, "another").keys()


def test_a_tag_in_use_stays_where_it_is(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        assert to(server, bench).tag == "edition-1"
        other = replace(TO, splits=Splits.parse(["test=0.5"]))
        assert to(server, bench, other).tag == "edition-1.2"
        assert {row.metadata["dataset_split"][0] for row in rows(server, as_of="edition-1")} == {"factoid"}
        (bench / "ledger.sqlite").unlink()
        write_edition(bench, 1, TEN)
        server.reset()
        assert to(server, bench, other).tag == "edition-1.2"
        assert server.writes() == 0


def test_what_was_pushed_is_in_the_ledger(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 4, TEN)
    with LangSmithServer() as server:
        done = to(server, bench)
    with Ledger.read(bench / "ledger.sqlite") as ledger:
        known = ledger.publication("langsmith", done.dataset_id)
    assert known is not None
    assert (known.dataset, known.edition, known.tag) == ("docs-qa", 4, "edition-4")
    assert known.pushed.keys() == {item_id(name) for name in TEN}


def test_a_wrong_key_missing_rights_and_a_missing_workspace_are_told_apart_and_tried_once(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    for plan, words in (
        (LangSmithPlan(api_key="another"), r"LANGSMITH_API_KEY \(401\)"),
        (LangSmithPlan(may_write=False), r"\(403\).*may not write"),
        (LangSmithPlan(workspace="w"), r"LANGSMITH_WORKSPACE_ID \(403\)"),
    ):
        with LangSmithServer(plan) as server:
            with pytest.raises(ServiceError, match=words) as error:
                to(server, bench)
            assert KEY not in str(error.value)
            assert max(server.routes().values()) == 1


def test_the_workspace_of_an_organisations_key_is_named_by_its_variable(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer(LangSmithPlan(workspace="w-1", api_key=KEY)) as server:
        done = publish(bench, TO, Account(KEY, server.url, "w-1"), retry_policy=QUICK)
    assert done.created == 10


def test_nobody_at_the_address_is_one_error_after_three_tries(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with pytest.raises(ServiceError, match=r"127.0.0.1:9 does not answer .*refused.*LANGSMITH_ENDPOINT"):
        publish(bench, TO, Account(KEY, "http://127.0.0.1:9"), retry_policy=QUICK)


def test_an_address_that_is_no_langsmith_is_told_so(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server, pytest.raises(ServiceError, match="not a LangSmith API"):
        publish(bench, TO, Account(KEY, f"{server.url}/elsewhere"), retry_policy=QUICK)


def test_trouble_that_does_not_pass_ends_with_what_to_do(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer(LangSmithPlan(script=(("POST examples", "http-429"),) * 20)) as server:
        with pytest.raises(ServiceError, match=r"too many requests \(429\).*same command"):
            to(server, bench)
        assert server.routes()["POST examples"] == QUICK.attempts


def test_a_retry_after_is_honoured(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    plan = LangSmithPlan(script=(("POST examples", "http-429"),), retry_after=1)
    with LangSmithServer(plan) as server:
        began = time.monotonic()
        publish(bench, TO, Account(KEY, server.url), retry_policy=replace(QUICK, longest=5.0))
        assert time.monotonic() - began > 1.0


def test_a_schema_of_the_datasets_own_that_refuses_us_is_named(tmp_path: Path) -> None:
    bench = write_edition(tmp_path, 1, TEN)
    with LangSmithServer() as server:
        client = person(server)
        client.create_dataset("docs-qa", inputs_schema={"type": "object", "required": ["prompt"]})
        client.close(timeout=0)
        with pytest.raises(ServiceError, match=r"422.*schema.*'prompt' is a required property"):
            to(server, bench)


def test_no_key_and_no_workspace_are_told_before_anybody_is_asked(tmp_path: Path) -> None:
    with LangSmithServer() as server:
        with pytest.raises(WorkspaceError, match="no such folder"):
            to(server, tmp_path / "nowhere")
        assert not (tmp_path / "nowhere").exists()
        with pytest.raises(ServiceError, match="LANGSMITH_API_KEY is not set"):
            publish(write_edition(tmp_path, 1, TEN), TO, Account(""), retry_policy=QUICK)
        assert server.log() == []


def test_a_dataset_needs_a_name() -> None:
    with pytest.raises(UsageError, match="the name of the dataset is empty"):
        PublishSettings(" ")
