"""A setting's value -> its text in a TOML file."""

from __future__ import annotations

import json


def toml_value(value: object) -> str:
    """A bool, text, number, or a tuple of them, as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # a JSON string is a TOML basic string, except for one control character that JSON allows
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, tuple):
        return "[" + ", ".join(toml_value(part) for part in value) + "]"
    return repr(value)
