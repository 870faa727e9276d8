"""Cards -> text for a terminal: one item in a few lines, its evidence quoted, without control characters."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator

import typer

from benchmill.reporting.cards import Card
from benchmill.reporting.passages import Passage
from benchmill.running.printable import printable

_MOST_WIDE = 100
_QUOTE_LINES = 6
_PASSAGES = 3


def print_cards(cards: Iterable[Card], *, whole: bool = False) -> None:
    """Each card, with an empty line after it. `whole`: with what a reviewer needs besides, the passages above all."""
    width = max(40, min(_MOST_WIDE, shutil.get_terminal_size((_MOST_WIDE, 24)).columns))
    for card in cards:
        for line in _lines(card, width, whole=whole):
            typer.echo(printable(line))
        typer.echo()


def _lines(card: Card, width: int, *, whole: bool) -> Iterator[str]:
    place = f"  {card.number}" if card.number else ""
    kind = card.kind.replace("_", "-")
    yield f"{card.id[:18]}{place}  {kind}" + (f"  rejected: {card.check}" if card.check else "")
    yield from _wrapped(card.question, width, "  ")
    yield from _wrapped(card.answer or f"(no answer: {card.no_answer})", width, "  -> ", "     ")
    if whole:
        for label, text in card.details:
            yield from _wrapped(f"{label}: {text}", width, "     ")
        if card.facts:
            yield "     " + ", ".join(f"{name} {value}" for name, value in card.facts.items())
    shown = card.passages if whole else card.passages[:_PASSAGES]
    for passage in shown:
        quote = " ... ".join(" ".join(piece.text.split()) for piece in passage.pieces if piece.marked)
        lines = list(_wrapped(f'"{quote}"', width, "     "))
        yield f"     {passage.document}" + (f" ({passage.note})" if passage.note else "")
        yield from lines if whole else lines[:_QUOTE_LINES]
        if len(lines) > _QUOTE_LINES and not whole:
            yield "     ..."
        if whole and not passage.note:
            yield from _in_its_place(passage, width)
    if left := len(card.passages) - len(shown):
        yield f"     and {left} more (benchmill show prints all)"
    if card.reason:
        yield from _wrapped(card.reason, width, "  because ", "     ")
    if card.ratings:
        yield "     " + ", ".join(f"{rating.criterion} {rating.rating}" for rating in card.ratings)
    if card.review:
        yield from _wrapped(f"note: {card.review}", width, "     ")


def _in_its_place(passage: Passage, width: int) -> Iterator[str]:
    """The lines around the quote, as they stand in the document."""
    text = "".join(piece.text for piece in passage.pieces)
    text = f"{'... ' if passage.cut_before else ''}{text.strip()}{' ...' if passage.cut_after else ''}"
    for line in text.splitlines():
        yield from textwrap.wrap(line, width, initial_indent="     | ", subsequent_indent="     | ") or ["     |"]


def _wrapped(text: str, width: int, first: str, rest: str = "") -> list[str]:
    paragraphs = text.splitlines() or [""]
    found: list[str] = []
    for paragraph in paragraphs:
        found += textwrap.wrap(
            paragraph, width, initial_indent=first if not found else rest or first, subsequent_indent=rest or first
        )
    return found
