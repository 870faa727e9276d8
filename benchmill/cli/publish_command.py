"""`benchmill publish`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench, Quiet
from benchmill.cli.printing import complain, print_json, print_rows
from benchmill.records.errors import UsageError
from benchmill.records.listing import and_more

if TYPE_CHECKING:
    from benchmill.outputs.langsmith.applying import Tell
    from benchmill.publishing.dataset_changes import Difference, Published
    from benchmill.publishing.huggingface_repository import HubPublished

_SHOWN = 20  # lines of differences in the table; --json has all lines
_SIGNS = {"create": "+", "update": "~", "retire": "-", "drift": "!", "conflict": "!"}


class Service(StrEnum):
    """Where benchmarks can be published."""

    langsmith = "langsmith"
    huggingface = "huggingface"


class OnDrift(StrEnum):
    """What to do with examples that people edited or deleted there."""

    keep = "keep"
    overwrite = "overwrite"
    pull = "pull"


@app.command(
    epilog="Exit codes: 0 done, or nothing to do; 1 a dry run found something to write, or conflicts were left for a "
    "person; 2 wrong usage, or too much would be retired; 3 the service cannot be reached or refuses the key; 130 "
    "interrupted. After 3 and 130 the same command goes on from there."
)
def publish(
    bench: Bench,
    dataset: Annotated[
        str, typer.Option("--dataset", help="Name of the dataset (huggingface: OWNER/NAME), created if missing.")
    ],
    to: Annotated[Service, typer.Option("--to", help="The service.")] = Service.langsmith,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the difference; send nothing.")] = False,
    split: Annotated[
        list[str] | None,
        typer.Option(
            "--split",
            metavar="<str>",
            help="`kind`, or NAME=SHARE; may be given again.  [default: kind]",
            show_default=False,
        ),
    ] = None,
    keep_retired: Annotated[
        bool, typer.Option("--keep-retired", help="Move what is retired to the split `retired`; do not delete it.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="langsmith: retire even more than a fifth of the examples; huggingface: write beside files of others.",
        ),
    ] = False,
    on_drift: Annotated[
        OnDrift,
        typer.Option(
            "--on-drift",
            help="Examples (huggingface: the card) that people edited: keep and report, overwrite, or (langsmith) pull"
            " the edits into a file of BENCH.",
        ),
    ] = OnDrift.keep,
    public: Annotated[bool, typer.Option("--public", help="huggingface: make a new repository public.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Bring a dataset of LangSmith or Hugging Face to the last edition: send exactly what differs.

    The key comes from LANGSMITH_API_KEY or HF_TOKEN, another address from LANGSMITH_ENDPOINT or HF_ENDPOINT, the
    workspace of an organisation's LangSmith key from LANGSMITH_WORKSPACE_ID.
    """
    if to is Service.huggingface:
        if split or keep_retired or on_drift is OnDrift.pull:
            raise UsageError("--split, --keep-retired and --on-drift pull are for --to langsmith")
        overwrite = on_drift is OnDrift.overwrite
        _to_hub(bench, dataset, public, force, overwrite, dry_run, as_json=as_json, quiet=quiet)
        return
    if public:
        raise UsageError("--public is for --to huggingface")
    _to_langsmith(bench, dataset, split or [], keep_retired, force, on_drift, dry_run, as_json=as_json, quiet=quiet)


