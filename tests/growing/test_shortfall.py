"""Shortfall: why a run ended with fewer items than were wanted, in words that help."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

from benchmill import grow
from benchmill.generator.extractive import Looked
from benchmill.growing.shortfall import Shortfall
from benchmill.records import Failure
from benchmill.settings import GrowSettings
from tests.end_to_end.command import EXAMPLES

SHORT = tuple(Failure("seed", f"c-{number}", "too-short", "has 12 words") for number in range(69))
RUN = Shortfall(
    eligible=135,
    asked=40,
    held_back=95,
    per_document=5,
    skipped=SHORT,
    candidates=80,
    rejected={"groundedness": 50, "standalone": 10, "per-document": 8},
    failed={},
    by_rules=False,
)


def test_every_loss_is_named_with_its_number_and_what_to_change() -> None:
    told = str(RUN)
    assert told.startswith("40 of 135 passages")
    assert "69 under 40 words" in told
    assert "95 were not used: their document has 5 items already (--per-document)" in told
    assert "Of 80 candidates 68 were rejected: 50 groundedness, 10 standalone, 8 per-document." in told
    assert "raise --per-document above 5; read in rejected.jsonl why, and try another --model" in told


def test_the_built_in_writer_advises_a_model_and_failed_calls_the_same_command() -> None:
    told = str(replace(RUN, asked=135, held_back=0, rejected={}, failed={"time-out": 3}, by_rules=True))
    assert "All passages that can be asked about were used (135)." in told
    assert "candidates" not in told, "all were accepted"
    assert "3 calls failed: 3 time-out." in told
    assert "run the same command again" in told
    assert "give a --model" in told
    assert "--per-document above" not in told
    assert "more documents" not in told


def test_one_document_alone_may_have_all_items_unless_a_limit_was_set() -> None:
    assert GrowSettings(questions=40).most_per_document(1) == 40
    assert GrowSettings(questions=40).most_per_document(2) == 5
    assert GrowSettings(questions=40, per_document=3).most_per_document(1) == 3


def test_the_built_in_writer_reports_what_it_looked_at_and_the_next_steps() -> None:
    looked = Looked(216, 212, {"de": 20, "en": 8}, (), "", "de")
    told = str(replace(RUN, by_rules=True, looked=looked))
    assert "In 212 of 216 passages the built-in writer found none of what it can ask about" in told
    assert "Languages of the documents: de (20), en (8); it asked only in de." in told
    assert "give a --model, such as --model ollama:NAME" in told
    assert "name the product with --about" in told
    assert "--language en" in told
    assert "--language" not in str(replace(RUN, by_rules=True, looked=replace(looked, languages={"de": 20, "en": 2})))
    assert "0 of 0" not in str(replace(RUN, by_rules=True, looked=replace(looked, passages=0, without_question=0)))
    assert "It has no rules for ko." in str(replace(RUN, looked=Looked(3, 3, {"ko": 1}, ("ko",), "", "ko")))


def test_the_sentences_count_the_same_passages(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(EXAMPLES, docs)
    twice = "Two relays that share a disk keep every message apart, and each has a folder of its own for them.\n\n" * 2
    (docs / "twice.md").write_text("# Twice\n\n" + f"## Disks\n\n{twice}" * 2, "utf-8")
    told = grow(docs, tmp_path / "bench").shortfall
    allowed = re.search(r"(\d+) passages that can be asked about|were used \((\d+)\)", told)
    silent = re.search(r"In (\d+) of (\d+) passages the built-in writer", told)
    assert allowed and silent, told
    assert silent[2] in allowed.groups()
    assert f"used ({silent[2]})" in told or "not used: " in told
