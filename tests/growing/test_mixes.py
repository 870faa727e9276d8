"""Styles, personas and real queries: what a run aims at beside kinds, and what of it no file may hold."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmill.chat.model import ChatRequest
from benchmill.generator.kinds import WritingTask
from benchmill.generator.questions import WriterSettings, writing_request
from benchmill.growing.aims import Aims, aims_of
from benchmill.growing.fact_share import FactShare
from benchmill.growing.grown import Grown, Judged
from benchmill.growing.likeness import Likeness
from benchmill.growing.mix_report import mix_counts, mix_notes, unasked_notes
from benchmill.growing.personas import personas_of
from benchmill.growing.real_queries import read_queries
from benchmill.growing.selection import Selection
from benchmill.growing.short_kinds import shortfalls
from benchmill.growing.source import Source
from benchmill.prompts import load
from benchmill.records import Critique, InputError, UsageError
from benchmill.records.manner import Manner
from benchmill.settings import GrowSettings, resolve
from tests.growing.made import candidate, chunk, document, item

PAGES = [
    document(f"{folder}/{n:03}.md", f"Valve {n} of {folder} opens at {n} bar.")
    for folder in ("alpha", "beta")
    for n in range(100)
]
TASKS = [WritingTask("factoid", (chunk(page),)) for page in PAGES]
QUERIES = ["valve alpha pressure"] + [f"pressure of valve {n} in folder alpha" for n in range(9)]
QUERIES += [f"At what pressure does valve {n} of folder beta open?" for n in range(10)]


def aims(**settings: object) -> Aims:
    source = Source("pages", tuple(PAGES), (), (), 1000, 100)
    return aims_of(GrowSettings(model="ollama:llama3", questions=10, **settings), source)  # type: ignore[arg-type]


def test_tasks_get_manners_in_about_the_shares_and_each_the_same_one_whatever_is_beside_it() -> None:
    wanted = aims(styles=("keywords=30", "sentence=70"), persona=("operator: runs it", "beginner"))
    manners = [task.manner for task in wanted.dressed(TASKS)]
    counts = Counter(manner.style for manner in manners)
    assert 40 <= counts["keywords"] <= 80
    assert {manner.persona for manner in manners} == {"operator: runs it", "beginner"}
    assert [task.manner for task in wanted.dressed(TASKS[7:20])] == manners[7:20]


def test_a_later_round_asks_only_in_the_manners_that_are_missing() -> None:
    wanted = aims(styles=("keywords=30", "sentence=70"))
    again = wanted.dressed(TASKS, {"style": {"keywords": 2, "sentence": 0}})
    assert {task.manner.style for task in again} == {"keywords"}


def test_a_task_is_asked_for_in_no_manner_in_which_nobody_asks() -> None:
    wanted = aims(styles=("keywords", "symptom", "sentence"), difficulty=("easy", "hard"))
    hops = wanted.dressed([WritingTask("multi_hop", task.passages) for task in TASKS])
    assert {task.manner.style for task in hops} == {"sentence"}
    plain = wanted.dressed(TASKS)
    assert {task.manner.style for task in plain} == {"keywords", "symptom", "sentence"}
    assert {task.manner.difficulty for task in plain if task.manner.style == "symptom"} == {"hard"}
    missing = wanted.dressed([WritingTask("unanswerable", TASKS[0].passages)])
    assert {task.manner.difficulty for task in missing} == {"easy"}
    alone = aims(styles=("symptom",)).dressed([WritingTask("list", TASKS[0].passages)])
    assert {task.manner.style for task in alone} == {"symptom"}, "where nothing else is wanted, it is asked for"


def test_questions_of_readings_are_hard_only_where_their_passages_are_two() -> None:
    wanted = aims(difficulty=("easy", "medium"))
    one = WritingTask("ambiguous", TASKS[0].passages)
    two = WritingTask("ambiguous", (*TASKS[0].passages, *TASKS[1].passages))
    (alone, pair) = wanted.dressed([one, two])
    assert alone.manner.difficulty in ("easy", "medium")
    assert pair.manner.difficulty == "hard"


def test_kinds_that_nobody_asks_so_are_no_part_of_the_mix_and_an_error_where_they_are_named() -> None:
    mix = resolve({"model": "ollama:llama3", "styles": ("symptom",)})
    assert mix.wanted_kinds == ("factoid", "procedure", "unanswerable")
    assert list(unasked_notes(mix)) == [
        "list, comparison, multi_hop, ambiguous: not asked for, since nobody asks such questions so (--styles symptom)"
    ]
    assert not list(unasked_notes(resolve({"model": "ollama:llama3", "styles": ("symptom", "sentence")})))
    named = {"model": "ollama:llama3", "kinds": ("factoid", "multi_hop")}
    with pytest.raises(UsageError, match=r"a multi_hop question so \(--difficulty easy\): .* leave multi_hop out"):
        resolve({**named, "difficulty": ("easy",)})
    assert resolve({**named, "difficulty": ("easy", "hard")}).wanted_kinds == ("factoid", "multi_hop")
    with pytest.raises(UsageError, match=r"a question so \(--styles symptom with --difficulty easy\)"):
        resolve({"model": "ollama:llama3", "styles": ("symptom",), "difficulty": ("easy",)})


def test_a_selection_holds_quotas_of_styles_and_says_what_is_missing() -> None:
    wanted = aims(styles=("keywords", "sentence"))
    selection = Selection((), 10, per_document=5, axes=wanted.axes)
    for page, task in list(zip(PAGES, TASKS, strict=True))[:12]:
        one = candidate(page, page.text, f"Which pressure opens valve {page.id}?", "bar")
        selection.select(Grown(task, (Judged(Critique(one)),)))
    assert selection.count == 5
    assert {judged.failure.check for judged in selection.rejected if judged.failure} == {"per-style"}
    assert mix_notes(wanted, selection) == ("style keywords: 0 of 5 accepted; no other question was written for it",)
    assert mix_counts(wanted, selection)["style"] == {
        "keywords": {"wanted": 5, "accepted": 0},
        "sentence": {"wanted": 5, "accepted": 5},
    }


def test_the_writer_is_told_how_to_ask_only_where_something_is_wanted() -> None:
    asking = WriterSettings("ollama:llama3", asking=load("generator/asking"))

    def user(manner: Manner) -> str:
        request: ChatRequest = writing_request(
            WritingTask("factoid", (chunk(PAGES[0]),), "", manner), load("generator/factoid"), asking
        )[0]
        return request.messages[-1].content

    plain = user(Manner())
    assert "How to ask this time" not in plain
    told = user(Manner("symptom", "operator: runs it", "hard", (6, 12)))
    assert told.startswith(plain)
    for words in ("what goes wrong", "6 to 12 words", "operator: runs it", "no word of a quote"):
        assert words in told
    hops = WritingTask("multi_hop", (chunk(PAGES[0]), chunk(PAGES[1])), "valve", Manner("sentence", "", "hard"))
    hopping = writing_request(hops, load("generator/multi_hop"), asking)[0].messages[-1].content
    assert "one complete question" in hopping
    assert "word of a quote" not in hopping, "two passages make it hard: its words are free"


def test_personas_come_with_shares_from_a_file_and_from_the_documents(tmp_path: Path) -> None:
    (tmp_path / "who.txt").write_text("# roles\nowner=75: pays\nguest=25\n", encoding="utf-8")
    found = personas_of([str(tmp_path / "who.txt")], [])
    assert [(one.name, one.text, one.share) for one in found] == [
        ("owner", "owner: pays", 75.0),
        ("guest", "guest", 25.0),
    ]
    pages = [
        document(f"{n}.md", "For administrators. Developers may skip it." if n else "For Administrators")
        for n in range(3)
    ]
    assert [one.name for one in personas_of(["docs"], pages)] == ["administrator", "developer"]
    beside = {one.name: one.share for one in personas_of(["docs", "owl: works at night"], pages)}
    assert beside == pytest.approx({"administrator": 1.2, "developer": 0.8, "owl": 1.0})
    shared = {one.name: one.share for one in personas_of(["docs=30", "owl=70"], pages)}
    assert shared == pytest.approx({"administrator": 18.0, "developer": 12.0, "owl": 70.0})
    for given, message in [
        (["docs"], "name no role"),
        (["a=1", "b"], "or none"),
        (["docs", "b=1"], "or none"),
        (["a", "a: b"], "twice"),
        (["no.txt"], "no such file"),
    ]:
        with pytest.raises(UsageError, match=message):
            personas_of(given, pages if "b=1" in given else [])


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("q.csv", ["id,Question", *(f'{n},"valve {n}?"' for n in range(20))]),
        ("q.jsonl", [json.dumps({"query": f"valve {n}?"}) for n in range(20)]),
        (
            "runs.jsonl",
            [json.dumps({"id": n, "inputs": {"input": f"valve {n}?"}, "outputs": {"text": "x"}}) for n in range(20)],
        ),
        (
            "chat.jsonl",
            [
                json.dumps(
                    {
                        "inputs": {
                            "messages": [
                                [{"type": "system", "content": "x"}, {"type": "human", "content": f"valve {n}?"}]
                            ]
                        }
                    }
                )
                for n in range(20)
            ],
        ),
        (
            "parts.jsonl",
            [
                json.dumps({"inputs": {"messages": [{"role": "user", "content": [{"type": "text", "text": text}]}]}})
                for text in (f"valve {n}?" for n in range(20))
            ],
        ),
        ("own.jsonl", [json.dumps({"inputs": {"asked_by_user": f"valve {n}?"}, "id": n}) for n in range(20)]),
        ("runs.csv", ["id,inputs", *(f'{n},"{{""question"": ""valve {n}?""}}"' for n in range(20))]),
    ],
)
def test_real_queries_are_read_from_tables_lines_and_runs(tmp_path: Path, name: str, lines: list[str]) -> None:
    path = tmp_path / name
    path.write_text("\n".join(lines), encoding="utf-8")
    assert read_queries(path).texts == tuple(f"valve {n}?" for n in range(20))
    path.write_text("\n".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(InputError, match="19 different queries, and 20 are needed"):
        read_queries(path)


@pytest.mark.parametrize(
    ("name", "good", "bad", "fault"),
    [
        ("q.csv", ["query", *(f"valve {n}?" for n in range(20))], "secret, one", "2 cells for 1 column"),
        ("q.jsonl", [json.dumps({"query": f"valve {n}?"}) for n in range(20)], '{"query": "secret', "not JSON"),
    ],
)
def test_a_query_that_cannot_be_read_is_one_failure_without_its_words_and_mostly_such_are_an_error(
    tmp_path: Path, name: str, good: list[str], bad: str, fault: str
) -> None:
    path = tmp_path / name
    path.write_text("\n".join([*good, bad]), encoding="utf-8")
    found = read_queries(path)
    assert len(found.texts) == 20
    (failure,) = found.left_out
    assert (failure.subject_id, failure.check) == (f"{path}, line {len(good) + 1}", "bad-row")
    assert failure.reason.startswith(fault)
    assert "secret" not in failure.reason
    path.write_text("\n".join([*good, *[bad] * 21]), encoding="utf-8")
    with pytest.raises(InputError, match=f"{fault}.* \\(21 of 41 records cannot be read\\)"):
        read_queries(path)


def test_real_queries_give_the_mix_and_are_never_copied(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_text(json.dumps(QUERIES), encoding="utf-8")
    wanted = aims(like=str(path))
    like = wanted.like
    assert isinstance(like, Likeness)
    assert like.topic_shares == {"alpha": 0.5, "beta": 0.5}
    assert sum(share for (style, _), share in like.forms.items() if style == "sentence") == 0.5
    assert wanted.copies("At what pressure does valve 3 of folder beta open")
    assert not wanted.copies("Which medium flows through valve 3?")
    order = wanted.by_topic({"factoid": TASKS})["factoid"]
    assert {like.topic_of(task.seed.document_id) for task in order[:2]} == {"alpha", "beta"}


def test_a_file_without_a_known_column_says_which_names_are_known_and_shows_no_query(tmp_path: Path) -> None:
    path = tmp_path / "q.csv"
    path.write_text("\n".join(f"secret {n},7" for n in range(21)), encoding="utf-8")
    with pytest.raises(InputError, match=r"question, query, input, text: rename yours to one of these$") as caught:
        read_queries(path)
    assert "secret" not in str(caught.value)


def test_the_distance_to_real_queries_is_0_for_a_benchmark_like_them_and_1_for_another(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_text(json.dumps([f"valve {n} pressure" for n in range(20)]), encoding="utf-8")
    like = aims(like=str(path)).like
    assert like is not None
    alike = [candidate(PAGES[n], PAGES[n].text, f"medium gate {n}", "bar") for n in range(10)]
    other = [candidate(p, p.text, "How should one who has never seen this open it?", "bar") for p in PAGES[100:105]]
    assert {like.distances(alike)[name] for name in ("style", "length", "kind")} == {0.0}
    assert (like.distances(other)["style"], like.distances(other)["length"]) == (1.0, 1.0)


def test_more_facts_than_the_mix_intends_are_said_with_the_reasons() -> None:
    selection = Selection((), 8, per_document=5)
    for page, task in list(zip(PAGES, TASKS, strict=True))[:5]:
        one = candidate(page, page.text, f"Which pressure opens valve {page.id}?", "bar")
        selection.select(Grown(task, (Judged(Critique(one)),)))
    facts = FactShare({"factoid": 50, "list": 30, "multi_hop": 20}, {"factoid": 200, "list": 9}, selection)
    assert facts.is_too_large
    assert str(facts) == (
        "100 % of the items are single facts (5 of 5), more than the 50 % that the mix intends at most: "
        "0 of 2 list questions were accepted; the documents have no place for multi_hop questions; "
        "`--kinds factoid=50,list=30,multi_hop=20` keeps the shares and gives fewer items"
    )
    as_parts = FactShare({"factoid": 0.5, "list": 1 / 3, "multi_hop": 1 / 6}, facts.places, selection)
    assert "`--kinds factoid=50,list=33.3,multi_hop=16.7` keeps" in str(as_parts)
    assert facts.as_json() == {"share": 1.0, "at_most": 0.5, "note": str(facts)}
    assert "at most: the notes on list, multi_hop say why; `--kinds" in facts.headline
    notes = shortfalls(selection, {"factoid": 4, "list": 2, "multi_hop": 2}, facts.places, {}, fixed=False)
    assert list(notes) == ["list: 0 of 2 accepted", "multi_hop: 0 of 2 accepted; no passage allows one"]
    lists = [WritingTask("list", (chunk(page),)) for page in PAGES[:9]]
    selection.per_document = 1
    notes = shortfalls(selection, {"list": 2}, {"list": 9}, {"list": lists}, fixed=False)
    assert list(notes) == [
        "list: 0 of 2 accepted; 0 of 9 passages were asked about (5 more in documents or passages that have all "
        "their items, --per-document)"
    ]
    kept = Selection((item(candidate(PAGES[0], PAGES[0].text, "Which pressure?", "bar")),), 8, per_document=5)
    notes = shortfalls(kept, {"factoid": 4}, {"factoid": 200}, {}, fixed=False)
    assert list(notes) == ["factoid: 1 of 4 accepted, 1 of them in earlier runs"]
    assert not FactShare({"factoid": 90}, {}, selection).is_too_large
