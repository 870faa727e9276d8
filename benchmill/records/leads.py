"""A text and where a passage begins -> the header of the table, or the line above the list, that it begins inside.

A row without its header, and an entry without the line that says what is listed, can be read in more than one way.
"""

from __future__ import annotations

import re

from benchmill.records.injection import injection

_ENTRY = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\S")
_RULE = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_COLON = re.compile(r"[:：][ \t*_]*$")
# How far back a table or list may have begun: a long table has many pieces, and each one looks for its header.
_FARTHEST_ROW, _FARTHEST_ENTRY = 50_000, 4_000
_LONGEST = 300


def lead_of(text: str, start: int) -> str:
    """The header row, or the line above the list; empty where the passage at `start` begins neither inside.

    >>> text = "| Option | Seconds |\\n|---|---|\\n| `read` | 30 |\\n"
    >>> lead_of(text, text.index("| `read`")), lead_of(text, 0)
    ('| Option | Seconds |', '')
    >>> text = "A cache can live in:\\n\\n- `disk`\\n- `redis`\\n"
    >>> lead_of(text, text.index("- `redis`"))
    'A cache can live in:'
    """
    begins = text.rfind("\n", max(0, start - _FARTHEST_ROW), start) + 1
    if not begins and start > _FARTHEST_ROW:
        return ""  # a line as long as a book is neither a row nor an entry
    line = text[begins : begins + _LONGEST]
    if line.lstrip().startswith("|"):
        found = _header(text, start)
    else:
        found = _above_list(text, start) if _ENTRY.match(line) else ""
    found = " ".join(found.split())
    return "" if len(found) > _LONGEST or injection(found) else found


def _header(text: str, start: int) -> str:
    """The first row of the table around `start`, where a rule follows it and `start` is behind both."""
    border = text.rfind("\n\n", max(0, start - _FARTHEST_ROW), start)
    if border < 0 and start > _FARTHEST_ROW:
        return ""
    rows = text[border + 2 if border >= 0 else 0 : start].split("\n")
    first = next((number for number, row in enumerate(rows) if row.lstrip().startswith("|")), len(rows))
    if first + 1 >= len(rows) or not _RULE.match(rows[first + 1]) or not rows[first + 1].strip():
        return ""
    return rows[first]


def _above_list(text: str, start: int) -> str:
    """The nearest line before `start` that is no entry and no part of one, where it ends in a colon."""
    before = text[max(0, start - _FARTHEST_ENTRY) : start].split("\n")[:-1]
    for line in reversed(before):
        if line.strip() and not _ENTRY.match(line) and not line.startswith((" ", "\t")):
            return line if _COLON.search(line) else ""
    return ""
