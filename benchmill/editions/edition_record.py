"""A Draft -> the Edition that the ledger keeps: fingerprint, summary, manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from benchmill.critique.second_opinion import agreements
from benchmill.editions.item_rows import Draft
from benchmill.editions.skipped_rows import skipped_rows
from benchmill.generator.eligibility import Refused
from benchmill.growing.basis import Basis
from benchmill.growing.grown import Judged
from benchmill.growing.known_documents import chunking_of
from benchmill.growing.shortfall import Shortfall
from benchmill.growing.unread import unread_in
from benchmill.outputs.json_files import json_line
from benchmill.outputs.jsonl import Rejected, rejected_line
from benchmill.outputs.manifest import Manifest
from benchmill.records import Criterion, Failure, digest
from benchmill.settings import CALL_SETTINGS, GrowSettings
from benchmill.version import VERSION
from benchmill.workspace.costs import cost_of_calls, price_table
from benchmill.workspace.ledger.findings import Findings
from benchmill.workspace.ledger.store import Edition, Ledger
from benchmill.workspace.outcome import Changes

# What may change without another outcome: how fast and how far a run goes, not what it grows. Of `prompts`, a folder,
# its texts count and not the folder they are in.
_WITHOUT_EFFECT = frozenset(
    (*CALL_SETTINGS, "batch", "batch_size", "no_wait", "prompts", "fail_under", "allow_retire", "keep_going")
)

# Failures that another call does not repair: the model answered, and benchmill could read the answer; or a record of
# the user's file cannot be read.
_FINAL = frozenset(["malformed", "quote-not-found", "surplus", "abstained", "bad-row"])

# Not failures although no candidate came of them: a passage without a question, a model that found nothing to ask.
_SKIPS = frozenset(["surplus", "abstained"])

# What only a run that grew can say: an edition of another run keeps what the last one says.
_OF_GROWING = (
    *("candidates", "rejected", "failures", "skipped", "writer"),
    *("mix", "quotas", "second_critic", "refused_by"),
)


def fingerprint(basis: Basis) -> str:
    """A hash of all inputs that decide the outcome of a run."""
    return digest(VERSION, basis.corpus_hash, basis.source.name, effective(basis.settings), basis.prompts)


def effective(settings: GrowSettings) -> dict[str, object]:
    """The settings that decide what is grown."""
    return {name: value for name, value in asdict(settings).items() if name not in _WITHOUT_EFFECT}


def findings_of(draft: Draft) -> Findings:
    """Everything that gave no item: rejected candidates, files not read, calls that failed, skipped chunks."""
    growth = draft.growth
    lines, before = _lines(growth.selection.rejected), _lines(growth.refused_before)
    failures = (*draft.source.failures, *growth.kept.failures, *growth.selection.failures)
    if isinstance(growth.skipped, Refused):
        return Findings(lines, failures, skipped_rows(growth.skipped, draft.source), before)
    return Findings(lines, (*failures, *growth.skipped), refused_before=before)


def _lines(judged: Iterable[Judged]) -> list[str]:
    rejected = (Rejected(one.critique.candidate, one.failure, one.critique.verdicts) for one in judged if one.failure)
    return [json_line(rejected_line(one)).decode() for one in rejected]


def edition_of(ledger: Ledger, draft: Draft, changes: Changes, last: Edition | None) -> Edition:
    """The Edition that follows `last`."""
    selection = draft.growth.selection
    failed, skipped = _counts(draft)
    prices = price_table(draft.settings, last.summary.get("prices", {}) if last else {})
    summary: dict[str, Any] = {
        "complete": _complete(draft),
        "gave_up": draft.growth.gave_up,
        "wanted": draft.settings.questions,
        "judging": _judging(draft, last),
        "refused_by": draft.basis.judged_by,
        "prices": prices,
        "paid": _paid(ledger, draft, prices, last),
        "chunking": chunking_of(draft.settings),
        # a kept item needs only its id: full records would repeat the same words in every edition
        "changes": {**asdict(changes), "kept": [change.item_id for change in changes.kept]},
        "candidates": selection.candidates,
        "rejected": _by_check(selection.rejected),
        "failures": failed,
        "skipped": skipped,
        "shortfall": _shortfall(draft),
        "ahead": ahead_of(ledger, draft),
        "writer": draft.growth.looked.as_json() if draft.growth.looked else {},
        "mix": dict(draft.growth.mix),
        "quotas": dict(draft.growth.quotas),
        "second_critic": {
            one.criterion: {"asked": one.asked, "agreed": one.agreed} for one in agreements(selection.critiques)
        },
        "residual": _residual(draft, last),
        "unread": [one.as_json() for one in unread_in(draft.source)],
    }
    if last and not draft.growth.grew:
        summary |= {name: last.summary[name] for name in _OF_GROWING if name in last.summary}
    number = last.number + 1 if last else 1
    # no fingerprint: an imported edition is never current, so the next `grow` adds the items that are still wanted
    decided = "" if draft.imported else fingerprint(draft.basis)
    return Edition(number, decided, summary, _manifest(draft, summary, changes))


def ahead_of(ledger: Ledger, draft: Draft) -> dict[str, int]:
    """The answered calls and the candidates that the run did not need; with the manifest's calls: all that it paid."""
    ahead = draft.growth.ahead
    calls = sum(cost.calls for cost in ledger.calls.uncounted(ahead.calls))
    return ahead.as_json(calls) if calls or ahead.passed else {}


