"""Fields -> a JSON Schema that every server accepts, and its compact JSON text.

The schema is portable: every field is required, and no field has a limit of length or number (servers differ in what
they enforce, so our code checks limits). Keys are not sorted: models write the fields in the order of the schema, which
is the order in which they should think.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

TEXT: dict[str, object] = {"type": "string"}


def object_of(**properties: object) -> dict[str, object]:
    """An object that has these fields and no others."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def list_of(item: object) -> dict[str, object]:
    return {"type": "array", "items": item}


def one_of(choices: Sequence[object]) -> dict[str, object]:
    """One of `choices`, all of the first one's type."""
    return {"type": "integer" if isinstance(choices[0], int) else "string", "enum": list(dict.fromkeys(choices))}


def as_text(schema: dict[str, object]) -> str:
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
