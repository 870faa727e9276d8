"""The three-way difference, values in, values out: what it promises for whatever is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.outputs.langsmith.difference import Plan, changed_fields, difference
from benchmill.outputs.langsmith.examples import MANAGED_BY, Example, Stored, first_id, later_id

DATASET = "0b0a8f0e-6d0f-4a39-9f0c-1f0de3a4b111"
NAMES = [f"q-{number:016x}" for number in range(6)]


def example(name: str, answer: str) -> Example:
    return Example(name, {"question": f"{name}?"}, {"answer": answer}, {"kind": "factoid", "split": "factoid"}, 1)


def stored(of: Example, id_: str = "", **metadata: object) -> Stored:
    """`of` as the service keeps it after we pushed it; `metadata` on top."""
    kept = {**of.metadata(), "dataset_split": [of.split], **metadata}
    return Stored(id_ or first_id(DATASET, of.item_id), of.inputs, of.outputs, kept)


def edited(one: Stored, answer: str) -> Stored:
    return replace(one, outputs={"answer": answer})


def plan(local: list[Example], there: list[Stored], pushed: Mapping[str, str] | None = None, **more: bool) -> Plan:
    return difference(local, there, pushed or {}, dataset_id=DATASET, **more)


def applied(made: Plan, there: list[Stored]) -> list[Stored]:
    """What is there after the plan was carried out."""
    gone = {one.id for one in made.retires}
    new = {one.stored.id: stored(one.example, one.stored.id) for one in made.updates}
    return [new.get(one.id, one) for one in there if one.id not in gone] + [stored(one) for one in made.creates]


answers = st.sampled_from(["a", "b", "c"])
locals_ = st.dictionaries(st.sampled_from(NAMES), answers).map(
    lambda found: [example(name, answer) for name, answer in found.items()]
)


@st.composite
def service(draw: st.DrawFn) -> list[Stored]:
    """Anything: pushed examples, edited ones, doubles, copies by people, and what people made."""
    found: list[Stored] = []
    for name in NAMES:
        one = stored(example(name, draw(answers)))
        what = draw(st.sampled_from(["none", "as it was", "edited", "double", "copy", "unmarked"]))
        if what == "none":
            continue
        found.append(edited(one, draw(answers)) if what == "edited" else one)
        if what == "double":
            found.append(replace(one, id=later_id(DATASET, name, "once"), created_at="later"))
        if what == "copy":
            found.append(replace(one, id=f"{len(found):08x}-0000-4000-8000-000000000000"))
        if what == "unmarked":
            found[-1] = replace(one, metadata={"theirs": 1})
    if draw(st.booleans()):
        found.append(Stored("ffffffff-0000-4000-8000-000000000000", {"question": "mine?"}, {}, {}))
    return found


pushes = st.dictionaries(st.sampled_from(NAMES), answers).map(
    lambda found: {name: example(name, answer).hash for name, answer in found.items()}
)


@settings(max_examples=300)
@given(local=locals_, there=service(), pushed=pushes, overwrite=st.booleans())
def test_after_a_plan_was_carried_out_the_next_one_is_empty(
    local: list[Example], there: list[Stored], pushed: dict[str, str], overwrite: bool
) -> None:
    made = plan(local, there, pushed, overwrite=overwrite)
    after = applied(made, there)
    again = plan(local, after, pushed, overwrite=overwrite)
    assert not again.writes
    assert len(again.edits) == len(made.edits)
    assert again.foreign == made.foreign


@settings(max_examples=300)
@given(local=locals_, there=service(), pushed=pushes)
def test_what_people_made_or_edited_is_in_no_write(
    local: list[Example], there: list[Stored], pushed: dict[str, str]
) -> None:
    made = plan(local, there, pushed)
    answers_ = {one.item_id: one.outputs["answer"] for one in local}
    for one in (*(update.stored for update in made.updates), *made.retires):
        assert one.made_by_us
        assert one.hash == one.stamp or one.outputs["answer"] == answers_[one.item_id]


@settings(max_examples=200)
@given(local=locals_, there=service(), pushed=pushes)
def test_overwriting_brings_exactly_the_local_state(
    local: list[Example], there: list[Stored], pushed: dict[str, str]
) -> None:
    after = applied(plan(local, there, pushed, overwrite=True), there)
    ours = [one for one in after if one.item_id and one.made_by_us and one.hash == one.stamp]
    # what lost our mark and is nowhere known is not ours any more; an edited double is left
    assert {one.item_id for one in local} <= {one.item_id for one in ours}
    wanted = {one.item_id: one.hash for one in local}
    assert all(one.hash == wanted[one.item_id] for one in ours if one.item_id in wanted)


@given(local=locals_, there=service(), pushed=pushes)
def test_every_item_is_in_one_place_of_the_plan(
    local: list[Example], there: list[Stored], pushed: dict[str, str]
) -> None:
    made = plan(local, there, pushed)
    placed = [one.item_id for one in (*made.creates, *made.unchanged)]
    placed += [one.example.item_id for one in made.updates]
    placed += [one.item_id for one in made.edits if one.example]
    assert sorted(placed) == sorted(one.item_id for one in local)


@settings(max_examples=100)
@given(local=locals_, there=service(), pushed=pushes, again=st.randoms())
def test_an_example_that_is_listed_twice_is_one_example(
    local: list[Example], there: list[Stored], pushed: dict[str, str], again: Random
) -> None:
    """As when somebody writes while pages are read."""
    twice = there + again.sample(there, len(there) // 2)
    assert plan(local, twice, pushed) == plan(local, there, pushed)


def test_an_edit_of_a_retired_item_is_a_conflict_and_not_lost() -> None:
    one = edited(stored(example(NAMES[0], "a")), "better")
    made = plan([], [one])
    assert made.retires == ()
    assert [(edit.item_id, edit.conflict, edit.example) for edit in made.edits] == [(NAMES[0], True, None)]


def test_a_deletion_that_this_workspace_did_not_make_is_told_and_one_it_never_made_is_created() -> None:
    local = [example(NAMES[0], "a"), example(NAMES[1], "a")]
    made = plan(local, [], {NAMES[0]: local[0].hash})
    assert [edit.item_id for edit in made.edits] == [NAMES[0]]
    assert [one.item_id for one in made.creates] == [NAMES[1]]


def test_a_mark_that_is_somebody_elses_tool_does_not_make_an_example_ours() -> None:
    other = stored(example(NAMES[0], "a"), id_="5f3e9c1a-0000-5000-8000-000000000000", managed_by="other")
    assert MANAGED_BY != "other"
    assert plan([], [other]).foreign == 1


def test_the_fields_that_differ_are_named_with_both_sides() -> None:
    one = example(NAMES[0], "a")
    there = stored(one, kind="list", dataset_split=["elsewhere"])
    fields = changed_fields(one, edited(there, "b"))
    assert fields == {"answer": ("a", "b"), "kind": ("factoid", "list"), "split": ("factoid", None)}
    assert changed_fields(None, there)["question"] == (None, f"{NAMES[0]}?")
