"""Datasets and examples with all their versions, in memory; it refuses what LangSmith refuses, with its status."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

Row = dict[str, Any]
_NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")


class Refused(Exception):
    """The request ends with this status."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


@dataclass(slots=True)
class Example:
    """`history` is every state with its time; None where it was deleted."""

    id: str
    dataset_id: str
    created_at: str
    history: list[tuple[datetime, Row | None]] = field(default_factory=list)

    def at(self, moment: datetime | None) -> Row | None:
        states = [row for time, row in self.history if moment is None or time <= moment]
        return states[-1] if states else None


@dataclass(slots=True)
class Dataset:
    id: str
    body: Row
    versions: list[datetime] = field(default_factory=list)
    tags: dict[str, datetime] = field(default_factory=dict)


class Store:
    """All data of the server."""

    def __init__(self, atomic: bool, strict_delete: bool) -> None:
        self.datasets: dict[str, Dataset] = {}
        self.examples: dict[str, Example] = {}
        self._atomic = atomic
        self._strict_delete = strict_delete
        self._now = datetime.now(UTC)

    def _tick(self) -> datetime:
        self._now = max(datetime.now(UTC), self._now + timedelta(microseconds=1))
        return self._now

    def create_dataset(self, body: Row) -> Row:
        if any(one.body["name"] == body["name"] for one in self.datasets.values()):
            raise Refused(409, "Dataset with this name already exists.")
        id_ = str(uuid4())
        extra = body.pop("extra", {})
        metadata = extra.get("metadata", {})
        self.datasets[id_] = Dataset(id_, {**body, "metadata": metadata, "created_at": self._tick().isoformat()})
        return self.dataset(id_)

    def dataset(self, id_: str) -> Row:
        one = self._dataset(id_)
        alive = sum(e.dataset_id == id_ and e.at(None) is not None for e in self.examples.values())
        return {"id": id_, "example_count": alive, "tenant_id": str(uuid4()), **one.body}

    def named(self, name: str) -> list[Row]:
        return [self.dataset(one.id) for one in self.datasets.values() if one.body["name"] == name]

    def _dataset(self, id_: str) -> Dataset:
        if id_ not in self.datasets:
            raise Refused(404, "Dataset not found")
        return self.datasets[id_]

    def version(self, dataset_id: str, tag: str) -> Row:
        one = self._dataset(dataset_id)
        found = one.versions[-1] if tag == "latest" and one.versions else one.tags.get(tag)
        if found is None:
            raise Refused(404, f"Dataset version with tag {tag} not found")
        tags = [name for name, time in one.tags.items() if time == found]
        return {"as_of": found.isoformat(), "tags": tags + (["latest"] if found == one.versions[-1] else [])}

    def set_tag(self, dataset_id: str, as_of: str, tag: str) -> None:
        one = self._dataset(dataset_id)
        moment = datetime.fromisoformat(as_of)
        if moment not in one.versions:
            raise Refused(404, "Dataset version not found")
        one.tags[tag] = moment

    def create(self, dataset_id: str, rows: Sequence[Row]) -> Row:
        """Create one version; a bad row refuses the whole request, or, if not atomic, all rows from this row on."""
        dataset = self._dataset(dataset_id)
        moment = self._tick()
        if self._atomic:
            for row in rows:
                self._check_new(dataset, row)
        stored = []
        try:
            for row in rows:
                self._check_new(dataset, row)
                one = Example(row["id"], dataset_id, row.get("created_at") or moment.isoformat())
                metadata = {**(row.get("metadata") or {}), "dataset_split": _splits(row.get("split"))}
                one.history.append(
                    (moment, {"inputs": row.get("inputs"), "outputs": row.get("outputs"), "metadata": metadata})
                )
                self.examples[one.id] = one
                stored.append(one.id)
        finally:
            if stored:
                dataset.versions.append(moment)
        return {"count": len(stored), "example_ids": stored, "as_of": moment.isoformat()}

    def _check_new(self, dataset: Dataset, row: Row) -> None:
        if row["id"] in self.examples:  # a deleted example keeps its id forever
            raise Refused(409, f"Example with id {row['id']} already exists.")
        _check(dataset, row)

    def update(self, dataset_id: str, rows: Sequence[Row]) -> Row:
        """Fields that are left out stay; metadata is replaced, and the split stays where the request names none."""
        dataset = self._dataset(dataset_id)
        for row in rows:
            one = self.examples.get(row["id"])
            if one is None or one.at(None) is None:
                raise Refused(404, f"Example {row['id']} not found")
            if one.dataset_id != dataset_id:
                raise Refused(409, "Examples must belong to the same dataset")
            _check(dataset, row)
        moment = self._tick()
        for row in rows:
            one = self.examples[row["id"]]
            before = one.at(None) or {}
            metadata = before["metadata"] if row.get("metadata") is None else row["metadata"]
            split = before["metadata"]["dataset_split"] if row.get("split") is None else _splits(row["split"])
            after = {
                "inputs": before["inputs"] if row.get("inputs") is None else row["inputs"],
                "outputs": before["outputs"] if row.get("outputs") is None else row["outputs"],
                "metadata": {**metadata, "dataset_split": split},
            }
            one.history.append((moment, after))
        dataset.versions.append(moment)
        return {"count": len(rows), "example_ids": [row["id"] for row in rows], "as_of": moment.isoformat()}

    def delete(self, ids: Iterable[str]) -> None:
        """Delete examples from the newest version; earlier versions keep them."""
        known = [self.examples.get(id_) for id_ in ids]
        alive = [one for one in known if one is not None and one.at(None) is not None]
        if self._strict_delete and len(alive) < len(known):
            raise Refused(404, "Example not found")
        moment = self._tick()
        for one in alive:
            one.history.append((moment, None))
        for dataset_id in {one.dataset_id for one in alive}:
            self._dataset(dataset_id).versions.append(moment)

    def listed(
        self, dataset_id: str, as_of: str, ids: Sequence[str], splits: Sequence[str], offset: int, limit: int
    ) -> list[Row]:
        """Examples in the order of ids; `as_of` is a time or a tag. A list of exactly `limit` ids has no second page:
        404."""
        tagged = self.datasets[dataset_id].tags.get(as_of) if dataset_id in self.datasets else None
        moment = tagged or (datetime.fromisoformat(as_of) if as_of else None)
        if dataset_id:
            self._dataset(dataset_id)
        if ids and offset >= len(ids):
            raise Refused(404, "Examples not found")
        chosen = [self.examples[id_] for id_ in sorted(ids or self.examples) if id_ in self.examples]
        found = []
        for one in chosen:
            row = one.at(moment)
            if row is None or dataset_id not in ("", one.dataset_id):
                continue
            if not splits or set(splits) & set(row["metadata"]["dataset_split"]):
                found.append({"id": one.id, "dataset_id": one.dataset_id, "created_at": one.created_at, **row})
        return found[offset : offset + limit]


def _splits(split: object) -> list[str]:
    return ["base"] if split is None else [split] if isinstance(split, str) else [str(one) for one in split]  # type: ignore[attr-defined]


def _check(dataset: Dataset, row: Mapping[str, Any]) -> None:
    if _NOT_STORABLE.search(json.dumps(row, ensure_ascii=False)) or "\\u0000" in json.dumps(row):
        raise Refused(422, "a text holds what the data base cannot store")
    for part in ("inputs", "outputs"):
        schema, value = dataset.body.get(f"{part}_schema_definition"), row.get(part)
        if not schema or value is None:
            continue
        for name in schema.get("required", ()):
            if name not in value:
                raise Refused(422, f"{part}: {name!r} is a required property")
        for name, kind in schema.get("properties", {}).items():
            types = {"string": str, "boolean": bool, "array": list}
            if name in value and not isinstance(value[name], types[kind["type"]]):
                raise Refused(422, f"{part}: {name!r} is not of type {kind['type']!r}")
