"""A Draft -> the next edition: numbered, committed in one transaction, written out as files; and its Outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from benchmill.editions.item_rows import Draft, build_rows
from benchmill.editions.workspace_files import write_files
from benchmill.growing.prompt_set import PromptSet, judged_by
from benchmill.growing.selection import by_check
from benchmill.growing.source import Source
from benchmill.growing.unread import unread_in
from benchmill.outputs.json_files import json_line
from benchmill.outputs.jsonl import Rejected, rejected_line
from benchmill.outputs.manifest import Manifest, corpus_hash
from benchmill.records import CRITERIA, Criterion, Failure, Item, digest
from benchmill.settings import CALL_SETTINGS, GrowSettings
from benchmill.version import VERSION
from benchmill.workspace.costs import cost_of, price_table
from benchmill.workspace.folder import Workspace, item_of
from benchmill.workspace.ledger.store import Edition, Ledger
from benchmill.workspace.outcome import Change, Changes, Outcome

# What may change without another outcome: how fast and how far a run goes, not what it grows. Of `prompts`, a folder,
# its texts count and not the folder they are in.
_WITHOUT_EFFECT = frozenset((*CALL_SETTINGS, "batch", "batch_size", "no_wait", "prompts", "fail_under", "allow_retire"))


# Failures that asking again does not mend: the model answered, and its answer was read.
_FINAL = frozenset(["malformed", "quote-not-found", "surplus", "abstained"])


def prompt_sets(source: Source, settings: GrowSettings) -> dict[str, str]:
    """Fingerprints of the prompts a run uses, by name; none with the built-in writer."""
    return {} if settings.by_rules else PromptSet.of(settings, source.name).fingerprints()


def still_current(workspace: Workspace, ledger: Ledger, source: Source, settings: GrowSettings) -> Outcome | None:
    """The last edition's outcome where nothing that decides it has changed, and it was not ended early; else None.

    A file that is missing or was changed is written again.
    """
    last = ledger.last_edition()
    if last is None or not last.summary["complete"] or last.fingerprint != _fingerprint(source, settings):
        return None
    write_files(workspace, ledger)
    live = _live(ledger)
    kept = Changes(kept=tuple(Change(i.id, i.candidate.document_id, i.candidate.question) for i in live))
    return _outcome(workspace, source, settings, last, kept, live)


def close_edition(workspace: Workspace, ledger: Ledger, draft: Draft) -> Outcome:
    """Number the new items, commit the edition and write its files.

    The ledger comes first: files that a crash kept from being written are made from it by the next run.
    """
    last = ledger.last_edition()
    rows = build_rows(ledger, draft, last.number + 1 if last else 1)
    edition = _edition(ledger, draft, rows.changes, last)
    known = ledger.source_hashes() == {d.id: d.source_hash for d in draft.source.documents}
    chunked_alike = last is not None and last.summary["chunking"] == edition.summary["chunking"]
    findings = (_rejections(draft), _failures(draft)) if draft.growth.grew or last is None else None
    ledger.commit(
        edition,
        items=rows.items,
        chapters=rows.chapters,
        corpus=None if known and chunked_alike else (draft.source.documents, draft.source.chunks()),
        findings=findings,
    )
    write_files(workspace, ledger)
    outcome = _outcome(workspace, draft.source, draft.settings, edition, rows.changes, _live(ledger))
    return replace(outcome, usage=draft.growth.usage, ended_by=draft.growth.ended_by)


def _fingerprint(source: Source, settings: GrowSettings) -> str:
    effective = {name: value for name, value in asdict(settings).items() if name not in _WITHOUT_EFFECT}
    return digest(VERSION, corpus_hash(source.documents), source.name, effective, prompt_sets(source, settings))


def _edition(ledger: Ledger, draft: Draft, changes: Changes, last: Edition | None) -> Edition:
    selection = draft.growth.selection
    summary: dict[str, Any] = {
        "complete": _complete(draft),
        "wanted": draft.settings.questions,
        "judging": _judging(draft, last),
        "prices": price_table(draft.settings, last.summary.get("prices", {}) if last else {}),
        "chunking": [draft.settings.chunk_size, draft.settings.chunk_overlap],
        # of what was only kept the id is enough: a hundred nights would say the same words a hundred times
        "changes": {**asdict(changes), "kept": [change.item_id for change in changes.kept]},
        "candidates": selection.candidates,
        "rejected": by_check(selection.rejected),
        "failures": dict(Counter(failure.check for failure in _failures(draft)).most_common()),
        "unread": [one.as_json() for one in unread_in(draft.source)],
    }
    if last and not draft.growth.grew:
        summary |= {name: last.summary[name] for name in ("candidates", "rejected", "failures")}
    number = last.number + 1 if last else 1
    # no fingerprint: after an import nothing is current, and the next `grow` sees to what is still wanted
    fingerprint = "" if draft.imported else _fingerprint(draft.source, draft.settings)
    return Edition(number, fingerprint, summary, _manifest(ledger, draft, summary, changes))


def _complete(draft: Draft) -> bool:
    """Whether the same command has nothing left to do: not where a call failed that an item more would have needed."""
    growth = draft.growth
    failed = any(failure.check not in _FINAL for failure in growth.selection.failures)
    undecided = any(judged.failure and judged.failure.check == "undecided" for judged in growth.selection.rejected)
    missing = not growth.selection.full and (failed or undecided)
    return growth.ended_by is None and not growth.kept.failures and not missing


def _judging(draft: Draft, last: Edition | None) -> Mapping[Criterion, str]:
    """Criterion -> who judged, for the next run to compare; yesterday's while a critic of today was not heard."""
    before: Mapping[Criterion, str] = last.summary["judging"] if last else {}
    if draft.imported:  # nobody judged in this edition
        return before
    if draft.settings.by_rules:
        return dict.fromkeys(CRITERIA, "rules")
    if draft.growth.kept.failures and last:
        return before
    return judged_by(draft.settings, PromptSet.of(draft.settings, draft.source.name))


