"""Which kinds each format holds, and that every other item is accounted for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from benchmill.outputs.qrels import read_qrels
from benchmill.publishing.export import FORMATS, export, manifest_of
from benchmill.records import KINDS, Benchmark, InputError, UsageError
from benchmill.workspace.folder import Snapshot
from benchmill.workspace.ledger.store import Edition
from tests.outputs.one_of_each import one_of_each

WITHOUT = {
    "fastbook": {"unanswerable"},
    "beir": {"unanswerable"},
    "trec": {"unanswerable"},
    # several components, or an answer that no sentence holds verbatim
    "squad": {"list", "ambiguous", "procedure", "comparison"},
    "asqa": {"unanswerable"},
}


def snapshot(benchmark: Benchmark) -> Snapshot:
    return Snapshot(Edition(3, "", {}, {"settings": {"language": "de"}}), benchmark)


@pytest.mark.parametrize("form", FORMATS)
def test_every_item_is_written_or_left_out_with_a_reason(form: str, tmp_path: Path) -> None:
    benchmark = one_of_each()
    kinds = {item.id: item.candidate.kind for item in benchmark.items}

    done = export(snapshot(benchmark), form, tmp_path / "out")

    assert {kinds[failure.subject_id] for failure in done.left_out} == WITHOUT.get(form, set())
    assert done.written == len(KINDS) - len(WITHOUT.get(form, set()))
    assert all(failure.reason and failure.stage == "export" for failure in done.left_out)


@pytest.mark.parametrize("form", ["asqa", "beir", "squad"])
def test_where_no_item_fits_nothing_is_written(form: str, tmp_path: Path) -> None:
    full = one_of_each()
    left = {"asqa": "unanswerable", "beir": "unanswerable", "squad": "list"}[form]
    items = tuple(item for item in full.items if item.candidate.kind == left)
    benchmark = Benchmark(full.name, full.documents, items, full.chunks)
    with pytest.raises(InputError, match="nothing to write"):
        export(snapshot(benchmark), form, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_the_card_has_the_language_the_benchmark_was_grown_in(tmp_path: Path) -> None:
    export(snapshot(one_of_each()), "huggingface", tmp_path / "hf")
    card = (tmp_path / "hf" / "README.md").read_text(encoding="utf-8")
    assert 'language: ["de"]' in card
    assert 'pretty_name: "by-hand"' in card


def test_a_language_that_nobody_named_is_the_documents_own(tmp_path: Path) -> None:
    export(Snapshot(Edition(1, "", {}, {"settings": {"language": ""}}), one_of_each()), "huggingface", tmp_path / "hf")
    assert 'language: ["en"]' in (tmp_path / "hf" / "README.md").read_text(encoding="utf-8")


def test_the_note_beside_an_export_names_every_item_left_out(tmp_path: Path) -> None:
    done = export(snapshot(one_of_each()), "squad", tmp_path / "squad.json")
    note = json.loads(manifest_of("squad", tmp_path / "squad.json").read_text(encoding="utf-8"))
    assert note["left_out_items"] == [
        {"id": failure.subject_id, "check": failure.check, "reason": failure.reason} for failure in done.left_out
    ]
    assert note["counts"]["no_answer"] == 1
    assert note["edition"] == 3


def test_an_unknown_format_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no format 'word'; there are: fastbook, beir, trec"):
        export(snapshot(one_of_each()), "word", tmp_path / "out")


def test_contexts_of_ragas_and_deepeval_are_whole_chunks_and_the_evidence_is_in_them(tmp_path: Path) -> None:
    benchmark = one_of_each()
    chunks = {chunk.id: chunk.text for chunk in benchmark.chunks}
    export(snapshot(benchmark), "ragas", tmp_path / "r.jsonl")
    export(snapshot(benchmark), "deepeval", tmp_path / "d.json")
    samples = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    goldens = json.loads((tmp_path / "d.json").read_text(encoding="utf-8"))
    for sample, golden in zip(samples, goldens, strict=True):
        ids, texts = sample["reference_context_ids"], sample["reference_contexts"]
        assert [chunks[id_] for id_ in ids] == texts == golden["context"]
        assert sample["evidence"] == golden["additional_metadata"]["evidence"]
        assert all(any(quote in text for text in texts) for quote in sample["evidence"])
    assert sum(len(sample["evidence"]) for sample in samples) > 5


def test_trec_qrels_are_the_judgements_of_the_beir_folder(tmp_path: Path) -> None:
    export(snapshot(one_of_each()), "beir", tmp_path / "beir")
    export(snapshot(one_of_each()), "trec", tmp_path / "qrels.txt")
    assert read_qrels(tmp_path / "qrels.txt") == read_qrels(tmp_path / "beir" / "qrels" / "test.tsv")
    first = (tmp_path / "qrels.txt").read_text(encoding="utf-8").splitlines()[0].split(" ")
    assert (len(first), first[1]) == (4, "0")


@pytest.mark.parametrize(
    ("form", "names"), [("huggingface", ["default", "corpus", "qrels"]), ("beir", ["default", "corpus", "queries"])]
)
def test_the_card_of_a_folder_names_files_that_are_there(form: str, names: list[str], tmp_path: Path) -> None:
    export(snapshot(one_of_each()), form, tmp_path / "out")
    card = yaml.safe_load((tmp_path / "out" / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    assert [one["config_name"] for one in card["configs"]] == names
    for one in card["configs"]:
        assert len(list((tmp_path / "out").glob(one["data_files"][0]["path"]))) == 1
