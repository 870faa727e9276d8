"""How a question is asked: the style, persona, difficulty and length that a writer was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Style = Literal["keywords", "fragment", "sentence", "symptom"]
Difficulty = Literal["easy", "medium", "hard"]
Begin = Literal["first", "last"]

STYLES: tuple[Style, ...] = get_args(Style)
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)


@dataclass(frozen=True, slots=True)
class Manner:
    """What a writing task asks for beside its kind; empty parts were left to the writer.

    `words` are the fewest and the most words of the question. `begin` says which of two things a comparison should name
    first: that which its passages mention first, or last. A candidate carries the manner it was asked in; no word
    of it is part of the candidate's id, since no critic rates it.
    """

    style: Style | Literal[""] = ""
    persona: str = ""
    difficulty: Difficulty | Literal[""] = ""
    words: tuple[int, int] | None = None
    begin: Begin | Literal[""] = ""

    def __post_init__(self) -> None:
        if self.style and self.style not in STYLES:
            raise ValueError(f"style must be one of {', '.join(STYLES)}, not {self.style!r}")
        if self.difficulty and self.difficulty not in DIFFICULTIES:
            raise ValueError(f"difficulty must be one of {', '.join(DIFFICULTIES)}, not {self.difficulty!r}")
        if self.begin and self.begin not in get_args(Begin):
            raise ValueError(f"begin must be first or last, not {self.begin!r}")


UNASKED = Manner()
"""Everything left to the writer."""
