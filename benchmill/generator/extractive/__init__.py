"""Chunk -> Candidates, by the structure of the docs alone: the writer that needs no model, no key and no network.

It knows definitions, tables, defaults, options, stated amounts, steps, lists, purposes and questions in headings, and
English wording. What it does not recognise it leaves alone: no candidate is a good answer.
"""

from __future__ import annotations

from itertools import chain

from benchmill.generator.extractive.asked import asked
from benchmill.generator.extractive.defaults import defaults
from benchmill.generator.extractive.definitions import definitions
from benchmill.generator.extractive.draft import Passage, Pattern, candidate
from benchmill.generator.extractive.gate import chosen
from benchmill.generator.extractive.limits import limits
from benchmill.generator.extractive.lists import lists
from benchmill.generator.extractive.names import product, scope
from benchmill.generator.extractive.options import options
from benchmill.generator.extractive.purposes import purposes
from benchmill.generator.extractive.steps import steps
from benchmill.generator.extractive.tables import cells
from benchmill.records.candidate import Candidate
from benchmill.records.corpus import Chunk, Document

__all__ = ["product", "write"]

_PATTERNS: tuple[Pattern, ...] = (steps, lists, asked, defaults, cells, limits, options, definitions, purposes)


def write(chunk: Chunk, document: Document, *, product: str = "") -> list[Candidate]:
    """Up to six candidates of `chunk`, best varied first; every evidence verbatim, every answer inside its evidence.

    `product` is the name questions may lean on to stand alone; `product(documents)` of this package finds the corpus's
    own. Without it the document's most frequent name is taken. Deterministic; about 0.6 ms a chunk.
    """
    text = document.text
    before, after = text[max(0, chunk.span.start - 1) : chunk.span.start], text[chunk.span.end : chunk.span.end + 400]
    passage = Passage(
        chunk.text,
        scope(chunk, document, product),
        chunk.headings,
        cut_start=bool(before) and not before.endswith("\n") and not chunk.text.startswith("\n"),
        cut_end=bool(after.strip()) and not after.startswith("\n") and not chunk.text.endswith("\n"),
        after=next((line for line in after.splitlines() if line.strip()), ""),
    )
    drafts = chain.from_iterable(pattern(passage) for pattern in _PATTERNS)
    return [candidate(draft, chunk, document) for draft in chosen(drafts, passage)]
