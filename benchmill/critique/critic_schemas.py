"""A criterion and a pack -> the JSON Schema of the critic's reply.

Portable as the generator's: every field required, no limits of length or number; the rating is an enum because servers
enforce that where they ignore minimum and maximum. Fields stand in the order of the thinking: findings before the
rationale, the rationale before the rating.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

LABELS = ("full", "partial", "none")

_TEXT: dict[str, object] = {"type": "string"}
_RATING: dict[str, object] = {"type": "integer", "enum": [1, 2, 3, 4, 5]}


@lru_cache(maxsize=1)
def standalone_schema() -> str:
    """`rationale`, `rating`."""
    return _json(_object(rationale=_TEXT, rating=_RATING))


@lru_cache(maxsize=1)
def relevance_schema() -> str:
    """`task`, `rationale`, `rating`."""
    return _json(_object(task=_TEXT, rationale=_TEXT, rating=_RATING))


@lru_cache(maxsize=16)
def groundedness_schema(passages: int) -> str:
    """`passages` with `quote` and `label` for each of `passage_1` to `passage_n`; `answer`, `rationale`, `rating`.

    An object with a field for each passage, not a list: a server that enforces it cannot forget or repeat one.
    """
    return _groundedness([_TEXT] * passages)


def groundedness_enum_schema(quotable: Sequence[Sequence[str]]) -> str:
    """The same, each quote being empty or one of the pieces given for its passage."""
    return _groundedness([{"type": "string", "enum": list(dict.fromkeys(["", *pieces]))} for pieces in quotable])


def passage_name(number: int) -> str:
    """The field of passage `number`, counted from 1."""
    return f"passage_{number}"


def _groundedness(quotes: Sequence[dict[str, object]]) -> str:
    label = {"type": "string", "enum": list(LABELS)}
    passages = {passage_name(n): _object(quote=quote, label=label) for n, quote in enumerate(quotes, start=1)}
    return _json(_object(passages=_object(**passages), answer=_TEXT, rationale=_TEXT, rating=_RATING))


def _object(**properties: object) -> dict[str, object]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _json(schema: dict[str, object]) -> str:
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
