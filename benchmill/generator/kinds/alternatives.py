"""Entries, the text above them or a title -> whether they are several ways, sorts of one thing, or things to choose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from benchmill.records.any_language import of_any_language

_ABOVE = 300  # characters of the text above the first entry
# What follows in the same sentence: a colon, or entries below.
_LED_TO = r"(?:(?![.!?]\s|[。！？])[\s\S]){0,200}?(?:[:：]|[.!?。！？]?\n\s*(?:[-*+]|\d{1,2}[.)、])[ \t])"


def are_alternatives(above: str, entries: Sequence[str]) -> bool:
    """Whether the entries are several ways to one end: the text above announces them, or they begin as such.

    >>> are_alternatives("You can view a note in one of two ways.", ["Hover over the icon.", "Click the icon."])
    True
    >>> are_alternatives("Then do this:", ["Stop the server.", "Or kill it."])
    True
    >>> are_alternatives("There are two parts.", ["Stop the server.", "Edit `a.yml`.", "Or edit `b.yml`."])
    False
    """
    begin = sum(_pattern("begins", r"\W*").match(entry) is not None for entry in entries)
    return (begin > 0 and 2 * begin >= len(entries)) or offers_ways(above[-_ABOVE:])


def offers_ways(text: str) -> bool:
    """Whether a text says that there are several ways to do something."""
    return _pattern("ways").search(text) is not None


def leads_to_ways(text: str) -> re.Match[str] | None:
    """The words that say that there are several ways, up to where the same sentence leads to them.

    >>> leads_to_ways("Mail goes two ways: at once or at night.").group()
    'two ways:'
    >>> leads_to_ways("Mail goes two ways. One is new.")
    """
    return _pattern("ways", behind=_LED_TO).search(text)


def are_rules(above: str) -> bool:
    """Whether the heading or the words above numbered entries say that these are rules, conditions, ranks or
    possibilities, no steps.

    >>> are_rules("Follow these guidelines for keys:"), are_rules("Do this in the order of the pages:")
    (True, False)
    >>> are_rules("Then a session may:"), are_rules("Then the session may end:")
    (True, False)
    """
    return _pattern("rules").search(above) is not None


def announces_sorts(above: str) -> bool:
    """Whether a heading or the line above a list says that the entries are values or sorts of one thing.

    >>> announces_sorts("`cache` accepts one of:"), announces_sorts("Cache modes"), announces_sorts("The form has:")
    (True, True, False)
    """
    return _pattern("sorts").search(above) is not None


def sets_apart(heading: str) -> bool:
    """Whether a heading sets things against each other, or asks which of them to take.

    >>> sets_apart("Prompts vs. variables"), sets_apart("Which image should I use?"), sets_apart("Choose a name")
    (True, True, False)
    """
    return _pattern("choice").search(heading) is not None


def contrasts(sentence: str) -> Iterator[re.Match[str]]:
    """The words that set two things against each other.

    >>> [found.group() for found in contrasts("A relay differs from a queue, but it is faster than one.")]
    ['differs from', 'faster than']
    """
    return _pattern("contrast").finditer(sentence)


def turns(sentence: str) -> Iterator[re.Match[str]]:
    """The words between what is said of one thing and of another.

    >>> [found.group() for found in turns("`a` is kept, whereas `b` goes.")]
    ['whereas']
    """
    return _pattern("turn").finditer(sentence)


def is_of_settings(title: str) -> bool:
    """Whether a column with this title belongs to a table of settings, which are no things to choose between.

    >>> is_of_settings("**Default**"), is_of_settings("Data type"), is_of_settings("Edition")
    (True, True, False)
    """
    return _pattern("of_settings", r"\W*", r"\W*").fullmatch(title) is not None


@cache
def _pattern(name: str, before: str = "", behind: str = "") -> re.Pattern[str]:
    """What any language has under this name."""
    return re.compile(f"{before}(?:{of_any_language(__package__, 'alternatives.toml', name)}){behind}", re.I)
