"""A piece of a document's text that the chunker keeps whole if it fits into a chunk: Block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# The chunker may cut prose between sentences, lines (code, tables) between lines, and parts after each part.
Kind = Literal["heading", "prose", "lines", "parts"]


@dataclass(frozen=True, slots=True)
class Block:
    """`text[start:end]` is whole lines. Only headings have a `level` (1 is outermost) and a `heading` (plain words).

    `parts` are the blocks inside a list, an item or a quotation that is too large to stay whole. Blocks in one sequence
    are in order and do not overlap. Text between two blocks is blank or belongs to no block.
    """

    start: int
    end: int
    kind: Kind
    level: int = 0
    heading: str = ""
    parts: tuple[Block, ...] = ()