def _manifest(ledger: Ledger, draft: Draft, summary: Mapping[str, Any], changes: Changes) -> dict[str, object]:
    settings = draft.settings
    accepted = len(changes.added) + len(changes.kept) + len(changes.moved) + len(changes.changed)
    paid = ledger.calls.totals()
    critic = "rules" if settings.by_rules else settings.critic
    models = {"generator": draft.generator, "critic": "people" if draft.imported else critic}
    manifest = Manifest(
        name=draft.source.name,
        version=VERSION,
        accepted=accepted,
        corpus_hash=corpus_hash(draft.source.documents),
        models=models,
        prompts=draft.prompts,
        settings={name: value for name, value in asdict(settings).items() if name not in _WITHOUT_EFFECT},
        counts={
            "documents": len(draft.source.documents),
            "candidates": summary["candidates"],
            "rejected": summary["rejected"],
            "failures": summary["failures"],
        },
        calls=paid.calls,
        input_tokens=paid.input_tokens,
        output_tokens=paid.output_tokens,
        usd=cost_of(ledger, summary["prices"]),
    )
    return manifest.as_json()


def _failures(draft: Draft) -> list[Failure]:
    """Everything that made no candidate: files not read, chunks that are no seeds, calls that failed."""
    growth = draft.growth
    return [*draft.source.failures, *growth.kept.failures, *growth.seed_failures, *growth.selection.failures]


def _rejections(draft: Draft) -> list[str]:
    lines = []
    for judged in draft.growth.selection.rejected:
        if judged.failure is not None:
            rejected = Rejected(judged.critique.candidate, judged.failure, judged.critique.verdicts)
            lines.append(json_line(rejected_line(rejected)).decode())
    return lines


def _live(ledger: Ledger) -> list[Item]:
    return [item_of(row).item for row in ledger.items("live")]


def _outcome(
    workspace: Workspace,
    source: Source,
    settings: GrowSettings,
    edition: Edition,
    changes: Changes,
    live: Sequence[Item],
) -> Outcome:
    summary: Mapping[str, Any] = edition.summary
    return Outcome(
        edition=edition.number,
        wanted=settings.questions,
        accepted=len(live),
        kinds=dict(Counter(item.candidate.kind for item in live).most_common()),
        changes=changes,
        candidates=summary["candidates"],
        rejected=summary["rejected"],
        failures=summary["failures"],
        engine="rules" if settings.by_rules else "model",
        model=settings.model,
        critic_model="rules" if settings.by_rules else settings.critic,
        out=workspace.folder,
        notes=source.notes,
        unread=unread_in(source),
    )
