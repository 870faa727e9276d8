"""A name in questions.toml -> the words or the pattern that all languages have under it, or one language has.

Nothing is read or compiled before it is asked for: the file has a hundred patterns, and most commands need none.

>>> sorted(words_of("why"))[:3], text_of("or", "de"), text_of("or", "ja")
(['perché', 'porquê', 'pourquoi'], 'oder', '')
"""

from __future__ import annotations

import re
from functools import cache

from benchmill.records.any_language import language_tables, of_any_language

_FILE = ("benchmill.records", "questions.toml")


@cache
def words_of(*names: str) -> frozenset[str]:
    """The words that any language has under any of the names."""
    tables = language_tables(*_FILE).values()
    return frozenset(word for own in tables for name in names for word in own.get(name, "").split())


@cache
def pattern_of(name: str, language: str) -> re.Pattern[str] | None:
    """The pattern of one language; None where it has none."""
    pattern = text_of(name, language)
    return re.compile(pattern, re.IGNORECASE) if pattern else None


def text_of(name: str, language: str) -> str:
    """What the file says of one language; empty where it says nothing."""
    return str(language_tables(*_FILE).get(language, {}).get(name, ""))


@cache
def pattern_of_any(name: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """One pattern for the alternatives of every language, between what stands before and after each of them."""
    return re.compile(f"{before}(?:{of_any_language(*_FILE, name)}){after}", re.IGNORECASE)


@cache
def languages_with(name: str) -> frozenset[str]:
    """The languages that have something under the name."""
    return frozenset(language for language, own in language_tables(*_FILE).items() if name in own)
