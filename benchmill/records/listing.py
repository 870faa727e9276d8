"""Many names -> the first few of them, and how many more there are: for messages and summaries."""

from __future__ import annotations

from collections.abc import Sequence


def some_of(names: Sequence[str], most: int = 5) -> str:
    """The first `most` names in one line, with the number of the others.

    >>> some_of(["a", "b", "c", "d"], 2), some_of(["a", "b"], 2)
    ('a, b and 2 more', 'a, b')
    """
    rest = and_more(len(names), most)
    return ", ".join(names[:most]) + (f" {rest}" if rest else "")


def and_more(count: int, shown: int) -> str:
    """What follows the first `shown` of `count` things; empty where these are all.

    >>> and_more(1_012, 10), and_more(10, 10)
    ('and 1,002 more', '')
    """
    return f"and {count - shown:,} more" if count > shown else ""
