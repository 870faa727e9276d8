"""Patterns as in a .gitignore -> a function that says whether a path inside the docs folder matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from benchmill.records import UsageError

# pathlib supports `**` in full matches only since Python 3.13, and we support Python 3.11.
_SPECIAL = re.compile(r"[\\\[\]^]")
_WILDCARD = re.compile(r"(\*+|\?|\[!?\]?[^\]]*\])")


def matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """A function that says whether any of the patterns matches a POSIX path inside the folder.

    `*` and `?` do not match a slash; `**` does. A pattern without a slash matches files and folders at any depth. A
    pattern with a slash starts at the top folder. A pattern that matches a folder matches every file in it. Raises
    UsageError for a pattern that is empty or begins with `!`.

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
    pieces = enumerate(_WILDCARD.split(part))  # the pieces are text and wildcards by turns
    return "".join(_wildcard(piece) if number % 2 else re.escape(piece) for number, piece in pieces)


def _wildcard(piece: str) -> str:
    """The expression for one `*`, `?` or `[a-z]`. It does not match a slash."""
    if not piece.startswith("["):
        return "[^/]*" if piece.startswith("*") else "[^/]"
    negated = piece[1] == "!"
    inside = _SPECIAL.sub(r"\\\g<0>", piece[2 if negated else 1 : -1])
    try:
        return re.compile(f"(?!/)[{'^' if negated else ''}{inside}]").pattern
    except re.error as error:
        raise UsageError(f"the pattern part {piece!r} is not a set of characters: {error}") from error
