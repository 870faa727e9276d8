"""The only place that speaks to LangSmith: its SDK, asked again where trouble may pass, its errors sorted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from benchmill.outputs.langsmith.difference import Update
from benchmill.outputs.langsmith.errors import Gone, Taken, sorted_out
from benchmill.outputs.langsmith.examples import Example, Stored
from benchmill.outputs.langsmith.retries import Asking, RetryPolicy
from benchmill.records import MissingExtra, ServiceError
from benchmill.records.installed import check_versions

if TYPE_CHECKING:
    from langsmith import Client

T = TypeVar("T")

PAGE = 100  # the service's largest
IDS_A_LIST = 99  # a list of exactly 100 ids makes the SDK ask for a page that is not there
_INPUTS = {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]}
_OUTPUTS = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "answerable": {"type": "boolean"},
        "components": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["answer"],
}


@dataclass(frozen=True, slots=True)
class Account:
    """Whose LangSmith: `endpoint` is empty for the public one, `workspace` for the key's own."""

    key: str
    endpoint: str = ""
    workspace: str = ""


@dataclass(frozen=True, slots=True)
class Dataset:
    id: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Version:
    """A state of a dataset: every write makes one. `as_of` is its time, `tags` its names."""

    as_of: datetime
    tags: tuple[str, ...]


