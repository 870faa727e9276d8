"""Patterns as in a .gitignore -> does a path inside the docs folder match."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from benchmill.records import UsageError

# pathlib learned `**` in full matches with Python 3.13 only, and we start at 3.11.
_SPECIAL = re.compile(r"[\\\[\]^]")
_WILDCARD = re.compile(r"(\*+|\?|\[!?\]?[^\]]*\])")


def matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """Whether a POSIX path inside the folder is named by any of the patterns.

    `*` and `?` stop at a slash, `**` does not. A pattern without a slash names files and folders anywhere, one with a
    slash counts from the top; a folder stands for all that is in it. Raises UsageError for a pattern that is empty or
    begins with `!`.

    >>> drafts = matcher(["docs/**/*.md", "drafts"])
    >>> drafts("docs/a.md"), drafts("docs/a/b/c.md"), drafts("x/drafts/y.txt"), drafts("a.md")
    (True, True, True, False)
    """
    if not patterns:
        return lambda _path: False
    compiled = re.compile("|".join(_expression(pattern) for pattern in patterns), re.DOTALL)
    return lambda path: compiled.fullmatch(path) is not None


def _expression(pattern: str) -> str:
    if pattern.startswith("!"):
        raise UsageError(f"the pattern {pattern!r} begins with '!': give what to leave out as exclude instead")
    relative = pattern.removeprefix("./")
    bare = relative.strip("/")
    if not bare:
        raise UsageError(f"the pattern {pattern!r} names nothing; patterns look like docs/**/*.md")
    expression = "" if "/" in relative.rstrip("/") else "(?:.*/)?"
    *folders, name = re.sub(r"\*\*(/\*\*)+", "**", bare).split("/")
    for folder in folders:
        expression += "(?:.*/)?" if folder == "**" else _name(folder) + "/"
    expression += ".*" if name == "**" else _name(name)
    return f"{expression}(?:/.*)?"


def _name(part: str) -> str:
    pieces = enumerate(_WILDCARD.split(part))  # text, wildcard, text, wildcard ...
    return "".join(_wildcard(piece) if number % 2 else re.escape(piece) for number, piece in pieces)


def _wildcard(piece: str) -> str:
    """One `*`, `?` or `[a-z]`; none of them matches a slash."""
    if not piece.startswith("["):
        return "[^/]*" if piece.startswith("*") else "[^/]"
    negated = piece[1] == "!"
    inside = _SPECIAL.sub(r"\\\g<0>", piece[2 if negated else 1 : -1])
    try:
        return re.compile(f"(?!/)[{'^' if negated else ''}{inside}]").pattern
    except re.error as error:
        raise UsageError(f"the pattern part {piece!r} is not a set of characters: {error}") from error
