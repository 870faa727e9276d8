"""Words -> the name of code that they begin with."""

from __future__ import annotations

import re

_NAME = re.compile(r"[*`\s|]*(?P<name>[A-Za-z$\[-][\w.$\[\]/-]*)(?P<end>[*`]*)(?:\W|$)")
_MARKED = re.compile(r"[._-]|[a-z][A-Z]")


def leading_name(said: str) -> str:
    """The name of code that an entry, a row or a heading begins with; empty if it begins with another word."""
    found = _NAME.match(said)
    is_name = found and (found["end"] or (_MARKED.search(found["name"]) and " " not in said.strip()))
    return found["name"] if found and is_name else ""
