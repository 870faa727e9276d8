"""A docs folder and a workspace -> the next edition of the benchmark, for first and nightly runs."""

from __future__ import annotations

import gc
import time
from collections.abc import Collection, Iterable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from benchmill.chat.cluster.ray_cluster import RayCluster
from benchmill.critique.duplicates import Duplicates
from benchmill.editions.commit import close_edition, still_current
from benchmill.editions.hand_edits import refuse_hand_edits
from benchmill.editions.item_rows import Draft
from benchmill.growing.basis import Basis
from benchmill.growing.carry_over import Alignments, Carried, carry, returning
from benchmill.growing.chunks_on_cluster import chunked_on
from benchmill.growing.description import keep_description, kept_description, names_product
from benchmill.growing.grow_items import grow_items
from benchmill.growing.prospect import Prospect
from benchmill.growing.retirement import refuse_mass_retirement
from benchmill.growing.source import Source, read_source, with_unread
from benchmill.growing.staleness import stale
from benchmill.indexing.facts_file import KeptFacts
from benchmill.records import Chunk, Item
from benchmill.running.progress import Progress, Silent
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace, item_of, record_of
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import Outcome
from benchmill.workspace.place import check_place
from benchmill.workspace.remembered import remember


def grow(docs: Path | Source, out: Path, settings: GrowSettings, progress: Progress | None = None) -> Outcome:
    """Grow the benchmark in workspace `out` from the folder `docs` (or from loaded documents), or bring it up to date.

    Items whose evidence is still verbatim are carried over without a call, and so are items of files that cannot be
    read today. Only missing items are grown, and no recorded call is paid again. The outcome reports what the run did
    and, in `ended_by`, what ended it early.

    Raises UsageError or InputError before anything was started; ModelUnreachable or ModelRefused where the model does
    not answer at all; WorkspaceError where another process writes there, where the ledger is lost or items.jsonl was
    edited by hand, and where more than a fifth of the items would be retired without `settings.allow_retire`;
    BatchSubmitted, which is no error, where `settings.no_wait` leaves a batch for the same call another time.
    """
    progress = progress or Silent()
    started = time.monotonic()
    workspace = Workspace(out)
    check_place(workspace, docs if isinstance(docs, Path) else None)
    if isinstance(docs, Path) and not docs.exists():
        read_source(docs, settings)  # raises: nothing is written for a folder that is not there
    with workspace.writing() as ledger, KeptFacts(workspace.facts) as kept:
        refuse_hand_edits(workspace, ledger)
        source = docs if isinstance(docs, Source) else read_source(docs, settings, ledger, kept)
        source = with_unread(source, ledger)
        source = replace(source, kept=kept)
        basis = Basis(source, settings, kept_description(ledger))
        if not settings.by_rules and not settings.about:
            _keep_description(ledger, basis.prompt_set.about, progress)
        if done := still_current(workspace, ledger, basis):
            return replace(done, seconds=time.monotonic() - started)
        with RayCluster() if settings.engine == "ray" else nullcontext() as cluster:
            if cluster is not None:
                basis = replace(basis, source=chunked_on(cluster, source))
            outcome = _grow(workspace, ledger, basis, progress)
        remember(ledger, settings, docs if isinstance(docs, Path) else None)
    return replace(outcome, seconds=time.monotonic() - started)


def _keep_description(ledger: Ledger, line: str, progress: Progress) -> None:
    """Keep the line about the documents before anything is paid; show it once where no product's name is certain."""
    if not kept_description(ledger) and not names_product(line):
        progress.note(f"in the prompts your docs are {line}; better questions come from --about 'NAME, what it is'")
    keep_description(ledger, line)


def _grow(workspace: Workspace, ledger: Ledger, basis: Basis, progress: Progress) -> Outcome:
    """The next edition, in the workspace."""
    carried, spare = _carry_over(ledger, basis.source, basis.settings)
    find_stale = stale(ledger, ledger.last_edition(), basis)
    growth = grow_items(Prospect(basis, ledger, progress, _dropped(ledger)), carried.items, find_stale)
    if growth.ended_by is not None:
        growth.ended_by.__traceback__ = None  # its frames hold the index and the tasks of the run
    gc.collect()  # of a large folder these are 20 MB, in cycles that nothing else would look for before the end
    return close_edition(workspace, ledger, Draft(basis, carried, spare, growth, basis.prompts))


def _carry_over(ledger: Ledger, source: Source, settings: GrowSettings) -> tuple[Carried, tuple[Item, ...]]:
    """The last edition's items on today's documents: those wanted, and those beyond the number wanted."""
    rows = ledger.items("live", "surplus")
    former = ledger.source_hashes()
    documents = {document.id: document for document in source.documents}
    changed = {name: document for name, document in documents.items() if former.get(name) != document.source_hash}

    def chunks_of(document_id: str) -> tuple[Chunk, ...]:
        return source.chunks_of(document_id) if document_id in changed else ()

    carried = carry((item_of(row).item for row in rows), Alignments(documents, former), chunks_of)
    live = {row.id for row in rows if row.state == "live"}
    going = [one for one in carried.retired if one.item.id in live]
    refuse_mass_retirement(going, len(live), allow=settings.allow_retire)
    retired = (row for row in ledger.items("retired") if row.cause == "evidence") if changed else ()
    pages = {"", *changed}
    lost = [item_of(row).item for row in retired if record_of(row)["document"] in pages]
    back = _unless_repeated(returning(lost, changed, chunks_of), carried, settings.language)
    return _within(replace(carried, returned=back), settings.questions, _wanted_by_people(ledger))


def _unless_repeated(back: Iterable[Item], carried: Carried, language: str) -> tuple[Item, ...]:
    """The items of `back` whose question no present item asks."""
    back = tuple(back)
    if not back:
        return ()
    known = Duplicates(language or "en")
    for item in (*carried.kept, *carried.moved):
        known.add(item.candidate)
    taken = []
    for item in back:
        if known.find(item.candidate) is None:
            known.add(item.candidate)
            taken.append(item)
    return tuple(taken)


def _dropped(ledger: Ledger) -> tuple[Item, ...]:
    """Items that people dropped: their questions are not asked again."""
    return tuple(item_of(row).item for row in ledger.items("retired") if row.cause == "person")


def _wanted_by_people(ledger: Ledger) -> frozenset[str]:
    """The ids of the items that a person wrote, changed or accepted, by the last decision about each."""
    last = {decision.item_id: decision.verb for decision in ledger.decisions()}
    return frozenset(id_ for id_, verb in last.items() if verb in ("add", "edit", "accept", "restore"))


def _within(carried: Carried, wanted: int, by_people: Collection[str] = ()) -> tuple[Carried, tuple[Item, ...]]:
    """(`carried` cut to `wanted` items, the rest): items that people want first, then one of each chapter, then more.

    An item that came back precedes the items that replaced it: it has the lower number.
    """
    pool = sorted(carried.items, key=lambda item: (item.id not in by_people, item.question_number, item.chapter))
    spare = tuple(pool[wanted:])
    ids = {item.id for item in spare}

    def wanted_of(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(item for item in items if item.id not in ids)

    parts = wanted_of(carried.kept), wanted_of(carried.moved), carried.retired, wanted_of(carried.returned)
    return Carried(*parts), spare
