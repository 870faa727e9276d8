"""Another tool's benchmark file, docs, a workspace -> the next edition, with the file's questions as items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmill.editions.commit import close_edition
from benchmill.editions.hand_edits import refuse_hand_edits
from benchmill.editions.item_rows import Draft
from benchmill.generator.kinds import WritingTask
from benchmill.growing.basis import Basis
from benchmill.growing.carry_over import Carried
from benchmill.growing.grown import Grown, Judged
from benchmill.growing.growth import Growth
from benchmill.growing.recheck import Kept
from benchmill.growing.selection import Selection
from benchmill.growing.source import Source, read_source, with_unread
from benchmill.importing.aligning import Aligner
from benchmill.importing.foreign import Foreign
from benchmill.importing.imported_candidates import Aligned, align_all
from benchmill.importing.readers import read_foreign
from benchmill.outputs.notebook import html_record
from benchmill.records import Candidate, Chunk, Critique, Failure, InputError, WorkspaceError
from benchmill.records.languages import language_of
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace, item_of
from benchmill.workspace.ledger.store import Edition, Ledger
from benchmill.workspace.place import check_place
from benchmill.workspace.remembered import grow_again

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A record that did not become an item: its place in the file, its own id, and why."""

    place: str
    id: str
    check: str
    reason: str


@dataclass(frozen=True, slots=True)
class ToReview:
    """An item that a person should read: its evidence is only similar to the file's passage, or the file named none."""

    place: str
    id: str
    question: str
    document: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: `records` in the file are `imported`, `known` (the item existed) or left out.

    `aligned` counts passages by how they were found (exact, normalised, aligned). `lost` counts passages that were not
    found although another passage of the same answer was.
    """

    format: str
    records: int
    imported: int
    known: int
    left_out: tuple[LeftOut, ...]
    aligned: Mapping[str, int]
    lost: int
    accepted: int
    edition: int
    kinds: Mapping[str, int]
    out: Path
    notes: tuple[str, ...] = field(default=())
    to_review: tuple[ToReview, ...] = ()

    def reasons(self) -> dict[str, int]:
        """Cause -> number of records left out, largest first."""
        return dict(Counter(one.check for one in self.left_out).most_common())

    def as_json(self) -> dict[str, object]:
        """The object that `import --json` prints; keys are only ever added."""
        return {
            "format": self.format,
            "records": self.records,
            "imported": self.imported,
            "known": self.known,
            "left_out": self.reasons(),
            "anchored": dict(self.aligned),
            "passages_lost": self.lost,
            "accepted": self.accepted,
            "edition": self.edition,
            "kinds": dict(self.kinds),
            "out": str(self.out),
            "notes": list(self.notes),
            "to_review": [asdict(one) for one in self.to_review],
            "left_out_records": [
                {"place": one.place, "id": one.id, "check": one.check, "reason": one.reason} for one in self.left_out
            ],
        }

    def to_frame(self) -> pd.DataFrame:
        """The records that were left out, one row each, with their reason. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows((asdict(one) for one in self.left_out), None)

    def __repr__(self) -> str:
        return f"<Imported: {self.imported} of {self.records} records in {self.out}, edition {self.edition}>"

    def _repr_html_(self) -> str:
        """The counts as a table, for notebooks."""
        return html_record(repr(self), self.as_json())


