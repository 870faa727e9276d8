"""A Draft -> the next edition: numbered, committed in one transaction, written out as files; and its Outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from benchmill.critique.checks.language_data import without_data
from benchmill.editions.edition_record import edition_of, findings_of, fingerprint
from benchmill.editions.item_rows import Draft, build_rows
from benchmill.editions.workspace_files import write_files
from benchmill.growing.basis import Basis
from benchmill.growing.unread import unread_in
from benchmill.prompts.languages import language_name
from benchmill.records import Item
from benchmill.records.languages import shown_language
from benchmill.workspace.folder import Workspace, item_of
from benchmill.workspace.ledger.store import Edition, Ledger
from benchmill.workspace.outcome import Change, Changes, Outcome

_READ_FOR_LANGUAGE = 50  # documents


def still_current(workspace: Workspace, ledger: Ledger, basis: Basis) -> Outcome | None:
    """The last edition's outcome where its inputs are unchanged and nothing ended it early; else None.

    `keep_going` goes on where the last edition gave up missing items. Missing files of the workspace are written again.
    """
    last = ledger.last_edition()
    if last is None or not last.summary["complete"] or last.fingerprint != fingerprint(basis):
        return None
    if basis.settings.keep_going and last.summary.get("gave_up"):
        return None
    write_files(workspace, ledger)
    live = _live(ledger)
    kept = Changes(kept=tuple(Change(i.id, i.candidate.document_id, i.candidate.question) for i in live))
    return _outcome(workspace, basis, last, kept, live)


def close_edition(workspace: Workspace, ledger: Ledger, draft: Draft) -> Outcome:
    """Number the new items, commit the edition and write its files.

    The ledger is written first: after a crash the next run makes missing files from the ledger.
    """
    last = ledger.last_edition()
    rows = build_rows(ledger, draft, last.number + 1 if last else 1)
    edition = edition_of(ledger, draft, rows.changes, last)
    former, documents = ledger.document_hashes(), draft.source.documents
    chunked_alike = last is not None and last.summary["chunking"] == edition.summary["chunking"]
    kept = frozenset(d.id for d in documents if chunked_alike and former.get(d.id) == (d.source_hash, d.text_hash))
    changed = (chunk for d in documents if d.id not in kept for chunk in draft.source.chunks_of(d.id))
    ledger.commit(
        edition,
        items=rows.items,
        chapters=rows.chapters,
        corpus=None if len(kept) == len(documents) == len(former) else (documents, changed),
        keeping=kept,
        findings=findings_of(draft) if draft.growth.grew or last is None else None,
        counted=draft.growth.calls,
    )
    write_files(workspace, ledger, documents)
    outcome = _outcome(workspace, draft.basis, edition, rows.changes, _live(ledger))
    # a run that was ended needs the calls that it made ahead when it goes on
    ahead = "" if draft.growth.ended_by else draft.growth.ahead.note(outcome.ahead.get("calls", 0))
    own = (*draft.growth.notes, *filter(None, [ahead]))
    notes = (*outcome.notes, *own, *(_skipped_checks(draft) if draft.growth.grew else ()))
    return replace(outcome, usage=draft.growth.usage, ended_by=draft.growth.ended_by, notes=notes)


def _skipped_checks(draft: Draft) -> Iterator[str]:
    """The free checks that have no word list for the language of the questions; or that nobody knows the language."""
    texts = [document.text for document in draft.source.documents[:_READ_FOR_LANGUAGE]]
    language = draft.settings.language or shown_language(texts)
    if not language and not draft.settings.by_rules:
        yield "the language of the documents is not recognised; the free checks took it for English (--language)"
    if skipped := without_data(language):
        name = language_name(language)
        yield f"free checks that have no word lists for {name} and were left out (docs/checks.md): {', '.join(skipped)}"


def _live(ledger: Ledger) -> list[Item]:
    return [item_of(row).item for row in ledger.items("live")]


def _outcome(workspace: Workspace, basis: Basis, edition: Edition, changes: Changes, live: Sequence[Item]) -> Outcome:
    summary: Mapping[str, Any] = edition.summary
    settings = basis.settings
    return Outcome(
        edition=edition.number,
        wanted=settings.questions,
        accepted=len(live),
        kinds=dict(Counter(item.candidate.kind for item in live).most_common()),
        changes=changes,
        candidates=summary["candidates"],
        rejected=summary["rejected"],
        failures=summary["failures"],
        skipped=summary.get("skipped", {}),
        shortfall=summary.get("shortfall", "") if len(live) < settings.questions else "",
        writer=summary.get("writer", {}),
        ahead=summary.get("ahead", {}),
        engine="rules" if settings.by_rules else "model",
        model=settings.model,
        critic_model=settings.roles["critic"],
        second_critic_model=settings.second_critic_model,
        out=workspace.folder,
        notes=basis.source.notes,
        unread=unread_in(basis.source),
    )
