"""Which two passages bear a question of two hops, and which passages one call of the writer sees together."""

from __future__ import annotations

import asyncio
import json

import pytest

from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.generator.kinds import TasksByKind, WritingTask
from benchmill.generator.kinds.bridges import BEHIND_LINKS, LEAST
from benchmill.generator.kinds.task import WEAKER, Link
from benchmill.generator.questions import WriterSettings, write_questions, writing_request
from benchmill.prompts import load
from benchmill.records import Chunk
from tests.generator.test_kinds import best_places, chunk
from tests.servers.fake_model import FakeModel

STORES = chunk("stores.md", "- `frost_store` deletes files after 90 days\n- `ember_store` is small\n", "CLI", "Stores")
RENAMED = "| Before | Now |\n|---|---|\n| `push_all` and its many options | `relay_send` |\n"
SEND = "`relay_send` stops at the first file that is larger than 2 GB."


@pytest.mark.parametrize(
    ("first", "second", "is_bridge"),
    [
        ("Nightly builds of `main` keep their output in `frost_store`.", STORES.text, True),
        ("Nightly builds of `main` keep their output in frost_store.", STORES.text, True),  # code without its font
        # an icon is no name
        ("Nightly builds of `main` keep their output :frost_store: in the region.", STORES.text, False),
        ("Nightly builds of `main` keep their output in frost_store: it is there.", STORES.text, True),
        # one passage describes the name by a row, the other by its heading or sentence
        (RENAMED, SEND, True),
        # a description with no name or number of its own is a weaker one
        ("Nightly builds of the CLI keep their output in `frost_store`.", STORES.text, False),
        # both are about the name; neither is, and it is no file
        ("`frost_store` holds the output of `main`.", STORES.text, False),
        ("Builds of `main` need a frost-STORE.", "Days of 2 hours are good for a frost-STORE.", False),
        ("Builds of `main` write the output to `frost.log`.", "Each runner keeps `frost.log` for 90 days.", True),
        # a flag of one word, and a key, are something else on another page
        ("Nightly builds of `main` are kept by `--frost`.", "- `--frost` deletes files after 90 days\n", False),
        ("Nightly builds of `main` are kept by `Ctrl-f`.", "- `Ctrl-f` deletes files after 90 days\n", False),
        ("Nightly builds of `main` use a store like `frost_store`.", STORES.text, False),
        # of passages that have much in common one is enough
        (
            "Nightly builds of `main` keep their output in `frost_store`, and `frost_store` deletes old files.",
            STORES.text + "Builds keep their output in a store.",
            False,
        ),
        # the passage with the fact says itself what the other one says
        ("`frost_store` deletes the files that are old.", STORES.text, False),
        (
            "Nightly builds keep output in `frost_store`.",
            "Output of nightly builds: `frost_store` keeps it 90 days.",
            False,
        ),
        # nothing is described
        ("Use `frost_store`.", STORES.text, False),
        # nothing is new to the first passage
        ("Nightly builds of the CLI keep their output in `frost_store`.", "Some use `frost_store` as a place.", False),
        # the same word is no name: an acronym, a value, a line of code
        ("Nightly builds of the CLI keep their output as `JSON`.", "A `JSON` file has at most 90 lines here.", False),
        ("Nightly builds of the CLI keep their output on IPv6.", "On IPv6 a file is kept for at most 90 days.", False),
        ("Nightly builds: `x = frost_store()`; return {output}; // keep", STORES.text, False),
        # a pointer describes nothing
        ("For the output of nightly builds of the CLI see `frost_store`.", STORES.text, False),
    ],
)
def test_a_bridge_is_a_name_that_one_passage_describes_and_the_other_states_a_fact_of(
    first: str, second: str, is_bridge: bool
) -> None:
    chunks = [chunk("a.md", first, "CLI", "Builds"), chunk("stores.md", second, "CLI", "Stores")]
    assert bool(best_places(chunks, "multi_hop")) == is_bridge


