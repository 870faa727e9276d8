"""Old ids of checks -> the SQL that replaces them in a ledger with the names of today.

`repair` and readers of old files need no such code: benchmill migrates a ledger before it reads it.
"""

from __future__ import annotations

from collections.abc import Mapping

_NAMES: Mapping[str, str] = {
    "D01": "malformed",
    "D02": "quote-not-found",
    "D03": "answer-not-in-quote",
    "D04": "quote-too-long",
    "D05": "points-at-source",
    "D06": "dangling-reference",
    "D07": "answer-leaked",
    "D08": "copied-wording",
    "D09": "wrong-length",
    "D10": "wrong-language",
    "D11": "several-questions",
    "D12": "duplicate",
    "D13": "injected-passage",
    "D14": "about-the-document",
    "D15": "too-general",
    "D16": "offers-options",
    "D17": "number-changed",
    "D18": "incomplete-list",
    "D22": "step-order",
    "D24": "unsafe-text",
}


def _renaming() -> str:
    """One UPDATE for each id and column. Inside a JSON string a quotation mark is escaped, so only fields match."""
    statements = []
    for old, new in _NAMES.items():
        fields = [("rejections", "record", f'"check": "{old}"', f'"check": "{new}"'), ("failures", "name", old, new)]
        fields += [("editions", column, f'"{old}": ', f'"{new}": ') for column in ("summary", "manifest")]
        statements += [
            f"UPDATE {table} SET {column} = replace({column}, '{before}', '{after}') "  # noqa: S608 - constants only
            f"WHERE instr({column}, '{before}')"
            for table, column, before, after in fields
        ]
    return ";".join(statements)


RENAME_CHECKS = _renaming()