def _to_langsmith(
    bench: Path,
    dataset: str,
    split: list[str],
    keep_retired: bool,
    force: bool,
    on_drift: OnDrift,
    dry_run: bool,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    # the SDK loads slowly, and only this command needs it
    from benchmill.outputs.langsmith.service import Account
    from benchmill.outputs.langsmith.splits import Splits
    from benchmill.publishing.langsmith_dataset import PublishSettings
    from benchmill.publishing.langsmith_dataset import publish as publish_benchmark

    settings = PublishSettings(
        dataset, Splits.parse(split), keep_retired, force, on_drift=on_drift.value, dry_run=dry_run
    )
    account = Account(*(os.environ.get(f"LANGSMITH_{name}", "") for name in ("API_KEY", "ENDPOINT", "WORKSPACE_ID")))
    with _progress(quiet) as tell:
        published = publish_benchmark(bench, settings, account, tell=tell)
    if as_json:
        print_json(published.as_json())
    else:
        print_rows(_rows(published))
    if published.conflict and not quiet:
        words = (
            f"{published.conflict} examples were edited in LangSmith and here; look at them, then publish "
            "with --on-drift overwrite, or edit them back"
        )
        complain(words, 1, as_json=as_json)
    if published.pending or published.conflict:
        raise typer.Exit(1)


def _to_hub(
    bench: Path,
    dataset: str,
    public: bool,
    force: bool,
    overwrite: bool,
    dry_run: bool,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    from benchmill.outputs.hub import HubAccount
    from benchmill.publishing.huggingface_repository import publish_to_hub

    account = HubAccount(os.environ.get("HF_TOKEN", ""), os.environ.get("HF_ENDPOINT", ""))
    done = publish_to_hub(
        bench, dataset, account, private=not public, force=force, overwrite=overwrite, dry_run=dry_run
    )
    if as_json:
        print_json(done.as_json())
    else:
        print_rows(_hub_rows(done))
    if done.conflict and not quiet:
        words = "the card was edited there and has changed here; publish with --on-drift overwrite, or edit it there"
        complain(words, 1, as_json=as_json)
    if done.pending or done.conflict:
        raise typer.Exit(1)


def _hub_rows(done: HubPublished) -> Iterator[tuple[str, str]]:
    would = "would be " if done.dry_run else ""
    yield "dataset", f"{done.dataset}  {done.url}"
    yield "edition", str(done.edition)
    for name in ("added", "changed", "deleted"):
        files: tuple[str, ...] = getattr(done, name)
        yield f"{would}{name}", ", ".join(files) or "-"
    yield "unchanged", str(done.unchanged)
    if done.kept:
        yield "edited there", f"{', '.join(done.kept)}; left as it is"


def _rows(found: Published) -> Iterator[tuple[str, str]]:
    would = "would be " if found.dry_run else ""
    yield "dataset", found.dataset + (f"  {found.url}" if found.url else "")
    yield "edition", f"{found.edition}" + (f", tagged {found.tag}" if found.tag else "")
    for name in ("created", "updated", "retired"):
        yield f"{would}{name}", f"{getattr(found, name):,}"
    yield "unchanged", f"{found.unchanged:,}"
    if found.drift or found.conflict:
        yield "edited there", f"{found.drift:,} drifted, {found.conflict:,} in conflict; left as they are"
    if found.foreign:
        yield "not ours", f"{found.foreign:,}, never touched"
    yield "requests", f"{found.requests:,}"
    for difference in found.differences[:_SHOWN] if found.dry_run else _edits(found):
        yield _SIGNS[difference.action], _line(difference)
    if found.dry_run and (rest := and_more(len(found.differences), _SHOWN)):
        yield "", f"... {rest}; --json lists them all"
    if found.pulled:
        yield "pulled", f"the edits are in {found.pulled}; nothing was changed, here or there"
    for note in found.notes:
        yield "note", note


def _edits(found: Published) -> list[Difference]:
    return [one for one in found.differences if one.action in ("drift", "conflict")][:_SHOWN]


def _line(difference: Difference) -> str:
    words = f"{difference.item_id} {_short(difference.question)}"
    if difference.action in ("drift", "conflict") and not difference.fields:
        return f"{words} | deleted there"
    changed = [
        f"{name}: there {_short(there)}, here {_short(here)}" for name, (here, there) in difference.fields.items()
    ]
    return " | ".join([words, *changed])


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


@contextmanager
def _progress(quiet: bool) -> Iterator[Tell]:
    """A line that moves in a terminal; in a pipe one line a step, and one every ten seconds."""
    from benchmill.running.progress import PlainLines, TerminalLine

    def words(what: str, done: int, of: int) -> str:
        return f"{what}: {done:,} of {of:,} examples" if of and done else f"{what}: {of or done:,} examples"

    if quiet:
        yield lambda _what, _done, _of: None
    elif sys.stderr.isatty():
        with TerminalLine() as line:
            yield lambda what, done, of: line.stage(words(what, done, of))
    else:
        doing, told_at = "", 0.0
        plain = PlainLines()

        def tell(what: str, done: int, of: int) -> None:
            nonlocal doing, told_at
            now = time.monotonic()
            if what != doing or now - told_at > plain.every:
                doing, told_at = what, now
                plain.note(words(what, done, of))

        yield tell
