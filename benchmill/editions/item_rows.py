"""A Draft -> the ledger's item rows, the chapters, and what the edition did to each item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from benchmill.editions.numbering import Numbering
from benchmill.growing.basis import Basis
from benchmill.growing.carry_over import Carried
from benchmill.growing.growth import Growth
from benchmill.growing.source import Source
from benchmill.outputs.json_files import json_line
from benchmill.outputs.jsonl import ItemRecord, item_line
from benchmill.records import Critique, Item
from benchmill.settings import GrowSettings
from benchmill.version import VERSION
from benchmill.workspace.folder import item_of
from benchmill.workspace.ledger.rows import Cause
from benchmill.workspace.ledger.store import ItemRow, Ledger, State
from benchmill.workspace.outcome import Change, Changes


@dataclass(frozen=True, slots=True)
class Draft:
    """All parts of an edition before it is numbered and committed.

    `spare` are items beyond the number wanted; `prompts` the fingerprints of the prompts used, by name; `imported` the
    format the new items were imported from, empty where they were grown.
    """

    basis: Basis
    carried: Carried
    spare: tuple[Item, ...]
    growth: Growth
    prompts: Mapping[str, str] = field(default_factory=dict)
    imported: str = ""

    @property
    def source(self) -> Source:
        return self.basis.source

    @property
    def settings(self) -> GrowSettings:
        return self.basis.settings

    @property
    def generator(self) -> str:
        """The name of the writer of the new items."""
        return f"import:{self.imported}" if self.imported else self.settings.model


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows to write into the ledger: only those that differ from the ledger's."""

    items: tuple[ItemRow, ...]
    chapters: dict[str, int]
    changes: Changes


def build_rows(ledger: Ledger, draft: Draft, edition: int) -> Rows:
    """Rows of edition number `edition`. An item that comes back (its words were accepted before) keeps its number."""
    before = {row.id: row for row in ledger.items()}
    numbering = Numbering.after(ledger.chapters(), ((row.chapter, row.question_number) for row in before.values()))
    _follow_renames(draft, before, numbering)
    grown = _numbered(draft, before, numbering)
    rows: list[ItemRow] = []
    last = ledger.last_edition()
    # a record has what benchmill counts from the item's words, so another version makes it anew
    same_version = last is not None and last.manifest.get("benchmill") == VERSION

    def put(item: Item, state: State, reason: str = "", cause: Cause = "") -> None:
        old = before.get(item.id)
        former = item_of(old) if old else None
        if old and former and former.item == item and same_version:
            record = old.record
        else:
            record = json_line(item_line(ItemRecord(item, _headings(draft.source, item, former)))).decode()
        row = ItemRow(item.id, item.chapter, item.question_number, state, record, reason, edition, edition, cause)
        if old is None:
            rows.append(row)
        elif (old.state, old.record, old.reason, old.cause) != (state, record, reason, cause):
            rows.append(replace(row, added=old.added if old.state != "retired" else edition))

    kept = draft.growth.kept
    for item in kept.items:
        put(item, "live")
    for item in draft.spare:
        put(item, "surplus", "more items than were wanted")
    for retired in (*draft.carried.retired, *kept.retired):
        put(retired.item, "retired", retired.reason, retired.cause)
    for item in grown:
        put(item, "live")
    return Rows(tuple(rows), numbering.chapters, _changes(draft, before, grown))


def _changes(draft: Draft, before: dict[str, ItemRow], grown: list[Item]) -> Changes:
    """One change for each item, the most important that applies: back again, changed, moved, kept."""
    moved = {item.id for item in draft.carried.moved}
    sorted_out: dict[str, list[Change]] = {"added": [], "changed": [], "moved": [], "kept": []}
    for item in grown:
        sorted_out["added"].append(_change(item, "it came back" if item.id in before else ""))
    for item in draft.growth.kept.items:
        if before[item.id].state == "surplus":
            sorted_out["added"].append(_change(item, "wanted again"))
        elif before[item.id].state == "retired":
            sorted_out["added"].append(_change(item, "its evidence is there again"))
        elif item.id in draft.growth.kept.changed:
            sorted_out["changed"].append(_change(item, draft.growth.kept.changed[item.id]))
        elif item.id in moved:
            sorted_out["moved"].append(_change(item, "its evidence moved"))
        else:
            sorted_out["kept"].append(_change(item))
    gone = [_change(retired.item, retired.reason) for retired in (*draft.carried.retired, *draft.growth.kept.retired)]
    left = [_change(i, "more items than were wanted: kept") for i in draft.spare if before[i.id].state == "live"]
    return Changes(**{name: tuple(found) for name, found in sorted_out.items()}, retired=(*gone, *left))


def _change(item: Item, reason: str = "") -> Change:
    return Change(item.id, item.candidate.document_id, item.candidate.question, reason)


def _follow_renames(draft: Draft, before: dict[str, ItemRow], numbering: Numbering) -> None:
    """Let a renamed file keep its chapter, so that its question numbers continue."""
    today = {document.id for document in draft.source.documents}
    for item in draft.carried.moved:
        former = item_of(before[item.id]).item.candidate.document_id
        if former not in today:
            numbering.renamed(former, item.candidate.document_id)


def _numbered(draft: Draft, before: dict[str, ItemRow], numbering: Numbering) -> list[Item]:
    """The accepted candidates as items: with new numbers, or with those of an earlier edition."""
    new: list[Critique] = []
    back: list[Item] = []
    for critique in draft.growth.selection.accepted:
        old = before.get(Item.id_for(critique.candidate))
        if old is None:
            new.append(critique)
        else:
            back.append(replace(item_of(old).item, critique=critique))
    return back + numbering.number(new, draft.source.documents, draft.generator, draft.prompts)


def _headings(source: Source, item: Item, former: ItemRecord | None) -> tuple[str, ...]:
    """The heading path above an item's first passage: today's where its document was chunked, else the `former` one."""
    wanted = item.candidate.chunk_ids
    if former and former.item.candidate.chunk_ids == wanted:
        return former.headings
    if not source.has(item.candidate.document_id):
        return former.headings if former else ()
    return next((each.headings for each in source.chunks_of(item.candidate.document_id) if each.id in wanted), ())
