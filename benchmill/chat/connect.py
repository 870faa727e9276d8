"""ConnectPlan -> Connection: the model client, its counts, and the way to shut it."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path

from benchmill.chat.adaptive_concurrency import AdaptiveConcurrency
from benchmill.chat.addresses import addresses
from benchmill.chat.balanced import Balanced, Server
from benchmill.chat.batches.plan import BatchPlan
from benchmill.chat.batches.store import BatchStore, MemoryBatches
from benchmill.chat.budgeted import Budget, Budgeted
from benchmill.chat.call_settings import CallSettings
from benchmill.chat.circuit_breaker import CircuitBreaker, Tolerance
from benchmill.chat.clients import ClientPlan
from benchmill.chat.cluster.on_cluster import OnCluster
from benchmill.chat.cluster.ray_cluster import RayCluster
from benchmill.chat.hedged import Hedged
from benchmill.chat.limited import Limited
from benchmill.chat.model import ChatModel, ModelClient
from benchmill.chat.prices import Price, Prices, load_prices
from benchmill.chat.rate_limiter import RateLimiter
from benchmill.chat.recorded import CallStore, MemoryStore, Recorded, plain_repair
from benchmill.chat.redacted import shown_address
from benchmill.chat.retrying import Retrying, RetryPolicy
from benchmill.chat.routed import Routed
from benchmill.chat.specs import ModelSpec, Protocol, parse_spec
from benchmill.chat.usage import UsageCounter
from benchmill.records.errors import UsageError

# (address, or nothing where it is the protocol's usual one; model spec -> its client) of each server
_Servers = Sequence[tuple[str, Mapping[str, ChatModel]]]

__all__ = ["ConnectPlan", "Connection", "ModelSpec", "clients_of", "connect", "connect_to", "parse_spec"]


@dataclass(frozen=True, slots=True)
class ConnectPlan(CallSettings):
    """Everything that decides how models are asked: the user's CallSettings, and the settings that the job adds.

    `models`: every spec that will be asked. `repair`: reason -> words of a repair request. `seed`: of the jitter
    between attempts. `rounds`: pairs of bad replies after which a call is given up for good. `batch`: ask in batches
    and pay their price; concurrency, rates, hedging and retries have no effect on batches. `report` gets messages
    for people.
    """

    models: tuple[str, ...]
    _: KW_ONLY
    seed: int = 0
    rounds: int = 3
    batch: BatchPlan | None = None
    retries: RetryPolicy = field(default_factory=RetryPolicy)
    tolerance: Tolerance = field(default_factory=Tolerance)
    repair: Callable[[str], str] = plain_repair
    report: Callable[[str], None] = lambda _: None

    @property
    def served(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Addresses of servers with the same models (none: the protocol's usual one) -> these models."""
        found: dict[tuple[str, ...], tuple[str, ...]] = {}
        for spec in self.models:
            urls = addresses(self.base_url, spec)
            found[urls] = (*found.get(urls, ()), spec)
        return found

    def servers(self) -> Iterator[tuple[str | None, tuple[str, ...]]]:
        """(address, or None for the protocol's usual one; its models) of each server."""
        for urls, models in self.served.items():
            yield from ((url, models) for url in urls or (None,))

    def __post_init__(self) -> None:
        if not self.models:
            raise UsageError("no model is named")
        above_zero = {
            "--concurrency": self.concurrency,
            "--timeout": self.timeout,
            "--rpm": self.rpm,
            "--tpm": self.tpm,
            "--num-ctx": self.num_ctx,
            "retries' attempts": self.retries.attempts,
            "rounds": self.rounds,
        }
        for name, value in above_zero.items():
            if value is not None and not value > 0:
                raise UsageError(f"{name} must be above 0, not {value}")
        for name, value in {
            "--max-calls": self.max_calls,
            "--max-tokens": self.max_tokens,
            "--max-cost": self.max_cost,
        }.items():
            if value is not None and not value >= 0:
                raise UsageError(f"{name} must not be below 0, it is {value}")


