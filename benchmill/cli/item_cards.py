"""Cards -> text for a terminal: one item in a few lines, its evidence quoted, without control characters."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator

import typer

from benchmill.reporting.cards import Card
from benchmill.running.printable import printable

_MOST_WIDE = 100
_QUOTE_LINES = 6


def print_cards(cards: Iterable[Card]) -> None:
    """Each card, with an empty line after it."""
    width = max(40, min(_MOST_WIDE, shutil.get_terminal_size((_MOST_WIDE, 24)).columns))
    for card in cards:
        for line in _lines(card, width):
            typer.echo(printable(line))
        typer.echo()


def _lines(card: Card, width: int) -> Iterator[str]:
    place = f"  {card.number}" if card.number else ""
    kind = card.kind.replace("_", "-")
    yield f"{card.id[:18]}{place}  {kind}" + (f"  rejected: {card.check}" if card.check else "")
    yield from _wrapped(card.question, width, "  ")
    yield from _wrapped(card.answer or f"(no answer: {card.no_answer})", width, "  -> ", "     ")
    for passage in card.passages[:3]:
        quote = " ... ".join(" ".join(piece.text.split()) for piece in passage.pieces if piece.marked)
        lines = list(_wrapped(f'"{quote}"', width, "     "))
        yield f"     {passage.document}"
        yield from lines[:_QUOTE_LINES]
        if len(lines) > _QUOTE_LINES:
            yield "     ..."
    if card.reason:
        yield from _wrapped(card.reason, width, "  because ", "     ")
    if card.ratings:
        yield "     " + ", ".join(f"{rating.criterion} {rating.rating}" for rating in card.ratings)
    if card.review:
        yield from _wrapped(f"note: {card.review}", width, "     ")


def _wrapped(text: str, width: int, first: str, rest: str = "") -> list[str]:
    paragraphs = text.splitlines() or [""]
    found: list[str] = []
    for paragraph in paragraphs:
        found += textwrap.wrap(
            paragraph, width, initial_indent=first if not found else rest or first, subsequent_indent=rest or first
        )
    return found
