"""Kind, style, difficulty -> whether somebody asks so: a model answers other requests with an empty list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from benchmill.records.candidate import KINDS, Kind
from benchmill.records.manner import Difficulty, Style

# Somebody who is stuck does not ask for a complete list, and a symptom has no words left for two things or two hops.
# Keywords cannot say how one fact leads to another.
_NOBODY_ASKS: Mapping[Kind, frozenset[Style]] = {
    "list": frozenset(("symptom",)),
    "comparison": frozenset(("symptom",)),
    "ambiguous": frozenset(("symptom",)),
    "multi_hop": frozenset(("symptom", "keywords")),
}
_OVER_PASSAGES: frozenset[Kind] = frozenset(("multi_hop", "comparison", "ambiguous"))


def is_always_hard(kind: Kind | None, passages: int) -> bool:
    """Whether every question of a task needs two passages: such a question is hard, whatever its words are."""
    return kind in _OVER_PASSAGES and passages > 1


def is_asked(kind: Kind | None, style: Style | str = "", difficulty: Difficulty | str = "") -> bool:
    """Whether questions of this kind are asked in this manner. Empty parts fit everything.

    An unanswerable question looks as if the passage answered it: it needs words of the passage. A symptom has none of
    the documentation's words for what is asked, so it is never easy. Nor is a list: its entries are the answer. Two
    hops need two passages, which is hard.

    >>> is_asked("factoid", "symptom"), is_asked("list", "symptom"), is_asked("unanswerable", difficulty="hard")
    (True, False, False)
    """
    if style and kind and style in _NOBODY_ASKS.get(kind, ()):
        return False
    if (difficulty == "hard" and kind == "unanswerable") or (difficulty == "easy" and kind == "list"):
        return False
    if difficulty in ("easy", "medium") and kind == "multi_hop":
        return False
    return not (style == "symptom" and difficulty == "easy")


def unasked_kinds(styles: Sequence[str], difficulties: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds that are asked in none of these styles and difficulties; where there are none of these, in any.

    >>> unasked_kinds(["symptom"], []), unasked_kinds(["symptom", "sentence"], ["easy", "medium"])
    (('list', 'comparison', 'multi_hop', 'ambiguous'), ('multi_hop',))
    """
    manners = list(product(styles or [""], difficulties or [""]))
    return tuple(kind for kind in KINDS if not any(is_asked(kind, *manner) for manner in manners))
