"""ambiguous.json -> the ambiguous questions that a person wrote after reading the documentation of httpx."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources

from tests.servers.simulated.passages import Passage

Record = dict[str, object]


@cache
def by_hand() -> tuple[Record, ...]:
    """The questions, as the writer's records. Their quotes are in no other documentation."""
    return tuple(json.loads(resources.files(__package__).joinpath("ambiguous.json").read_text(encoding="utf-8")))


def shown(record: Record, passages: Sequence[Passage]) -> list[Record]:
    """The readings of a question whose quotes are in the passages."""
    every: list[Record] = record["readings"]  # type: ignore[assignment]
    return [one for one in every if any(str(one["quote"]) in passage.text for passage in passages)]