class Connection:
    """An open connection to models. `client` asks, `usage` counts its calls, `prices_date` dates the price list."""

    cluster: RayCluster | None = None

    def __init__(
        self,
        client: Recorded,
        model: ChatModel,
        usage: UsageCounter,
        prices_date: str,
        session: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._recorded = client
        self._model = model
        self._session = session
        self.usage = usage
        self.prices_date = prices_date

    @property
    def client(self) -> ModelClient:
        return self._recorded

    async def check(self, models: Iterable[str]) -> None:
        """Ask, without paying, whether each model is there. Raises EndOfRun saying what to do."""
        for model in dict.fromkeys(models):
            await self._model.check(model)

    async def go_on(self) -> None:
        """Collect the batches that an earlier program left under way: wait for them, or raise BatchSubmitted."""
        if self._session:
            await self._session()

    async def aclose(self, grace: float = 10.0) -> None:
        """Wait up to `grace` seconds for replies that are paid and under way, record them, and shut the clients."""
        try:
            await self._recorded.aclose(grace)
        finally:
            await self._model.aclose()
            if self.cluster is not None:
                self.cluster.leave()


def connect(plan: ConnectPlan, store: CallStore | None = None, batches: BatchStore | None = None) -> Connection:
    """The model client to the plan's models; call it inside a running event loop, and `aclose` it there.

    It sends no request. Raises UsageError for a bad spec or address, MissingExtra where a package is not installed,
    ModelRefused where a key that is needed is not set. `store`, `batches`: where replies and batches under way are
    kept; None = in memory.
    """
    if plan.batch is not None:
        return _connect_batches(plan, plan.batch, MemoryStore() if store is None else store, batches)
    cluster = RayCluster() if plan.engine == "ray" else None
    groups = [
        [(url or "", clients_of(plan, models, url, cluster)) for url in urls or (None,)]
        for urls, models in plan.served.items()
    ]
    connection = _connect_to_groups(plan, groups, store)
    connection.cluster = cluster
    return connection


def connect_to(
    plan: ConnectPlan, clients: Mapping[str, ChatModel], store: CallStore | None = None, *more: Mapping[str, ChatModel]
) -> Connection:
    """Like `connect`, with clients of your own: model spec -> client (a `FakeModel`, for one); `more`: of the other
    servers with the same models."""
    servers = (clients, *more)
    urls = [*(url for served in plan.served for url in served), *("" for _ in servers)]
    return _connect_to_groups(plan, [list(zip(urls, servers, strict=False))], store)


def _connect_to_groups(plan: ConnectPlan, groups: Sequence[_Servers], store: CallStore | None) -> Connection:
    """`groups`: the servers of each group have the same models."""
    usage = UsageCounter()
    budgeted, prices = _budgeted(plan, Routed({}), usage)
    several = sum(map(len, groups)) > 1
    of_spec: dict[str, ChatModel] = {}
    for group in groups:
        servers = [
            _server(plan, budgeted.through(Routed(clients)), usage, shown_address(url) if several else "")
            for url, clients in group
        ]
        model = servers[0].model if len(servers) == 1 else Balanced(servers, plan.report)
        of_spec |= dict.fromkeys(group[0][1], model)
    retrying = Retrying(
        Routed(of_spec),
        retry_policy=plan.retries,
        rng=random.Random(plan.seed),  # noqa: S311 - jitter, no secret
        usage=usage,
    )
    client = Recorded(
        retrying, MemoryStore() if store is None else store, repair=plan.repair, rounds=plan.rounds, usage=usage
    )
    return Connection(client, retrying, usage, prices.date)


def _server(plan: ConnectPlan, model: ChatModel, usage: UsageCounter, name: str) -> Server:
    """One server with its own rate limiter, adaptive concurrency, circuit breaker and hedging."""
    limiter = RateLimiter(plan.concurrency, rpm=plan.rpm, tpm=plan.tpm)
    concurrency = AdaptiveConcurrency(limiter, plan.timeout)
    breaker = CircuitBreaker(limiter, plan.tolerance, _reporting(plan.report, name))
    if plan.hedge == "on":
        model = Hedged(model, limiter, usage, concurrency=concurrency)
    limited = Limited(model, limiter, concurrency=concurrency, circuit_breaker=breaker)
    return Server(name, limited, limiter, breaker)


def _reporting(report: Callable[[str], None], name: str) -> Callable[[str], None]:
    return (lambda words: report(f"{name}: {words}")) if name else report


def _connect_batches(plan: ConnectPlan, how: BatchPlan, store: CallStore, batches: BatchStore | None) -> Connection:
    """A connection without rate limiter, hedges and retries: they would keep requests from being gathered."""
    other = [spec for spec in plan.models if parse_spec(spec).provider != "openai"]
    if other:
        raise UsageError(f"--batch needs models of OpenAI or a compatible server (openai:NAME), not {', '.join(other)}")
    urls = [url for url, _ in plan.servers()]
    if len(urls) > 1:
        raise UsageError("--batch needs one server: give one --base-url")
    from benchmill.chat.batches.batched import Batched
    from benchmill.chat.batches.openai_batches import OpenAIBatches
    from benchmill.chat.openai_chat import OpenAIChat

    kept = MemoryBatches(store) if batches is None else batches
    live = OpenAIChat(base_url=urls[0], timeout=plan.timeout, concurrency=plan.concurrency)
    batched = Batched(live, OpenAIBatches(live.client), kept, how)
    usage = UsageCounter()
    model, prices = _budgeted(plan, batched, usage)

    async def go_on() -> None:
        for call in await batched.pick_up():
            model.late(call.request, call.reply)
        for paid in kept.paid():
            model.already(paid)

    client = Recorded(model, store, repair=plan.repair, rounds=plan.rounds, usage=usage)
    return Connection(client, model, usage, prices.date, go_on)


def _budgeted(plan: ConnectPlan, model: ChatModel, usage: UsageCounter) -> tuple[Budgeted, Prices]:
    prices = load_prices(Path(plan.prices) if plan.prices else None)
    price_of = {spec: _price(prices, spec, plan) for spec in plan.models}
    _refuse_unpriced(plan, price_of)
    budget = Budget(plan.max_calls, plan.max_tokens, plan.max_cost)
    return Budgeted(model, budget, price_of.get, usage), prices


def clients_of(
    plan: ConnectPlan, models: Sequence[str], base_url: str | None, cluster: RayCluster | None = None
) -> dict[str, ChatModel]:
    """Spec -> its client at one server, without limits, retries and records.

    Each protocol has one client. Where the specs name two protocols, `base_url` is the address of `openai`.
    """
    specs = {text: parse_spec(text) for text in models}
    protocols = {spec.provider for spec in specs.values()}
    made = {
        protocol: _client(
            protocol, plan, base_url if protocol == "openai" or "openai" not in protocols else None, cluster
        )
        for protocol in sorted(protocols)
    }
    return {text: made[spec.provider] for text, spec in specs.items()}


def _client(protocol: Protocol, plan: ConnectPlan, base_url: str | None, cluster: RayCluster | None) -> ChatModel:
    how = ClientPlan(protocol, base_url, plan.timeout, plan.concurrency, plan.num_ctx)
    return how.open(plan.report) if cluster is None else OnCluster(how, cluster, plan.report)


def _price(prices: Prices, spec: str, plan: ConnectPlan) -> Price | None:
    return prices.of(spec, base_url=plan.base_url, batch=plan.batch is not None)


def _refuse_unpriced(plan: ConnectPlan, price_of: Mapping[str, Price | None]) -> None:
    unknown = [spec for spec, price in price_of.items() if price is None]
    if plan.max_cost is not None and unknown:
        raise UsageError(
            f"--max-cost cannot be enforced: no price is known for {', '.join(unknown)}; "
            "give a price list (--prices) or --max-tokens"
        )
