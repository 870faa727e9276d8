"""The words of a chunk -> the JSON Schema of the reply that is asked for about it.

Portable: every field is required, nothing optional, no limits of length or number (servers differ in what they
enforce; limits are checked in code). The order of the fields is the order of the work: quote, answer, question.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache


@lru_cache(maxsize=1)
def free_schema() -> str:
    """The schema with a free `quote`, as compact JSON."""
    return _schema({"type": "string"})


def enum_schema(quotable: Sequence[str]) -> str:
    """The schema in which `quote` is one of `quotable`: a server that enforces it cannot quote wrongly.

    Costs the server a grammar for each chunk. The schema is free where there is nothing to choose from.
    """
    return _schema({"type": "string", "enum": list(dict.fromkeys(quotable))}) if quotable else free_schema()


def _schema(quote: dict[str, object]) -> str:
    candidate = _object(quote=quote, answer={"type": "string"}, question={"type": "string"})
    # Keys are not sorted: servers write the fields in the order of the schema, and the quote must come first.
    return json.dumps(
        _object(candidates={"type": "array", "items": candidate}), ensure_ascii=False, separators=(",", ":")
    )


def _object(**properties: object) -> dict[str, object]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
