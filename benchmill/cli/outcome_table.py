"""An Outcome -> the rows that `grow` prints for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from benchmill.cli.printing import counted
from benchmill.records.shell_command import command
from benchmill.workspace.outcome import Outcome


def outcome_rows(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """(label, text) rows, the most important first."""
    # imported here: the ledger takes time that --help must not take
    from benchmill.workspace.remembered import docs_of

    yield "accepted", f"{outcome.accepted} of {outcome.wanted} wanted ({counted(outcome.kinds)})"
    yield "edition", f"{outcome.edition}: " + ", ".join(f"{n} {what}" for what, n in outcome.changes.counts().items())
    yield "candidates", f"{outcome.candidates:,}"
    yield "rejected", counted(outcome.rejected)
    yield "failures", counted(outcome.failures)
    yield from unread_rows((one.as_json() for one in outcome.unread), docs_of(outcome.out))
    yield "skipped", counted(outcome.skipped)
    if outcome.shortfall:
        yield "fewer", outcome.shortfall
    if outcome.engine == "rules":
        yield "writer", "extractive (built in; rules in place of critics, no language model)"
    else:
        again = f", {outcome.second_critic_model} judges again at the minimum" if outcome.second_critic_model else ""
        yield "models", f"{outcome.model} writes, {outcome.critic_model} judges{again}"
        usage = outcome.usage
        tokens = usage.input_tokens + usage.output_tokens
        yield "calls", f"{usage.asked:,} asked, {usage.retried:,} of them again, {usage.recorded:,} from the ledger"
        yield "tokens", f"{usage.input_tokens:,} in, {usage.output_tokens:,} out"
        yield "cost", "unknown (no price for this model; see --prices)" if usage.cost is None else f"${usage.cost:.4f}"
        if outcome.changes.added and usage.asked:
            each = len(outcome.changes.added)
            money = "" if usage.cost is None else f", ${usage.cost / each:.4f}"
            # a call that a busy server refused and answered later is one call
            calls = (usage.asked - usage.retried) / each
            yield "per new item", f"{calls:.1f} calls, {tokens / each:,.0f} tokens{money}"
    yield "seconds", f"{outcome.seconds:.1f}"
    yield "files", str(outcome.out)
    for note in outcome.notes:
        yield "note", note


_ONE = {"are pages": "is a page", "are links": "is a link", "are": "is", "have": "has", "need": "needs", "were": "was"}


def _of(count: int, predicate: str) -> str:
    """A predicate in the plural, as one file needs it.

    >>> _of(1, "are of a type that is not read"), _of(1, "need pip install")
    ('is of a type that is not read', 'needs pip install')
    """
    if count > 1:
        return predicate
    found = next((many for many in _ONE if predicate.startswith(f"{many} ")), "")
    return _ONE[found] + predicate.removeprefix(found) if found else predicate


def unread_rows(groups: Iterable[Mapping[str, Any]], docs: str) -> Iterator[tuple[str, str]]:
    """`7 files need pip install '.[documents]': handbook.docx, page.html, ...`, a row for each reason.

    `docs` is the folder, or empty where nobody knows it.
    """
    groups = list(groups)
    label = "not read"
    for group in groups:
        count, named = group["count"], ", ".join(group["files"])
        more = ", ..." if count > len(group["files"]) else ""
        yield label, f"{count:,} file{'s' if count > 1 else ''} {_of(count, group['reason'])}: {named}{more}"
        label = ""
    if any(group["count"] > len(group["files"]) for group in groups):
        yield label, f"see all of them: {command('estimate', docs or 'DOCS', '--json')}"
