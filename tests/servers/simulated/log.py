"""Requests and replies of the server: Call, Counters, and the log that keeps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Call:
    """One chat request. `key` is a hash of its body; `started` and `ended` are seconds since the server began.

    `status` is 0 while it is under way, where it hangs, and where the client went away first (`left`).
    `attempt` counts earlier requests with the same body. `fault` is "" where the answer was good;
    `prompt_tokens` is the prompt's length, four characters a token; `form` is how JSON was asked for: `json_schema`,
    `json_object` or "".
    """

    number: int
    path: str
    key: str
    model: str
    purpose: str
    attempt: int
    fault: str
    latency: float
    started: float
    in_flight: int
    prompt_tokens: int
    form: str = ""
    status: int = 0
    ended: float = 0.0
    left: bool = False

    @property
    def good(self) -> bool:
        """Whether a whole and right answer was sent."""
        return self.status == 200 and not self.left and self.fault in ("", "drip")


@dataclass(frozen=True, slots=True)
class Counters:
    """The log in numbers. `repeated` counts requests that came after the same body had been answered well."""

    requests: int
    in_flight: int
    max_in_flight: int
    connections: int
    by_status: Mapping[int, int]
    by_fault: Mapping[str, int]
    by_purpose: Mapping[str, int]
    latency: float
    prompt_tokens: int
    repeated: int


@dataclass(slots=True)
class Log:
    """All chat requests so far."""

    calls: list[Call] = field(default_factory=list)
    attempts: Counter[str] = field(default_factory=Counter)
    in_flight: int = 0
    connections: int = 0


def repeated_after_success(calls: Iterable[Call]) -> list[Call]:
    """Requests that came after an answer to the same body had been sent: each was paid for twice.

    A second request while the first is still under way (a hedge) is not one of them.
    """
    answered: dict[str, float] = {}
    events = sorted(calls, key=lambda call: call.started)
    for call in events:
        if call.good:
            answered[call.key] = min(call.ended, answered.get(call.key, call.ended))
    return [call for call in events if call.key in answered and call.started > answered[call.key]]


def count(calls: Sequence[Call], in_flight: int, connections: int) -> Counters:
    """The counters of `calls`."""
    return Counters(
        requests=len(calls),
        in_flight=in_flight,
        max_in_flight=max((call.in_flight for call in calls), default=0),
        connections=connections,
        by_status=dict(Counter(call.status for call in calls)),
        by_fault=dict(Counter(call.fault for call in calls if call.fault)),
        by_purpose=dict(Counter(call.purpose for call in calls)),
        latency=sum(call.latency for call in calls),
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        repeated=len(repeated_after_success(calls)),
    )
