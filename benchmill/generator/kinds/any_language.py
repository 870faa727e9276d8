"""A data file of this folder -> one pattern of what all its languages have under a name."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources


def of_any_language(file: str, name: str) -> str:
    """The alternatives of every language, as a part of a regular expression without a group around it."""
    return "|".join(own[name] for own in _data(file).values() if name in own)


@cache
def _data(file: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files(__package__).joinpath(file).read_text(encoding="utf-8"))
