"""Batches made by child processes: the same as here, in their order, also where a child ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmill.growing.source import read_source
from benchmill.indexing.all_cores import on_all_cores
from benchmill.indexing.kept_facts import MANY
from benchmill.settings import GrowSettings


def ended_in_a_child(batch: tuple[int, int]) -> Sequence[int]:
    here, number = batch
    if os.getpid() != here:
        os.kill(os.getpid(), signal.SIGKILL)
    return [number]


def process_of(_batch: int) -> Sequence[int]:
    return [os.getpid()]


def test_the_results_come_in_the_order_of_the_batches() -> None:
    texts = [f"{number} of many" for number in range(100)]
    assert list(on_all_cores(str.split, texts)) == [text.split() for text in texts]
    assert list(on_all_cores(str.split, [])) == []


def test_the_work_is_done_in_other_processes_which_end_where_no_more_is_wanted() -> None:
    made = on_all_cores(process_of, range(1_000))
    (process,) = next(made)
    assert process != os.getpid()
    made.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_the_batch_of_a_child_that_ended_is_made_here() -> None:
    batches = [(os.getpid(), number) for number in range(40)]
    assert list(on_all_cores(ended_in_a_child, batches)) == [[number] for number in range(40)]


def test_what_the_function_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        list(on_all_cores(_numbers, ["1 2", "three"]))


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def test_the_tasks_of_many_documents_are_those_that_are_made_one_after_the_other(tmp_path: Path) -> None:
    for number in range(MANY):
        steps = "".join(f"{step}. Turn the wheel {number} by {step} notches.\n" for step in range(1, number % 4 + 1))
        (tmp_path / f"{number}.md").write_text(f"# Wheel {number}\n\nTo set the wheel:\n\n{steps}", encoding="utf-8")
    source = read_source(tmp_path, GrowSettings())
    pages = source.pages({chunk.id for chunk in source.chunks()})

    cut = [(document, source.chunks_of(document.id)) for document in source.documents]
    assert list(pages.own.each("tasks")) == list(pages.own.kind.make(cut))
    assert sum(b"procedure" in own for (own,) in pages.own.each("tasks")) >= MANY // 4
