"""A Plan, carried out or not -> what `publish` reports: counts, and for each example that differs in which fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmill.outputs.langsmith.difference import Plan, changed_fields
from benchmill.outputs.langsmith.examples import Stored
from benchmill.outputs.notebook import html_record

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True, slots=True)
class Difference:
    """One example that differs. `action`: create, update, retire; drift or conflict where a person edited it.

    `fields` is name -> (here, there). `example` is its id in LangSmith, empty where it has none.
    """

    item_id: str
    action: str
    question: str
    fields: Mapping[str, tuple[object, object]]
    example: str = ""

    def as_json(self) -> dict[str, object]:
        """The line of the list `differences`, and of the file that `--on-drift pull` writes."""
        fields = {name: {"here": here, "there": there} for name, (here, there) in self.fields.items()}
        return {
            "id": self.item_id,
            "action": self.action,
            "question": self.question,
            "example": self.example,
            "fields": fields,
        }


@dataclass(frozen=True, slots=True)
class Published:
    """The result of `publish`; in a dry run, of what it would do. `foreign` examples are people's own."""

    dataset: str
    dataset_id: str
    url: str
    edition: int
    tag: str
    dry_run: bool
    created: int
    updated: int
    retired: int
    unchanged: int
    drift: int
    conflict: int
    foreign: int
    requests: int
    differences: tuple[Difference, ...]
    pulled: Path | None = None
    notes: tuple[str, ...] = ()

    @property
    def pending(self) -> bool:
        """Whether a dry run found something to write."""
        return self.dry_run and bool(self.created or self.updated or self.retired)

    def as_json(self) -> dict[str, object]:
        """The object that `publish --json` prints; keys are only ever added."""
        names = ("dataset", "dataset_id", "url", "edition", "tag", "dry_run", "created", "updated", "retired")
        more = ("unchanged", "drift", "conflict", "foreign", "requests")
        return {
            **{name: getattr(self, name) for name in (*names, *more)},
            "differences": [difference.as_json() for difference in self.differences],
            "pulled": str(self.pulled) if self.pulled else None,
            "notes": list(self.notes),
        }

    def to_frame(self) -> pd.DataFrame:
        """What differs, one row an item: what is done with it, and why. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows((one.as_json() for one in self.differences), None)

    def __repr__(self) -> str:
        return f"<Published to {self.dataset}: {self.created} created, {self.updated} updated, {self.retired} retired>"

    def _repr_html_(self) -> str:
        """The counts as a table, for notebooks."""
        return html_record(repr(self), self.as_json())


def differences_of(plan: Plan) -> Iterator[Difference]:
    """The plan as lines: edits first, since they need a person."""
    for edit in plan.edits:
        question = (
            edit.example.question if edit.example else str(edit.stored.inputs.get("question")) if edit.stored else ""
        )
        fields = changed_fields(edit.example, edit.stored) if edit.stored else {}
        action = "conflict" if edit.conflict else "drift"
        yield Difference(edit.item_id, action, question, fields, edit.stored.id if edit.stored else "")
    for example in plan.creates:
        yield Difference(example.item_id, "create", example.question, {})
    for one in plan.updates:
        fields = changed_fields(one.example, one.stored)
        yield Difference(one.example.item_id, "update", one.example.question, fields, one.stored.id)
    for stored in plan.retires:
        yield Difference(stored.item_id, "retire", _question(stored), {}, stored.id)


def _question(stored: Stored | None) -> str:
    return str(stored.inputs.get("question", "")) if stored else ""
