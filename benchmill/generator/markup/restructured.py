"""reStructuredText -> headings, found by their underlines, and blocks: paragraphs with the lines indented below."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.markup.block import Block
from benchmill.generator.markup.headings import plain_heading
from benchmill.generator.markup.lines import is_blank, lines
from benchmill.generator.markup.plain import plain_blocks

# What docutils calls an adornment: one punctuation character, repeated.
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*[ \t]*")
_TABLE = re.compile(r"(?:\+[-=+]+\+|=+(?: +=+)+)[ \t]*$")
_ROLE = re.compile(r":[\w:.+-]+:(?=`)|`+|\*\*?|_+(?=\s|$)")
_LONGEST_HEADING = 1_000  # characters


def restructured_blocks(text: str, start: int, end: int, size: int) -> Iterator[Block]:
    """The blocks of `text[start:end]`. The first kind of underline in the text means level 1, the second level 2, ….

    A paragraph keeps the lines that are indented under it: a literal block, a directive, or the body of an item. A
    block that is longer than `size` characters has parts.
    """
    styles: list[str] = []
    begin = stop = -1
    pending: list[tuple[int, int]] = []  # lines already read, after the current line
    source = lines(text, start, end)
    while (line := pending.pop(0) if pending else next(source, None)) is not None:
        heading = _heading(text, line, pending, source, after_blank=begin < 0 or is_blank_before(text, line[0], start))
        if heading:
            if begin >= 0:
                yield _block(text, begin, stop, size)
                begin = -1
            style, words, heading_end = heading
            if style not in styles:
                styles.append(style)
            yield Block(line[0], heading_end, "heading", styles.index(style) + 1, words)
        elif not is_blank(text, *line):
            indented = text[line[0]] in " \t"
            if begin >= 0 and not indented and is_blank_before(text, line[0], start):
                yield _block(text, begin, stop, size)
                begin = -1
            begin, stop = (line[0] if begin < 0 else begin), line[1]
    if begin >= 0:
        yield _block(text, begin, stop, size)


def is_blank_before(text: str, place: int, start: int) -> bool:
    """Whether the line before `place` is blank. The first line counts as having a blank line before it."""
    if place <= start:
        return True
    previous = text.rfind("\n", start, place - 1) + 1
    return is_blank(text, max(previous, start), place - 1)


def _heading(
    text: str,
    line: tuple[int, int],
    pending: list[tuple[int, int]],
    source: Iterator[tuple[int, int]],
    *,
    after_blank: bool,
) -> tuple[str, str, int] | None:
    """The style, words and end of the heading that begins at `line`. Takes its lines from `pending` and `source`."""
    if not after_blank or line[1] - line[0] > _LONGEST_HEADING or is_blank(text, *line):
        return None
    over = _adornment(text, line)
    needed = 2 if over else 1
    while len(pending) < needed and (following := next(source, None)) is not None:
        pending.append(following)
    if len(pending) < needed:
        return None
    title, under = (pending[0], pending[1]) if over else (line, pending[0])
    words = text[title[0] : title[1]]
    mark = _adornment(text, under)
    if not mark or not words.strip() or _adornment(text, title) or (over and over != mark):
        return None
    if (not over and words[0] in " \t") or under[1] - under[0] < min(len(words.strip()), 4):
        return None
    del pending[:needed]
    return over + mark, plain_heading(_ROLE.sub("", words)), under[1]


def _adornment(text: str, line: tuple[int, int]) -> str:
    """The repeated character of an underline or overline. The result is empty for any other line."""
    start, stop = line
    if stop - start > _LONGEST_HEADING or stop - start < 2:
        return ""
    return text[start] if _ADORNMENT.fullmatch(text, start, stop) else ""


def _block(text: str, start: int, end: int, size: int) -> Block:
    if end - start <= size:
        return Block(start, end, "prose")
    return Block(start, end, "parts", parts=tuple(_parts(text, start, end)))


def _parts(text: str, start: int, end: int) -> Iterator[Block]:
    """The paragraphs of a block. Indented paragraphs in a row stay together, even across blank lines."""
    literal: Block | None = None
    for paragraph in plain_blocks(text, start, end):
        first = text[paragraph.start : paragraph.end]
        indented = first[0] in " \t"
        if literal and indented:
            literal = Block(literal.start, paragraph.end, "lines")
            continue
        if literal:
            yield literal
        literal = Block(paragraph.start, paragraph.end, "lines") if indented else None
        if not indented:
            yield Block(paragraph.start, paragraph.end, "lines" if _TABLE.match(first.split("\n", 1)[0]) else "prose")
    if literal:
        yield literal
