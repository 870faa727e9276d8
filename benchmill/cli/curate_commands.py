"""`benchmill drop`, `edit`, `add`, `restore`, `retry`, `undo`, `decide`: people's decisions about items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench
from benchmill.cli.printing import counted, print_json, print_rows, say
from benchmill.records.errors import UsageError

if TYPE_CHECKING:
    from benchmill.curating.decided import Decided

ItemId = Annotated[str, typer.Argument(metavar="ID", help="An item's id, its beginning, or CHAPTER.NUMBER.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is kept with the decision.")]
Reviewer = Annotated[str, typer.Option("--reviewer", help="Your name; it is kept with the decision.")]
Quotes = Annotated[
    list[str] | None,
    typer.Option("--quote", metavar="DOCUMENT:WORDS", help="Evidence, verbatim in a document; may be given again."),
]


@app.command()
def drop(bench: Bench, item: ItemId, reason: Reason = "", reviewer: Reviewer = "", as_json: AsJson = False) -> None:
    """Remove an item for good: no later run grows its question again, in the same or similar words."""
    from benchmill.curating.curator import curating

    with curating(bench, reviewer) as curator:
        decided = curator.drop(item, reason)
    _print(decided, as_json, _grow_again(bench, "grow another in its place"))


@app.command()
def restore(bench: Bench, item: ItemId, reason: Reason = "", reviewer: Reviewer = "", as_json: AsJson = False) -> None:
    """Bring a dropped or retired item back, with its id and number; or take a rejected candidate in."""
    from benchmill.curating.curator import curating

    with curating(bench, reviewer) as curator:
        decided = curator.restore(item, reason)
    _print(decided, as_json)


@app.command()
def edit(
    bench: Bench,
    item: ItemId,
    question: Annotated[str | None, typer.Option("--question", help="The new question.")] = None,
    answer: Annotated[str | None, typer.Option("--answer", help="The new answer.")] = None,
    quote: Quotes = None,
    reason: Reason = "",
    reviewer: Reviewer = "",
    as_json: AsJson = False,
) -> None:
    """Change the text of an item; its id and number stay. Prints what the free checks find in it."""
    from benchmill.curating.curator import curating

    if question is None and answer is None and not quote:
        raise UsageError("nothing to edit: give --question, --answer or --quote")
    with curating(bench, reviewer) as curator:
        decided = curator.edit(item, question=question, answer=answer, quotes=_quotes(quote or ()), reason=reason)
    _print(decided, as_json)


@app.command()
def add(
    bench: Bench,
    question: Annotated[str, typer.Option("--question", help="The question.")],
    answer: Annotated[str, typer.Option("--answer", help="Its answer.")],
    quote: Quotes = None,
    reason: Reason = "",
    reviewer: Reviewer = "",
    as_json: AsJson = False,
) -> None:
    """Add a question of your own, with its evidence. Prints what the free checks find in it."""
    from benchmill.curating.curator import curating

    with curating(bench, reviewer) as curator:
        decided = curator.add(question, answer, _quotes(quote or ()), reason)
    _print(decided, as_json)


@app.command()
def retry(bench: Bench, item: ItemId, reason: Reason = "", reviewer: Reviewer = "", as_json: AsJson = False) -> None:
    """Forget the replies behind an item or a rejected candidate, so that the next grow asks for them again."""
    from benchmill.curating.curator import curating

    with curating(bench, reviewer) as curator:
        decided = curator.retry(item, reason)
    _print(decided, as_json, _grow_again(bench, "ask the model again"))


@app.command()
def undo(bench: Bench, reviewer: Reviewer = "", as_json: AsJson = False) -> None:
    """Take the last decision back."""
    from benchmill.curating.curator import curating

    with curating(bench, reviewer) as curator:
        decided = curator.undo()
    _print(decided, as_json)


@app.command()
def decide(
    bench: Bench,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table that benchmill items --csv wrote, filled in.")],
    reviewer: Reviewer = "",
    as_json: AsJson = False,
) -> None:
    """Apply a filled-in spreadsheet: labels accept or drop items, changed text edits them, new rows add items."""
    from benchmill.curating.taking_rows import take_spreadsheet

    taken = take_spreadsheet(bench, file, reviewer)
    if as_json:
        print_json(taken.as_json())
    else:
        verbs = Counter(one.verb for one in taken.decided)
        print_rows([("decided", counted(verbs)), ("no change", f"{taken.unchanged:,} rows")])
    for one in taken.decided:
        for finding in one.findings:
            say(f"{one.item_id}: {finding.check}: {finding.reason}")
    for failure in taken.failures:
        say(f"{failure.subject_id}: {failure.reason}")
    if taken.failures:
        raise typer.Exit(1 if taken.decided or taken.unchanged else 2)


def _grow_again(bench: Path, what: str) -> str:
    from benchmill.workspace.remembered import grow_again

    return f"{what}: {grow_again(bench)}"


def _quotes(given: Sequence[str]) -> list[tuple[str, str]]:
    pairs = [text.partition(":") for text in given]
    for text, (name, _, words) in zip(given, pairs, strict=True):
        if not name or not words.strip():
            raise UsageError(f"--quote {text}: write DOCUMENT:WORDS, such as guide/relay.md:'for 30 days'")
    return [(name, words) for name, _, words in pairs]


def _print(decided: Decided, as_json: bool, following: str = "") -> None:
    if as_json:
        print_json(decided.as_json())
    else:
        print_rows(_rows(decided, following))


def _rows(decided: Decided, following: str) -> Iterator[tuple[str, str]]:
    yield decided.verb, decided.item_id
    yield "question", decided.question
    for finding in decided.findings:
        yield finding.check, finding.reason
    if following:
        yield "next", following
