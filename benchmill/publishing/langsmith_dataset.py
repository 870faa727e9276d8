"""A workspace -> a dataset in LangSmith that holds its last edition: what differs is written, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from benchmill.editions.hand_edits import refuse_hand_edits
from benchmill.outputs.json_files import json_lines
from benchmill.outputs.langsmith.applying import Tell, Writer
from benchmill.outputs.langsmith.difference import Plan, difference
from benchmill.outputs.langsmith.examples import Stored, example_of
from benchmill.outputs.langsmith.retries import RetryPolicy
from benchmill.outputs.langsmith.service import Account, Dataset, LangSmith, Version
from benchmill.outputs.langsmith.splits import Splits
from benchmill.outputs.whole_file import write_whole
from benchmill.publishing.dataset_changes import Difference, Published, differences_of
from benchmill.records import ServiceError, UsageError
from benchmill.version import VERSION
from benchmill.workspace.folder import Workspace, item_of, no_edition
from benchmill.workspace.ledger.store import Edition, Ledger, Publication

OnDrift = Literal["keep", "overwrite", "pull"]

SERVICE = "langsmith"
EDITS = "langsmith-edits.jsonl"
# More retired examples at once than this share (and than a handful) are more often a mistake than a changed folder.
RETIRE_SHARE, RETIRE_FREELY = 0.2, 5
# One more is needed each time another program writes meanwhile or a deleted example holds an id; two suffice otherwise.
_ROUNDS = 8
_NOWHERE = "00000000-0000-0000-0000-000000000000"


@dataclass(frozen=True, slots=True)
class PublishSettings:
    """What to publish where. `force` allows retiring a large share; a dry run reads only."""

    dataset: str
    splits: Splits = field(default_factory=Splits)
    keep_retired: bool = False
    force: bool = False
    on_drift: OnDrift = "keep"
    dry_run: bool = False

    def __post_init__(self) -> None:
        if not self.dataset.strip():
            raise UsageError("the name of the dataset is empty: is a variable not set?")


def publish(
    bench: Path,
    settings: PublishSettings,
    account: Account,
    *,
    tell: Tell | None = None,
    retry_policy: RetryPolicy | None = None,
) -> Published:
    """Bring the dataset to the last edition of the workspace `bench`; made where it is missing.

    Interrupted or half refused, the same call goes on from there; two publishers at once make no doubles.
    Examples of others are never touched. Examples of ours that people edited are reported and left, or as `on_drift`
    says.

    Raises WorkspaceError where there is no edition or items.jsonl was edited by hand, UsageError where too many
    examples would be retired, ServiceError where LangSmith cannot be reached or refuses us; MissingExtra without SDK.
    """
    workspace = Workspace(bench)
    with Ledger.read(workspace.ledger) as ledger:
        _edition(workspace, ledger)
        refuse_hand_edits(workspace, ledger)
    if not account.key:
        raise ServiceError("LANGSMITH_API_KEY is not set: publishing to LangSmith needs a key of its workspace")
    with LangSmith(account, retry_policy) as service:
        if settings.dry_run:
            with Ledger.read(workspace.ledger) as ledger:
                return _Publishing(workspace, ledger, service, settings, tell or _silent).look()
        with workspace.writing() as ledger:
            return _Publishing(workspace, ledger, service, settings, tell or _silent).run()


class _Publishing:
    """One publishing of one workspace to one dataset."""

    def __init__(
        self, workspace: Workspace, ledger: Ledger, service: LangSmith, settings: PublishSettings, tell: Tell
    ) -> None:
        self._workspace = workspace
        self._ledger = ledger
        self._service = service
        self._settings = settings
        self._tell = tell
        self._edition = _edition(workspace, ledger)
        self._examples = tuple(
            example_of(item_of(row), self._edition.number, settings.splits) for row in ledger.items("live")
        )

    def look(self) -> Published:
        """What would be done; writes nothing anywhere."""
        dataset = self._service.dataset(self._settings.dataset)
        notes: list[str] = []
        if dataset is None:
            notes.append(f"there is no dataset {self._settings.dataset!r} yet; publishing makes it")
            plan = self._plan([], {}, _NOWHERE)
            dataset = Dataset("", self._settings.dataset, "")
        else:
            plan = self._plan(
                self._stored(dataset, self._service.version(dataset.id)), self._pushed(dataset), dataset.id
            )
        if refusal := self._too_many(plan):
            notes.append(refusal)
        return self._told(dataset, plan, list(differences_of(plan)), tag="", notes=notes)

    def run(self) -> Published:
        """Compare, write, compare again until nothing differs; then name the version."""
        dataset = self._service.dataset(self._settings.dataset) or self._new_dataset()
        before = self._ledger.publication(SERVICE, dataset.id)
        writer = Writer(self._service, dataset.id, self._settings.keep_retired, self._tell)
        done: dict[tuple[str, str], Difference] = {}
        taken: frozenset[str] = frozenset()
        pushed = self._pushed(dataset)
        for _ in range(_ROUNDS):
            version = self._service.version(dataset.id)
            plan = self._plan(self._stored(dataset, version), pushed, dataset.id)
            if not plan.writes:
                break
            if refusal := self._too_many(plan):
                raise UsageError(refusal)
            done |= {(one.item_id, one.action): one for one in differences_of(plan)}
            pushed = self._begin(dataset, plan, pushed)
            taken = writer.apply(plan, taken, version.as_of if version else None)
        else:
            raise ServiceError(
                f"{dataset.name} kept changing: another program or person writes to it; run the command again"
            )
        wrote = any(action in ("create", "update", "retire") for _, action in done)
        tag = self._named(dataset, version, wrote, before)
        self._remember(dataset, plan, pushed, tag, version)
        edits = [one for one in differences_of(plan) if one.action in ("drift", "conflict")]
        written = [one for (_, action), one in done.items() if action not in ("drift", "conflict")]
        return self._told(dataset, plan, [*edits, *written], tag=tag, notes=[])

    # --- comparing

    def _stored(self, dataset: Dataset, version: Version | None) -> list[Stored]:
        found: list[Stored] = []
        for page in self._service.examples(dataset.id, version.as_of if version else None):
            found += page
            self._tell("reading", len(found), 0)
        return found

    def _pushed(self, dataset: Dataset) -> Mapping[str, str]:
        known = self._ledger.publication(SERVICE, dataset.id)
        return known.pushed if known else {}

    def _plan(self, stored: list[Stored], pushed: Mapping[str, str], dataset_id: str) -> Plan:
        overwrite = self._settings.on_drift == "overwrite"
        return difference(self._examples, stored, pushed, dataset_id=dataset_id, overwrite=overwrite)

    def _too_many(self, plan: Plan) -> str:
        """Why this plan needs --force; empty where it does not."""
        gone = len(plan.retires)
        large = gone > max(RETIRE_FREELY, RETIRE_SHARE * plan.ours) or (gone and not self._examples)
        if self._settings.force or not large:
            return ""
        return (
            f"{gone} of the {plan.ours} examples in {self._settings.dataset!r} would be retired. Is this the "
            "right workspace, and the right dataset? If so, use --force"
        )

    # --- writing

    def _new_dataset(self) -> Dataset:
        name = self._workspace.name
        return self._service.create_dataset(
            self._settings.dataset,
            f"Question-answer benchmark {name}, grown from documentation and kept up to date by benchmill.",
            {"managed_by": "benchmill", "benchmark": name, "benchmill_version": VERSION},
        )

    def _begin(self, dataset: Dataset, plan: Plan, pushed: Mapping[str, str]) -> Mapping[str, str]:
        """Note that publishing is under way. What goes is forgotten first: an item that comes back later, after this
        was cut off, must not look like one that a person deleted."""
        gone = {one.item_id for one in plan.retires}
        left = {item_id: hash_ for item_id, hash_ in pushed.items() if item_id not in gone}
        self._ledger.published(Publication(SERVICE, dataset.id, dataset.name, self._edition.number, "", "", left))
        return left

    def _named(self, dataset: Dataset, version: Version | None, wrote: bool, before: Publication | None) -> str:
        """The tag of this edition's version. A tag in use stays where it is: people pin their experiments to it."""
        number = self._edition.number
        if version is None:
            return ""
        if not wrote and before and before.tag and before.edition == number:
            return before.tag
        name = tag = f"edition-{number}"
        for known in version.tags:
            if known == name or known.startswith(f"{name}."):
                return known
        for again in range(2, 1000):
            if self._service.version(dataset.id, tag) is None:
                break
            if not wrote and before is None:
                return tag  # published from another copy of this workspace
            tag = f"{name}.{again}"
        self._service.tag(dataset.id, version.as_of, tag)
        return tag

    def _remember(
        self, dataset: Dataset, plan: Plan, pushed: Mapping[str, str], tag: str, version: Version | None
    ) -> None:
        now = {example.item_id: example.hash for example in plan.unchanged}
        for edit in plan.edits:
            base = pushed.get(edit.item_id) or (edit.stored.stamp if edit.stored else "")
            if base:
                now[edit.item_id] = base
        as_of = version.as_of.isoformat() if version else ""
        self._ledger.published(Publication(SERVICE, dataset.id, dataset.name, self._edition.number, tag, as_of, now))

    # --- telling

    def _told(
        self, dataset: Dataset, plan: Plan, differences: list[Difference], *, tag: str, notes: list[str]
    ) -> Published:
        edits = [one for one in differences if one.action in ("drift", "conflict")]
        actions = [one.action for one in differences]
        written = {one.item_id for one in differences if one.action in ("create", "update")}
        outcome = Published(
            dataset=dataset.name,
            dataset_id=dataset.id,
            url=dataset.url,
            edition=self._edition.number,
            tag=tag,
            dry_run=self._settings.dry_run,
            created=actions.count("create"),
            updated=actions.count("update"),
            retired=actions.count("retire"),
            unchanged=sum(example.item_id not in written for example in plan.unchanged),
            drift=actions.count("drift"),
            conflict=actions.count("conflict"),
            foreign=plan.foreign,
            requests=self._service.requests,
            differences=tuple(differences),
            notes=tuple(notes),
        )
        if self._settings.on_drift != "pull" or self._settings.dry_run:
            return outcome
        return replace(outcome, pulled=self._pull(edits))

    def _pull(self, edits: list[Difference]) -> Path | None:
        """The file of what people edited; an old one is taken away where nothing is edited any more."""
        path = self._workspace.folder / EDITS
        if not edits:
            path.unlink(missing_ok=True)
            return None
        write_whole(path, json_lines(one.as_json() for one in edits))
        return path


def _edition(workspace: Workspace, ledger: Ledger) -> Edition:
    edition = ledger.last_edition()
    if edition is None:
        raise no_edition(workspace.folder)
    return edition


def _silent(what: str, done: int, of: int) -> None:
    """Reports nothing."""
