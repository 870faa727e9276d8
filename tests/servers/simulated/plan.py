"""The simulated server's behaviour: ServerPlan, and the seeded draws from it."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal

# Every fault by name. Those that begin with http- end the request with that status; the others spoil the answer.
FAULTS = (
    "http-429",
    "http-500",
    "http-502-html",
    "http-503",
    "quota",
    "reset",
    "reset-body",
    "hang",
    "drip",
    "truncated",
    "malformed",
    "empty",
    "refusal",
    "out-of-range",
    "wrong-schema",
)

FAULT_PRESETS: Mapping[str, Mapping[str, float]] = {
    "none": {},
    "mixed": {"http-429": 0.05, "http-500": 0.03, "reset": 0.02, "hang": 0.01, "malformed": 0.03},
    "all": {fault: 0.01 for fault in FAULTS if fault != "quota"},
}

SchemaMode = Literal["enforced", "json_object", "unsupported", "ignored"]


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds until an answer starts: `constant` (the median), or `lognormal` with this median and sigma of its log."""

    kind: Literal["constant", "lognormal"] = "constant"
    median: float = 0.0
    sigma: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Latency:
        """
        >>> Latency.parse("lognormal:0.5:0.6")
        Latency(kind='lognormal', median=0.5, sigma=0.6)
        >>> Latency.parse("0.2")
        Latency(kind='constant', median=0.2, sigma=0.0)
        """
        parts = text.split(":")
        if parts[0] == "lognormal" and len(parts) == 3:
            return cls("lognormal", float(parts[1]), float(parts[2]))
        return cls("constant", float(parts[-1]))

    def draw(self, rng: random.Random) -> float:
        if self.kind == "constant" or self.median == 0:
            return self.median
        return self.median * math.exp(rng.gauss(0.0, self.sigma))


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """All settings of the server, so that a run can be repeated.

    `faults`: fault name -> probability a request. Draws are keyed on (seed, body, how often this body came before),
    so a retry gets a fresh draw and the order of requests does not matter.
    `script`: faults by order of arrival, "" for none, before any draw; `script_per_body`: the same for each body's
    1st, 2nd ... attempt. `latency_by_arrival`: the n-th request has the n-th latency whatever its body, so that two
    clients can be compared. `max_in_flight`: more at once than this is answered with 429; 0 = no limit.
    `schemas`: what becomes of a JSON schema in the request (`json_object`: only
    that form is known; `unsupported`: none, 400; `ignored`: prose around the JSON).
    `batch_seconds`: until a batch has ended, None where there are none. `batch_faults`: by order of batches:
    `expire` and `cancel` after half of the lines, `fail`, `token-limit`, `lose` (404 when asked for).
    `batch_requests`: the most a batch may hold. `batch_answer_lost`: the first one is made, but its answer is a reset.
    `hold_from`: the answers of this request (counted from 0) and of all later ones are held, and every batch is under
    way, until a test releases them, so that the test does not depend on speed. None = nothing is held.
    `context_tokens`: longer prompts are refused with 400; 0 = no limit. `fail_rates`: the share of low ratings,
    by purpose, or by `MODEL/PURPOSE`.
    """

    seed: int = 0
    latency: Latency = field(default_factory=Latency)
    latency_by_arrival: bool = False
    faults: Mapping[str, float] = field(default_factory=dict)
    script: tuple[str, ...] = ()
    script_per_body: tuple[str, ...] = ()
    retry_after: float = 1.0
    hang_seconds: float = 3600.0
    drip_seconds: float = 2.0
    models: tuple[str, ...] = ("simulated", "simulated-critic", "llama3", "gpt-4o-mini")
    api_key: str = ""
    schemas: SchemaMode = "enforced"
    context_tokens: int = 0
    max_in_flight: int = 0
    fail_rates: Mapping[str, float] = field(
        default_factory=lambda: {"standalone": 0.15, "groundedness": 0.15, "relevance": 0.1}
    )
    batch_seconds: float | None = 0.0
    batch_faults: tuple[str, ...] = ()
    batch_requests: int = 50_000
    batch_answer_lost: bool = False
    hold_from: int | None = None
    port: int = 0

    def __post_init__(self) -> None:
        named = {*self.faults, *self.script, *self.script_per_body} - {""}
        if unknown := named - set(FAULTS):
            raise ValueError(f"no fault is named {', '.join(sorted(unknown))}; there are: {', '.join(FAULTS)}")

    def fault(self, body: str, attempt: int, arrival: int) -> str:
        """The fault of this request, or "". `attempt` and `arrival` count from 0."""
        if arrival < len(self.script):
            return self.script[arrival]
        if attempt < len(self.script_per_body):
            return self.script_per_body[attempt]
        drawn = self._rng("fault", body, attempt).random()
        for name in FAULTS:
            drawn -= self.faults.get(name, 0.0)
            if drawn < 0:
                return name
        return ""

    def delay(self, body: str, attempt: int, arrival: int) -> float:
        """Seconds this request waits."""
        rng = self._rng("delay", arrival) if self.latency_by_arrival else self._rng("delay", body, attempt)
        return self.latency.draw(rng)

    def _rng(self, *parts: object) -> random.Random:
        return random.Random(f"{self.seed}:{parts}")

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> ServerPlan:
        values = json.loads(text)
        values["latency"] = Latency(**values["latency"])
        for name in ("script", "script_per_body", "models", "batch_faults"):
            values[name] = tuple(values[name])
        return cls(**values)
