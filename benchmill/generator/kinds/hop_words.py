"""A sentence or a heading -> what it says of a name: that somebody uses the thing for something, or has a field of it.

"Block crawlers via [header filters](filters.md)" leads from what a reader wants to the name. A sentence that only
mentions the name ("posts, header filters and lists are kept") seldom does.
"""

from __future__ import annotations

import re
from functools import cache

from benchmill.records.any_language import of_any_language

_FARTHEST = 40  # characters of the words before the name
_OPENS = r"[`*\"“「\[]*(?::\w+:`)?"  # a link, code, or quotes
_CLOSES = r"[`*\"”」\]]*(?:\([^)\s]*\))?"


def is_used_for(said: str, name: str) -> bool:
    """Whether the sentence says to use, need, enable or set the name; of a name of code, also that something is there.

    >>> is_used_for("Block crawlers via [header filters](f.md).", "header filters")
    True
    >>> is_used_for("A `log` is kept.", "`log`"), is_used_for("It is kept in `log`.", "`log`")
    (False, True)
    >>> is_used_for("Avoid it by setting a fixed [cache folder](c.md).", "cache folder")
    True
    """
    bare, said = name.strip("`").casefold(), " ".join(said.split())
    at = said.casefold().find(bare)
    if at < 0:
        return False
    before, after = said[max(0, at - _FARTHEST) : at], said[at + len(bare) :]
    return _before(is_code=name.startswith("`")).search(before) is not None or _after().match(after) is not None


def is_of_fields(heading: str) -> bool:
    """Whether fields or arguments are described below the heading: who has one knows its name."""
    return _fields().search(heading) is not None


@cache
def _before(*, is_code: bool) -> re.Pattern[str]:
    words = "|".join(map(_any, ("uses", "where") if is_code else ("uses",)))
    between = "" if is_code else r"(?:\w+\s+)?"  # "setting a fixed [directory](d.md)"
    return re.compile(f"(?:{words})(?:{_any('article')})?{between}{_OPENS}$", re.I)


@cache
def _after() -> re.Pattern[str]:
    return re.compile(f"{_CLOSES}(?:{_any('used')})", re.I)


@cache
def _fields() -> re.Pattern[str]:
    return re.compile(_any("fields"), re.I)


def _any(name: str) -> str:
    return of_any_language(__package__, "hops.toml", name)
