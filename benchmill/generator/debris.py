"""A model's text -> the text without what it copied by mistake: passage marks, bold, links, anchors, type notes.

>>> without_debris("¦ `type` (str)"), without_debris("``--port`` {#port}"), without_debris("f(x) (see below)")
('`type`', '`--port`', 'f(x) (see below)')
>>> without_debris("**only** while it charges"), without_debris("f(**kwargs), `a/**/b` and `**/c`")
('only while it charges', 'f(**kwargs), `a/**/b` and `**/c`')
>>> without_debris("_chave do site_ em *“Lixo”*"), without_debris("`*.log`, __init__, 2 * 3 * 4")
('chave do site em “Lixo”', '`*.log`, __init__, 2 * 3 * 4')
"""

from __future__ import annotations

import re

from benchmill.records.normalising import DATAMARK
from benchmill.records.plain import without_emphasis, without_links

_MARKS = re.compile(rf"\s*{DATAMARK}\s*")
_TICKS = re.compile(r"``+([^`\n]+?)``+")
# Bold of whole words; a star of code, as in `**kwargs` or `2**3`, has a letter or a bracket beside it.
_BOLD = re.compile(r"(?<![\w`(*/])\*\*(?=[^\s*])((?:[^*`\n]|`[^`\n]*`){1,200}?)(?<=[^\s*])\*\*(?![\w`*/])")
_ANCHOR = re.compile(r"\s*(?:\{#[\w.:-]+\}|\[#[\w.:-]+\]|<a (?:name|id)=[^>]{1,80}>(?:</a>)?|¶)\s*$", re.IGNORECASE)
_TYPES = "str|string|int|integer|float|number|bool|boolean|list|dict|object|array|optional|required"
_TYPE_NOTE = re.compile(rf"(?<=\S)\s+\((?:{_TYPES})(?:\s*,\s*(?:{_TYPES}))*\)\s*$", re.IGNORECASE)


def without_debris(text: str) -> str:
    """`text` without such marks. A text that consists only of them stays as it is."""
    bare = without_links(_TICKS.sub(r"`\1`", _MARKS.sub(" ", text)))
    bare = without_emphasis(_BOLD.sub(r"\1", bare)).strip()
    bare = _TYPE_NOTE.sub("", _ANCHOR.sub("", bare)).strip()
    return bare or text.strip()
