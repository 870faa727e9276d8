"""giskard's QATestset, JSON Lines -> its samples."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.fields import as_object, text_in
from benchmill.outputs.json_files import read_records
from benchmill.records import InputError

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


def read_giskard(path: Path) -> tuple[Sample, ...]:
    """The samples of a file that `QATestset.save` wrote; InputError naming file and line, or an id twice."""
    found: dict[str, Sample] = {}
    for place, value in read_records(path):
        record = as_object(value, place)
        # pandas reads and writes ids of digits as numbers
        id_ = str(record["id"]) if isinstance(record.get("id"), int) else text_in(record, "id", place)
        if id_ in found:
            raise InputError(f"{place}: the id {id_!r} is used in an earlier line, too")
        metadata = as_object(record.get("metadata") or {}, f"{place}: 'metadata'")
        found[id_] = Sample(
            place,
            id_,
            text_in(record, "question", place),
            text_in(record, "reference_answer", place),
            _documents(text_in(record, "reference_context", place, "")),
            text_in(metadata, "question_type", place, ""),
        )
    return tuple(found.values())


def _documents(context: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _DOCUMENT.split(context) if part.strip())