class LangSmith:
    """An open connection; `requests` counts what was sent, tries included.

    Raises ServiceError from every method where LangSmith cannot be reached or refuses us.
    """

    def __init__(
        self, account: Account, retry_policy: RetryPolicy | None = None, rng: random.Random | None = None
    ) -> None:
        """Greet the service. Raises MissingExtra where the SDK is absent, UsageError where it is too old."""
        check_versions("langsmith")
        self._account = account
        self._asking = Asking(retry_policy or RetryPolicy(), rng or random.Random(0))  # noqa: S311 - jitter, no secret
        self.requests = 0
        # We give the SDK what the service can do. Else it asks by itself, and where that fails it uses the old
        # endpoints for the client's whole life, without a message.
        greeter = self._client(info={"version": ""})
        try:
            info = self._ask(lambda: greeter.request_with_retries("GET", "/info").json())
        except Gone:
            info = None
        finally:
            greeter.close(timeout=0)
        if not isinstance(info, dict) or not info.get("version"):
            raise ServiceError(f"{greeter.api_url} is not a LangSmith API; check LANGSMITH_ENDPOINT")
        self._langsmith = self._client(info=info)

    def close(self) -> None:
        """Give the connections back."""
        self._langsmith.close(timeout=0)

    def __enter__(self) -> LangSmith:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _client(self, info: Mapping[str, Any]) -> Client:
        try:
            # heavy (0.3 s), and only who publishes needs it
            from langsmith import Client
            from langsmith.schemas import ExampleCreate
            from langsmith.utils import LangSmithError, LangSmithRetry
        except ImportError as error:
            raise MissingExtra("publishing to LangSmith", "langsmith") from error
        if "reference_outputs" not in ExampleCreate.model_fields:
            # this version would drop the answers in silence
            raise MissingExtra("publishing to LangSmith (the installed langsmith is too old)", "langsmith")
        connect, read = self._asking.retry_policy.timeout
        try:
            client = Client(
                api_url=self._account.endpoint or None,
                api_key=self._account.key,
                workspace_id=self._account.workspace or None,
                # Repeated here, not there: it gives up after three seconds, and resends a POST that was stored.
                retry_config=LangSmithRetry(total=0),
                timeout_ms=(int(connect * 1000), int(read * 1000)),
                auto_batch_tracing=False,
                info=dict(info),
            )
        except LangSmithError as error:
            raise ServiceError(f"LangSmith cannot be set up: {str(error).splitlines()[0]}") from error
        client.session.hooks["response"].append(self._count)
        return client

    # --- datasets

    def dataset(self, name: str) -> Dataset | None:
        """The dataset of that name; None where LangSmith has no such dataset."""
        try:
            found = self._ask(lambda: self._langsmith.read_dataset(dataset_name=name))
        except Gone:
            return None
        return Dataset(str(found.id), name, found.url or "")

    def create_dataset(self, name: str, description: str, metadata: Mapping[str, object]) -> Dataset:
        """A new dataset with our schemas; the existing one where another program made it a moment before."""
        try:
            made = self._ask(
                lambda: self._langsmith.create_dataset(
                    name,
                    description=description,
                    inputs_schema=_INPUTS,
                    outputs_schema=_OUTPUTS,
                    # the SDK would send the machine's platform and versions under "runtime"
                    metadata={"runtime": {}, **metadata},
                )
            )
        except Taken:
            found = self.dataset(name)
            if found is None:
                raise
            return found
        return Dataset(str(made.id), name, made.url or "")

    def version(self, dataset_id: str, tag: str = "latest") -> Version | None:
        """The version that `tag` names; None where nothing has it, as in a dataset that was just made."""
        try:
            found = self._ask(lambda: self._langsmith.read_dataset_version(dataset_id=dataset_id, tag=tag))
        except Gone:
            return None
        return Version(found.as_of, tuple(found.tags or ()))

    def tag(self, dataset_id: str, as_of: datetime, tag: str) -> None:
        """Name a version."""
        self._ask(lambda: self._langsmith.update_dataset_tag(dataset_id=dataset_id, as_of=as_of, tag=tag))

    # --- examples

    def examples(self, dataset_id: str, as_of: datetime | None) -> Iterator[list[Stored]]:
        """All examples of a version, a page at a time. In the order of ids: others may write while we read."""
        offset = 0
        while True:
            query: dict[str, Any] = {"dataset": dataset_id, "order": "id", "offset": offset, "limit": PAGE}
            if as_of is not None:
                query["as_of"] = as_of.isoformat()
            page = self._listed(query)
            yield page
            offset += len(page)
            if len(page) < PAGE:
                return

    def present(self, ids: Sequence[str]) -> set[str]:
        """Which of the ids are there and not deleted."""
        found: set[str] = set()
        for start in range(0, len(ids), IDS_A_LIST):
            part = ids[start : start + IDS_A_LIST]
            found.update(one.id for one in self._listed({"id": list(part), "limit": PAGE}))
        return found

    def _listed(self, query: Mapping[str, Any]) -> list[Stored]:
        # Not list_examples: it makes a request an example (GET /sessions, for their web address) in a workspace that
        # has no tracing project.
        answer = self._ask(lambda: self._langsmith.request_with_retries("GET", "/examples", params=dict(query)).json())
        return [
            Stored(
                str(one["id"]),
                one.get("inputs") or {},
                one.get("outputs") or {},
                one.get("metadata") or {},
                str(one.get("created_at") or ""),
            )
            for one in answer
        ]

    def create(self, dataset_id: str, rows: Sequence[tuple[str, Example]]) -> None:
        """Create examples under the given ids in one request. Raises Taken where an id is in use; some or none of the
        others may be stored then."""
        from langsmith.schemas import ExampleCreate

        examples: list[Any] = [
            ExampleCreate(  # type: ignore[no-untyped-call]  # the SDK's own
                id=id_,
                inputs=dict(example.inputs),
                reference_outputs=dict(example.outputs),
                metadata=example.metadata(),
                split=example.split,
            )
            for id_, example in rows
        ]
        self._ask(lambda: self._langsmith.create_examples(dataset_id=dataset_id, examples=examples))

    def update(self, dataset_id: str, updates: Sequence[Update]) -> None:
        """Bring examples to their new state in one request. Raises Gone where one is not there any more."""
        from langsmith.schemas import ExampleUpdate

        changed: list[Any] = [
            ExampleUpdate(  # type: ignore[no-untyped-call]
                id=one.stored.id,
                inputs=dict(one.example.inputs),
                outputs=dict(one.example.outputs),
                metadata=one.stored.metadata_with(one.example.metadata()),
                split=one.stored.splits_with(one.example.split),
            )
            for one in updates
        ]
        self._ask(lambda: self._langsmith.update_examples(dataset_id=dataset_id, updates=changed))

    def delete(self, ids: Sequence[str]) -> None:
        """Delete examples from the current version on; earlier ones keep them. Raises Gone where one is not there."""
        self._ask(lambda: self._langsmith.delete_examples(list(ids)))

    def _ask(self, request: Callable[[], T]) -> T:
        """The answer, after as many tries as are allowed; each is counted."""
        return self._asking.ask(lambda: self._once(request))

    def _once(self, request: Callable[[], T]) -> T:
        from langsmith.utils import LangSmithError

        before = self.requests
        try:
            return request()
        except (LangSmithError, OSError, ValueError) as error:
            # OSError: errors of requests that the SDK lets through, a read time-out for one; ValueError: a cut answer
            self.requests += self.requests == before  # no response came, so the hook counted none
            raise sorted_out(error, self._account.endpoint, self._account.key) from error

    def _count(self, response: object, *_: object, **__: object) -> object:
        self.requests += 1
        return response
