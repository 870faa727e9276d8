"""LlamaIndex's LabelledRagDataset, JSON -> its examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.fields import Record, list_in, text_in, texts_in
from benchmill.outputs.json_files import BadRecord, kind_of, read_json
from benchmill.outputs.readable import readable
from benchmill.records import InputError


@dataclass(frozen=True, slots=True)
class Example:
    """A question. The format has no ids: `place` is the file and the example's number."""

    place: str
    question: str
    answer: str
    contexts: tuple[str, ...]
    id: str = ""


def read_llama_index(path: Path, bad: BadRecord | None = None) -> Iterator[Example]:
    """The examples of a file that `LabelledRagDataset.save_json` wrote.

    An example that cannot be read goes to `bad`; without `bad` it raises InputError naming file and example, as a file
    does that is not of this form or has no examples.
    """
    whole = read_json(path)
    if not isinstance(whole, dict) or "examples" not in whole:
        raise InputError(f"{path}: expected an object with 'examples', found {kind_of(whole)}")
    examples = list_in(whole, "examples", str(path))
    if not examples:
        raise InputError(f"{path} has no examples")
    places = ((f"{path}, example {number}", value) for number, value in enumerate(examples, start=1))
    return (example for _, example in readable(places, _read, bad))


def _read(record: Record, place: str) -> Example:
    contexts = () if record.get("reference_contexts") is None else texts_in(record, "reference_contexts", place)
    return Example(place, text_in(record, "query", place), text_in(record, "reference_answer", place), contexts)
