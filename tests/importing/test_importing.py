"""Imported questions are aligned with what the docs say; what the docs do not say is listed with the reason."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import benchmill
from benchmill.growing.source import read_source
from benchmill.importing.aligning import Aligner
from benchmill.importing.import_set import Imported, import_set
from benchmill.importing.readers import FORMATS, parse_columns
from benchmill.records import Candidate, InputError, UsageError, WorkspaceError
from tests.outputs.readers.items import read_items
from tests.servers.simulated import ServerPlan, SimulatedServer

GOLDEN = Path(__file__).parents[1] / "outputs" / "golden"
SETTINGS = benchmill.GrowSettings()
GATE = """# The gate

The gate lets **6** calls through. A retry waits 2 seconds.

## Keys

Every key lasts 90 days. A key that was shown once is never shown again, not even to its owner.
"""
CLI = """# Commands

Run `start` first. The command `send` takes the option `--to`, which names a channel.
"""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "gate.md").write_text(GATE, encoding="utf-8")
    (folder / "cli.md").write_text(CLI, encoding="utf-8")
    return folder


def csv_of(path: Path, *rows: tuple[str, str, str]) -> Path:
    import csv

    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("question", "answer", "context"), *rows])
    return path


def imported(docs: Path, *rows: tuple[str, str, str]) -> tuple[Imported, list[Candidate]]:
    out = docs.parent / "bench"
    done = import_set(csv_of(docs.parent / "t.csv", *rows), "csv", docs, out, SETTINGS)
    return done, [record.item.candidate for record in read_items(out / "items.jsonl")]


def evidence(candidate: Candidate) -> list[tuple[str, str, str]]:
    return [
        (e.span.document_id, e.span.text, e.origin) for component in candidate.components for e in component.evidence
    ]


def test_a_row_of_csv_that_cannot_be_read_is_left_out_and_the_others_are_imported(docs: Path) -> None:
    table = docs.parent / "t.csv"
    rows = (
        "id,question,context",
        'a,"Which gate?"',
        'b,"How long does a key last?","Every key lasts 90 days."',
        "b,Again?,x",
    )
    table.write_text("\n".join(rows), encoding="utf-8")
    done = import_set(
        table, "csv", docs, docs.parent / "bench", SETTINGS, columns="id=id,question=question,context=context"
    )
    assert (done.records, done.imported) == (3, 1)
    assert [(one.place, one.check, one.reason) for one in done.left_out] == [
        (f"{table}, line 2", "bad-row", "2 cells for 3 columns"),
        (f"{table}, line 4", "bad-row", "the id 'b' is used in an earlier line, too"),
    ]


_ASKED = "How long does a key last?", "Every key lasts 90 days."
RECORDS: dict[str, dict[str, object]] = {
    "ragas": {"user_input": _ASKED[0], "reference": "90 days", "reference_contexts": [_ASKED[1]]},
    "deepeval": {"input": _ASKED[0], "expected_output": "90 days", "context": [_ASKED[1]]},
    "giskard": {"id": "a", "question": _ASKED[0], "reference_answer": "90 days", "reference_context": _ASKED[1]},
    "llama-index": {"query": _ASKED[0], "reference_answer": "90 days", "reference_contexts": [_ASKED[1]]},
}


@pytest.mark.parametrize("form", RECORDS)
def test_a_record_that_cannot_be_read_is_left_out_and_the_others_are_imported(form: str, docs: Path) -> None:
    good, file = RECORDS[form], docs.parent / "t"
    bad = dict(list(good.items())[1:]) if form != "giskard" else {**good, "question": 5}
    examples = [bad, good]
    lines = form in ("ragas", "giskard")
    whole: object = {"examples": examples} if form == "llama-index" else examples
    file.write_text("\n".join(map(json.dumps, examples)) if lines else json.dumps(whole), encoding="utf-8")
    done = import_set(file, form, docs, docs.parent / "bench", SETTINGS)
    assert (done.records, done.imported) == (2, 1)
    ((place, check, reason),) = [(one.place, one.check, one.reason) for one in done.left_out]
    assert check == "bad-row"
    assert place == f"{file}, {'line' if lines else 'example' if form == 'llama-index' else 'record'} 1"
    assert "is missing; there are:" in reason or reason == "'question' must be a text, not a number"


def test_a_cut_line_and_a_second_id_are_left_out_but_mostly_bad_records_are_an_error(docs: Path) -> None:
    good, file = {**RECORDS["ragas"], "id": "x"}, docs.parent / "t.jsonl"
    cut = json.dumps(good)[:30]
    file.write_text(
        "\n".join([json.dumps(good), json.dumps(RECORDS["ragas"]), json.dumps(good), cut]), encoding="utf-8"
    )
    done = import_set(file, "ragas", docs, docs.parent / "bench", SETTINGS)
    assert [(one.place.rpartition(", ")[2], one.reason.partition(":")[0]) for one in done.left_out[:2]] == [
        ("line 3", "the id 'x' is used in an earlier record, too"),
        ("line 4", "not JSON"),
    ]
    file.write_text(f"{json.dumps(good)}\n5\n{cut}\n", encoding="utf-8")
    with pytest.raises(
        InputError, match=r"line 2: expected an object, found a number \(2 of 3 records cannot be read\)"
    ):
        import_set(file, "ragas", docs, docs.parent / "other", SETTINGS)


@pytest.mark.parametrize(
    ("form", "file"),
    [
        ("ragas", "ragas_testset.jsonl"),
        ("deepeval", "deepeval_goldens.json"),
        ("giskard", "giskard_testset.jsonl"),
        ("llama-index", "llama_index_rag_dataset.json"),
    ],
)
def test_what_a_tool_saved_is_hung_on_the_docs_but_for_its_markup(form: str, file: str, docs: Path) -> None:
    done = import_set(GOLDEN / file, form, docs, docs.parent / "bench", SETTINGS)

    assert (done.imported, done.records, done.left_out) == (2, 2, ())
    assert done.aligned == {"normalised": 1, "exact": 2}
    snapshot = benchmill.load(docs.parent / "bench")
    texts = {text for item in snapshot.benchmark.items for _, text, _ in evidence(item.candidate)}
    assert texts == {"The gate lets **6** calls through.", "Every key lasts 90 days.", "A retry waits 2 seconds."}
    assert {item.generator for item in snapshot.benchmark.items} == {f"import:{form}"}
    assert {item.critique.verdicts for item in snapshot.benchmark.items} == {()}
    documents = {document.id: document.text for document in snapshot.benchmark.documents}
    chunks = {chunk.id: chunk for chunk in snapshot.benchmark.chunks}
    for item in snapshot.benchmark.items:
        for component in item.candidate.components:
            for one in component.evidence:
                assert documents[one.span.document_id][one.span.start : one.span.end] == one.span.text
                assert any(chunks[id_].span.contains(one.span) for id_ in item.candidate.chunk_ids)


def test_all_contexts_of_a_multi_hop_question_are_needed(docs: Path) -> None:
    out = docs.parent / "bench"
    import_set(GOLDEN / "ragas_testset.jsonl", "ragas", docs, out, SETTINGS)
    by_kind = {record.item.candidate.kind: record.item.candidate for record in read_items(out / "items.jsonl")}
    assert len(by_kind["multi_hop"].components) == 2
    assert len(by_kind["factoid"].components) == 1


def test_a_passage_is_narrowed_to_the_sentence_that_holds_the_answer(docs: Path) -> None:
    _, (candidate,) = imported(docs, ("How long does a key last?", "90 days", GATE[GATE.index("## Keys") :]))
    assert evidence(candidate) == [("gate.md", "Every key lasts 90 days.", "human")]


def test_a_passage_that_only_names_something_gives_way_to_the_sentence_with_the_answer(docs: Path) -> None:
    asked = ("How long does a key last?", "90 days", "## Keys"), ("What does send take?", "a channel", "`start`")
    done, (send, key) = imported(docs, *asked)
    assert evidence(key) == [("gate.md", "Every key lasts 90 days.", "aligned")]
    assert evidence(send)[0][1].startswith("The command `send` takes")
    assert done.aligned == {"aligned": 2}


def test_a_passage_whose_prompt_changed_is_found_by_likeness_and_marked(docs: Path) -> None:
    old = "The command `send` needs the option `--to`, that names a channel."
    done, (candidate,) = imported(docs, ("What does send take?", "an option for the channel", old))
    assert done.aligned == {"aligned": 1}
    ((document, text, origin),) = evidence(candidate)
    assert (document, origin) == ("cli.md", "aligned")
    assert "takes the option `--to`" in text


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("30 days", "Every key lasts 30 days."),  # the value changed
        ("yes", "A key that was shown once is always shown again, even to its owner."),
        ("12", "The moon turns around the earth in about a month."),
    ],
)
def test_what_the_docs_do_not_say_any_more_is_left_out(answer: str, context: str, docs: Path) -> None:
    done, candidates = imported(
        docs, ("What is this?", answer, context), ("How long does a key last?", "90 days", "Every key lasts 90 days.")
    )
    assert [(one.check, one.place.endswith("line 2")) for one in done.left_out] == [("not-found", True)]
    assert len(candidates) == 1


def test_without_a_context_the_sentence_with_the_answer_is_looked_for_and_marked(docs: Path) -> None:
    done, (candidate,) = imported(docs, ("How long does a key last?", "90 days", ""), ("What is up?", "the sky", ""))
    assert evidence(candidate) == [("gate.md", "Every key lasts 90 days.", "aligned")]
    assert [one.check for one in done.left_out] == ["no-context"]


def test_a_record_without_a_question_is_left_out(docs: Path) -> None:
    rest = ("90 days", "Every key lasts 90 days.")
    done, _ = imported(docs, (" ", *rest), ("How long does a key last?", *rest))
    assert [one.check for one in done.left_out] == ["no-question"]


def test_a_question_that_is_there_already_is_not_taken_twice(docs: Path) -> None:
    row = ("How long does a key last?", "90 days", "Every key lasts 90 days.")
    done, candidates = imported(docs, row, ("How long does a key last ?", *row[1:]))
    assert ([one.check for one in done.left_out], len(candidates)) == (["duplicate"], 1)
    again, candidates = imported(docs, row)
    assert (again.imported, again.known, again.edition, len(candidates)) == (0, 1, 1, 1)


def test_the_path_that_a_record_names_decides_between_equal_passages(docs: Path) -> None:
    (docs / "b").mkdir()
    (docs / "b" / "copy.md").write_text(GATE, encoding="utf-8")
    aligner = Aligner(read_source(docs, SETTINGS))
    passage = "Every key lasts 90 days."
    found = [aligner.find(passage, document=name) for name in ("", "gate.md", "/srv/docs/b/copy.md", "no.md")]
    copy = "b/copy.md"
    assert [align and align.span.document_id for align in found] == [copy, "gate.md", copy, copy]


def squad(docs: Path) -> Path:
    keys = GATE[GATE.index("Every key") :].strip()
    qas = [
        {
            "id": "s1",
            "question": "How long does a key last?",
            "is_impossible": False,
            "answers": [{"text": "90 days", "answer_start": keys.index("90 days")}],
        },
        {
            "id": "s2",
            "question": "Who may renew a key?",
            "is_impossible": True,
            "answers": [],
            "plausible_answers": [{"text": "its owner", "answer_start": keys.index("its owner")}],
        },
        {"id": "s3", "question": "Who pays?", "is_impossible": True, "answers": []},
    ]
    elsewhere = {"context": "Nobody wrote this.", "qas": [qas.pop()]}
    data = [{"title": "gate.md", "paragraphs": [{"context": keys, "qas": qas}, elsewhere]}]
    path = docs.parent / "squad.json"
    path.write_text(json.dumps({"version": "v2.0", "data": data}), encoding="utf-8")
    return path


def test_a_squad_question_without_answer_hangs_on_its_paragraph_and_comes_out_again(docs: Path) -> None:
    from benchmill.publishing.export import export

    done = import_set(squad(docs), "squad", docs, docs.parent / "bench", SETTINGS)
    assert done.kinds == {"factoid": 1, "unanswerable": 1}
    assert [one.id for one in done.left_out] == ["s3"]
    snapshot = benchmill.load(docs.parent / "bench")
    by_alias = {item.candidate.alias: item.candidate for item in snapshot.benchmark.items}
    assert evidence(by_alias["s1"]) == [("gate.md", "Every key lasts 90 days.", "human")]
    near = by_alias["s2"].near_miss
    assert near is not None
    assert near.wrong_answer == "its owner"

    export(snapshot, "squad", docs.parent / "again.json")
    again = json.loads((docs.parent / "again.json").read_text(encoding="utf-8"))
    qas = [qa for article in again["data"] for paragraph in article["paragraphs"] for qa in paragraph["qas"]]
    assert sorted(qa["is_impossible"] for qa in qas) == [False, True]


def test_an_imported_item_retires_when_its_sentence_goes_and_moves_with_it(docs: Path) -> None:
    rows = [
        ("How long does a key last?", "90 days", "Every key lasts 90 days."),
        ("What names a channel?", "--to", "takes the option `--to`, which names a channel"),
    ]
    imported(docs, *rows)
    (docs / "cli.md").write_text("Read this first.\n\n" + CLI, encoding="utf-8")
    (docs / "gate.md").write_text(GATE.replace("90 days", "30 days"), encoding="utf-8")

    outcome = benchmill.grow(docs, docs.parent / "bench", replace(SETTINGS, questions=1, allow_retire=True))

    counts = outcome.changes.counts()
    assert (counts["moved"], counts["retired"], counts["added"]) == (1, 1, 0)
    (item,) = benchmill.load(docs.parent / "bench").benchmark.items
    assert item.generator == "import:csv"
    assert item.candidate.components[0].evidence[0].span.text == "takes the option `--to`, which names a channel"


def test_growing_goes_on_beside_imported_items_and_their_numbers_stay(docs: Path) -> None:
    examples = Path(__file__).parents[2] / "examples" / "docs"
    shutil.copytree(examples, docs, dirs_exist_ok=True)
    imported(docs, ("How long does a key last?", "90 days", "Every key lasts 90 days."))
    (before,) = benchmill.load(docs.parent / "bench").benchmark.items

    outcome = benchmill.grow(docs, docs.parent / "bench", replace(SETTINGS, questions=10))

    assert (outcome.accepted, outcome.changes.counts()["kept"]) == (10, 1)
    after = {item.id: item for item in benchmill.load(docs.parent / "bench").benchmark.items}
    assert after[before.id] == before


def test_importing_into_a_grown_workspace_keeps_its_items_and_its_chunks(docs: Path) -> None:
    examples = Path(__file__).parents[2] / "examples" / "docs"
    shutil.copytree(examples, docs, dirs_exist_ok=True)
    out = docs.parent / "bench"
    benchmill.grow(docs, out, replace(SETTINGS, questions=5, chunk_size=400))
    before = benchmill.load(out).benchmark

    done, _ = imported(docs, ("How long does a key last?", "90 days", "Every key lasts 90 days."))

    after = benchmill.load(out).benchmark
    assert (done.imported, done.edition, done.accepted) == (1, 2, 6)
    assert after.chunks == before.chunks
    assert {item.id for item in before.items} < {item.id for item in after.items}


def test_docs_that_changed_since_the_last_edition_are_refused(docs: Path) -> None:
    row = ("How long does a key last?", "90 days", "Every key lasts 90 days.")
    imported(docs, row)
    (docs / "cli.md").write_text(CLI + "\nMore.\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"has changed since the last edition .*: benchmill grow"):
        imported(docs, row)


def test_critics_judge_no_imported_item_again(docs: Path) -> None:
    """Their makers judged them; a model that comes later costs nothing and retires nothing."""
    rows = [
        ("How long does a key last?", "90 days", "Every key lasts 90 days."),
        ("What names a channel?", "--to", "takes the option `--to`, which names a channel"),
    ]
    imported(docs, *rows)
    with SimulatedServer(ServerPlan()) as server:
        settings = replace(SETTINGS, questions=2, model="openai:tiny", base_url=server.base_url)
        outcome = benchmill.grow(docs, docs.parent / "bench", settings)
    assert (outcome.changes.counts()["kept"], outcome.usage.asked) == (2, 0)


def test_where_nothing_can_be_anchored_nothing_is_made(docs: Path) -> None:
    with pytest.raises(InputError, match=r"none of the 1 records .* line 2: its passage is nowhere"):
        imported(docs, ("Q?", "A", "Nobody ever wrote a sentence such as this one here."))
    assert not (docs.parent / "bench").exists()


@pytest.mark.parametrize("text", ["question", "question=", "answer=A", "question=Q,question=R", "word=W,question=Q"])
def test_columns_that_say_nothing_clear_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--columns"):
        parse_columns(text)


def test_the_formats_are_those_of_the_command() -> None:
    from benchmill.cli.import_command import Origin

    assert [origin.value for origin in Origin] == list(FORMATS)


POOL = """# Pool

