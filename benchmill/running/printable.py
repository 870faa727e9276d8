"""Text of documents, models and servers -> text that is safe to print."""

from __future__ import annotations


def printable(text: str) -> str:
    """The text without control characters, which in a document or a reply could steer the reader's terminal.

    >>> printable("a\\x1b[31mb\\tc")
    'a�[31mb\\tc'
    """
    return "".join(c if c.isprintable() or c in "\t\n" else "\ufffd" for c in text)
