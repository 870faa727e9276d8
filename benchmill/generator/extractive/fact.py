"""The types of a construct's statements: Fact, a question with the places in the document that answer the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmill.generator.extractive.section import Section
from benchmill.records.candidate import Kind
from benchmill.records.corpus import Document

Place = tuple[int, int]  # start and end in the document's text


@dataclass(frozen=True, slots=True)
class Part:
    """One answer component in plain words, and the sentence, row, step or entry that states it."""

    answer: str
    quote: Place


@dataclass(frozen=True, slots=True)
class Fact:
    """`thing` is the subject of the question, as the document writes it. Other passages are searched for `thing`.

    `question` is empty for a statement that is only compared with others.

    `owner` is the class, function or table of the thing. A passage about another owner's thing states another fact.
    """

    document: Document
    construct: str
    question: str
    parts: tuple[Part, ...]
    thing: str = ""
    kind: Kind = "factoid"
    owner: str = ""


Construct = Callable[[Section], Iterator[Fact]]
