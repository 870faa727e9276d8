"""giskard's QATestset, JSON Lines -> its samples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.fields import Record, as_object, text_in
from benchmill.outputs.json_files import BadRecord, read_records
from benchmill.outputs.readable import readable

# How giskard joins the documents of a question: "Document ID: text", blank lines between.
_DOCUMENT = re.compile(r"(?:\A|\n\n)Document [\w-]+: ")


@dataclass(frozen=True, slots=True)
class Sample:
    """A question; `contexts` are the documents it was made from, `question_type` e.g. `simple` or `double`."""

    place: str
    id: str
    question: str
    answer: str
    contexts: tuple[str, ...]
    question_type: str = ""


def read_giskard(path: Path, bad: BadRecord | None = None) -> Iterator[Sample]:
    """The samples of a file that `QATestset.save` wrote.

    A line that cannot be read, or with the id of an earlier one, goes to `bad`; without `bad` it raises InputError
    naming file and line.
    """
    return (sample for _, sample in readable(read_records(path, bad), _read, bad))


def _read(record: Record, place: str) -> Sample:
    # pandas reads and writes ids of digits as numbers
    id_ = str(record["id"]) if isinstance(record.get("id"), int) else text_in(record, "id", place)
    metadata = as_object(record.get("metadata") or {}, f"{place}: 'metadata'")
    return Sample(
        place,
        id_,
        text_in(record, "question", place),
        text_in(record, "reference_answer", place),
        _documents(text_in(record, "reference_context", place, "")),
        text_in(metadata, "question_type", place, ""),
    )


def _documents(context: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _DOCUMENT.split(context) if part.strip())
