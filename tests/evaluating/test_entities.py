from __future__ import annotations

from pathlib import Path

import pytest

from benchmill.evaluating.entities import spacy_reader
from benchmill.records import UsageError
from benchmill.scorer.asqa import disambig_f1

spacy = pytest.importorskip("spacy", reason="the extra `entities` is not installed")


def test_a_saved_pipeline_reads_entities_in_order_with_repeats(tmp_path: Path) -> None:
    language = spacy.blank("en")
    language.add_pipe("entity_ruler").add_patterns([{"label": "GPE", "pattern": name} for name in ("Paris", "Rome")])
    language.to_disk(tmp_path / "pipeline")
    read = spacy_reader(str(tmp_path / "pipeline"))
    assert read("Paris, Rome and Paris.") == ["Paris", "Rome", "Paris"]
    assert disambig_f1([read("Rome")], read("in Rome")) == 1.0


def test_a_pipeline_that_is_absent_or_finds_nothing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'no_such_pipeline' is not installed; install it with: python -m spacy"):
        spacy_reader("no_such_pipeline")
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(UsageError, match="finds no entities"):
        spacy_reader(str(tmp_path / "blank"))
