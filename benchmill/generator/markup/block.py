"""A piece of a document's text that is kept whole where it fits: Block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# prose may be cut between sentences, lines (code, tables) only between lines, parts where one of them ends
Kind = Literal["heading", "prose", "lines", "parts"]


@dataclass(frozen=True, slots=True)
class Block:
    """`text[start:end]` is whole lines. `level` (1 is outermost) and `heading` (plain words) are a heading's.

    `parts` are the blocks inside a list, an item or a quotation, for one that is too large to stay whole; blocks in
    one sequence are in order and do not overlap. What lies between two of them is blank, or belongs to none.
    """

    start: int
    end: int
    kind: Kind
    level: int = 0
    heading: str = ""
    parts: tuple[Block, ...] = ()
