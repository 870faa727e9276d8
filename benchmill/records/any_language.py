"""A data file with a table for each language -> one pattern of what all languages have under a name."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources


def of_any_language(package: str, file: str, name: str) -> str:
    """The alternatives of every language in a `file` of the `package`, as a part of a regular expression without a
    group around it."""
    return "|".join(own[name] for own in _data(package, file).values() if name in own)


@cache
def _data(package: str, file: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files(package).joinpath(file).read_text(encoding="utf-8"))
