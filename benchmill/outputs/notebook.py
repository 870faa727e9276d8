"""Labels and values, or a result's record -> a small HTML table: how results look in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape


def html_rows(title: str, rows: Iterable[tuple[str, object]]) -> str:
    """A table of two columns under a title; everything is escaped.

    >>> html_rows("Run", [("a<b", 1)])
    '<p><b>Run</b></p><table><tr><th>a&lt;b</th><td>1</td></tr></table>'
    """
    cells = "".join(f"<tr><th>{escape(label)}</th><td>{escape(str(value))}</td></tr>" for label, value in rows)
    return f"<p><b>{escape(title)}</b></p><table>{cells}</table>"


def html_record(title: str, record: Mapping[str, object]) -> str:
    """A table of a record's fields: texts and numbers as they are, of a list how long it is; without empty ones.

    >>> html_record("Export", {"left_out": {"no-evidence": 1}, "notes": [], "ids": ["a", "b"]})[20:]
    '<table><tr><th>left_out</th><td>no-evidence 1</td></tr><tr><th>ids</th><td>2</td></tr></table>'
    """
    known = ((name, value) for name, value in record.items() if value not in (None, "", [], {}))
    return html_rows(title, ((name, _short(value)) for name, value in known))


def _short(value: object) -> object:
    if isinstance(value, Mapping):
        small = {name: one for name, one in value.items() if isinstance(one, (str, int, float))}
        return ", ".join(f"{name} {one}" for name, one in small.items()) or len(value)
    return len(value) if isinstance(value, (list, tuple)) else value
