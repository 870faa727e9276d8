"""What a construct states: Fact, a question with the places that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmill.generator.extractive.section import Section
from benchmill.records.candidate import Kind

Place = tuple[int, int]  # start and end in the document's text


@dataclass(frozen=True, slots=True)
class Part:
    """One answer component in plain words, and the sentence, row, step or entry that states it.

    `short` is the part of a long answer that answers alone.
    """

    answer: str
    quote: Place
    short: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """`thing` is what the question asks about, as it is written; other passages are searched for it."""

    construct: str
    question: str
    parts: tuple[Part, ...]
    thing: str = ""
    kind: Kind = "factoid"


Construct = Callable[[Section], Iterator[Fact]]
