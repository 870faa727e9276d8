"""FlatItems <-> deepeval's goldens, a JSON list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.outputs.fields import Record, as_object, text_in, texts_in
from benchmill.outputs.flat import FlatItem
from benchmill.outputs.json_files import BadRecord, json_bytes, kind_of, read_records
from benchmill.outputs.readable import readable
from benchmill.outputs.whole_file import write_whole
from benchmill.records import InputError

# How deepeval itself joins a context that it saves as one text.
_JOINED = "|"


@dataclass(frozen=True, slots=True)
class Golden:
    """A question with its ideal context: whole passages, as a retriever returns them.

    Ours carry their id in `metadata`, which deepeval keeps, and the evidence: what of the context proves the answer.
    """

    question: str
    expected: str
    context: tuple[str, ...]
    source: str = ""
    metadata: Mapping[str, object] = field(default_factory=dict)

    @property
    def id(self) -> str:
        found = self.metadata.get("id")
        return found if isinstance(found, str) else ""

    @property
    def evidence(self) -> tuple[str, ...]:
        found = self.metadata.get("evidence")
        return tuple(text for text in found if isinstance(text, str)) if isinstance(found, list) else ()


def goldens_of(items: Iterable[FlatItem]) -> tuple[Golden, ...]:
    """One golden an item; a question without an answer has no context and says so in its expected output."""
    return tuple(
        Golden(
            item.question,
            item.reference,
            tuple(one.text for one in item.gold_chunks),
            item.document,
            {"id": item.id, "kind": item.kind, **item.manner, "evidence": list(item.texts)},
        )
        for item in items
    )


def write_deepeval(path: Path, goldens: Iterable[Golden]) -> None:
    """For `EvaluationDataset.add_goldens_from_json_file`. The context stays a list: deepeval's own save joins it."""
    write_whole(path, json_bytes([_record(golden) for golden in goldens]))


def read_deepeval(path: Path, bad: BadRecord | None = None) -> Iterator[tuple[str, Golden]]:
    """(place, golden) of every element of the list, or of every line; also of files that deepeval saved itself.

    A record goes to `bad` where its input is missing, or its id is that of an earlier one; without `bad` it raises
    InputError naming file and record.
    """
    return readable(read_records(path, bad), _read, bad)


def _record(golden: Golden) -> dict[str, object]:
    return {
        "input": golden.question,
        "expected_output": golden.expected,
        "context": list(golden.context),
        "source_file": golden.source,
        "additional_metadata": dict(golden.metadata),
    }


def _read(record: Record, place: str) -> Golden:
    return Golden(
        question=text_in(record, "input", place),
        expected=_text(record, "expected_output", place),
        context=_context(record, place),
        source=_text(record, "source_file", place),
        metadata=as_object(record.get("additional_metadata") or {}, f"{place}: 'additional_metadata'"),
    )


def _context(record: Record, place: str) -> tuple[str, ...]:
    value = record.get("context")
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(part for part in value.split(_JOINED) if part.strip())
    if not isinstance(value, list):
        raise InputError(f"{place}: 'context' must be a list of texts, not {kind_of(value)}")
    return texts_in(record, "context", place)


def _text(record: Record, key: str, place: str) -> str:
    return "" if record.get(key) is None else text_in(record, key, place)
