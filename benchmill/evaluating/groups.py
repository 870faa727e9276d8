"""A benchmark's items -> what scores are grouped and resampled by: kind, style and document of each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmill.evaluating.scores import clusters_of
from benchmill.outputs.json_files import read_json_lines

GROUPED_BY = ("kind", "style", "document")


@dataclass(frozen=True, slots=True)
class Groups:
    """Group (`kind`, `style`, `document`) -> question's name -> its value; without the groups that nobody knows."""

    of: Mapping[str, Mapping[str, str]]

    def clusters(self, names: Sequence[str]) -> list[str] | None:
        """The document of each question, for resampling; None where any is unknown, or all are one."""
        documents = self.of.get("document", {})
        return clusters_of([documents.get(name, "") for name in names])


def groups_of(folder: Path, documents: Mapping[str, str]) -> Groups:
    """From items.jsonl in the workspace `folder`, if it is there; `documents` are those that the gold file names."""
    found: dict[str, dict[str, str]] = {"kind": {}, "style": {}, "document": dict(documents)}
    path = folder / "items.jsonl"
    if path.is_file():
        for _, line in read_json_lines(path):
            name = str(line.get("id", ""))
            for group in GROUPED_BY:
                value = line.get(group)
                if isinstance(value, str) and value and not found[group].get(name):
                    found[group][name] = value
    return Groups({group: values for group, values in found.items() if any(values.values())})
