"""A workspace -> a dataset repository on Hugging Face that holds its last edition, by one commit of what differs."""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.hub import Hub, HubAccount, HubState
from benchmill.publishing.export import export
from benchmill.records import ServiceError
from benchmill.workspace.folder import Snapshot, load

NOTE = "manifest.json"
CARD = "README.md"
# The Hub makes this one itself.
_THEIRS = frozenset({".gitattributes"})


@dataclass(frozen=True, slots=True)
class HubPublished:
    """What one publishing sent, or in a dry run would send. `kept` are files that people changed there."""

    dataset: str
    url: str
    edition: int
    dry_run: bool
    created: bool
    added: tuple[str, ...]
    changed: tuple[str, ...]
    deleted: tuple[str, ...]
    unchanged: int
    kept: tuple[str, ...]
    conflict: bool
    commit: str

    @property
    def pending(self) -> bool:
        """Whether a dry run found something to send."""
        return self.dry_run and bool(self.added or self.changed or self.deleted)

    def as_json(self) -> dict[str, object]:
        """The object that `publish --json` prints; keys are only ever added."""
        names = ("added", "changed", "deleted", "kept")
        lists = {name: list(getattr(self, name)) for name in names}
        alone = ("dataset", "url", "edition", "dry_run", "created", "unchanged", "conflict", "commit")
        return {**{name: getattr(self, name) for name in alone}, **lists}


def publish_to_hub(
    bench: Path,
    dataset: str,
    account: HubAccount,
    *,
    private: bool = True,
    force: bool = False,
    overwrite: bool = False,
    dry_run: bool = False,
) -> HubPublished:
    """Bring the repository `OWNER/NAME` to the last edition of the workspace `bench`, in one commit.

    A repository that is missing is made, `private` or not; where nothing differs nothing is sent. A card that people
    changed there (they put the licence in) stays unless `overwrite`; where ours has changed too that is a conflict.
    Raises ServiceError where the Hub refuses us, or where the repository holds files that benchmill did not write
    (unless `force`), WorkspaceError where `bench` is no workspace.
    """
    snapshot = load(bench)
    hub = Hub(account, dataset)
    if not account.token:
        raise ServiceError("HF_TOKEN is not set: create a token with write access in your Hugging Face settings")
    local = _exported(snapshot)
    state = hub.state()
    written = _written_before(hub, state)
    if written is None and not force and (others := sorted(state.files.keys() - _THEIRS)):
        raise ServiceError(
            f"{dataset} holds {others[0]}, which benchmill did not write; name another --dataset, or use --force"
        )
    written = written or {}
    edited = CARD in state.files and CARD in written and _hash(hub.read(CARD, state.commit)) != written[CARD]
    conflict = edited and not overwrite and written[CARD] != _hash(local[CARD])
    kept = (CARD,) if edited and not overwrite else ()
    differing = {
        name: content for name, content in local.items() if name not in kept and not state.holds(name, content)
    }
    deleted = tuple(sorted((written.keys() & state.files.keys()) - local.keys()))
    commit = state.commit
    if (differing or deleted) and not dry_run:
        if not state.exists:
            hub.create(private=private)
            commit = hub.state().commit
        commit = hub.commit(differing, deleted, f"Edition {snapshot.edition.number} of {bench.resolve().name}", commit)
    return HubPublished(
        dataset=dataset,
        url=hub.url,
        edition=snapshot.edition.number,
        dry_run=dry_run,
        created=not state.exists,
        added=tuple(sorted(differing.keys() - state.files.keys())),
        changed=tuple(sorted(differing.keys() & state.files.keys())),
        deleted=deleted,
        unchanged=len(local) - len(differing) - len(kept),
        kept=kept,
        conflict=conflict,
        commit=commit,
    )


def _exported(snapshot: Snapshot) -> dict[str, bytes]:
    """File -> its bytes, of the data set that we want there."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "dataset"
        export(snapshot, "huggingface", folder)
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _written_before(hub: Hub, state: HubState) -> dict[str, str] | None:
    """File -> its hash, of the note that our last publishing left there; None where we left none."""
    if NOTE not in state.files:
        return None
    try:
        note = json.loads(hub.read(NOTE, state.commit))
    except ValueError:
        return None
    files = note.get("files") if isinstance(note, dict) and "benchmill" in note else None
    return {str(name): str(value) for name, value in files.items()} if isinstance(files, dict) else None


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
