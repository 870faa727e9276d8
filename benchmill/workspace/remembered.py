"""A workspace -> the settings of its last edition; a later run uses them where the user types nothing else.

Without them a second `grow` without `--model` would mix items of the built-in writer into a benchmark that a model
wrote, and one without `--base-url` would send the documents to another server.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from benchmill.chat.addresses import has_password
from benchmill.records import UsageError
from benchmill.records.shell_command import command, from_here
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger

_NOTE = "asked with"
_HIDDEN = "?"  # replaces an address that holds a password: benchmill does not store passwords
# Settings that the manifest leaves out, because they name places on this machine; a later run needs them.
_PLACES = ("base_url", "prompts", "prices")
# Settings that belong to one writer: a run with another writer does not reuse them.
_OF_THE_WRITER = ("critic_model", "second_critic_model", "kinds", "base_url")
_ADDRESSES = "addresses"  # of each writer: after a run of the built-in one, a model's documents still go to its server


def remember(ledger: Ledger, settings: GrowSettings, docs: Path | None) -> None:
    """Store the docs folder, and the paths and addresses in `settings`; the manifest holds the other settings."""
    places = {name: getattr(settings, name) for name in _PLACES if getattr(settings, name) is not None}
    if has_password(places.get("base_url")):
        places["base_url"] = _HIDDEN
    for name in ("prompts", "prices"):
        if name in places:
            places[name] = str(Path(places[name]).resolve())
    if docs is not None:
        places["docs"] = str(docs.resolve())
    earlier = json.loads(ledger.note(_NOTE) or "{}").get(_ADDRESSES, {})
    if addresses := earlier | ({settings.model: places["base_url"]} if "base_url" in places else {}):
        places[_ADDRESSES] = addresses
    note = json.dumps(places)
    if ledger.note(_NOTE) != note:
        ledger.keep_note(_NOTE, note)


def remembered(bench: Path, typed: Mapping[str, object]) -> dict[str, object]:
    """The settings of the last edition of `bench` that are not `typed`; nothing where there is no edition.

    Raises UsageError where the server's address held a password: benchmill does not store it.
    """
    workspace = Workspace(bench)
    if not workspace.ledger.is_file():
        return {}
    with Ledger.read(workspace.ledger) as ledger:
        last = ledger.last_edition()
        note = ledger.note(_NOTE)
    stored = last.manifest.get("settings") if last else None
    if not isinstance(stored, Mapping) or (last and _is_imported(last.manifest)):
        return {}
    known = {field.name for field in fields(GrowSettings)}
    places = json.loads(note or "{}")
    found = {name: value for name, value in {**stored, **places}.items() if name in known}
    writer = typed.get("model", found.get("model"))
    if writer != found.get("model"):
        found = {name: value for name, value in found.items() if name not in _OF_THE_WRITER}
        if address := places.get(_ADDRESSES, {}).get(writer):
            found["base_url"] = address
    found = {name: value for name, value in found.items() if typed.get(name) is None}
    if found.get("base_url") == _HIDDEN:
        raise UsageError(f"{writer} was asked at an address with a password, which is not kept: give --base-url again")
    return found


def docs_of(bench: Path) -> str:
    """The docs folder of the last `grow` into `bench`, as a person here would type it; empty where it is unknown."""
    workspace = Workspace(bench)
    if not workspace.ledger.is_file():
        return ""
    with Ledger.read(workspace.ledger) as ledger:
        places = json.loads(ledger.note(_NOTE) or "{}")
    return from_here(places["docs"]) if places.get("docs") else ""


def grow_again(bench: Path) -> str:
    """The command that brings `bench` up to date; in words where the docs folder is unknown."""
    docs = docs_of(bench)
    return command("grow", docs, "--out", bench) if docs else f"benchmill grow with your docs folder and --out {bench}"


def _is_imported(manifest: Mapping[str, object]) -> bool:
    """Whether the edition's items were imported: then nobody chose its settings."""
    models = manifest.get("models")
    return isinstance(models, Mapping) and str(models.get("generator", "")).startswith("import:")


def another_writer(bench: Path, model: str) -> str:
    """A message where the last edition of `bench` was grown with another model than `model`; else nothing."""
    before = remembered(bench, {"base_url": ""}).get("model", model)
    if before == model:
        return ""
    return f"the last edition was grown with {before}: its items stay, and {model} writes the new ones beside them"


def in_words(found: Mapping[str, object]) -> str:
    """The settings that differ from the defaults, in one line; empty where all are defaults."""
    usual = GrowSettings()
    different = {
        name: value
        for name, value in found.items()
        if value is not None and value != getattr(usual, name) and not (value == [] and getattr(usual, name) == ())
    }
    shown = [f"{name.replace('_', '-')} {_shown(value)}" for name, value in different.items()]
    return f"settings of the last edition, except those you type: {', '.join(shown)}" if shown else ""


def _shown(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
