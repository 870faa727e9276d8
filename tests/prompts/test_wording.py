"""The built-in wording: its examples are replies that our own readers take, and it ties nobody to one audience."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmill.chat.model import ChatReply
from benchmill.critique.critic_replies import read_findings, read_judgement
from benchmill.critique.critic_schemas import (
    groundedness_schema,
    relevance_schema,
    same_parts_schema,
    standalone_schema,
)
from benchmill.critique.same_fact import PARTS
from benchmill.generator.writer_replies import read_drafts
from benchmill.generator.writer_schema import free_schema
from benchmill.prompts import load, names
from benchmill.records.errors import UsageError

CRITICS = {"standalone": standalone_schema(), "relevance": relevance_schema(), "groundedness": groundedness_schema(1)}


def examples(name: str) -> list[str]:
    """The JSON objects that a prompt shows, each on its line."""
    return re.findall(r"^(?:.* -> )?(\{.+\})$", load(name).system, re.MULTILINE)


def fits(value: object, schema: object) -> bool:
    """Whether a value has a schema's fields in the schema's order, down to the leaves."""
    assert isinstance(schema, dict)
    if schema["type"] == "object":
        fields = schema["properties"]
        return (
            isinstance(value, dict) and list(value) == list(fields) and all(fits(value[k], fields[k]) for k in fields)
        )
    if schema["type"] == "array":
        return isinstance(value, list) and all(fits(entry, schema["items"]) for entry in value)
    kind = {"string": str, "integer": int}[schema["type"]]
    return type(value) is kind and value in schema.get("enum", [value])


def test_the_writers_example_is_a_reply_that_is_read() -> None:
    (example,) = examples("generator/factoid")

    assert fits(json.loads(example), json.loads(free_schema()))
    (draft,) = read_drafts(ChatReply(example)).drafts
    (part,) = draft.parts
    assert part.answer in part.quote
    assert part.quote in load("generator/factoid").system.split('"candidates"')[1]


@pytest.mark.parametrize("name", CRITICS)
def test_a_critics_examples_are_replies_that_are_read_a_pass_a_fail_and_a_near_miss(name: str) -> None:
    shown = examples(f"critique/{name}")

    assert all(fits(json.loads(example), json.loads(CRITICS[name])) for example in shown)
    ratings = [read_judgement(ChatReply(example)).rating for example in shown]
    assert ratings[:2] == [5, 1]
    assert len(ratings) == (4 if name == "groundedness" else 3)  # a denied premise is another near miss
    assert set(ratings[2:]) <= {2, 3}


@pytest.mark.parametrize("name", ["same_steps", "same_entries"])
def test_the_examples_of_two_answers_are_replies_that_are_read_one_alike_and_two_that_lack_something(name: str) -> None:
    shown = [json.loads(example) for example in examples(f"critique/{name}")]

    assert all(fits(example, json.loads(same_parts_schema())) for example in shown)
    assert [(example["same"], bool(example["difference"])) for example in shown] == [
        ("yes", False),
        ("no", True),
        ("no", True),
    ]


def test_the_verifiers_examples_quote_and_answer_as_they_are_told_to() -> None:
    passage = "Harbor keeps build logs for 14 days. Test logs can be downloaded. Crash reports are never kept."
    assert f'"{passage}"' in load("critique/groundedness").system
    for example in examples("critique/groundedness"):
        found = read_findings(ChatReply(example), 1)
        assert found.passages[0].quote in passage
        assert (found.passages[0].label == "full") == bool(found.answer) == (found.judgement.rating == 5)
        assert all(claim.quote in passage for claim in found.conflict)
        assert bool(found.conflict) == ("assumes" in found.judgement.rationale)


@pytest.mark.parametrize("name", CRITICS)
def test_every_level_of_a_rating_has_its_anchor(name: str) -> None:
    system = load(f"critique/{name}").system

    assert re.findall(r"^([1-5]) \S", system, re.MULTILINE) == ["5", "4", "3", "2", "1"]


def test_the_prompt_names_no_audience_of_its_own() -> None:
    tied = re.compile(r"\b(machine learning|ML|developers?|researchers?|students?|hugging ?face|nlp)\b", re.IGNORECASE)

    assert [name for name in names() if tied.search(load(name).system + load(name).user)] == []


def test_the_unchanging_part_of_a_prompt_comes_first_so_that_servers_can_cache_it() -> None:
    for name in names():
        assert not {"passage", "passages", "question"} & set(re.findall(r"{{ (\w+) }}", load(name).system))


def test_a_users_prompt_goes_before_the_built_in_one(tmp_path: Path) -> None:
    (tmp_path / "critique").mkdir()
    (tmp_path / "critique/standalone.md").write_text(
        "# System\nJudge {{ question }}\n\n# User\nNow.\n", encoding="utf-8"
    )

    own = load("critique/standalone", tmp_path)

    assert own.render(question="{{ about }}") == ("Judge {{ about }}", "Now.")
    assert own.fingerprint != load("critique/standalone").fingerprint
    assert load("critique/relevance", tmp_path) == load("critique/relevance")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Judge {{ question }}", "two parts"),
        ("# System\nx\n# User\n{{ question", "line 4"),
        ("# System\nx\n\n# User\n{{ wording }}", "wording"),
    ],
)
def test_a_users_prompt_that_cannot_work_is_refused_with_the_reason(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "repair.md").write_text(text, encoding="utf-8")

    with pytest.raises(UsageError, match=message):
        load("repair", tmp_path).render(reason="r")


@pytest.mark.parametrize("name", ["critique/groundedness", "critique/joint"])
def test_the_verifier_is_asked_for_every_step_of_a_list_since_code_compares_each(name: str) -> None:
    assert "Steps or a list: all of them in order, with their commands, names and values." in load(name).system


def test_a_writer_of_several_readings_is_not_assured_that_the_passages_have_them() -> None:
    assert "They may each speak of another product" in load("generator/ambiguous").system


KINDS = ("factoid", "list", "procedure", "comparison", "multi_hop", "unanswerable", "ambiguous")
SAID_TO_EVERY_WRITER = {
    "a text the reader lacks": 'point at a text: "according to the passage"',
    "an open word": 'leave "you", "each", "that" or "it" open in the question: say who or what, "the limit of',
    "an example as the rule": 'what follows "e.g.", "such as" or "for instance" is an example, not the rule',
    "yes or no": 'ask for yes or no ("Can Harbor keep logs longer?")',
    "the scope": "the version, platform or condition the answer depends on; where the passage",
    "the margin": "Copy no ¦",
    "a shortened quote": 'Never shorten it with "..."',
    "an empty reply": '{"candidates": []} is the right reply',
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_writer_of_each_kind_is_warned_of_what_readers_found_wrong_in_its_questions(kind: str) -> None:
    system = load(f"generator/{kind}").system
    # the readings of an ambiguous question leave the scope open on purpose
    needless = {"the scope"} if kind == "ambiguous" else set()

    missing = {name for name, words in SAID_TO_EVERY_WRITER.items() if words not in system}

    assert missing == needless


@pytest.mark.parametrize("kind", KINDS)
def test_the_system_prompt_is_the_same_for_all_tasks_of_a_kind_so_that_a_server_reads_it_once(kind: str) -> None:
    prompt, run = load(f"generator/{kind}"), dict.fromkeys(("per_call", "audience", "about", "language"), "x")
    tasks = (dict.fromkeys(("passage", "shared", "begin", "asking"), value) for value in ("", "Harbor"))
    systems = {prompt.render(**run, **task, links=())[0] for task in tasks}

    assert len(systems) == 1


@pytest.mark.parametrize("kind", ["factoid", "list", "comparison", "multi_hop", "ambiguous"])
def test_a_short_answer_is_asked_for_whole_and_without_its_type(kind: str) -> None:
    system = load(f"generator/{kind}").system

    assert "not cut inside a phrase" in system
    assert 'without a note of its type such as "(str)"' in system


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("factoid", "proves it alone"),
        ("comparison", "say which one they mean"),
        ("ambiguous", "say which meaning they answer"),
        ("multi_hop", 'the quote holds both, with no "them" or "it"'),
    ],
)
def test_a_quote_is_asked_to_say_what_it_is_about(kind: str, words: str) -> None:
    assert words in load(f"generator/{kind}").system


@pytest.mark.parametrize(
    ("alone", "words"),
    [
        ("standalone", "a thing that is described and not named, where the description fits one thing"),
        ("standalone", 'the "it" of "how long does it take"'),
        ("relevance", "If you do not know what a screen or a help text shows, it does not show the answer"),
        ("relevance", "a form shows the names of its fields and a page those of its tabs and buttons"),
        ("relevance", "a riddle that only hides a name is at most a 2"),
        ("relevance", "a question asked backwards, from a value to the setting that has it"),
        ("relevance", "whether the documentation has the answer"),
    ],
)
def test_the_shared_call_judges_by_the_same_rules_as_the_critic_of_one_criterion(alone: str, words: str) -> None:
    assert words in load(f"critique/{alone}").system
    assert words in load("critique/standalone_relevance").system


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("critique/joint", "also where a second passage states the same"),
        ("critique/groundedness", "what is stated for a special case only is partial where the question is general"),
        ("critique/same_fact", 'a word such as "it" that the section\'s name explains is not open'),
        ("critique/same_fact", "the answer must be in the piece or the name of its section"),
        (
            "critique/same_fact",
            f'An answer that ends in "{PARTS}" is all steps, entries or sides, each behind its number',
        ),
        ("critique/readings", "so is one that a passage has only as a worked example"),
        ("generator/ambiguous", "not every passage need be used"),
        ("generator/factoid", "what nobody needs to do or decide something"),
        ("generator/comparison", "only where a reader must decide which of them to use"),
        ("generator/list", "its entries then share that quote"),
        ("generator/list", "where the question names the sort, the list may leave out entries of another"),
        ("generator/procedure", "none that is only a link to the page that tells how"),
        ("generator/procedure", "Several ways to one goal are no steps"),
        ("generator/procedure", "Changes that do not need each other, such as three new names, are none"),
        ("generator/procedure", "and those that a later step relies on"),
        ("generator/list", "every or all of a kind only where the list holds for each of them"),
        ("generator/list", 'nor to its end without its "no longer" or "not"'),
        ("generator/factoid", "as exact as the question is"),
        ("generator/comparison", "say which one they mean, at most 60"),
        ("critique/groundedness", "shows one for which it does not hold where the question is about every one"),
        ("critique/joint", "shows one for which it does not hold where the question is about every one"),
        ("critique/readings", "joined by a word of a heading only"),
        ("critique/same_fact", 'A piece without "Section" is an answer that somebody gave to this question'),
        ("critique/same_fact", "states without a condition holds for a special case, too"),
        ("critique/same_steps", "what the question itself says is done"),
        ("generator/list", "the fields of a form, the tabs or buttons of a page"),
        ("generator/unanswerable", "what the screen shows by itself"),
        (
            "critique/same_steps",
            "of a file that both give, a line without which a step does nothing is only in the second",
        ),
    ],
)
def test_what_trials_found_unclear_is_decided_in_the_prompt(name: str, words: str) -> None:
    assert words in load(name).system
