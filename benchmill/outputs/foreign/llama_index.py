"""LlamaIndex's LabelledRagDataset, JSON -> its examples."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.fields import as_object, list_in, text_in, texts_in
from benchmill.outputs.json_files import kind_of, read_json
from benchmill.records import InputError


@dataclass(frozen=True, slots=True)
class Example:
    """A question. The format has no ids: `place` is the file and the example's number."""

    place: str
    question: str
    answer: str
    contexts: tuple[str, ...]


def read_llama_index(path: Path) -> tuple[Example, ...]:
    """The examples of a file that `LabelledRagDataset.save_json` wrote; InputError naming file and example."""
    whole = read_json(path)
    if not isinstance(whole, dict) or "examples" not in whole:
        raise InputError(f"{path}: expected an object with 'examples', found {kind_of(whole)}")
    found = []
    for number, value in enumerate(list_in(whole, "examples", str(path)), start=1):
        place = f"{path}, example {number}"
        record = as_object(value, place)
        contexts = () if record.get("reference_contexts") is None else texts_in(record, "reference_contexts", place)
        found.append(
            Example(place, text_in(record, "query", place), text_in(record, "reference_answer", place), contexts)
        )
    if not found:
        raise InputError(f"{path} has no examples")
    return tuple(found)
