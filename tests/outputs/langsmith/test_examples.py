"""Items -> examples: what people read there, whatever the item holds."""

from __future__ import annotations

import json
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.outputs.jsonl import ItemRecord
from benchmill.outputs.langsmith.applying import BYTES_A_REQUEST, ROWS_A_REQUEST, batches
from benchmill.outputs.langsmith.examples import example_of, first_id, later_id
from benchmill.outputs.langsmith.splits import Splits
from benchmill.records import Item, UsageError
from tests.outputs.invented import items, texts

DATASET = str(uuid.UUID(int=7))


@settings(max_examples=150)
@given(item=items(1), headings=st.lists(texts, max_size=2).map(tuple))
def test_an_example_of_any_item_is_json_that_any_data_base_holds(item: Item, headings: tuple[str, ...]) -> None:
    example = example_of(ItemRecord(item, headings), 2, Splits())
    text = json.dumps([example.inputs, example.outputs, example.metadata()], ensure_ascii=False)
    assert text.encode("utf-8")
    assert "\\u0000" not in text
    assert example.outputs["answer"]
    assert example.outputs["answerable"] == (item.candidate.kind != "unanswerable")
    assert example.metadata()["item_hash"] == example.hash


@settings(max_examples=50)
@given(item=items(1))
def test_the_number_of_the_edition_is_no_difference_and_every_word_is_one(item: Item) -> None:
    one, other = (example_of(ItemRecord(item), edition, Splits()) for edition in (1, 2))
    assert one.hash == other.hash
    assert example_of(ItemRecord(item, ("Another heading",)), 1, Splits()).hash != one.hash


def test_ids_are_of_the_dataset_and_the_item_alone() -> None:
    assert first_id(DATASET, "q-1") == first_id(DATASET, "q-1")
    assert len({first_id(DATASET, "q-1"), first_id(DATASET, "q-2"), first_id(str(uuid.UUID(int=8)), "q-1")}) == 3
    assert later_id(DATASET, "q-1", "t") != first_id(DATASET, "q-1")


@pytest.mark.parametrize("text", ["test", "test=", "test=x", "=0.5", "test=0", "test=1.5", "retired=0.1", "test=nan"])
def test_a_wrong_split_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match=r"test=0\.2"):
        Splits.parse([text])


def test_shares_of_more_than_everything_and_a_name_twice_are_refused() -> None:
    with pytest.raises(UsageError, match="more than 1"):
        Splits.parse(["a=0.6", "b=0.6"])
    with pytest.raises(UsageError, match="each name once"):
        Splits.parse(["a=0.1", "a=0.2"])


@given(st.sets(st.integers(0, 10**9), min_size=300, max_size=300))
@settings(max_examples=10)
def test_shares_are_kept_by_and_large(numbers: set[int]) -> None:
    splits = Splits.parse(["test=0.2", "dev=0.3"])
    drawn = [splits.of(f"q-{number:016x}", "factoid") for number in numbers]
    assert 20 < drawn.count("test") < 110
    assert 45 < drawn.count("dev") < 145
    assert set(drawn) <= {"test", "dev", "base"}


@given(st.lists(st.sampled_from([1, 1000, BYTES_A_REQUEST // 2, BYTES_A_REQUEST * 2]), max_size=500))
def test_batches_hold_everything_in_order_within_both_limits(sizes: list[int]) -> None:
    made = list(batches(sizes, lambda size: size))
    assert [size for batch in made for size in batch] == sizes
    for batch in made:
        assert 0 < len(batch) <= ROWS_A_REQUEST
        assert sum(batch) <= BYTES_A_REQUEST or len(batch) == 1
