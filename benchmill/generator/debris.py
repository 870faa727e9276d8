"""A model's text -> the text without what the model copied by mistake: passage marks, anchors, type annotations.

>>> without_debris("¦ `type` (str)"), without_debris("``--port`` {#port}"), without_debris("f(x) (see below)")
('`type`', '`--port`', 'f(x) (see below)')
"""

from __future__ import annotations

import re

from benchmill.records.normalising import DATAMARK

_MARKS = re.compile(rf"\s*{DATAMARK}\s*")
_TICKS = re.compile(r"``+([^`\n]+?)``+")
_ANCHOR = re.compile(r"\s*(?:\{#[\w.:-]+\}|\[#[\w.:-]+\]|<a (?:name|id)=[^>]{1,80}>(?:</a>)?|¶)\s*$", re.IGNORECASE)
_TYPES = "str|string|int|integer|float|number|bool|boolean|list|dict|object|array|optional|required"
_TYPE_NOTE = re.compile(rf"(?<=\S)\s+\((?:{_TYPES})(?:\s*,\s*(?:{_TYPES}))*\)\s*$", re.IGNORECASE)


def without_debris(text: str) -> str:
    """`text` without such marks. A text that consists only of them stays as it is."""
    bare = _TICKS.sub(r"`\1`", _MARKS.sub(" ", text)).strip()
    bare = _TYPE_NOTE.sub("", _ANCHOR.sub("", bare)).strip()
    return bare or text.strip()
