"""An Outcome, or the error in its place -> a page of Markdown for a CI job."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmill.cli.outcome_table import outcome_rows
from benchmill.editions.change_log import plain
from benchmill.outputs.replacing import keep_others
from benchmill.outputs.whole_file import write_whole
from benchmill.records.errors import BenchmillError
from benchmill.records.listing import and_more
from benchmill.records.own_files import MARK
from benchmill.workspace.outcome import Change, Outcome

_MOST_LISTED = 50


def check_summary(path: Path) -> None:
    """Raise InputError where the file exists and is not a summary; called before a run, so that no result is lost."""
    keep_others(path, lambda content: content.startswith((MARK.encode(), b"## Benchmark: ")), remedy="")


def write_summary(path: Path, result: Outcome | BenchmillError) -> None:
    """Write the whole page. Raises InputError where the file cannot be written."""
    check_summary(path)
    lines = _outcome(result) if isinstance(result, Outcome) else _error(result)
    write_whole(path, ("\n".join([MARK, *lines]) + "\n").encode("utf-8", "backslashreplace"))


def _error(error: BenchmillError) -> Iterator[str]:
    yield "## Benchmark: nothing new"
    yield ""
    yield plain(str(error))


def _outcome(outcome: Outcome) -> Iterator[str]:
    yield f"## Benchmark: {outcome.accepted} of {outcome.wanted} items"
    yield ""
    if outcome.ended_by is not None:
        yield f"**Ended early:** {plain(str(outcome.ended_by))}"
        yield ""
    yield "| what | how much |"
    yield "|---|---|"
    for label, value in outcome_rows(outcome):
        yield f"| {label} | {plain(value)} |"
    for title, changes in (
        ("Added", outcome.changes.added),
        ("Changed", outcome.changes.changed),
        ("Moved", outcome.changes.moved),
        ("Retired", outcome.changes.retired),
    ):
        if changes:
            yield ""
            yield f"### {title} ({len(changes)})"
            yield ""
            yield from map(_line, changes[:_MOST_LISTED])
            if rest := and_more(len(changes), _MOST_LISTED):
                yield f"- {rest}: see CHANGES.md"


def _line(change: Change) -> str:
    reason = f" ({plain(change.reason)})" if change.reason else ""
    return f"- `{change.item_id}` {plain(change.document)}: {plain(change.question)}{reason}"