def _residual(draft: Draft, last: Edition | None) -> Mapping[str, Any]:
    """What the sample of items showed; the last sample's numbers where no item is new."""
    growth = draft.growth
    if growth.residual is not None:
        return growth.residual.as_json()
    before: Mapping[str, Any] = last.summary.get("residual", {}) if last else {}
    return before if not growth.grew else {}


def _counts(draft: Draft) -> tuple[dict[str, int], dict[str, int]]:
    """By check: (counts of failures, counts of skipped passages)."""
    growth = draft.growth
    before, after = (*draft.source.failures, *growth.kept.failures), growth.selection.failures
    skipped = Counter(failure.check for failure in before if _is_skip(failure))
    refused = growth.skipped
    skipped.update(refused.checks() if isinstance(refused, Refused) else (failure.check for failure in refused))
    skipped.update(failure.check for failure in after if _is_skip(failure))
    return _failed((*before, *after)), dict(skipped.most_common())


def _failed(failures: Iterable[Failure]) -> dict[str, int]:
    return dict(Counter(failure.check for failure in failures if not _is_skip(failure)).most_common())


def _is_skip(failure: Failure) -> bool:
    return failure.stage == "seed" or failure.check in _SKIPS


def _shortfall(draft: Draft) -> str:
    """Why there are fewer items than were wanted; empty where there are enough, or where the run ended early."""
    growth, selection = draft.growth, draft.growth.selection
    accepted = len(growth.kept.items) + len(selection.accepted)
    if not growth.grew or growth.ended_by or accepted >= draft.settings.questions:
        return ""
    taken = {chunk.id for task in selection.taken for chunk in task.passages}
    shortfall = Shortfall(
        eligible=growth.eligible,
        asked=selection.asked,
        held_back=selection.held_back,
        per_document=selection.per_document,
        set_per_document=draft.settings.per_document,
        # the built-in writer asks about short passages, too, where it finds what to ask
        skipped=[one for one in growth.skipped if one.subject_id not in taken],
        candidates=selection.candidates,
        rejected=_by_check(selection.rejected),
        failed=_failed(failure for failure in selection.failures if failure.check != "bad-row"),
        by_rules=draft.settings.by_rules,
        named_kinds=bool(draft.settings.kinds),
        looked=growth.looked,
    )
    return str(shortfall)


def _by_check(rejected: Iterable[Judged]) -> dict[str, int]:
    """How many candidates each check rejected, most first."""
    counts = Counter(judged.failure.check for judged in rejected if judged.failure)
    return dict(counts.most_common())


def _complete(draft: Draft) -> bool:
    """Whether the same command has no work left; False where items are missing because a call failed."""
    growth = draft.growth
    failed = any(failure.check not in _FINAL for failure in growth.selection.failures)
    undecided = any(judged.failure and judged.failure.check == "undecided" for judged in growth.selection.rejected)
    missing = not growth.selection.full and (failed or undecided)
    return growth.ended_by is None and not growth.kept.failures and not missing


def _judging(draft: Draft, last: Edition | None) -> Mapping[Criterion, str]:
    """Criterion -> who judged, for the next run to compare; the last edition's where today's critic gave no verdict."""
    before: Mapping[Criterion, str] = last.summary["judging"] if last else {}
    if draft.imported:  # no critic judged in this edition
        return before
    return before if draft.growth.kept.failures and last else draft.basis.judged_by


def _paid(ledger: Ledger, draft: Draft, prices: Mapping[str, Any], last: Edition | None) -> dict[str, Any]:
    """The calls and tokens behind the candidates of all editions, each call once.

    Calls that a run asked ahead of time and did not need are left out: their number depends on timing, and the manifest
    must not depend on timing. `status` counts these calls.
    """
    costs = ledger.calls.uncounted(draft.growth.calls)
    usd = cost_of_calls(costs, prices, batched=draft.settings.batch)
    found = {
        "calls": sum(cost.calls for cost in costs),
        "input_tokens": sum(cost.input_tokens for cost in costs),
        "output_tokens": sum(cost.output_tokens for cost in costs),
        "usd": usd,
    }
    if last is None:
        return found
    before = last.summary.get("paid") or {name: last.manifest.get("cost", {}).get(name, 0) for name in found}
    return {name: _sum(before[name], value, digits=6) for name, value in found.items()}


def _sum(one: float | None, other: float | None, *, digits: int) -> float | None:
    return None if one is None or other is None else round(one + other, digits)


def _manifest(draft: Draft, summary: Mapping[str, Any], changes: Changes) -> dict[str, object]:
    settings = draft.settings
    accepted = len(changes.added) + len(changes.kept) + len(changes.moved) + len(changes.changed)
    manifest = Manifest(
        name=draft.source.name,
        version=VERSION,
        accepted=accepted,
        corpus_hash=draft.basis.corpus_hash,
        models={
            **({"critic": "people"} if draft.imported else settings.roles),
            "generator": draft.generator,
        },
        prompts=draft.prompts,
        settings=effective(settings),
        counts={
            "documents": len(draft.source.documents),
            "candidates": summary["candidates"],
            "rejected": summary["rejected"],
            "failures": summary["failures"],
            "skipped": summary.get("skipped", {}),
            **{name: summary[name] for name in ("mix", "second_critic") if summary.get(name)},
        },
        calls=summary["paid"]["calls"],
        input_tokens=summary["paid"]["input_tokens"],
        output_tokens=summary["paid"]["output_tokens"],
        usd=summary["paid"]["usd"],
        residual=summary["residual"],
    )
    return manifest.as_json()
