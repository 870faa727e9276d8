"""A chunk -> the anchors that its text sets, by which links lead to it: `{#max-age}`, `<a id="max-age">`."""

from __future__ import annotations

import re

from benchmill.records import Chunk
from benchmill.records.words import words

_ANCHOR = re.compile(
    r"\{:?[ \t]*#([\w:.-]+)[^}\n]*\}|<(?:a\b[^>\n]*?\bname|\w+\b[^>\n]*?\bid)=[\"']([\w:.-]+)[\"'][^>\n]*>"
)
_TAG = re.compile(r"<[^>\n]*>")


def plain_anchor(anchor: str) -> str:
    """The words of an anchor, as those of a heading: a link may give either.

    >>> plain_anchor("MAX_AGE"), plain_anchor("max-age")
    ('max age', 'max age')
    """
    return " ".join(words(anchor.replace("-", " ").replace("_", " ")))


def anchors_of(chunk: Chunk) -> tuple[str, ...]:
    """The anchors as words; without one at the chunk's end, which belongs to the section behind it."""
    found = (
        plain_anchor(match[1] or match[2])
        for match in _ANCHOR.finditer(chunk.text)
        if _TAG.sub("", chunk.text[match.end() :]).strip()
    )
    return tuple(name for name in dict.fromkeys(found) if name)
