"""The beginning of a file -> whether benchmill wrote it: its own pages in a docs folder are no documents.

>>> is_ours(f"{MARK}\\n## Benchmark: 3 of 5 items".encode())
True
>>> is_ours(b"# Limits")
False
"""

from __future__ import annotations

MARK = "<!-- written by benchmill -->"
"""The first line of a Markdown page that benchmill writes outside a workspace."""
_HTML = b'<meta name="generator" content="benchmill">'


def is_ours(head: bytes) -> bool:
    """Whether the first two thousand bytes of a file say that benchmill wrote it."""
    return head.startswith(MARK.encode()) or _HTML in head[:2000]
