"""Benchmark <-> items.jsonl, everything about every item; rejects <-> rejected.jsonl, what did not make it and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from benchmill.outputs.candidate_record import candidate_record, read_candidate, read_verdicts, verdict_records
from benchmill.outputs.fields import Record, number_in, text_in, texts_in
from benchmill.outputs.json_files import json_lines
from benchmill.outputs.whole_file import write_whole
from benchmill.records import Benchmark, Candidate, Critique, Failure, InputError, Item, Stage, Verdict


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """An item with the headings above its first passage, which the item itself does not carry."""

    item: Item
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that did not become an item, the failure that ended its way, and the verdicts it had by then."""

    candidate: Candidate
    failure: Failure
    verdicts: tuple[Verdict, ...] = ()


def item_records(benchmark: Benchmark) -> tuple[ItemRecord, ...]:
    """The benchmark's items in its order, each with the headings of its first chunk."""
    headings = {chunk.id: chunk.headings for chunk in benchmark.chunks}
    return tuple(
        ItemRecord(item, next((headings[id_] for id_ in item.candidate.chunk_ids if id_ in headings), ()))
        for item in benchmark.items
    )


def write_items(path: Path, items: Iterable[ItemRecord]) -> None:
    """items.jsonl: one line an item, lossless."""
    write_whole(path, json_lines(item_line(record) for record in items))


def item_line(record: ItemRecord) -> dict[str, object]:
    """The object that holds an item in a line of items.jsonl."""
    item = record.item
    words = candidate_record(item.candidate)
    return {
        "id": item.id,
        **words,
        "headings": list(record.headings),
        "ratings": verdict_records(item.critique.verdicts),
        "generator": item.generator,
        "prompt": item.prompt,
        "review": item.review,
        "chapter": item.chapter,
        "question_number": item.question_number,
    }


def parse_item(line: Record, place: str) -> ItemRecord:
    """The item that `item_line` wrote; InputError beginning with `place` where the line holds no item."""
    candidate = read_candidate(line, place)
    try:
        item = Item(
            id=text_in(line, "id", place),
            critique=Critique(candidate, read_verdicts(line.get("ratings", {}), candidate.id, f"{place}, ratings")),
            chapter=number_in(line, "chapter", place),
            question_number=number_in(line, "question_number", place),
            generator=text_in(line, "generator", place, ""),
            prompt=text_in(line, "prompt", place, ""),
            review=text_in(line, "review", place, ""),
        )
    except ValueError as error:
        raise InputError(f"{place}: {error}") from error
    return ItemRecord(item, texts_in(line, "headings", place, []))


def rejected_line(rejected: Rejected) -> dict[str, object]:
    """The object that holds a rejected candidate in a line of rejected.jsonl."""
    failure = rejected.failure
    return {
        "id": rejected.candidate.id,
        "check": failure.check,
        "reason": failure.reason,
        "stage": failure.stage,
        "failed_request": failure.request_key,
        **candidate_record(rejected.candidate),
        "ratings": verdict_records(rejected.verdicts),
    }


def parse_rejected(line: Record, place: str) -> Rejected:
    """The rejected candidate that `rejected_line` wrote; InputError beginning with `place` where it is another."""
    stage = text_in(line, "stage", place)
    if stage not in get_args(Stage):
        raise InputError(f"{place}: 'stage' must be one of {', '.join(get_args(Stage))}, not {stage!r}")
    candidate = read_candidate(line, place)
    failure = Failure(
        stage=cast("Stage", stage),
        subject_id=candidate.id,
        check=text_in(line, "check", place),
        reason=text_in(line, "reason", place),
        request_key=text_in(line, "failed_request", place, ""),
    )
    return Rejected(candidate, failure, read_verdicts(line.get("ratings", {}), candidate.id, f"{place}, ratings"))
