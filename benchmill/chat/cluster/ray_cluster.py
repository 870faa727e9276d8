"""A Ray cluster -> functions mapped over shards on its machines, and services that run on each of them."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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
_TRIES = 20  # of a call that no machine takes
# Seconds between two looks for machines that have joined.
_LOOK_FOR_MORE = 2.0
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
                raise ServiceError(f"the Ray cluster at RAY_ADDRESS refuses the connection: {error}") from error

    def __enter__(self) -> RayCluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Leave the cluster, unless this process was in it before."""
        if self._mine:
            self._mine = False
            self._ray.shutdown()

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
            raise WorkerLost(f"the cluster lost its workers several times in a row: {_first_line(error)}") from error
        return done

    def service(
        self,
        make: Callable[[], object],
        most: int,
        environment: Mapping[str, str],
        report: Callable[[str], None] = lambda _: None,
    ) -> Service:
        """The object that `make` makes, once on each machine, at most `most` times; also on machines that join later.

        `environment`: variables for the copies' processes, where those have no variable of that name. The variables
        go through Ray's own connections and appear in none of Ray's lists. `report` gets messages for people.
        """
        return Service(self._ray, make, most, environment, report)


@dataclass(slots=True)
class _Copy:
    """One copy; `away` until it has answered, and from a call that it lost until it answers again."""

    machine: str
    actor: Any
    under_way: int = 0
    away: bool = True


class Service:
    """Copies of one object with async methods. A call goes to the copy with the fewest calls under way.

    Each machine has one copy, so that the loss of a machine loses only its share of the calls under way. Ray starts a
    copy again where its process is lost; a machine that joins the cluster gets a copy of its own.
    """

    def __init__(
        self,
        ray: ModuleType,
        make: Callable[[], object],
        most: int,
        environment: Mapping[str, str],
        report: Callable[[str], None],
    ) -> None:
        self._ray = ray
        self._new = partial(_new_copy, ray, make, dict(environment))
        self._most = most
        self._report = report
        self._machines: set[str] = set()
        self._copies: list[_Copy] = []
        self._looking: set[asyncio.Task[None]] = set()
        self._add_copies()
        self._watch(self._grow())

    async def call(self, method: str, *values: object) -> object:
        """What the method returns or raises. Raises WorkerLost where the copy went away meanwhile.

        A cancelled call is cancelled on its machine too.
        """
        for _ in range(_TRIES):
            if not self._copies:
                self._add_copies()
            if copy := min(self._copies, key=lambda one: (one.away, one.under_way), default=None):
                try:
                    return await self._sent(copy, method, values)
                except self._ray.exceptions.ActorUnschedulableError:  # the copy never was there, so nothing was sent
                    pass
            await asyncio.sleep(_LOOK_AGAIN)
        raise WorkerLost("no machine of the cluster accepts a worker")

    async def _sent(self, copy: _Copy, method: str, values: Sequence[object]) -> object:
        copy.under_way += 1
        sent = copy.actor.call.remote(method, *values)
        try:
            outcome = await sent
        except asyncio.CancelledError:
            self._ray.cancel(sent)
            raise
        except self._ray.exceptions.RayActorError as error:
            if not copy.away:
                copy.away = True
                self._watch(self._until_back(copy))
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
            except (self._ray.exceptions.RayActorError, self._ray.exceptions.ActorUnschedulableError):
                continue

    async def end(self) -> None:
        for task in self._looking:
            task.cancel()
        for copy in self._copies:
            self._ray.kill(copy.actor)

    def _watch(self, looking: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(looking)
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    def _add_copies(self) -> int:
        """Give each machine that has no copy one of its own; returns how many of them are new."""
        alive = {node["NodeID"] for node in self._ray.nodes() if node["Alive"]}
        without = sorted(alive - {copy.machine for copy in self._copies})
        added = [self._new(machine) for machine in without[: max(0, self._most - len(self._copies))]]
        self._copies += added
        for copy in added:
            self._watch(self._until_back(copy))
        joined = {copy.machine for copy in added} - self._machines
        self._machines |= joined
        return len(joined)

    async def _grow(self) -> None:
        """Look for machines without a copy, for as long as the service lives."""
        while True:
            await asyncio.sleep(_LOOK_FOR_MORE)
            if joined := self._add_copies():
                self._report(f"machines that joined the cluster: {joined}; the run now sends calls from them, too")

    async def _until_back(self, copy: _Copy) -> None:
        """Give the copy no calls, while others are available, until it answers; forget it where it never will."""
        while copy.away:
            try:
                await copy.actor.alive.remote()
                copy.away = False
            except self._ray.exceptions.ActorUnavailableError:
                await asyncio.sleep(_LOOK_AGAIN)
            except (self._ray.exceptions.RayActorError, self._ray.exceptions.ActorUnschedulableError):
                self._copies.remove(copy)
                return


def _new_copy(ray: ModuleType, make: Callable[[], object], environment: dict[str, str], machine: str) -> _Copy:
    """A copy on this machine. Told to take another one in need, Ray does so also while its machines do not know each
    other yet, and all copies may be on one; told not to, it refuses, and the service tries again."""
    on_it = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(machine, soft=False)
    options = {"num_cpus": 0, "max_restarts": -1, "max_concurrency": _CALLS_AT_ONCE}
    host = ray.remote(_Host).options(scheduling_strategy=on_it, **options)
    return _Copy(machine, host.remote(make, environment))


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
