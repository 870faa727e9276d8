"""A file that `write_promptfoo` wrote -> its tests: what `export --to promptfoo` keeps."""

from __future__ import annotations

import re
from pathlib import Path

from benchmill.outputs.fields import Record, as_object, list_in, text_in, texts_in
from benchmill.outputs.promptfoo import Case
from tests.outputs.readers.unique_lines import read_unique_lines


def read_promptfoo(path: Path) -> tuple[Case, ...]:
    """The tests of a file that `write_promptfoo` wrote; InputError naming file and line."""
    return read_unique_lines(path, _read, lambda case: case.id)


def as_text(template: str) -> str:
    """What `as_template` was given."""
    return re.sub(r'\{\{ "([{}fp])" \}\}', r"\1", template)


def _read(line: Record, place: str) -> Case:
    values = as_object(line.get("vars"), f"{place}: 'vars'")
    metadata = as_object(line.get("metadata"), f"{place}: 'metadata'")
    for one in list_in(line, "assert", place):
        as_object(one, f"{place}: 'assert'")
    return Case(
        id=text_in(metadata, "id", place),
        kind=text_in(metadata, "kind", place),
        question=as_text(text_in(values, "query", place)),
        reference=as_text(text_in(values, "reference", place)),
        contexts=tuple(map(as_text, texts_in(values, "contexts", place))),
        manner={name: text_in(metadata, name, place) for name in metadata if name not in ("id", "kind")},
    )
