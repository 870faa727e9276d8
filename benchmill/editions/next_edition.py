"""A docs folder and a workspace -> the next edition of the benchmark: the main job, and the nightly one."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from benchmill.editions.commit import close_edition, prompt_sets, still_current
from benchmill.editions.item_rows import Draft
from benchmill.growing.carry_over import Alignments, Carried, carry
from benchmill.growing.grow_items import Grower
from benchmill.growing.source import Source, read_source
from benchmill.growing.staleness import stale
from benchmill.records import Chunk, Item
from benchmill.running.progress import Progress, Silent
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace, item_of
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import Outcome


def grow(docs: Path | Source, out: Path, settings: GrowSettings, progress: Progress | None = None) -> Outcome:
    """Grow the benchmark in workspace `out` from the folder `docs` (or from loaded documents), or bring it up to date.

    Items whose evidence is still verbatim are carried over without a call; only what is missing is grown, and a call
    that was answered once is never paid again. The outcome says what was done and, in `ended_by`, what ended it early.

    Raises UsageError or InputError before anything was started; ModelUnreachable or ModelRefused where the model does
    not answer at all; WorkspaceError where another process writes there; BatchSubmitted, which is no error, where
    `settings.no_wait` leaves a batch to be picked up by the same call another time.
    """
    progress = progress or Silent()
    started = time.monotonic()
    source = docs if isinstance(docs, Source) else read_source(docs, settings)
    workspace = Workspace(out)
    with workspace.locked(), Ledger.open(workspace.ledger) as ledger:
        if done := still_current(workspace, ledger, source, settings):
            return replace(done, seconds=time.monotonic() - started)
        carried, spare = _carry_over(ledger, source, settings)
        find_stale = stale(ledger, ledger.last_edition(), source, settings)
        growth = Grower(source, settings, ledger, progress).grow((*carried.kept, *carried.moved), find_stale)
        draft = Draft(source, settings, carried, spare, growth, prompt_sets(source, settings))
        outcome = close_edition(workspace, ledger, draft)
    return replace(outcome, seconds=time.monotonic() - started)


def _carry_over(ledger: Ledger, source: Source, settings: GrowSettings) -> tuple[Carried, tuple[Item, ...]]:
    """Yesterday's items on today's documents: those wanted, and those beyond the number wanted."""
    rows = ledger.items("live", "surplus")
    former = ledger.source_hashes()
    documents = {document.id: document for document in source.documents}
    changed = {name for name, document in documents.items() if former.get(name) != document.source_hash}

    def chunks_of(document_id: str) -> tuple[Chunk, ...]:
        return source.chunks_of(document_id) if document_id in changed else ()

    carried = carry((item_of(row).item for row in rows), Alignments(documents, former), chunks_of)
    return _within(carried, settings.questions)


def _within(carried: Carried, wanted: int) -> tuple[Carried, tuple[Item, ...]]:
    """The first `wanted` items, one of each chapter before a second of any; and the rest."""
    pool = sorted((*carried.kept, *carried.moved), key=lambda item: (item.question_number, item.chapter))
    spare = tuple(pool[wanted:])
    ids = {item.id for item in spare}
    return (
        Carried(
            tuple(item for item in carried.kept if item.id not in ids),
            tuple(item for item in carried.moved if item.id not in ids),
            carried.retired,
        ),
        spare,
    )
