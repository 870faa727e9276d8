"""The server's behaviour: LangSmithPlan, with seeded draws; and Asked, a line of its log."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

# commit-...: the request is carried out, but its client gets no answer. partial-500: half of the rows are stored.
FAULTS = (
    "http-429",
    "http-500",
    "http-502",
    "http-503",
    "reset",
    "reset-body",
    "hang",
    "commit-500",
    "commit-reset",
    "commit-hang",
    "partial-500",
)


@dataclass(frozen=True, slots=True)
class LangSmithPlan:
    """All settings of the server, so that a run can be repeated.

    `faults`: fault name -> probability a request; `script`: (route, fault) pairs, each spent by the first request of
    its route, before any draw. Routes are a method and a word: `POST examples`, `GET datasets`. `atomic`: whether a
    multipart request that is refused stores nothing. `multipart`: whether the server has today's endpoints, or only the
    old ones. `strict_delete`: whether deleting what is gone is a 404. `workspace`: the key is an organisation's and
    needs this X-Tenant-Id. `projects`: whether the workspace has a tracing project. `retry_after`: seconds in a 429's
    header; None as LangSmith does, without one.
    """

    seed: int = 0
    faults: Mapping[str, float] = field(default_factory=dict)
    script: tuple[tuple[str, str], ...] = ()
    api_key: str = ""
    may_write: bool = True
    workspace: str = ""
    projects: bool = True
    atomic: bool = True
    multipart: bool = True
    strict_delete: bool = True
    retry_after: float | None = None
    hang_seconds: float = 3600.0
    port: int = 0

    def __post_init__(self) -> None:
        if unknown := {*self.faults, *(fault for _, fault in self.script)} - {*FAULTS, ""}:
            raise ValueError(f"no fault is named {', '.join(sorted(unknown))}; there are: {', '.join(FAULTS)}")

    def drawn(self, arrival: int) -> str:
        """The fault of the request that arrives as number `arrival`, or ""."""
        draw = random.Random(f"{self.seed}:{arrival}").random()
        for name in FAULTS:
            draw -= self.faults.get(name, 0.0)
            if draw < 0:
                return name
        return ""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> LangSmithPlan:
        values = json.loads(text)
        return cls(**{**values, "script": tuple(map(tuple, values["script"]))})


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: its route, the status it got (0 where the connection was broken), bytes, rows and ids in it."""

    route: str
    path: str
    status: int
    fault: str
    size: int
    rows: int

    @property
    def writes(self) -> bool:
        return not self.route.startswith("GET ")
