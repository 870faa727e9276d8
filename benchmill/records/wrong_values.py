"""A setting that cannot be used -> words a user understands: what is wrong, what is wanted, the nearest right word."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from benchmill.records.errors import did_you_mean

_WANTED = {
    "int": "a whole number",
    "float": "a number",
    "string": 'text, in quotes in a file: "..."',
    "bool": "true or false",
    "tuple": 'a list of texts, in a file: ["one", "two"]',
}


def in_words(error: Mapping[str, Any]) -> str:
    """What a validation error of pydantic means: `"many" is not a whole number`.

    >>> in_words({"type": "int_parsing", "input": "many", "msg": "", "ctx": {}})
    '"many" is not a whole number'
    >>> in_words({"type": "greater_than", "input": 0, "msg": "", "ctx": {"gt": 0}})
    '0 is not greater than 0'
    """
    kind, given = str(error["type"]), _shown(error["input"])
    context = error.get("ctx", {})
    for name, sign in (("gt", "greater than"), ("ge", "at least"), ("lt", "less than"), ("le", "at most")):
        if name in context:
            return f"{given} is not {sign} {context[name]:g}"
    if kind == "literal_error":
        expected = str(context["expected"]).replace("'", "").replace(" or ", ", ").split(", ")
        return f"{given} is not one of {', '.join(expected)}{did_you_mean(str(error['input']), expected)}"
    wanted = _WANTED.get(kind.partition("_")[0])
    return f"{given} is not {wanted}" if wanted else f"{given}: {error['msg']}"


def true_for_a_number(given: Mapping[str, object], read: object) -> dict[str, Any]:
    """The error where a setting of `read` is a number, but true or false was given: pydantic takes true for 1."""
    for name, value in given.items():
        kind = type(getattr(read, name))
        if isinstance(value, bool) and kind is not bool:
            return {"loc": (name,), "type": kind.__name__, "input": value}
    return {}


def _shown(value: object) -> str:
    """The value as it would be written in a file."""
    return json.dumps(value, ensure_ascii=False, default=str)
