"""Kinds of questions: how many of each, from which passages, and what becomes of a reply."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmill.chat.model import ChatReply
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.generator.kinds import DEFAULT_MIX, Capacity, TasksByKind, WritingTask, interleave, plan_quotas
from benchmill.generator.kinds.alternatives import are_alternatives
from benchmill.generator.kinds.anchors import anchors_of
from benchmill.generator.kinds.mix import largest_remainders
from benchmill.generator.kinds.task import WEAKER
from benchmill.generator.questions import WriterSettings, Written, write_questions, writing_request
from benchmill.generator.writer_replies import read_drafts
from benchmill.generator.writer_schema import free_schema
from benchmill.outputs.candidate_record import candidate_record, read_candidate
from benchmill.prompts import load
from benchmill.records import KINDS, Chunk, Document, Kind, Span
from tests.servers.fake_model import FakeModel


def chunk(name: str, text: str, *headings: str) -> Chunk:
    return Chunk(Span.of(Document(name, text, name, "0", "text/markdown"), 0, len(text)), headings)


CACHES = chunk(
    "caches.md", "A cache can live in:\n\n- `disk`, the default\n- `redis`, shared\n- `memory`, lost\n", "CLI", "C"
)
STEPS = chunk("move.md", "1. Stop the runners.\n2. Copy the cache.\n3. Start the runners.\n", "CLI", "Moving")
BUILDS = chunk("builds.md", "Nightly builds keep their output in a frost store.", "CLI", "Builds")
STORES = chunk("stores.md", "The frost store deletes files after 90 days. `limit` is 4.", "CLI", "Frost store")
RUNS = chunk("runs.md", "- `limit`: a run stops after 60 minutes.", "CLI", "Runs")
TESTS = chunk("tests.md", "- `limit`: a test stops after 10 minutes.", "CLI", "Tests")
ALL = [CACHES, STEPS, BUILDS, STORES, RUNS, TESTS]

weights = st.dictionaries(st.sampled_from(KINDS), st.integers(1, 100), min_size=1)


@given(wanted=st.integers(0, 1000), weights=weights)
def test_shares_add_up_and_none_is_off_by_one_or_more(wanted: int, weights: dict[Kind, int]) -> None:
    found = largest_remainders(wanted, weights)
    total = sum(weights.values())
    assert sum(found.values()) == wanted
    assert all(abs(found[kind] - wanted * weights[kind] / total) < 1 for kind in weights)


@given(wanted=st.integers(0, 300), weights=weights, places=st.dictionaries(st.sampled_from(KINDS), st.integers(0, 80)))
def test_no_kind_gets_more_than_the_documents_bear(
    wanted: int, weights: dict[Kind, int], places: dict[Kind, int]
) -> None:
    fixed = plan_quotas(wanted, weights, places, fixed=True)
    free = plan_quotas(wanted, weights, places, fixed=False)
    assert all(count <= places.get(kind, 0) for quotas in (fixed, free) for kind, count in quotas.items())
    assert fixed == {
        kind: min(count, places.get(kind, 0)) for kind, count in largest_remainders(wanted, weights).items()
    }
    assert sum(fixed.values()) <= sum(free.values()) <= wanted


@given(data=st.data(), wanted=st.integers(0, 120), fixed=st.booleans())
def test_quotas_follow_from_the_places_of_the_kinds_that_were_asked_for(
    data: st.DataObject, wanted: int, fixed: bool
) -> None:
    places = {kind: data.draw(st.integers(0, 80)) for kind in KINDS}
    least = {kind: data.draw(st.integers(0, wanted // 6)) for kind in DEFAULT_MIX}
    asked: dict[Kind, int] = {}

    class Asked(dict[Kind, int]):
        def get(self, kind: Kind, _default: int = 0) -> int:  # type: ignore[override]
            asked[kind] = places[kind]
            return places[kind]

    found = plan_quotas(wanted, DEFAULT_MIX, Asked(), fixed=fixed, least=least)
    for others in (0, 1000):
        assert found == plan_quotas(
            wanted, DEFAULT_MIX, {**dict.fromkeys(KINDS, others), **asked}, fixed=fixed, least=least
        )


def test_at_most_half_of_the_default_mix_are_single_facts() -> None:
    plenty = dict.fromkeys(KINDS, 1000)
    for wanted in (10, 24, 100, 1000):
        found = plan_quotas(wanted, DEFAULT_MIX, plenty, fixed=False)
        assert sum(found.values()) == wanted
        assert found["factoid"] <= wanted / 2


def test_what_a_kind_lacks_goes_to_facts_lists_and_steps_and_then_to_facts_alone() -> None:
    plenty: dict[Kind, int] = dict.fromkeys(KINDS, 1000)
    own = plan_quotas(100, DEFAULT_MIX, plenty, fixed=False)
    some = plan_quotas(100, DEFAULT_MIX, {**plenty, "multi_hop": 0, "comparison": 0}, fixed=False)
    assert some["factoid"] <= 50
    assert own["list"] < some["list"] <= 1.5 * own["list"]
    assert all(some[kind] == own[kind] for kind in ("unanswerable", "ambiguous"))
    most = plan_quotas(100, DEFAULT_MIX, {**plenty, "procedure": 0, "comparison": 0, "multi_hop": 0}, fixed=False)
    assert most == {**own, "list": 24, "procedure": 0, "comparison": 0, "multi_hop": 0, "factoid": 63}
    no_facts = plan_quotas(100, DEFAULT_MIX, {"comparison": 90, "unanswerable": 90}, fixed=False)
    assert (no_facts["comparison"], no_facts["unanswerable"]) == (80, 20)


def test_each_kind_finds_the_passages_it_needs() -> None:
    tasks = TasksByKind(ALL, ALL, KINDS)
    # numbered entries are steps: they belong to procedures
    assert [task.seed for task in tasks["list"]] == [CACHES]
    assert [task.seed for task in tasks["procedure"]] == [STEPS]
    assert next((task.passages, task.shared) for task in tasks["multi_hop"]) == ((BUILDS, STORES), "frost store")
    assert [(set(task.passages), task.shared) for task in tasks["ambiguous"]] == [({RUNS, TESTS}, "limit")]
    assert {task.seed for task in tasks["unanswerable"]} == {task.seed for task in tasks["factoid"]} == set(ALL)
    assert Capacity(tasks)["factoid"] == 2 * len(ALL)


def test_wherever_a_run_ends_the_kinds_are_in_proportion() -> None:
    tasks: dict[Kind, list[WritingTask]] = {
        kind: [WritingTask(kind, (chunk(f"{kind}{n}.md", "text"),)) for n in range(40)] for kind in ("factoid", "list")
    }
    order = interleave(tasks, {"factoid": 30, "list": 10})
    assert len(order) == len(set(order)) == 80
    assert [sum(task.kind == "list" for task in order[:end]) for end in (4, 8, 20, 40)] == [1, 2, 5, 10]


@given(
    sizes=st.dictionaries(st.sampled_from(KINDS), st.integers(0, 6)),
    quotas=st.dictionaries(st.sampled_from(KINDS), st.integers(0, 20)),
    some=st.sets(st.sampled_from(KINDS)),
)
def test_which_other_kinds_there_are_does_not_change_the_order_of_tasks(
    sizes: dict[Kind, int], quotas: dict[Kind, int], some: set[Kind]
) -> None:
    tasks = {kind: [WritingTask(kind, (RUNS,), f"{n}") for n in range(size)] for kind, size in sizes.items()}
    own = {kind: found for kind, found in tasks.items() if kind in some}
    assert interleave(own, quotas) == [task for task in interleave(tasks, quotas) if task.kind in some]


REPLIES: dict[str, tuple[WritingTask, object]] = {
    "list": (
        WritingTask("list", (CACHES,)),
        {
            "entries": [
                {"quote": f"`{name}`, {what}", "answer": f"`{name}`"}
                for name, what in (("disk", "the default"), ("redis", "shared"), ("memory", "lost"))
            ],
            "question": "Which cache backends does the CLI support?",
        },
    ),
    "procedure": (
        WritingTask("procedure", (STEPS,)),
        {
            "steps": [
                {"quote": "Stop the runners.", "answer": "Stop the runners"},
                {"quote": "Copy the cache.", "answer": "Copy the cache"},
            ],
            "question": "How do I move the cache?",
        },
    ),
    "comparison": (
        WritingTask("comparison", (RUNS, TESTS)),
        {
            "sides": [
                {"name": "run", "quote": "a run stops after 60 minutes", "answer": "60 minutes"},
                {"name": "test", "quote": "a test stops after 10 minutes", "answer": "10 minutes"},
            ],
            "question": "How do a run and a test differ?",
        },
    ),
    "multi_hop": (
        WritingTask("multi_hop", (BUILDS, STORES), "frost store"),
        {
            "first": {"question": "Where?", "quote": "output in a frost store", "answer": "frost store"},
            "second": {"question": "When?", "quote": "deletes files after 90 days", "answer": "90 days"},
            "question": "After how long is the output of a nightly build deleted?",
        },
    ),
    "unanswerable": (
        WritingTask("unanswerable", (STORES,)),
        {
            "quote": "deletes files after 90 days",
            "wrong_answer": "90 days",
            "changed": "glacier",
            "question": "After how long does the glacier store delete files?",
        },
    ),
    "ambiguous": (
        WritingTask("ambiguous", (RUNS, TESTS), "limit"),
        {
            "readings": [
                {"question": "When does a run stop?", "quote": "a run stops after 60 minutes", "answer": "60 minutes"},
                {
                    "question": "When does a test stop?",
                    "quote": "a test stops after 10 minutes",
                    "answer": "10 minutes",
                },
            ],
            "question": "What is the limit?",
            "long_answer": "A run stops after 60 minutes, a test after 10 minutes.",
        },
    ),
}


def written(kind: str, reply: object, *passages: Chunk) -> Written:
    task = replace(REPLIES[kind][0], passages=passages) if passages else REPLIES[kind][0]
    client = Recorded(FakeModel(lambda _: json.dumps({"candidates": [reply]})), MemoryStore())
    prompt = load(f"generator/{kind}")
    return asyncio.run(write_questions(task, client=client, prompt=prompt, settings=WriterSettings("openai:m")))


@pytest.mark.parametrize("kind", REPLIES)
def test_a_reply_becomes_a_candidate_of_its_kind_with_a_place_for_each_part(kind: str) -> None:
    task, reply = REPLIES[kind]
    (candidate,) = written(kind, reply).candidates
    assert candidate.kind == kind
    assert set(candidate.chunk_ids) == {passage.id for passage in task.passages}
    places = [e.span for part in candidate.components for e in part.evidence]
    places += [candidate.near_miss.evidence.span] if candidate.near_miss else []
    for place in places:
        (passage,) = [one for one in task.passages if one.document_id == place.document_id]
        assert passage.text[place.start : place.end] == place.text
    assert len(places) == {"list": 3, "unanswerable": 1}.get(kind, 2)
    assert bool(candidate.components) == (kind != "unanswerable")
    assert (len(candidate.hops), len(candidate.readings)) == (2 * (kind == "multi_hop"), 2 * (kind == "ambiguous"))


@pytest.mark.parametrize(
    ("text", "entries", "whole"),
    [
        ("| **Memory** | 8 GB |\n| Disk | 100 GB |", ["8 GB", "100 GB"], ["Memory: 8 GB", "Disk: 100 GB"]),
        ("- disk, (wenn er\n  da ist)\n- redis", ["disk", "redis"], ["disk (wenn er da ist)", "redis"]),
        ("- disk (if it is there. Else none is)\n- redis", ["disk", "redis"], ["disk", "redis"]),
        ("- disk, (see below)\n- redis (str)", ["disk", "redis"], ["disk", "redis"]),
        ("- a\n- b\n- Tools for all that is new", ["a", "b", "Tools"], ["a", "b", "Tools for all that is new"]),
        ("- a, by day\n- b\n- Tools for new data", ["a", "b", "Tools"], ["a", "b", "Tools"]),
    ],
)
def test_an_entry_of_a_list_says_what_its_words_belong_to_and_the_models_words_are_another_form(
    text: str, entries: list[str], whole: list[str]
) -> None:
    quotes = text.replace("\n- ", "\n\n- ").split("\n\n") if text.startswith("-") else text.split("\n")
    parts = [{"quote": quote, "answer": answer} for quote, answer in zip(quotes, entries, strict=True)]
    (candidate,) = written("list", {"entries": parts, "question": "What is there?"}, chunk("a.md", text)).candidates
    assert [part.text for part in candidate.components] == whole
    for part, said in zip(candidate.components, entries, strict=True):
        assert part.text == said or said in part.short_answers


def test_a_right_answer_to_a_multi_hop_question_says_the_last_hop_only() -> None:
    (candidate,) = written("multi_hop", REPLIES["multi_hop"][1]).candidates
    assert [part.text for part in candidate.components] == ["frost store", "90 days"]
    assert [part.text for part in candidate.said] == [candidate.answer] == ["90 days"]


HOSTS = chunk(
    "hosts.md",
    "1. Open the folder\n2. Add this line to `/etc/hosts` and save:\n\n"
    "```\n10.0.0.1 old.local\n10.0.0.2 new.local\n```\n\n"
    "3. Open `old.local` in the browser and log in.\n4. Go to Accounts for the project. Click the only user and"
    " download the file.\n\nThe `relay` is made for large teams.\n\nIt starts by itself.\n",
    "CLI",
    "Hosts",
)


@pytest.mark.parametrize(
    ("quote", "answer", "evidence"),
    [
        ("to `/etc/hosts` and save", "Add `old.local` to `/etc/hosts`", "10.0.0.1 old.local"),
        ("Add this line to `/etc/hosts` and save:", "Add `new.local` to `/etc/hosts`", "10.0.0.2 new.local"),
        ("Click the only user and download the file.", "Under `Accounts`, download the file", "download the file."),
        ("Open the folder", "Open the folder of `/etc/hosts`", "Open the folder"),
        ("Open `old.local` in the browser", "Open `old.local` under Accounts", "Open `old.local` in the browser"),
        ("It starts by itself.", "The `relay` starts", "It starts by itself."),
        ("10.0.0.2 new.local", "Open `old.local`, not `new.local`", "10.0.0.1 old.local\n10.0.0.2 new.local"),
        ("download the file.", "Save `old.local`", "Click the only user and download the file."),
    ],
)
def test_a_name_of_the_answer_may_be_in_the_sentence_before_or_the_code_behind_the_quote(
    quote: str, answer: str, evidence: str
) -> None:
    (step, _) = (
        written(
            "procedure",
            {
                "steps": [
                    {"quote": quote, "answer": answer},
                    {"quote": "Open `old.local` in the browser and log in.", "answer": "Log in"},
                ],
                "question": "How do I reach the dashboard of a clone?",
            },
            HOSTS,
        )
        .candidates[0]
        .components
    )
    assert step.evidence[0].span.text.endswith(evidence)
    assert (answer != "Open the folder of `/etc/hosts`") or step.evidence[0].span.text == "Open the folder"


@pytest.mark.parametrize("kind", REPLIES)
def test_a_quote_that_is_nowhere_ends_a_candidate_of_any_kind(kind: str) -> None:
    words = (
        json.dumps(REPLIES[kind][1])
        .replace("after", "before")
        .replace("`disk`,", "`disc`,")
        .replace("Stop the", "Halt")
    )
    result = written(kind, json.loads(words))
    assert result.candidates == ()
    assert [failure.check for failure in result.failures] == ["quote-not-found"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_every_writers_prompt_is_a_reply_by_its_schema_that_is_read(kind: Kind) -> None:
    system = load(f"generator/{kind}").system
    example = next(line for line in system.splitlines() if line.startswith('{"candidates"'))
    drafts = read_drafts(ChatReply(example), kind).drafts
    assert all(part.quote in system.replace('\\"', '"') for draft in drafts for part in draft.parts)
    fields = json.loads(free_schema(kind))["properties"]["candidates"]["items"]["properties"]
    written = json.loads(example)["candidates"]
    assert [list(each) for each in written] == [list(fields)] * len(drafts)


def test_a_false_premise_keeps_the_sentence_that_contradicts_it_and_the_sort_of_change_is_recorded() -> None:
    passage = chunk(
        "stores.md", "The frost store deletes files after 90 days. The glacier store deletes nothing.", "CLI"
    )
    reply: dict[str, object] = REPLIES["unanswerable"][1] | {  # type: ignore[operator]
        "change": "premise",
        "contradicted_by": "The glacier store deletes nothing.",
    }
    (candidate,) = written("unanswerable", reply, passage).candidates
    miss = candidate.near_miss
    assert miss is not None and miss.contradicted_by is not None
    assert (miss.change, miss.contradicted_by.span.text) == ("premise", "The glacier store deletes nothing.")
    assert read_candidate(candidate_record(candidate), "a line") == candidate

    (other,) = written("unanswerable", reply | {"change": "attribute"}, passage).candidates
    assert other.near_miss == replace(miss, change="attribute", contradicted_by=None)
    assert read_candidate(candidate_record(other), "a line") == other != candidate
    (unknown,) = written("unanswerable", reply | {"change": "colour"}, passage).candidates
    assert unknown.near_miss and unknown.near_miss.change == ""
    (lost,) = written("unanswerable", reply | {"contradicted_by": "It never deletes."}, passage).failures
    assert (lost.check, "should contradict its premise" in lost.reason) == ("quote-not-found", True)
    (silent,) = written("unanswerable", reply | {"contradicted_by": ""}, passage).failures
    assert "does not quote what contradicts it" in silent.reason


def test_a_hash_of_the_passages_says_which_side_of_a_comparison_comes_first() -> None:
    tasks = [WritingTask("comparison", (chunk(f"{n}.md", f"A run stops after {n} minutes."),)) for n in range(200)]
    begins = [task.begin for task in tasks]
    assert set(begins) == {"first", "last"}
    assert 80 <= begins.count("first") <= 120
    prompt = load("generator/comparison")
    asked = writing_request(tasks[0], prompt, WriterSettings("openai:m"))[0].messages[-1].content
    assert f"which the passages mention {begins[0]}, in sides and in the question" in asked

    task, reply = REPLIES["comparison"]
    assert isinstance(reply, dict)
    for name, question in (
        ("run", "How do a tester and a run differ?"),
        ("test", "Of TEST, what do `tester` and `test` do?"),
    ):
        run, test = ({**side, "name": each} for side, each in zip(reply["sides"], (name, "tester"), strict=True))
        turned = {"sides": [run, test], "question": question}
        (candidate,) = written("comparison", turned).candidates
        assert [part.short_answers for part in candidate.components] == [("10 minutes",), ("60 minutes",)]
        assert candidate.manner.begin == task.begin
        assert read_candidate(candidate_record(candidate), "a line") == candidate


def test_lists_of_several_forms_take_turns_and_a_group_of_pages_is_asked_about_once() -> None:
    bullets = "- one\n- two\n- three\n"
    names = "- `a`: x\n- `b`: y\n- `c`: z\n"
    table = "| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n| z | 3 |\n"
    texts = {f"{n}{form}.md": text for n in range(2) for form, text in enumerate((bullets, names, table))}
    chunks = sorted((chunk(name, text) for name, text in texts.items()), key=lambda each: each.document_id[1])
    lists = TasksByKind(chunks, chunks, ("list",))["list"]
    assert [task.seed.document_id[1] for task in lists] == ["0", "1", "2", "0", "1", "2"]

    pages = [
        chunk("a.md", "- `first`: runs wait 10 s for it\n- `second`: a run goes on for 20 s\n", "CLI", "Run"),
        chunk("b.md", "- `first`: calls stop 30 s later\n- `second`: the client repeats calls 40 s\n", "API", "Run"),
    ]
    assert len(TasksByKind(pages, pages, ("ambiguous",))["ambiguous"]) == 1
    assert TasksByKind([pages[0]] * 2, pages, ("ambiguous",))["ambiguous"] == []


@pytest.mark.parametrize(
    ("text", "is_compared"),
    [
        # like words of two values or sorts of one thing
        (
            "A cache is one of:\n\n- `disk`: has files of a build for 9 days\n- `redis`: has files of a build in RAM\n",
            True,
        ),
        ("There are two types of a job:\n\n- Small: runs of a job have 2 cores.\n- Large: runs of a job have 8.", True),
        # of two variants: the last part says what both are
        ("- `disk_cache`: has files of a build for 9 days\n- `redis_cache`: has files of a build in RAM\n", True),
        ("- **Disk cache**: has files of a build for 9 days\n- **Redis cache**: has files of a build in RAM\n", True),
        ("- `cache_disk`: has files of a build for 9 days\n- `cache_user`: has files of a build in RAM\n", False),
        ("- `add_cache`: has files of a build for 9 days\n- `remove_cache`: has files of a build in RAM\n", False),
        ("- `--disk-cache`: has files of a build for 9 days\n- `--redis-cache`: has files of a build in RAM\n", False),
        # fields of one form
        ("- `disk`: keeps files of a build for 90 days\n- `user`: keeps files of a build by name\n", False),
        ("`disk` keeps files of a build for 90 days. Nobody else may read the `redis`.", False),
        ("- `disk`: keeps files of a build for 90 days\n- `disk`: keeps files of a build in memory\n", False),
        ("- Keep the files of a build for 90 days\n- Keep the files of a build in memory\n", False),
        # a sentence that contrasts two
        ("In contrast to `disk`, the caches of a `redis` are lost with the runner.", True),
        ("The difference between caches is small.", False),
        ("Run `plan` again if there are more changes than expected in `main` of the region.", False),
        # both after words that open the clause, not after "instead of", where one is before them
        ("使用类型参数而不是具体类型来使用 `toBe` 和 `toHave` 两个函数，运行更快。", False),
        ("使用 `toBe` 而不是 `toHave` 来运行，因为前者更快。", True),
        # code is no name, and one name in two numbers is one thing
        ("In contrast to `{a: number}`, the caches of a `{a: string}` are lost with the runner.", False),
        ("In contrast to `redis`, the caches of several `rediss` are not written so.", False),
        # settings that are both set, however like each other, and one command that undoes another
        (
            "- `SCAN_PERIOD`: time between two runs of all jobs\n- `LOCK_PERIOD`: time between two runs of a key\n",
            False,
        ),
        ("- `SCAN_STORE`: time between two runs of all jobs\n- `LOCK_STORE`: time between two runs of a key\n", True),
        ("- `pause-job`: the runs of a job are not begun\n- `resume-job`: the runs of a job are begun again\n", False),
        # a table of things, none of settings
        ("| Plan | Cores | Disk |\n|---|---|---|\n| Small | 2 | 10 GB |\n| Large | 8 | 90 GB |\n", True),
        ("| Field | Type | Disk |\n|---|---|---|\n| Small | text | 10 GB |\n| Large | date | 90 GB |\n", False),
        ("| Key | Needed | Default |\n|---|---|---|\n| Small | no | 10 GB |\n| Large | yes | 90 GB |\n", False),
        # rows of one thing, and rows of names in code
        ("| Plan | Cores | Disk |\n|---|---|---|\n| Small | 2 | 10 GB |\n| Small | 8 | 90 GB |\n", False),
        ("| Needs | <= v1.3.x | v1.4 |\n|---|---|---|\n| Cores | 2 | 8 |\n| Disk | 10 GB | 90 GB |\n", False),
        ("| Plan | Cores | Disk |\n|---|---|---|\n| Small | ✓ | :cross: |\n| Large | :cross: | ✓ |\n", False),
        ("| Plan | Cores | Disk |\n|---|---|---|\n| tile_50 | 2 | 10 GB |\n| tile_80 | 8 | 90 GB |\n", False),
        # figures and steps of one page
        ("- Figura 2: a tela que mostra os dados da busca\n- Figura 3: a tela que mostra os dados da agenda\n", False),
        (
            "- Tela curta: a parte que mostra os dados da busca\n- Tela longa: a parte que mostra os dados do dia\n",
            True,
        ),
        # numbers alone are values
        (
            "A cache is one of:\n\n- `403`: has files of a build for 9 days\n- `204`: has files of a build in RAM\n",
            True,
        ),
        # values with a unit, and paths, are no things
        (
            "- **9 days**: has the files of a build in RAM\n- **6 months**: has the files of a build in a bucket\n",
            False,
        ),
        ("- `/disk/fast`: has the files of a build in RAM\n- `/disk/slow`: has the files of a build there\n", False),
        # one name in two spellings
        ("Some runners have `disk/fast` vs. `disk.fast` as the name.", False),
        ("Some runners have `disk/fast` vs. `disk/slow` as the name.", True),
        # the address of a link by name is no sentence
        ("Both have caches.\n\n[runs in vs code]: /vs/\n[`fast_run`]: /fast/\n[`slow_run`]: /slow/\n", False),
        ("Both have caches.\n\nRuns in vs code: `fast_run` in a region vs `slow_run` in a job.\n", True),
        # several ways to one end, which the passage shows
        ("There are two ways to keep a cache:\n\n- on the runner, where it is fast\n- in the region\n", True),
        ("There are two ways to keep a cache:\n\n- on the runner, where it is fast\n\nNote: it may be lost.\n", False),
        (
            "There are two ways to keep a cache:\n\n![The two ways](ways.png)\n\nMost caches are kept by a runner.",
            False,
        ),
        ("There are two ways to keep a cache:\non the runner, where it is fast, or in the region.", True),
        ("There are two ways to keep a cache: on the runner, where it is fast, or in the region.", True),
        ("There are two ways to keep a cache. You can keep it on the runner, or in the region.", False),
        # in German "während" may mean "during", and each noun has a capital letter
        ("Die Läufe eines Auftrags enden während der Nacht im Speicher der Server.", False),
    ],
)
def test_a_passage_is_asked_to_compare_where_it_says_like_things_of_two_names(text: str, is_compared: bool) -> None:
    assert bool(best_places([chunk("a.md", text, "CLI", "Caches")], "comparison")) == is_compared


@pytest.mark.parametrize(("name", "shared"), [("<disk>", []), ("disk", ["disk / redis_tag"])])
def test_a_tag_of_which_no_word_is_left_is_no_thing_of_a_pair(name: str, shared: list[str]) -> None:
    text = f"- `{name}`: has files of a build for 9 days\n- `redis_tag`: has files of a build in RAM\n"
    passage = [chunk("a.md", text, "CLI", "Caches")]
    assert [task.shared for task in TasksByKind(passage, passage, ("comparison",))["comparison"]] == shared


@pytest.mark.parametrize(
    ("heading", "is_whole"), [("Caches vs. stores", True), ("Welche Unterschiede gibt es?", True), ("VS Code", False)]
)
def test_a_section_whose_heading_sets_things_against_each_other_is_shown_as_a_whole(
    heading: str, is_whole: bool
) -> None:
    text = "A cache is kept by a runner for nine days.\n\nA store is kept by the region.\n"
    page = Document("a.md", text, "a.md", "0", "text/markdown")
    cut = text.index("A store")
    parts = [Chunk(Span.of(page, *place), ("CLI", heading)) for place in ((0, cut), (cut, len(text)))]
    assert [task.passages for task in best_places(parts, "comparison")] == ([tuple(parts)] if is_whole else [])


def test_numbered_points_without_an_order_come_last_in_a_language_whose_orders_are_known_by_patterns() -> None:
    steps = "1. Öffnen Sie die Einstellungen.\n2. Wählen Sie den Speicher.\n3. Starten Sie den Dienst neu.\n"
    blocks = "1. Kopfdaten auf der rechten Seite\n2. Die erste Karte der Seite\n3. Die zweite Karte der Seite\n"
    pages = [chunk("a.md", blocks, "Hilfe", "Die Seite"), chunk("b.md", steps, "Hilfe", "Speicher")]
    found = TasksByKind(pages, pages, ("procedure",))["procedure"]
    assert [(task.seed, task.is_weaker) for task in found] == [(pages[1], False), (pages[0], True)]


@pytest.mark.parametrize(
    ("above", "is_weaker"),
    [
        ("Follow these guidelines when you move a cache:", True),
        ("Do this before you move a cache:", False),
        ("The order of these caches is:", True),
        ("In the order of their caches:", False),
        ("Antes de mover os dados, algumas questões devem ser observadas:", True),
        ("Antes de mover os dados, as caixas devem ser fechadas:", False),
        ("A cache of Harbor holds at least one\nof the following, for each of the runners:", True),
        ("To move one of the caches, do\nthe following for each of the runners:", False),
        ("Una sessione del servizio può:", True),
        ("Se la sessione del servizio può finire:", False),
    ],
)
def test_numbered_rules_conditions_and_ranks_come_after_steps(above: str, is_weaker: bool) -> None:
    text = f"{above}\n\n1. Stop the runners of the region.\n2. Copy the cache to the new disk.\n"
    page = [chunk("a.md", text, "CLI", "Caches")]
    (task,) = TasksByKind(page, page, ("procedure",))["procedure"]
    assert task.is_weaker == is_weaker


@pytest.mark.parametrize(
    ("heading", "rows", "is_late"),
    [("Report", 3, False), ("Example of a report", 3, True), ("Example of a report", 0, False)],
)
def test_a_list_that_is_a_table_of_an_example_comes_late(heading: str, rows: int, is_late: bool) -> None:
    table = "| User | State |\n|---|---|\n" + "".join(f"| user {row} | seen |\n" for row in range(rows))
    text = table if rows else "A report has:\n\n- the user\n- the state of all runs\n- the region\n"
    page = [chunk("a.md", text, "CLI", heading), chunk("b.md", "It has:\n\n- a run\n- a job\n- a key\n", "CLI", "Runs")]
    found = TasksByKind(page, page, ("list",))["list"]
    assert [task.weak > 0 for task in found if task.seed is page[0]] == [is_late]


@pytest.mark.parametrize(
    "links",
    [
        "- [Zones](zones.md)\n- [Taxes](taxes.md)\n",
        '<CardGrid>\n  <LinkCard\n    title="Zones"\n    href="/zones/"\n  />\n'
        '  <LinkCard title="Taxes" href="/taxes/" />\n</CardGrid>\n',
        '<Card title="Zones" href="/zones">\n  Where you sell.\n</Card>\n'
        '<Card title="Taxes" href="/taxes">\n  What is paid.\n</Card>\n',
    ],
)
def test_a_page_that_only_leads_to_others_is_asked_for_single_facts_last(links: str) -> None:
    intro = "In these settings you say where your shop sells and what its customers pay there."
    leads = chunk("a.md", f"{intro}\n\nThis chapter has these parts:\n\n{links}", "Shop")
    tells = chunk("b.md", f"{links}\n{intro} A shop has up to 40 zones of countries.\n", "Shop")
    cards = '<Card title="Zones">\n  A shop has up to 40 zones of countries.\n</Card>\n'
    shows = chunk("c.md", f"{intro}\n\n<CardGrid>\n{cards}{cards}</CardGrid>\n", "Shop")
    pages = [leads, tells, shows]
    tasks = TasksByKind(pages, pages, ("factoid",))["factoid"]
    assert [(task.seed.document_id, task.weak) for task in tasks] == [("b.md", 0), ("c.md", 0), ("a.md", 1)]


def test_neither_the_words_between_two_short_names_nor_the_bracket_of_a_link_are_part_of_a_name() -> None:
    link = "- [{0}](https://kestrel.example/{0}) - reads pages of every region, written for {1}\n"
    for text, names in (
        ("`a` is now a subclass of `b`, and `cache` has more files than `memory` had.", "cache / memory"),
        (
            link.format("run-vite-job", "browsers") + link.format("run-astro-job", "phones"),
            "run-vite-job / run-astro-job",
        ),
    ):
        (task,) = best_places([chunk("a.md", text, "CLI", "Caches")], "comparison")
        assert task.shared == names
        request = writing_request(task, load("generator/comparison"), WriterSettings("openai:m"))[0]
        assert f"says like things of these two: {names}." in request.messages[-1].content


def test_neighbouring_sections_are_compared_where_they_state_one_thing_of_each() -> None:
    def pairs(one: str, other: str, *headings: str) -> list[bool]:
        found = [chunk("a.md", text, "CLI", heading) for text, heading in zip((one, other), headings, strict=True)]
        return [task.is_weaker for task in TasksByKind(found, found, ("comparison",))["comparison"]]

    one, other = "The gate waits 10 turns for all of the pumps.", "The gate waits 20 turns for all of the valves."
    assert pairs(one, other, "Left gate", "Right gate") == [False]
    assert pairs(one, other, "Gates", "Locks") == [True]
    assert pairs(one, other, "Left gate options", "Right gate options") == [True]  # sections of a reference
    assert pairs(one, other, "minGates", "maxGates") == [True]
    assert pairs(one, other, "Step 1", "Step 2") == []
    assert pairs(one, other, "leftId", "rightId") == [True]  # both fields are filled in
    assert pairs(one, "It holds 3 GB of old output in each region.", "Left gate", "Right gate") == []


def best_places(chunks: list[Chunk], kind: Kind) -> list[WritingTask]:
    return [task for task in TasksByKind(chunks, chunks, (kind,))[kind] if not task.is_weaker]


LIMITS = "`store_limit` is 90 days for each of the stores on a disk of its own. Older files are deleted."


@pytest.mark.parametrize(
    ("used", "explains", "name"),
    [
        ("Builds with `--all` take how long they keep output from `store_limit`.", LIMITS, "`store_limit`"),
        (
            "Builds with `--all` keep output through [store limits](limits.md#store-limits) alone.",
            LIMITS,
            "store limits",
        ),
        ("Builds with `--all` keep output through [store limits](cli/b/limits.md) alone.", LIMITS, ""),
        ("Nightly builds keep output as the [store limits](limits.md#store-limits) say.", LIMITS, "store limits"),
        ("Nightly builds keep output as the [limits](limits.md#store-limits) of them all say.", LIMITS, ""),
        ("Nightly builds write their output into the Frost Archive of the region.", LIMITS, ""),
        ("Nightly builds have store limits that nobody reads about anywhere.", LIMITS, ""),
        ("For more about output that is kept, see `store_limit`.", LIMITS, ""),
        ("Nightly builds keep output, see [here](limits.md#store-limits) for it.", LIMITS, ""),
        ("```sh\n$ harbor set `store_limit` for all of the nightly builds\n```", LIMITS, ""),
        ("Set `a_b`, `c_d`, `e_f` or `store_limit` for the output of nightly builds.", LIMITS, ""),
        ("`store_limit` is what the nightly builds of all regions go by.", LIMITS, ""),
        ("Nightly builds keep their output as long as `store_limit` allows it.", "Frost is cold and white.", ""),
    ],
)
def test_a_link_of_two_hops_is_a_name_that_one_passage_uses_and_the_other_explains(
    used: str, explains: str, name: str
) -> None:
    chunks = [chunk("a.md", used, "CLI", "Builds"), chunk("limits.md", explains, "CLI", "Store limits")]
    found = best_places(chunks, "multi_hop")
    assert [(task.passages, task.shared) for task in found] == ([(tuple(chunks), name)] if name else [])


def test_what_comes_behind_a_links_target_is_shown_with_it() -> None:
    uses = chunk("a.md", "Block the crawlers of all regions via [header filters](limits.md).", "CLI", "Crawlers")
    said = "They look at what each of the requests says. `header-mode` is one of 12 settings."
    first = chunk("limits.md", said, "Header filters")
    pages = [first, *(chunk("limits.md", f"{said} {n}", "Header filters", f"Part {n}") for n in range(3))]
    (task,) = best_places([uses, *pages], "multi_hop")
    assert task.passages == (uses, *pages[:3])
    assert [(link.name, link.first, link.second) for link in task.links] == [
        ("header filters", 1, second) for second in (2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("uses", "sets", "weak"),
    [
        ("To fix this in each region, set [`MAX_AGE`](limits.md#MAX_AGE).", "{#MAX_AGE}", 0),
        ("To fix this in each region, set [`MAX_AGE`](limits.md#max-age).", '<a id="max-age"></a>', 0),
        ("To fix this in each region, set\n[max\nage](limits.md#max-age).", "{#max-age}", 0),
        (
            "To fix this in each region, set [`MAX_AGE`](https://a.example/docs/cli/limits#max-age).",
            "{#max-age}",
            0,
        ),
        (
            "To fix this in each region, set [`MAX_AGE`](https://a.example/docs/other/limits#max-age).",
            "{#max-age}",
            None,
        ),
        ("To fix this in each region, set [`MAX_AGE`](limits.md#min-age).", "{#max-age}", None),
        ("The logs of all stores say [`MAX_AGE`](limits.md#max-age) then.", "{#max-age}", None),
    ],
)
def test_a_link_leads_to_an_anchor_on_any_address_of_a_page_and_the_sentence_before_says_what_for(
    uses: str, sets: str, weak: int | None
) -> None:
    told = "`MAX_AGE` is how old a file may be (max age of it): 90 days for all of the stores on one disk."
    pages = [
        chunk("a.md", f"The consumer of invoices finds nothing at startup. {uses}", "Troubleshooting", "Empty inbox"),
        chunk("docs/cli/limits.md", f"{sets}\n{told}", "Limits", "MAX_AGE=<days>"),
    ]
    found = TasksByKind(pages, pages, ("multi_hop",))["multi_hop"]
    assert [task.weak for task in found if task.weak < WEAKER] == ([] if weak is None else [weak])


def test_an_anchor_at_the_end_of_a_passage_belongs_to_the_section_behind_it() -> None:
    set_here = chunk("a.md", '<a id="cache"></a>\nThe cache is small.\n\n<a id="stores"></a>', "CLI")
    assert anchors_of(set_here) == ("cache",)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("* On Linux - `~/.cache/harbor`\n* On macOS - `~/Library/harbor`\n* On Windows - `%AppData%\\harbor`\n", 1),
        ("The log is opened with `open` on OS X, `xdg-open` on other Unixes and `start` on Windows.", 1),
        ("安装目录在Linux上是`/opt/harbor`，在Windows上是`C:\\harbor`。", 1),
        # the same value, no value, more than four systems, a system in an address
        ("* On Linux - `~/.harbor`\n* On macOS - `~/.harbor`\n", 0),
        ("* On Linux - `~/.cache/harbor`\n* On macOS it is not kept at all\n", 0),
        ("".join(f"* {name}: `{name}.log`\n" for name in ("Debian", "Fedora", "Alpine", "macOS", "iOS")), 0),
        ("Get `a` at https://harbor.example/linux, `b` at https://harbor.example/windows.", 0),
    ],
)
def test_a_passage_with_a_value_for_each_of_a_few_systems_is_ambiguous_by_itself(text: str, places: int) -> None:
    passage = chunk("a.md", text, "CLI", "Directories")
    found = TasksByKind([passage], [passage], ("ambiguous",))["ambiguous"]
    assert found == [WritingTask("ambiguous", (passage,))] * places


ARCHIVE = "The archive moves what is older than 30 days to `cold`. The other builds are kept as they are."
STEPWISE = "First stop the runners of it:\n\n```sh\nharbor stop\n```\n\nThen copy all the caches:\n\n```sh\ncp\n```\n"
CODE = "\n\n  .. code-block:: sh\n\n    harbor do\n\n"
RST_STEPWISE = f"* Stop the runners of it:{CODE}* Copy all the caches:{CODE}"
NOUNS = "1. Halt of all the runners of this site\n2. Removal of the caches\n3. Restart of the runners\n"


@pytest.mark.parametrize(
    ("kind", "texts", "passages"),
    [
        (
            "multi_hop",
            {"Builds": "Output of the runs of every region goes to the [archive](b.md#archive).", "Archive": ARCHIVE},
            2,
        ),
        (
            "multi_hop",
            {"Builds": "Runs write to the disk. For the rest see [archive](b.md#archive).", "Archive": ARCHIVE},
            0,
        ),
        (
            "multi_hop",
            {"Builds": "Output of the runs of every region goes to the [vault](b.md).", "Moves": ARCHIVE},
            0,
        ),
        ("procedure", {"Moving": STEPWISE}, 1),
        ("procedure", {"Moving": STEPWISE.partition("Then")[0]}, 0),
        ("procedure", {"Moving": RST_STEPWISE}, 1),
        ("procedure", {"Moving": RST_STEPWISE.replace("code-block", "image")}, 0),
        ("procedure", {"Moving": f"The move goes as follows:\n\n{NOUNS}"}, 1),
        ("procedure", {"Moving": f"What the playbook does:\n\n{NOUNS}"}, 0),
        ("list", {"Caches": "Its caches can be kept in `disk`, `redis` or `memory` of a runner."}, 1),
        ("list", {"Caches": "Its caches can be kept in places such as `disk`, `redis` or `memory`."}, 0),
        ("comparison", {"Caches": "Runners keep caches in `redis`, but test jobs keep them in `disk` only."}, 1),
        ("comparison", {"Caches": "Runners of every region keep all of their caches in `redis`."}, 0),
        (
            "ambiguous",
            {"Limits": "Nightly runs end after 60 minutes.", "Job limits": "Runs of a job end after `ten` tries."},
            2,
        ),
        (
            "ambiguous",
            {"Limits": "Nightly runs end after 60 minutes.", "Caches": "Tests of a job take `ten` tries."},
            0,
        ),
    ],
)
def test_weaker_places_are_behind_the_best_and_need_a_reason_of_their_own(
    kind: Kind, texts: dict[str, str], passages: int
) -> None:
    weaker = [chunk(f"{'ab'[number]}.md", text, "CLI", name) for number, (name, text) in enumerate(texts.items())]
    found = TasksByKind([*weaker, *ALL], [*weaker, *ALL], (kind,))[kind]
    own = [task for task in found if set(task.passages) <= set(weaker)]
    assert [len(task.passages) for task in own] == ([passages] if passages else [])
    assert [task.is_weaker for task in found] == sorted(task.is_weaker for task in found)
    assert all(task.is_weaker for task in own)


def test_pairs_that_only_a_link_or_a_heading_joins_come_last_and_where_they_are_asked_for() -> None:
    points = chunk("a.md", "For more see [what is moved](b.md#archive). Runs start at noon.", "CLI", "Builds")
    names = chunk("c.md", "Each night the archive is left alone by all of the runners.", "CLI", "Nights")
    pages = [points, chunk("b.md", ARCHIVE, "CLI", "Archive"), names, *ALL]
    best = TasksByKind(pages, pages, ("multi_hop",))["multi_hop"]
    every = TasksByKind(pages, pages, ("multi_hop",), last=("multi_hop",))["multi_hop"]
    assert best and every[: len(best)] == best
    last = every[len(best) :]
    assert {(points, pages[1]), (names, pages[1])} <= {task.passages for task in last}
    assert min(task.weak for task in last) > max(task.weak for task in best)


ANDROID = "The app asks for the address of the server and keeps the login for 30 days."
IOS = "The app asks for the address of the server, then scans a `QR code` of the login."


@pytest.mark.parametrize(
    ("headings", "texts", "weak"),
    [
        (("Setup", "Setup"), (ANDROID, IOS), 1),
        (("Setup", "Quick setup"), (ANDROID, IOS), WEAKER + 1),
        (("Setup", "Quick setup"), (ANDROID, "Test servers answer within 5 seconds; an app gives up."), WEAKER + 2),
        (("Setup", "Setup (legacy)"), (ANDROID, IOS), None),
        (("Setup", "Setup"), (f"{ANDROID} See /etc/app/login.", f"{IOS} See /etc/app/login."), None),
        (("Setup", "Setup"), (ANDROID, IOS + " More is on the [other page](a.md)."), None),
        (("Setup", "Setup"), (ANDROID, "Large rooms of a house hold 40 people on one floor."), None),
        (("Setup", "Setup"), (ANDROID, "Die App fragt nach der Adresse und merkt sich das für 14 Tage."), None),
    ],
)
def test_readings_come_first_where_alike_sections_have_one_heading_and_last_where_nobody_mixes_them_up(
    headings: tuple[str, str], texts: tuple[str, str], weak: int | None
) -> None:
    pages = [
        chunk(f"{page}.md", text, page, heading) for page, text, heading in zip("ab", texts, headings, strict=True)
    ]
    found = TasksByKind(pages, pages, ("ambiguous",))["ambiguous"]
    assert [task.weak for task in found] == ([] if weak is None else [weak])


def test_a_flag_in_a_guide_to_a_command_and_in_its_reference_is_one_flag() -> None:
    def found(guide: str) -> list[WritingTask]:
        pages = [
            chunk("a.md", f"{guide}\n\n- `--limit`: moves no more than 10 files in one run", "Guide", "Limits"),
            chunk("b.md", "- `--limit`: keeps each room below 5 GB of the disk", "Reference", "harbor sync", "Options"),
        ]
        return TasksByKind(pages, pages, ("ambiguous",))["ambiguous"]

    assert len(found("The command `harbor push` has a limit of its own.")) == 1
    assert not found("The command `harbor sync` has a limit of its own.")


WSGI = "The mount sets the address by `remote_addr`. It shows errors of an app, and serves below a path. Threads wait."
ASGI = "The mount sets the address by `client`. It shows errors of an app, and serves below a path. Loops run on."


@pytest.mark.parametrize(
    ("texts", "tasks"),
    [
        ((WSGI, ASGI), 1),  # nearly the same words with another value: nobody notices that there are two
        ((WSGI, WSGI), 0),
        ((WSGI, WSGI.replace("path", "port")), 0),  # one value in both
        ((WSGI, WSGI.replace("remote_addr", "remote")), 0),  # a copy of an older edition
        ([f"The mount of kind {n} sets it by `key{n}`, and shows errors." for n in range(4)], 1),
        ([f"The mount of kind {n} sets it by `key{n}`, and shows errors." for n in range(5)], 0),
        ([f"It is as it was for us, and that is `{name}`." for name in ("it", "is")], 0),  # no word says anything
    ],
)
def test_readings_of_alike_sections_have_other_values_and_are_at_most_four(texts: Sequence[str], tasks: int) -> None:
    pages = [chunk(f"{number}.md", text, f"Part {number}", "Setup") for number, text in enumerate(texts)]
    found = TasksByKind(pages, pages, ("ambiguous",))["ambiguous"]
    assert [len(task.passages) for task in found] == [len(texts)] * tasks


SMALL = "A small run of Harbor uses the pool of shared cores and ends after 10 minutes without a word."
LARGE = "A large run of Harbor uses the pool of shared cores and ends after 90 minutes without a word."
CLOSE = "You may close the client explicitly with `close()`. Nothing else is left open by it."
KEPT = "- `kept`: number of idle connections of a client\n"
ACLOSE = "Use `await aclose()` if you want to close your client explicitly. Tasks go on."


@pytest.mark.parametrize(
    ("sections", "numbers", "shared"),
    [
        ({"Small pools": SMALL, "Large pools": LARGE}, (0, 1), "pools"),  # "after how long does a run end?"
        ({"Small pools": SMALL, "Large pools": "The moon is a rock that nobody has seen from behind."}, None, ""),
        ({f"{size} pools": f"{SMALL} {size}" for size in ("Tiny", "Small", "Fair", "Large", "Huge")}, None, ""),
        ({"Usage": CLOSE, "Tasks": ACLOSE}, (0, 1), ""),  # one says what the other says, of another client
        ({"Usage": CLOSE, "Tasks": CLOSE}, None, ""),
        ({"Limits": f"{KEPT}- `most`: number of open connections of a client"}, (0,), ""),
        ({"Limits": f"{KEPT}- `most`: what it says to nobody at night"}, None, ""),
        (
            {"Links": "- [cache](a.md): a plugin for all files, 1\n- [store](b.md): a plugin for all files, 2"},
            None,
            "",
        ),
    ],
)
def test_places_that_seldom_have_two_meanings_come_last_and_where_they_are_asked_for(
    sections: dict[str, str], numbers: Sequence[int] | None, shared: str
) -> None:
    pages = [
        chunk(f"{len(text)}.md" if "client" in text else "a.md", text, "CLI", name) for name, text in sections.items()
    ]
    every = [*pages, *ALL]
    best = TasksByKind(every, every, ("ambiguous",))["ambiguous"]
    more = TasksByKind(every, every, ("ambiguous",), last=("ambiguous",))["ambiguous"]
    assert more[: len(best)] == best
    own = [task for task in more[len(best) :] if set(task.passages) & set(pages)]
    expected = [] if numbers is None else [(tuple(pages[number] for number in numbers), shared)]
    assert [(task.passages, task.shared) for task in own] == expected
    assert all(task.weak > WEAKER + 1 for task in own)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Caches:\n\n- disk\n- redis\n- memory\n\nNo other.", 1),
        ("Read on:\n\n- [Disk](a.md)\n- [Redis](b.md)\n- [Memory](c.md)\n\nNo other.", 0),
        ("Caches:\n\n" + "".join(f"- cache {n}\n" for n in range(12)) + "\nNo other.", 0),
        ("Output:\n\n```\n- disk\n- redis\n- memory\n```\n", 0),
    ],
)
def test_a_list_to_ask_about_has_up_to_seven_entries_that_are_no_links_and_no_output(text: str, places: int) -> None:
    one = chunk("a.md", text, "CLI", "Caches")
    assert len(TasksByKind([one], [one], ("list",))["list"]) == places


@pytest.mark.parametrize(
    ("entries", "weak"),
    [
        (("Open the page.", "Select the runner.", "If it is idle, delete it."), 2),
        (("Use a good cable.", "Check the power supply.", "Set the port.", "a hub"), 2),
        (("Open the page.", "Select the runner.", "All old runners should appear."), 2),
        (("Öffnen Sie die Datei.", "Prüfen Sie den Plan mit der Liste.", "Setzen Sie ihn aus."), 2),
        (("Sélectionnez la page.", "Ouvrez le menu.", "Si tout est là, cliquez sur la croix."), 2),
        (("**Supprimer**. Enlève la page.", "**Ouvrir**. Va à la page.", "**Voir**. Montre la page."), 0),  # buttons
        (("Abra a página.", "Selecione o arquivo.", "Clique na lista dos itens."), 0),  # "abra" may be no order
        (("a name", "a size in bytes", "Open files of the run"), 0),
        (("`open`: opens a file", "`use`: takes a store", "`set`: writes a value"), 0),
        (("disk", "redis", "memory"), 0),
    ],
)
def test_lists_of_orders_come_last(entries: Sequence[str], weak: int) -> None:
    one = chunk(
        "a.md", "Of each run:\n\n" + "".join(f"- {entry}\n" for entry in entries) + "\nNo other.", "CLI", "Runs"
    )
    assert [task.weak for task in TasksByKind([one], [one], ("list",))["list"]] == [weak]


@pytest.mark.parametrize(("entries", "places"), [(5, 2), (7, 2), (8, 0), (12, 0)])
def test_a_list_that_a_chunk_cuts_is_asked_about_where_all_its_entries_are_at_most_seven(
    entries: int, places: int
) -> None:
    text = "Caches of the builds:\n\n" + "".join(f"- cache {n}\n" for n in range(entries)) + "\nNo other.\n"
    page = Document("a.md", text, "CLI", "0" * 64, "text/markdown")
    cut = text.index("- cache 3")
    pieces = [Chunk(Span.of(page, start, end), ("CLI", "Caches")) for start, end in ((0, cut - 1), (cut, len(text)))]
    assert len(TasksByKind(pieces, pieces, ("list",))["list"]) == places


@pytest.mark.parametrize(
    ("steps", "places"),
    [
        (("Stop the runners.", "Copy the cache.", "Start the runners."), 1),
        (("Create a tag in the repository.", "If the build passes, delete the old tag."), 1),
        (("Open the page.", "The page shows the runners."), 1),
        (("Créez un dossier.", "Copiez le cache.", "Le cache est lu."), 1),
        (("Öffnen Sie die Datei.", "Prüfen Sie den Plan mit der Liste.", "Setzen Sie ihn aus."), 1),
        (("Si nécessaire, tapez la commande.", "Ouvrir la page.", "La page est lue."), 1),
        (("Create a tag in the repository.", "The pipeline builds an image.", "The image is pushed to the store."), 0),
        (("Harbor reads the file.", "If a value is there, Harbor takes it.", "When none is, Harbor stops."), 0),
        (("Créez un tag.", "GitHub va construire l'image.", "Si elle réussit, l'image est poussée."), 0),
        (("Une fois la branche fusionnée, l'image est construite.", "Le tag est mis à jour."), 0),
    ],
)
def test_what_goes_by_itself_after_a_single_order_is_no_procedure(steps: Sequence[str], places: int) -> None:
    for markers in ("123", "###"):  # in reStructuredText "#." takes the next number
        text = "\n".join(f"{marker}. {step}" for marker, step in zip(markers, steps, strict=False))
        section = chunk("a.md", f"{text}\n", "CLI", "Release")
        assert len(TasksByKind([section], [section], ("procedure",))["procedure"]) == places


def test_numbered_reasons_are_no_steps() -> None:
    reasons = chunk(
        "a.md", "1. The disk is full of old files.\n2. A runner is too slow for its builds.\n", "CLI", "Why"
    )
    assert TasksByKind([reasons, STEPS], [reasons, STEPS], ("procedure",))["procedure"] == [
        WritingTask("procedure", (STEPS,))
    ]


@pytest.mark.parametrize(
    ("path", "heading", "is_last"),
    [
        ("design/architecture/input.md", "Input", True),
        ("docs/adr/A-05-engine.md", "Engine", True),
        ("blog/2026/02/news.md", "News", True),
        ("internals/packs.md", "Packs", True),
        ("usage.md", "Architecture", True),
        ("entwurf.md", "Entwurfsentscheidungen", True),
        ("guide.md", "Choix de conception", True),
        ("guia.md", "Detalles de implementación", True),
        ("roadmap/version-3.md", "Version 3", True),
        ("CONTRIBUTING.md", "Pull requests", True),
        ("guide/a.md", "Código de conduta", True),
        ("ideen.md", "Geplante Funktionen", True),
        ("vpn.md", "Proposals", False),
        ("install.md", "Supported architectures", False),
        ("blogging.md", "Publish a blog", False),
        ("design.md", "Design", False),  # of a page that the user makes
        ("guide.md", "Implementation guide", False),
        ("internal-links.md", "Links", False),
        ("rfc-editor.md", "Editor", False),
        ("index.md", "Architektur wählen", False),
        ("usage.md", "Why Harbor?", False),
    ],
)
def test_how_the_software_is_made_inside_is_asked_about_last(path: str, heading: str, is_last: bool) -> None:
    inside = chunk(path, f"# {heading}\n\n{CACHES.text}", "Harbor", heading)
    tasks = TasksByKind([inside, *ALL], [inside, *ALL], ("factoid", "list"))
    assert (tasks["factoid"][0].seed == inside) == (not is_last)
    assert [task.seed for task in tasks["list"]] == ([CACHES, inside] if is_last else [inside, CACHES])
    assert not any(task.is_weaker for task in tasks["list"])


def test_lists_of_boxes_to_tick_are_asked_about_last() -> None:
    boxes = chunk("checks.md", CACHES.text.replace("- `", "- [x] `"), "Harbor", "Checks")
    tasks = TasksByKind([boxes, *ALL], [boxes, *ALL], ("factoid", "list"))
    assert [task.seed for task in tasks["factoid"] if not task.weak] == [CACHES, BUILDS, STORES, RUNS, TESTS]
    assert [task.seed for task in tasks["list"]] == [CACHES, boxes]


def test_passages_without_a_sentence_or_a_row_that_says_something_are_asked_about_last() -> None:
    output = chunk("a.md", "```\nNAME  READY\nenv  1/1\n```\n", "CLI", "Output")
    assert [task.seed for task in TasksByKind([output, RUNS], [output, RUNS], ("factoid",))["factoid"]] == [
        RUNS,
        output,
    ]


def test_a_list_of_one_and_a_hop_without_the_other_are_no_drafts() -> None:
    for kind, reply in (
        ("list", {"entries": [{"quote": "a", "answer": "a"}], "question": "q?"}),
        ("multi_hop", {"first": {"question": "q", "quote": "a", "answer": "a"}, "question": "q?"}),
        ("unanswerable", {"quote": "a", "wrong_answer": "a", "question": "q?"}),
    ):
        result = written(kind, reply)
        assert result.candidates == ()
        assert [failure.stage for failure in result.failures] == ["generate"]


@pytest.mark.parametrize(
    ("above", "first", "second"),
    [
        ("It is possible to view a note in one of two ways.", "Hover over the icon.", "Click the icon."),
        ("Es gibt zwei verschiedene Möglichkeiten:", "Das Symbol anklicken.", "Die Taste drücken."),
        ("Trois méthodes sont à votre disposition pour créer une page", "Cliquez sur le bouton.", "Allez vers l'URL."),
        ("Hay varias formas de hacerlo:", "Pulse el botón.", "Use la orden."),
        ("Existem duas maneiras:", "Clique no botão.", "Use o comando."),
        ("Сделать это можно несколькими способами:", "Нажмите кнопку.", "Введите команду."),
        ("有两种方法:", "点击按钮。", "使用命令。"),
        ("2つの方法があります。", "ボタンを押します。", "コマンドを使います。"),
        ("두 가지 방법이 있습니다.", "버튼을 누릅니다.", "명령을 씁니다."),
        ("Do this:", "Option 1: press the button.", "Option 2: use the command."),
    ],
)
def test_numbered_ways_to_one_end_are_no_steps_and_numbered_parts_of_it_are(
    above: str, first: str, second: str
) -> None:
    assert are_alternatives(above, [first, second])
    assert not are_alternatives(
        "Two things are needed, in this order.", [first.replace("Option 1", "Then"), second[:6]]
    )
