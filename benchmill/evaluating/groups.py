"""A benchmark's items -> kind, style, writer and document of each question, for grouping and resampling scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmill.evaluating.scores import Labels, clusters_of
from benchmill.outputs.json_files import read_json_lines
from benchmill.records import UsageError
from benchmill.settings import EXTRACTIVE

GROUPED_BY = ("kind", "style", "persona", "difficulty", "language", "generator", "document")


@dataclass(frozen=True, slots=True)
class Groups:
    """Group -> question's name -> its value; a group without any known value is left out."""

    of: Labels

    def clusters(self, names: Sequence[str]) -> list[str] | None:
        """The document of each question, for resampling; None where one is unknown, or all questions have the same."""
        documents = self.of.get("document", {})
        return clusters_of([documents.get(name, "") for name in names])

    def caution(self, names: Sequence[str]) -> str:
        """A warning about questions by the built-in writer; empty where no question is.

        >>> Groups({"generator": {"q-1": "extractive", "q-2": "ollama:llama3"}}).caution(["q-1", "q-2"])[:57]
        '1 of 2 questions were written by the built-in writer: the'
        """
        writers = self.of.get("generator", {})
        count = sum(writers.get(name) == EXTRACTIVE for name in names)
        if not count:
            return ""
        some = "the questions" if count == len(names) else f"{count} of {len(names)} questions"
        return f"{some} were written by the built-in writer: they are for a first look, not for choosing a retriever"


def groups_of(folder: Path, documents: Mapping[str, str], more: Sequence[str] = ()) -> Groups:
    """The groups in items.jsonl of the workspace `folder`, if the file exists; the gold file names `documents`.

    `more` names further fields of items.jsonl. Raises UsageError for a field that no item has.
    """
    found: dict[str, dict[str, str]] = {name: {} for name in (*GROUPED_BY, *more)}
    found["document"] = dict(documents)
    path = folder / "items.jsonl"
    fields: dict[str, None] = {}
    if path.is_file():
        for _, line in read_json_lines(path):
            name = str(line.get("id", ""))
            values = labels_in(line)
            fields |= dict.fromkeys(values)
            for group in found:
                if group in values and not found[group].get(name):
                    found[group][name] = values[group]
    for group in more:
        if not found[group]:
            known = ", ".join(sorted(set(fields) - {"id", "question", "answer"})) or "nothing: items.jsonl is missing"
            raise UsageError(f"the items have no {group!r} to group by; there is: {known}")
    return Groups({group: values for group, values in found.items() if any(values.values())})


def labels_in(record: Mapping[str, object]) -> dict[str, str]:
    """The fields of a record that can name a group: texts, numbers, yes and no."""
    return {name: str(value) for name, value in record.items() if isinstance(value, (str, int, float)) and value != ""}
