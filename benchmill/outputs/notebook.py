"""Labels and values -> a small HTML table: how results look in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def html_rows(title: str, rows: Iterable[tuple[str, object]]) -> str:
    """A table of two columns under a title; everything is escaped.

    >>> html_rows("Run", [("a<b", 1)])
    '<p><b>Run</b></p><table><tr><th>a&lt;b</th><td>1</td></tr></table>'
    """
    cells = "".join(f"<tr><th>{escape(label)}</th><td>{escape(str(value))}</td></tr>" for label, value in rows)
    return f"<p><b>{escape(title)}</b></p><table>{cells}</table>"
