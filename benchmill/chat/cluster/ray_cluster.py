"""A Ray cluster -> functions mapped over shards on its machines, and services that run on each of them."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from benchmill.records.errors import MissingExtra, ServiceError
from benchmill.records.installed import check_versions

Shard = TypeVar("Shard")
Result = TypeVar("Result")

# Ray sends usage statistics to its makers unless this variable forbids it; the user's documents and keys are private.
_NO_STATISTICS = "RAY_USAGE_STATS_ENABLED"
# Seconds between two attempts to reach a service whose machine went away.
_LOOK_AGAIN = 0.5
_SECONDS_TO_ANSWER = 10.0
_CALLS_AT_ONCE = 10_000  # the caller's rate limiter decides how many calls a service gets


class WorkerLost(ServiceError):
    """The machine or process that did the work went away before the result was here."""


class RayCluster:
    """The cluster at RAY_ADDRESS, else one that runs on this machine, else one that this process starts for itself.

    A context manager: on leaving it services are ended, and so is a cluster that this process started.
    Raises MissingExtra without the package, ServiceError where the cluster does not let this process in.
    """

    def __init__(self) -> None:
        os.environ.setdefault(_NO_STATISTICS, "0")
        try:
            import ray
        except ImportError as error:
            raise MissingExtra("--engine ray", "ray") from error
        check_versions("ray")
        self._ray = ray
        self._mine = not ray.is_initialized()
        if self._mine:
            _refuse_dead(os.environ.get("RAY_ADDRESS", ""))
            try:
                # raylets print their whole state where a machine is lost; we report ourselves what it means for a run
                ray.init(
                    log_to_driver=False, logging_level=logging.CRITICAL, configure_logging=True, include_dashboard=False
                )
            except Exception as error:  # Ray raises RuntimeError, ConnectionError, ValueError and its own for this
                raise ServiceError(f"no Ray cluster lets us in (RAY_ADDRESS): {error}") from error

    def __enter__(self) -> RayCluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Leave the cluster, unless this process was in it before."""
        if self._mine:
            self._mine = False
            self._ray.shutdown()

    @property
    def machines(self) -> int:
        """Machines that are alive."""
        return sum(node["Alive"] for node in self._ray.nodes())  # type: ignore[no-untyped-call, unused-ignore]

    def map(self, function: Callable[[Shard], Result], shards: Iterable[Shard]) -> list[Result]:
        """`function` of every shard, in the order of the shards; one whose machine is lost is done again elsewhere.

        `function` must be importable on every machine. Raises WorkerLost where a shard ended one worker after
        another, and whatever `function` raises.
        """
        remote = self._ray.remote(num_cpus=1, max_retries=3, scheduling_strategy="SPREAD")(function)
        try:
            done: list[Result] = self._ray.get([remote.remote(shard) for shard in shards])
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except self._ray.exceptions.RayError as error:
            raise WorkerLost(f"the cluster lost its workers again and again: {_first_line(error)}") from error
        return done

    def service(self, make: Callable[[], object], copies: int, environment: Mapping[str, str]) -> Service:
        """`copies` of the object that `make` makes, on as many machines as there are.

        `environment`: variables for the copies' processes, where those have no variable of that name. The variables
        go through Ray's own connections and appear in none of Ray's lists.
        """
        return Service(self._ray, make, copies, environment)


@dataclass(slots=True)
class _Copy:
    actor: Any
    under_way: int = 0
    away: bool = False


class Service:
    """Copies of one object with async methods. A call goes to the copy with the fewest calls under way.

    Ray starts a copy again, on another machine, where its process or machine is lost.
    """

    def __init__(
        self, ray: ModuleType, make: Callable[[], object], copies: int, environment: Mapping[str, str]
    ) -> None:
        self._ray = ray
        options = {"num_cpus": 0, "max_restarts": -1, "max_concurrency": _CALLS_AT_ONCE}
        host = ray.remote(_Host).options(scheduling_strategy="SPREAD", **options)
        self._copies = [_Copy(host.remote(make, dict(environment))) for _ in range(copies)]
        self._looking: set[asyncio.Task[None]] = set()

    async def call(self, method: str, *values: object) -> object:
        """What the method returns or raises. Raises WorkerLost where the copy went away meanwhile.

        A cancelled call is cancelled on its machine too.
        """
        copy = min(self._copies, key=lambda one: (one.away, one.under_way))
        copy.under_way += 1
        sent = copy.actor.call.remote(method, *values)
        try:
            outcome = await sent
        except asyncio.CancelledError:
            self._ray.cancel(sent)
            raise
        except self._ray.exceptions.RayActorError as error:
            self._look_after(copy)
            raise WorkerLost(f"a worker of the cluster went away: {_first_line(error)}") from error
        finally:
            copy.under_way -= 1
        if outcome.error is not None:
            raise outcome.error
        return outcome.value

    async def call_all(self, method: str, *values: object) -> None:
        """Call the method of every copy, except of copies that are away."""
        present = [copy.actor.call.remote(method, *values) for copy in self._copies if not copy.away]
        for sent in present:
            try:
                await sent
            except self._ray.exceptions.RayActorError:
                continue

    async def end(self) -> None:
        for task in self._looking:
            task.cancel()
        for copy in self._copies:
            self._ray.kill(copy.actor)

    def _look_after(self, copy: _Copy) -> None:
        """Give `copy` no calls while other copies are available, until it answers again."""
        if copy.away:
            return
        copy.away = True
        task = asyncio.get_running_loop().create_task(self._until_back(copy))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _until_back(self, copy: _Copy) -> None:
        while copy.away:
            try:
                await copy.actor.alive.remote()
                copy.away = False
            except self._ray.exceptions.RayActorError:
                await asyncio.sleep(_LOOK_AGAIN)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a method did. It holds an exception as a value: Ray would raise another one instead, with a traceback."""

    value: object = None
    error: Exception | None = None


class _Host:
    """The process around one copy; it makes the object when it is first called, inside its event loop."""

    def __init__(self, make: Callable[[], object], environment: Mapping[str, str]) -> None:
        for name, value in environment.items():
            os.environ.setdefault(name, value)
        self._make = make
        self._made: object | None = None

    async def alive(self) -> bool:
        return True

    async def call(self, method: str, *values: object) -> _Outcome:
        try:
            if self._made is None:
                self._made = self._make()
            return _Outcome(value=await getattr(self._made, method)(*values))
        except Exception as error:  # noqa: BLE001 - raised by the caller, on its machine
            return _Outcome(error=error)


def shards_of(things: Sequence[Shard], weight: Callable[[Shard], int], each: int) -> list[list[Shard]]:
    """`things` in their order in shards, each of which weighs about `each`.

    >>> shards_of(["aa", "b", "cccc", "d"], len, 3)
    [['aa', 'b'], ['cccc'], ['d']]
    """
    shards: list[list[Shard]] = []
    room = 0
    for thing in things:
        if room <= 0:
            shards.append([])
            room = each
        shards[-1].append(thing)
        room -= weight(thing)
    return shards


def _refuse_dead(address: str) -> None:
    """Say at once that nothing listens at `HOST:PORT`; Ray itself tries for minutes."""
    host, _, port = address.rpartition(":")
    if not host or "/" in host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=_SECONDS_TO_ANSWER).close()
    except OSError as error:
        raise ServiceError(f"no Ray cluster answers at RAY_ADDRESS={address}: {error.strerror or error}") from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
