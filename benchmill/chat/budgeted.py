"""ChatModel -> the same model within hard limits; every request is counted before it is sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from benchmill.chat.batches.store import Paid
from benchmill.chat.errors import BudgetReached, ModelError, Transient, Unsent
from benchmill.chat.estimates import input_tokens
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.prices import Price
from benchmill.chat.usage import UsageCounter

# The server may count more tokens than we guess; a hard limit needs a guess that is at least the server's count.
_SAFETY = 1.5
# The server may have worked on a request that timed out, and may bill it.
_MAYBE_PAID = frozenset({"time-out", "reset"})


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one run; None = no limit. Calls are requests sent, tokens input and output together, cost USD."""

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None


@dataclass(slots=True)
class _Sum:
    calls: int = 0
    tokens: float = 0.0
    cost: float = 0.0

    def add(self, other: _Sum, sign: int = 1) -> None:
        self.calls += sign * other.calls
        self.tokens += sign * other.tokens
        self.cost += sign * other.cost


class Budgeted:
    """Reserves what a call may take, asks, and replaces the reservation by what the call took; keeps the usage.

    Raises BudgetReached where a call does not fit into what is left of the budget. Where a call would fit without
    the reservations of calls under way, it waits for those calls to end. `price_of`: the price of a model spec, None
    where unknown.
    """

    def __init__(
        self,
        model: ChatModel,
        budget: Budget,
        price_of: Callable[[str], Price | None],
        usage: UsageCounter | None = None,
    ) -> None:
        self._model = model
        self._budget = budget
        self._price_of = price_of
        self._usage = usage or UsageCounter()
        self._unlimited = budget == Budget()
        self._used = _Sum()
        self._reserved = _Sum()
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def complete(self, request: ChatRequest) -> ChatReply:
        return await self.complete_with(self._model, request)

    def through(self, model: ChatModel) -> ChatModel:
        """`model` with its calls held within the same limits."""
        return _Through(self, model)

    async def complete_with(self, model: ChatModel, request: ChatRequest) -> ChatReply:
        """The reply of `model`, within the limits."""
        price = self._price_of(request.model)
        reserve = _Sum() if self._unlimited else await self._reserve(request, price)
        count = self._usage.of(request.purpose)
        count.asked += 1
        used = _Sum(1)
        try:
            reply = await model.complete(request)
            used = _Sum(1, reply.input_tokens + reply.output_tokens, price.of(reply) if price else 0.0)
        except ModelError as trouble:
            count.failed += 1
            if any(trouble.tokens):
                used = self._reported(request, trouble.tokens, price)
            elif isinstance(trouble, Transient) and trouble.check in _MAYBE_PAID:
                used = self._input_only(request, price)
            raise
        except Unsent:
            count.asked -= 1
            used = _Sum()
            raise
        except asyncio.CancelledError:
            count.failed += 1
            used = self._input_only(request, price)
            raise
        finally:
            if not self._unlimited:
                self._settle(reserve, used)
        count.answered += 1
        self._count(request, reply, price, used.cost)
        return reply

    def _count(self, request: ChatRequest, reply: ChatReply, price: Price | None, cost: float) -> None:
        count = self._usage.of(request.purpose)
        count.input_tokens += reply.input_tokens
        count.output_tokens += reply.output_tokens
        count.cached_tokens += reply.cached_tokens
        count.cost += cost
        count.unpriced += price is None

    def already(self, paid: Paid) -> None:
        """Count what earlier sessions of this run paid: the limits are for all sessions together."""
        price = self._price_of(paid.model)
        cost = price.cost(paid.input_tokens, paid.output_tokens, paid.cached_tokens) if price else 0.0
        self._used.add(_Sum(paid.calls, paid.input_tokens + paid.output_tokens, cost))

    def late(self, request: ChatRequest, reply: ChatReply) -> None:
        """Count a reply that came after the program that asked for it had ended."""
        price = self._price_of(request.model)
        self._count(request, reply, price, price.of(reply) if price else 0.0)

    async def check(self, model: str) -> None:
        await self._model.check(model)

    async def aclose(self) -> None:
        await self._model.aclose()

    async def _reserve(self, request: ChatRequest, price: Price | None) -> _Sum:
        most_input = int(input_tokens(request) * _SAFETY)
        cost = price.cost(most_input, request.max_tokens) if price else 0.0
        need = _Sum(1, most_input + request.max_tokens, cost)
        while True:
            if reason := self._exceeded_by(need, _Sum()):
                raise BudgetReached(f"the limit of {reason} is reached; raise it and run the same command to go on")
            if not self._exceeded_by(need, self._reserved):
                self._reserved.add(need)
                return need
            settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(settled)
            await settled

    def _exceeded_by(self, need: _Sum, beside: _Sum) -> str:
        """The limit that `need`, `beside` and the usage so far would exceed together; empty where they exceed none."""
        limit, used = self._budget, self._used
        if limit.calls is not None and used.calls + beside.calls + need.calls > limit.calls:
            return f"{limit.calls} calls"
        if limit.tokens is not None and used.tokens + beside.tokens + need.tokens > limit.tokens:
            return f"{limit.tokens} tokens ({used.tokens:.0f} used, the next call may take {need.tokens:.0f})"
        if limit.cost is not None and used.cost + beside.cost + need.cost > limit.cost:
            return f"{limit.cost:g} USD ({used.cost:.4f} used, the next call may cost {need.cost:.4f})"
        return ""

    def _settle(self, reserve: _Sum, used: _Sum) -> None:
        self._reserved.add(reserve, -1)
        self._used.add(used)
        while self._waiting:
            settled = self._waiting.popleft()
            if not settled.done():
                settled.set_result(None)

    def _reported(self, request: ChatRequest, tokens: tuple[int, int], price: Price | None) -> _Sum:
        """Count what a response without a usable reply reports: the server bills it."""
        cost = price.cost(*tokens) if price else 0.0
        count = self._usage.of(request.purpose)
        count.input_tokens += tokens[0]
        count.output_tokens += tokens[1]
        count.cost += cost
        count.unpriced += price is None
        return _Sum(1, sum(tokens), cost)

    @staticmethod
    def _input_only(request: ChatRequest, price: Price | None) -> _Sum:
        tokens = input_tokens(request)
        return _Sum(1, tokens, price.cost(tokens, 0) if price else 0.0)


@dataclass(frozen=True, slots=True)
class _Through:
    """One of several models that share a budget."""

    budgeted: Budgeted
    model: ChatModel

    async def complete(self, request: ChatRequest) -> ChatReply:
        return await self.budgeted.complete_with(self.model, request)

    async def check(self, model: str) -> None:
        await self.model.check(model)

    async def aclose(self) -> None:
        await self.model.aclose()
