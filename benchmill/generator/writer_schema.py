"""A kind of question and the pieces of its passages -> the JSON Schema of the model's reply.

The model fills in the fields in their order: the quotes and answers come before the question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from benchmill.chat.json_schema import TEXT, as_text, list_of, object_of, one_of
from benchmill.records import CHANGES, Kind

Shape = Callable[[dict[str, object]], dict[str, object]]

PARTS: Mapping[Kind, str] = {"list": "entries", "procedure": "steps", "comparison": "sides", "ambiguous": "readings"}
"""The field that holds the parts of an answer, for the kinds that have a list of them."""


def _or_empty(quote: dict[str, object]) -> dict[str, object]:
    """The schema of a quote that may also be empty."""
    choices = quote.get("enum")
    return one_of(["", *choices]) if isinstance(choices, list) else quote


def _hop(quote: dict[str, object]) -> dict[str, object]:
    return object_of(question=TEXT, quote=quote, answer=TEXT)


_SHAPES: Mapping[Kind, Shape] = {
    "factoid": lambda quote: object_of(quote=quote, answer=TEXT, aliases=list_of(TEXT), question=TEXT),
    "list": lambda quote: object_of(entries=list_of(object_of(quote=quote, answer=TEXT)), question=TEXT),
    "procedure": lambda quote: object_of(steps=list_of(object_of(quote=quote, answer=TEXT)), question=TEXT),
    "comparison": lambda quote: object_of(sides=list_of(object_of(name=TEXT, quote=quote, answer=TEXT)), question=TEXT),
    "multi_hop": lambda quote: object_of(first=_hop(quote), second=_hop(quote), question=TEXT),
    "unanswerable": lambda quote: object_of(
        quote=quote,
        wrong_answer=TEXT,
        change=one_of(CHANGES),
        changed=TEXT,
        contradicted_by=_or_empty(quote),
        question=TEXT,
    ),
    "ambiguous": lambda quote: object_of(readings=list_of(_hop(quote)), question=TEXT, long_answer=TEXT),
}


@lru_cache(maxsize=len(_SHAPES))
def free_schema(kind: Kind = "factoid") -> str:
    """The schema in which a quote may be any text, as compact JSON."""
    return _schema(kind, TEXT)


def enum_schema(quotable: Sequence[str], kind: Kind = "factoid") -> str:
    """The schema in which each quote is one of `quotable`: a server that enforces it lets no wrong quote pass.

    The server must build a grammar for each call. If `quotable` is empty, a quote may be any text.
    """
    return _schema(kind, one_of(quotable)) if quotable else free_schema(kind)


def _schema(kind: Kind, quote: dict[str, object]) -> str:
    return as_text(object_of(candidates=list_of(_SHAPES[kind](quote))))
