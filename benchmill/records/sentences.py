"""Markdown text -> where its sentences are: paragraph sentences, list items, table rows, code lines.

Each one is a piece that can be quoted on its own. Markers (`-`, `1.`, `#`, `>`), fences and table rules are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_RULE = re.compile(r"[ \t>]*(?:[-*_=][ \t]*){3,}$|[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_MARKER = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+|[ \t>]*#{1,6}[ \t]+|[ \t>]+")
_STARTS_ANEW = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]|#{1,6}[ \t])")
_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]")
# A mark that may end a sentence, with closing quotes and brackets, before white space; CJK marks need none after them.
_END = re.compile(r"(?P<mark>[.!?…]+)[\"'”’)\]»*_`]*(?=\s)|[。！？]+[」』）”]*")
_LAST_WORD = re.compile(r"[^\s(\[\"'“]+\Z")
# fmt: off
_ABBREVIATIONS = frozenset({
    "approx", "art", "ca", "cf", "ch", "co", "corp", "dr", "ed", "eds", "eq", "eqs", "esp", "est", "fig", "figs", "inc",
    "jr", "ltd", "max", "min", "mr", "mrs", "ms", "mt", "no", "nos", "p", "pp", "prof", "ref", "refs", "resp", "rev",
    "sec", "sr", "st", "vol", "vols", "vs", "bzw", "ggf", "usw", "evtl", "p.ex",
})
# fmt: on


def sentences(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence in order, in code points; none is blank, none overlaps another.

    >>> text = "# Time-outs\\n\\nThe default is 5.0 s, e.g. for reads. Set it:\\n\\n- `connect`\\n- `read`\\n"
    >>> [text[start:end] for start, end in sentences(text)]
    ['Time-outs', 'The default is 5.0 s, e.g. for reads.', 'Set it:', '`connect`', '`read`']
    """
    return [place for start, end, is_prose in _blocks(text) for place in _places(text, start, end, is_prose)]


@lru_cache(maxsize=256)  # several questions are asked about a passage before the next one
def prose_sentences(text: str) -> tuple[str, ...]:
    """The sentences of paragraphs and list items: no heading, table row or line of code.

    >>> text = "# Limits\\n\\nA run stops after 60 s.\\n\\n```sh\\nrun --all\\n```\\n"
    >>> prose_sentences(text)
    ('A run stops after 60 s.',)
    """
    places = (place for start, end, is_prose in _blocks(text) if is_prose for place in _split(text, start, end))
    return tuple(text[start:end] for start, end in places)


def _places(text: str, start: int, end: int, is_prose: bool) -> list[tuple[int, int]]:
    return _split(text, start, end) if is_prose else _if_any(trimmed(text, start, end))


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, is prose): a code line, table row or heading alone; the lines of a paragraph or item together."""
    fence = ""
    block: tuple[int, int, bool] | None = None  # a paragraph or item that may go on
    quoted = False
    end = -1
    before = ""
    for line in text.split("\n"):
        start, end = end + 1, end + 1 + len(line)
        border = None if not fence and _underlines(before, line) else _FENCE.match(line)
        before = line
        was_quoted, quoted = quoted, line.lstrip().startswith(">")
        if block and not fence and not border and _goes_with_the_last(line) and quoted <= was_quoted:
            block = (block[0], end, True)
            continue
        if block:
            yield block
            block = None
        if border and (not fence or _closes(line, fence)):
            fence = "" if fence else border[1]
        elif fence or _is_row(line):
            if fence or not _RULE.match(line):
                yield start, end, False
        elif not _RULE.match(line):
            marker = _MARKER.match(line)
            block = (start + (marker.end() if marker else 0), end, not _HEADING.match(line))
            if not block[2] or not line.strip(" \t>"):
                yield block
                block = None
    if block:
        yield block


def _underlines(before: str, line: str) -> bool:
    """Whether a line of tildes is the underline of a heading (reStructuredText), not the beginning of code."""
    return bool(before.strip()) and len(line.strip()) >= len(before.strip()) and set(line.strip()) == {"~"}


def _goes_with_the_last(line: str) -> bool:
    """Whether a line carries on the paragraph or item above it."""
    return not (_STARTS_ANEW.match(line) or _RULE.match(line) or _is_row(line) or not line.strip(" \t>\r"))


def _is_row(line: str) -> bool:
    return line.lstrip(" \t>").startswith("|")


def _closes(line: str, fence: str) -> bool:
    bare = line.strip(" \t>\r\n")
    return len(bare) >= len(fence) and not bare.strip(fence[0])


def _split(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of one paragraph or list item."""
    found: list[tuple[int, int]] = []
    begin, ticks, counted = start, 0, start
    for match in _END.finditer(text, start, end):
        ticks += text.count("`", counted, match.start())
        counted = match.start()
        if ticks % 2 == 0 and not (match["mark"] and _goes_on(text, begin, match, end)):
            found += _if_any(trimmed(text, begin, match.end()))
            begin = match.end()
    return found + _if_any(trimmed(text, begin, end))


def _goes_on(text: str, begin: int, match: re.Match[str], end: int) -> bool:
    """Whether the sentence goes on after this mark: an abbreviation, an initial, or a small letter follows."""
    following = text[match.end() : min(end, match.end() + 64)].lstrip()[:1]
    if match["mark"] != ".":
        return match["mark"] in ("…", "...") and following.islower()
    if following.islower():
        return True
    last = _LAST_WORD.search(text, max(begin, match.start() - 24), match.start())
    word = last.group().casefold() if last else ""
    parts = word.split(".")
    if len(parts) > 1 and all(len(part) == 1 and part.isalpha() for part in parts):
        return True  # e.g, U.S, a.k.a
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and text[match.start() - 1].isupper())


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The place without white space around it; empty where there is nothing else.

    >>> trimmed("a  b c ", 1, 7), trimmed("a  ", 1, 3)
    ((3, 6), (3, 3))
    """
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


def _if_any(place: tuple[int, int]) -> list[tuple[int, int]]:
    return [place] if place[0] < place[1] else []


def quotable(text: str) -> list[str]:
    """The sentences of `text` that can be evidence: 3 to 60 words, or all that have a word where none has so many.

    >>> quotable("# Logs\\n\\nLogs are kept for 14 days.")
    ['Logs are kept for 14 days.']
    """
    pieces = [text[start:end] for start, end in sentences(text)]
    pieces = [piece for piece in pieces if any(letter.isalnum() for letter in piece)]
    return [piece for piece in pieces if 3 <= len(piece.split()) <= 60] or pieces
