"""A data file with a table for each language -> the tables, or one pattern of what all languages have under a name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


def of_any_language(package: str, file: str, name: str) -> str:
    """The alternatives of every language in a `file` of the `package`, as a part of a regular expression without a
    group around it."""
    return "|".join(own[name] for own in language_tables(package, file).values() if name in own)


@cache
def language_tables(package: str, file: str) -> Mapping[str, Mapping[str, Any]]:
    """Language -> its table in a `file` of the `package`, which is read once."""
    return tomllib.loads(resources.files(package).joinpath(file).read_text(encoding="utf-8"))
