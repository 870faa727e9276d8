"""A text and where a passage begins -> the header of the table, or the line above the list, that it begins inside.

A row without its header, and an entry without the line that says what is listed, can be read in more than one way.
"""

from __future__ import annotations

import re

from benchmill.records.injection import injection
from benchmill.records.list_marks import MARK

_ENTRY = re.compile(rf"[ \t]*(?:{MARK})[ \t]+\S")
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


def introduction(text: str, start: int) -> str:
    """The whole paragraph that introduces the list around `start`; empty where `start` is in no entry of one.

    >>> introduction("Mail is set up\\nas follows:\\n\\n1. Add a box.\\n2. Add a rule.\\n", 48)
    'Mail is set up\\nas follows:'
    """
    begins = text.rfind("\n", max(0, start - _FARTHEST_ENTRY), start) + 1
    above = text[max(0, start - _FARTHEST_ENTRY) : start].split("\n")[:-1]
    last = _line_above(above)
    if not _ENTRY.match(text[begins : start + _LONGEST]) or last < 0 or not _COLON.search(above[last]):
        return ""
    first = next((number for number in range(last, 0, -1) if not above[number - 1].strip()), 0)
    return "\n".join(above[first : last + 1])


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
    above = text[max(0, start - _FARTHEST_ENTRY) : start].split("\n")[:-1]
    at = _line_above(above)
    return above[at] if at >= 0 and _COLON.search(above[at]) else ""


def _line_above(above: list[str]) -> int:
    """The number of the last line that is no entry and no part of one; -1 where there is none."""
    numbers = range(len(above) - 1, -1, -1)
    told = (n for n in numbers if above[n].strip() and not _ENTRY.match(above[n]) and above[n][0] not in " \t")
    return next(told, -1)
