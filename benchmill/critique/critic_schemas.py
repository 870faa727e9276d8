"""A criterion and a pack -> the JSON Schema of the critic's reply.

The rating is an enum, since servers that ignore minimum and maximum enforce an enum. The fields follow the order of
reasoning: findings before the rationale, the rationale before the rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from benchmill.chat.json_schema import TEXT, as_text, list_of, object_of, one_of

LABELS = ("full", "partial", "none")
SAME_FACT = ("yes", "other", "no")
"""Of a piece and an answer: the same answer, another answer to the same question, none to it."""
A_MEANING = "thing"
A_WAY = "way"
NO_MEANINGS = ("default", "exception", A_WAY, "part")
"""Of what a question leaves open, what gives it no second meaning: a default, its exceptions, another way, a part."""

_RATING = one_of((1, 2, 3, 4, 5))


@lru_cache(maxsize=1)
def standalone_schema() -> str:
    """`rationale`, `rating`."""
    return as_text(object_of(rationale=TEXT, rating=_RATING))


@lru_cache(maxsize=1)
def relevance_schema() -> str:
    """`task`, `rationale`, `rating`."""
    return as_text(object_of(task=TEXT, rationale=TEXT, rating=_RATING))


@lru_cache(maxsize=1)
def shared_schema() -> str:
    """`standalone` with `rationale`, `rating`; `relevance` with `task`, `rationale`, `rating`."""
    clear = object_of(rationale=TEXT, rating=_RATING)
    return as_text(object_of(standalone=clear, relevance=object_of(task=TEXT, rationale=TEXT, rating=_RATING)))


@lru_cache(maxsize=1)
def closed_book_schema() -> str:
    """`answer`."""
    return as_text(object_of(answer=TEXT))


@lru_cache(maxsize=1)
def paraphrase_schema() -> str:
    """`paraphrase`."""
    return as_text(object_of(paraphrase=TEXT))


@lru_cache(maxsize=4)
def own_schema(scale: int) -> str:
    """`rationale`, `rating` from 1 to `scale`."""
    return as_text(object_of(rationale=TEXT, rating=one_of(tuple(range(1, scale + 1)))))


@lru_cache(maxsize=16)
def groundedness_schema(passages: int) -> str:
    """`passages` with `quote` and `label` for each of `passage_1` to `passage_n`; `conflict` with `quote` and
    `holds_for` each; `answer`, `rationale`, `rating`.

    `passages` is an object with a field for each passage, no list: a model held to the schema cannot skip or repeat
    one.
    """
    return _groundedness([TEXT] * passages, TEXT)


def groundedness_enum_schema(quotable: Sequence[Sequence[str]]) -> str:
    """The groundedness schema where each quote is empty or one of the pieces of its passage in `quotable`."""
    every = [piece for pieces in quotable for piece in pieces]
    return _groundedness([one_of(["", *pieces]) for pieces in quotable], one_of(every) if every else TEXT)


@lru_cache(maxsize=1)
def readings_schema() -> str:
    """`readings` with `question`, `quote`, `answer` and `differs_by` each; `rationale`, `rating`."""
    reading = object_of(question=TEXT, quote=TEXT, answer=TEXT, differs_by=one_of((A_MEANING, *NO_MEANINGS)))
    return as_text(object_of(readings=list_of(reading), rationale=TEXT, rating=_RATING))


@lru_cache(maxsize=16)
def same_fact_schema(pieces: int, parts: int = 0) -> str:
    """`passages` with `rationale` and `label` (SAME_FACT) for each of `passage_1` to `passage_n`; of an answer with
    numbered `parts` also with `parts`, the numbers of those that the passage gives."""
    label = one_of(SAME_FACT)
    given = {"parts": list_of(one_of(tuple(range(1, parts + 1))))} if parts else {}
    each = object_of(rationale=TEXT, **given, label=label)
    return as_text(object_of(passages=object_of(**{passage_name(n): each for n in range(1, pieces + 1)})))


@lru_cache(maxsize=1)
def same_parts_schema() -> str:
    """`difference`, and `same` (yes or no)."""
    return as_text(object_of(difference=TEXT, same=one_of(("yes", "no"))))


def passage_name(number: int) -> str:
    """The field of passage `number`, counted from 1."""
    return f"passage_{number}"


def _groundedness(quotes: Sequence[dict[str, object]], any_quote: dict[str, object]) -> str:
    label = one_of(LABELS)
    passages = {passage_name(n): object_of(quote=quote, label=label) for n, quote in enumerate(quotes, start=1)}
    conflict = list_of(object_of(quote=any_quote, holds_for=TEXT))
    found = object_of(passages=object_of(**passages), conflict=conflict, answer=TEXT, rationale=TEXT, rating=_RATING)
    return as_text(found)