def import_set(
    file: Path, form: str, docs: Path, out: Path, settings: GrowSettings, *, columns: str | None = None
) -> Imported:
    """Align the questions of `file` with `docs` and add them to the workspace `out` as an edition of its own.

    A new workspace reads and chunks the docs by `settings`, an existing one by its last edition's settings. Items have
    no ratings: the file's authors judged them. Questions that an item already asks are left out.

    Raises UsageError or InputError where the file cannot be read or no record can be aligned; WorkspaceError where
    another process writes there or the docs have changed since the last edition.
    """
    questions = read_foreign(file, form, columns)
    if not questions:
        raise InputError(f"{file} holds no question; nothing was imported")
    workspace = Workspace(out)
    check_place(workspace, docs)
    if workspace.ledger.is_file():
        with Ledger.read(workspace.ledger) as ledger:
            settings = _as_before(ledger.last_edition(), settings)
    source = read_source(docs, settings)
    language = language_of([document.text for document in source.documents], settings.language)
    aligned = align_all(questions, Aligner(source, language))
    if not aligned.candidates:
        raise _none_aligned(file, docs, aligned)
    with workspace.writing() as ledger:
        refuse_hand_edits(workspace, ledger)
        source = with_unread(source, ledger)
        last = ledger.last_edition()
        if last and ledger.source_hashes() != {d.id: d.source_hash for d in source.documents}:
            raise WorkspaceError(
                f"{docs} has changed since the last edition of {out}; bring it up to date first: {grow_again(out)}"
            )
        draft, known, duplicates = _draft(ledger, source, settings, aligned, form)
        added = 0
        if last is None or draft.growth.selection.accepted:
            added = len(close_edition(workspace, ledger, draft).changes.added)
        edition = ledger.last_edition()
        kinds = Counter(item_of(row).item.candidate.kind for row in ledger.items("live"))
    missing = tuple(_left_out(unheld.foreign, unheld.failure) for unheld in aligned.left_out)
    return Imported(
        format=form,
        records=len(questions),
        imported=added,
        known=known,
        left_out=missing + duplicates,
        aligned=aligned.hows,
        lost=aligned.lost,
        accepted=kinds.total(),
        edition=edition.number if edition else 0,
        kinds=dict(kinds.most_common()),
        out=out,
        notes=source.notes,
        to_review=tuple(_to_review(aligned)),
    )


def _none_aligned(file: Path, docs: Path, aligned: Aligned) -> InputError:
    first = aligned.left_out[0]
    return InputError(
        f"none of the {len(aligned.left_out)} records of {file} could be aligned with {docs}; the first,"
        f" {first.foreign.place}: {first.failure.reason}"
    )


def _to_review(aligned: Aligned) -> Iterator[ToReview]:
    for foreign, candidate in aligned.candidates:
        evidence = list(candidate.evidence)
        evidence += [candidate.near_miss.evidence] if candidate.near_miss else []
        for one in evidence:
            if one.origin == "aligned":
                yield ToReview(foreign.place, foreign.id, foreign.question, one.span.document_id, one.span.text)
                break


def _as_before(last: Edition | None, settings: GrowSettings) -> GrowSettings:
    """The last edition's settings: other chunks would change the labels."""
    if last is None:
        return settings
    stored = last.manifest["settings"]
    names = {one.name for one in fields(GrowSettings)}
    pairs = stored.items() if isinstance(stored, Mapping) else ()
    values: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in pairs if n in names}
    return GrowSettings(**values)


def _draft(
    ledger: Ledger, source: Source, settings: GrowSettings, aligned: Aligned, form: str
) -> tuple[Draft, int, tuple[LeftOut, ...]]:
    """(the edition, number of candidates that are items already, candidates that repeat a question)."""
    kept = tuple(item_of(row).item for row in ledger.items("live"))
    everything = len(kept) + len(aligned.candidates)
    selection = Selection(kept, everything, everything, everything, settings.language)
    known = 0
    for _, candidate in aligned.candidates:
        if selection.knows(candidate):
            known += 1
        else:
            selection.select(Grown(WritingTask(None, (_seed(source, candidate),)), (Judged(Critique(candidate)),)))
    selection.failures.extend(unheld.failure for unheld in aligned.left_out)
    last = ledger.last_edition()
    growth = Growth(Kept(kept), selection, grew=False)
    stored = last.manifest["prompts"] if last else {}
    prompts = stored if isinstance(stored, Mapping) else {}
    draft = Draft(Basis(source, settings), Carried(kept, (), ()), (), growth, prompts, form)
    places = {candidate.id: foreign for foreign, candidate in reversed(aligned.candidates)}
    duplicates = tuple(
        _left_out(places[judged.critique.candidate.id], judged.failure)
        for judged in selection.rejected
        if judged.failure is not None
    )
    return draft, known, duplicates


def _seed(source: Source, candidate: Candidate) -> Chunk:
    chunks = source.chunks_of(candidate.document_id)
    return next((chunk for chunk in chunks if chunk.id in candidate.chunk_ids), chunks[0])


def _left_out(foreign: Foreign, failure: Failure) -> LeftOut:
    return LeftOut(foreign.place, foreign.id, failure.check, failure.reason)