Settings of the connection pool of the gate.

| Setting | Default | Meaning |
|---|---|---|
| `pool.size` | `20` | Connections that the pool keeps open |
| `pool.idle` | `30s` | How long an unused connection stays open |

# Pages

Lists are cut into pages. Defaults 20 for each page.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many replicas does a ledger cluster need?", "20"),
        ("Which year was the gate first released?", "20"),
        ("What is the retention of audit logs?", "30s"),
        ("20?", "20"),
    ],
)
def test_without_a_context_an_answer_alone_is_no_evidence(question: str, answer: str, docs: Path) -> None:
    (docs / "pool.md").write_text(POOL, encoding="utf-8")
    with pytest.raises(InputError, match="no place in the docs holds its answer and most of its question"):
        imported(docs, (question, answer, ""))


def test_without_a_context_the_answer_beside_most_of_the_question_is_evidence(docs: Path) -> None:
    (docs / "pool.md").write_text(POOL, encoding="utf-8")
    done, candidates = imported(docs, ("How many connections does the pool keep open?", "20", ""))
    ((_, quote, origin),) = evidence(candidates[0])
    assert (quote, origin) == ("| `pool.size` | `20` | Connections that the pool keeps open |", "aligned")
    (row,) = done.to_review
    assert (row.document, row.evidence) == ("pool.md", quote)
    assert done.as_json()["to_review"] == [
        {"place": row.place, "id": "", "question": row.question, "document": "pool.md", "evidence": quote}
    ]


def test_what_is_verbatim_needs_no_review(docs: Path) -> None:
    done, _ = imported(docs, ("How long does every key last?", "90 days", "Every key lasts 90 days."))
    assert (done.imported, done.to_review) == (1, ())


def test_a_cell_with_several_quotes_is_evidence_only_where_each_is_verbatim(docs: Path) -> None:
    both = "Every key lasts 90 days.\nA key that was shown once is never shown again, not even to its owner."
    _, candidates = imported(docs, ("How long does a key last?", "90 days", f"{both}\n{CLI.splitlines()[2]}"))
    assert evidence(candidates[0]) == [("gate.md", "Every key lasts 90 days.", "human")]
    with pytest.raises(InputError, match="nowhere"):
        imported(docs, ("How long may a key last?", "90 days", f"{both}\nNobody wrote this line anywhere at all."))
