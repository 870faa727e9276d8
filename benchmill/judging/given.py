"""ANSWERS file -> Given answers by item id: JSON Lines of {id, answer, passages?}, or one JSON object {id: answer}."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmill.evaluating.fastbook import passages_in
from benchmill.outputs.fields import as_object, text_in
from benchmill.outputs.json_files import first_line, kind_of, read_json, read_json_lines
from benchmill.records import InputError
from benchmill.records.listing import some_of


@dataclass(frozen=True, slots=True)
class Given:
    """What the system answered; `passages` are those it had retrieved, None where the file does not say."""

    answer: str
    passages: tuple[str, ...] | None = None


def read_answers(path: Path, known: Collection[str]) -> dict[str, Given]:
    """Item id -> answer. `null` as an answer is an empty one: the system declined.

    Raises InputError naming file and place: no JSON, an id twice, ids that are not `known`, no answers at all.
    """
    found: dict[str, Given] = {}
    for place, id_, given in _entries(path):
        if id_ in found:
            raise InputError(f"{place}: {id_!r} has an answer already")
        found[id_] = given
    if not found:
        raise InputError(f"{path} holds no answers")
    unknown = [repr(id_) for id_ in found if id_ not in known]
    if unknown:
        raise InputError(
            f"{path} answers questions that the benchmark does not have: {some_of(unknown)}; is it of"
            f" another edition? The benchmark's first is {next(iter(known), 'none')!r}"
        )
    return found


def _entries(path: Path) -> Iterator[tuple[str, str, Given]]:
    """(place, id, answer) of every entry, whichever form the file has."""
    if _is_json_lines(path):
        for number, line in read_json_lines(path):
            place = f"{path}, line {number}"
            if "error" not in line or "answer" in line:  # `benchmill run` notes where the system failed: no answer
                yield place, *_record(line, place)
        return
    whole = read_json(path)
    if isinstance(whole, list):
        for number, entry in enumerate(whole, start=1):
            place = f"{path}, entry {number}"
            yield place, *_record(as_object(entry, place), place)
    elif isinstance(whole, dict):
        for id_, answer in whole.items():
            yield str(path), id_, Given(_answer(answer, f"{path}, answer to {id_!r}"))
    else:
        raise InputError(f"{path}: expected answers by id, found {kind_of(whole)}")


def _record(line: dict[str, object] | object, place: str) -> tuple[str, Given]:
    record = as_object(line, place)
    passages = record.get("passages")
    if "answer" not in record:
        remedy = 'null or "" says that the system declined'
        if passages is not None:
            remedy += "; `benchmill score` reads a file of retrieved passages without answers"
        raise InputError(f"{place}: 'answer' is missing; {remedy}")
    return text_in(record, "id", place), Given(
        _answer(record["answer"], place),
        None if passages is None else tuple(passages_in(passages, f"{place}, 'passages'")),
    )


def _answer(value: object, place: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{place}: the answer must be a text or null, not {kind_of(value)}")
    return value


def _is_json_lines(path: Path) -> bool:
    """Whether the first line that is not blank is a whole record, not the beginning of one object over many lines."""
    return bool({"id", "answer"} & first_line(path).keys())
