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
    set_per_document=5,
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
    assert "raised because" not in told
    assert "raise --per-document above 5; read in rejected.jsonl why, and try another --model" in told


def test_where_the_user_chose_the_kinds_and_passages_are_left_others_are_advised() -> None:
    left = replace(RUN, held_back=3)
    assert "name more kinds, or leave out --kinds" in str(replace(left, named_kinds=True))
    assert "--kinds" not in str(left)
    assert "--kinds" not in str(replace(RUN, named_kinds=True)), "all passages are asked about or full"


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
    looked = Looked(216, 212, {"de": 20, "en": 8}, (), "", "de", needs_name=9)
    told = str(replace(RUN, by_rules=True, looked=looked))
    assert "tables, lists and headings with the defaults of settings" in told
    assert "It found such a form, and whose it is, in 4 of 216 passages." in told
    assert "The documents are in German (20), English (8); questions are in German only." in told
    assert "give a --model, such as --model ollama:NAME" in told
    assert "name the product with --about 'NAME, what it is': 9 facts need its name to be asked about" in told
    assert "ask about the documents in English, too, with --language en" in told
    assert "--language" not in str(replace(RUN, by_rules=True, looked=replace(looked, languages={"de": 20, "en": 2})))
    assert "0 of 0" not in str(replace(RUN, by_rules=True, looked=replace(looked, passages=0, without_question=0)))


def test_a_language_is_told_by_its_name_also_where_all_documents_have_it() -> None:
    told = str(replace(RUN, by_rules=True, looked=Looked(96, 96, {"pt": 12}, (), "", "pt")))
    assert "whose it is, in none of 96 passages. The documents are in Portuguese." in told
    assert "It has no rules for Polish." in str(replace(RUN, looked=Looked(3, 3, {"pl": 1}, ("pl",), "", "pl")))


def test_a_name_is_advised_only_where_something_more_would_be_asked_with_it() -> None:
    nothing = replace(RUN, asked=135, held_back=0, candidates=1, rejected={}, by_rules=True)
    assert "--about" not in str(replace(nothing, looked=Looked(135, 134, {"fr": 90}, (), "", "fr", needs_name=0)))
    told = str(replace(nothing, looked=Looked(135, 134, {"fr": 90}, (), "", "fr", needs_name=1)))
    assert "1 fact needs its name to be asked about" in told


def test_a_raised_limit_of_a_document_is_told_with_the_one_that_was_set() -> None:
    told = str(replace(RUN, per_document=15))
    assert "15 items already (--per-document is 5, raised because few items came)" in told
    assert "raise --per-document above 15" in told


def test_the_sentences_count_the_same_passages(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(EXAMPLES, docs)
    twice = "Two relays that share a disk keep every message apart, and each has a folder of its own for them.\n\n" * 2
    (docs / "twice.md").write_text("# Twice\n\n" + f"## Disks\n\n{twice}" * 2, "utf-8")
    told = grow(docs, tmp_path / "bench").shortfall
    allowed = re.search(r"(\d+) passages that can be asked about|were used \((\d+)\)", told)
    silent = re.search(r"in (\d+) of (\d+) passages", told)
    assert allowed and silent, told
    assert silent[2] in allowed.groups()
    assert f"used ({silent[2]})" in told or "not used: " in told