@pytest.mark.parametrize(
    ("first", "second", "weak"),
    [
        # an entry says what the thing is for, and another page what holds for it
        (
            "- `frost_store`: keeps the output of nightly builds",
            "Give `frost_store` 90 GB of room, or `main` stops.",
            BEHIND_LINKS,
        ),
        # a sentence that uses the name leads to it, and the fact is a number
        ("Nightly builds of `main` keep their output in `frost_store`.", STORES.text, BEHIND_LINKS),
        # a sentence says what it takes the place of
        (
            "The `nightly` cache of all harbors was renamed `frost_store`.",
            "`frost_store` deletes `log` files of each region.",
            BEHIND_LINKS,
        ),
        # a sentence about it, and one that only mentions it
        (
            "`frost_store` keeps the output of nightly builds.",
            "Give `frost_store` 90 GB of room, or `main` stops.",
            WEAKER,
        ),
        ("Nightly builds of `main` and the `frost_store` of regions keep their output.", STORES.text, WEAKER),
        # a field of something
        (
            "- `frost_store` (string): keeps the output of builds",
            "Give `frost_store` 90 GB of room, or `main` stops.",
            LEAST,
        ),
        # the name is one of three in the fact
        ("- `frost_store`: keeps the output of builds", "Stop `ember`, `frost_store` or `main` in 90 days.", LEAST),
    ],
)
def test_the_surest_bridges_come_first(first: str, second: str, weak: int) -> None:
    chunks = [chunk("a.md", first, "CLI", "Builds"), chunk("stores.md", second, "CLI", "Rooms")]
    assert [task.weak for task in TasksByKind(chunks, chunks, ("multi_hop",))["multi_hop"]] == [weak]


def test_a_section_and_one_below_or_beside_it_share_their_subject_and_are_no_bridge() -> None:
    said = "Nightly builds of `main` keep their output in `frost_store`."
    outer, inner = chunk("a.md", said, "CLI"), chunk("a.md", STORES.text, "CLI", "Stores")
    beside, apart = chunk("a.md", said, "CLI", "Builds"), chunk("b.md", said, "Runners", "Builds")
    assert best_places([outer, inner], "multi_hop") == []
    assert best_places([beside, inner], "multi_hop") == []
    assert [task.passages for task in best_places([apart, inner], "multi_hop")] == [(apart, inner)]
    on_one_page = chunk("a.md", said, "Runners", "Builds")
    tasks = TasksByKind([on_one_page, inner], [on_one_page, inner], ("multi_hop",))["multi_hop"]
    assert [task.weak for task in tasks] == [LEAST]


def linked() -> list[Chunk]:
    told = (
        "Nightly builds of `main` write to `frost_store`.",
        "Old logs of 12 runners are put into `ember_store` each week.",
    )
    pages = [chunk(f"{n}.md", said, "CLI", f"Page {n}") for n, said in enumerate(told)]
    return [
        *pages,
        chunk(
            "stores.md",
            "- `frost_store` keeps each file for 90 days\n- `ember_store` has room for 4 GB\n",
            "CLI",
            "Stores",
        ),
    ]


def test_passages_that_share_names_with_one_passage_are_shown_in_one_call() -> None:
    first, second, stores = linked()
    (task,) = best_places(linked(), "multi_hop")
    assert task == WritingTask(
        "multi_hop",
        (stores, first, second),
        "`frost_store`",
        weak=BEHIND_LINKS,
        links=(Link("`frost_store`", 2, 1), Link("`ember_store`", 3, 1)),
    )
    request, _ = writing_request(task, load("generator/multi_hop"), WriterSettings("openai:m"))
    said = request.messages[-1].content
    assert "- `ember_store`: passage 3 may describe it, passage 1 states something of it" in said


def test_a_question_may_use_any_two_of_the_passages_in_either_order() -> None:
    _, second, stores = linked()
    (task,) = best_places(linked(), "multi_hop")
    reply = {
        "first": {"question": "Where?", "quote": "are put into `ember_store` each week", "answer": "`ember_store`"},
        "second": {"question": "How large?", "quote": "`ember_store` has room for 4 GB", "answer": "4 GB"},
        "question": "How much space is there for the old logs of runners?",
    }
    client = Recorded(FakeModel(lambda _: json.dumps({"candidates": [reply]})), MemoryStore())
    prompt = load("generator/multi_hop")
    written = asyncio.run(write_questions(task, client=client, prompt=prompt, settings=WriterSettings("openai:m")))
    (candidate,) = written.candidates
    assert candidate.chunk_ids == (second.id, stores.id)
    assert [hop.evidence.span.document_id for hop in candidate.hops] == ["1.md", "stores.md"]


def test_no_name_and_no_passage_is_in_many_tasks() -> None:
    uses = [
        chunk(f"{n}.md", f"Runner {n} writes the output of job 1{n} to `frost_store`.", "CLI", f"Job {n}")
        for n in range(8)
    ]
    assert [len(task.passages) for task in best_places([*uses[:4], STORES], "multi_hop")] == [4]
    assert best_places([*uses, STORES], "multi_hop") == []  # everything has to do with it
