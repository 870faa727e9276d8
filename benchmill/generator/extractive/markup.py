"""Markdown -> the plain words for a question; a place -> the same place without the markup at its ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from benchmill.generator.extractive.draft import Place
from benchmill.records.words import words

_REFERENCE = re.compile(r"\[`[~!]?([^`\]]+)`\](?:\([^)\s]*\)|\[[^\]]*\])?")  # [`~module.Name`] of autodoc dialects
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ANCHOR = re.compile(r"\[\[[^\]]*\]\]|\{#[^}]*\}|\{:[^}]*\}")
_STRONG = re.compile(r"(\*{1,3}|(?<!\w)_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)")
_PICTURES = re.compile("[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]")
_CODE = re.compile(r"`[^`]*`")


def plain(text: str) -> str:
    """The words of a piece of Markdown on one line; code stays in backticks.

    >>> plain("**Use** the [`~pipe.Flux`] or [this *one*](a.md)<br> now ✅")
    'Use the `Flux` or this one now'
    """
    text = _ANCHOR.sub("", text)
    text = _REFERENCE.sub(lambda match: f"`{match[1].rsplit('.', 1)[-1] if match[0][2] in '~!' else match[1]}`", text)
    text = _LINK.sub(r"\1", text)
    text = re.sub(r"(?<![*\w])\*{1,3}(`[^`\n]*`)\*{1,3}", r"\1", text)
    text = _outside_code(text, _without_markup)
    text = re.sub(r"\\([\\`*_{}\[\]()#+.!|<>-])", r"\1", text)
    return " ".join(unescape(text).split())


def _without_markup(part: str) -> str:
    return _PICTURES.sub("", _STRONG.sub(r"\2", _STRONG.sub(r"\2", _TAG.sub(" ", part))))


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    pieces, end = [], 0
    for match in _CODE.finditer(text):
        pieces += [change(text[end : match.start()]), match[0]]
        end = match.end()
    return "".join([*pieces, change(text[end:])])


def bare(text: str, place: Place) -> Place | None:
    """The words at `place` without emphasis, code marks, link markup or closing punctuation around them.

    None where something that no reader sees stands in the middle: an address, a tag, a reference.

    >>> text = "it is **`5.0`**."
    >>> text[slice(*bare(text, (6, 16)))]
    '5.0'
    """
    start, end = place
    while True:
        piece = text[start:end]
        left, right = _emphasis(piece)
        if left or right:
            start, end = start + left, end - right
            continue
        if piece[-1:] in tuple(".,;:") and len(piece) > 1:
            end -= 1
            continue
        link = re.fullmatch(r"\[([^\[\]]+)\](?:\([^()]*\))?", piece)
        if link:
            start, end = start + 1, start + 1 + len(link[1])
            continue
        if len(piece) > 2 and piece[0] == piece[-1] == "`" and "`" not in piece[1:-1]:
            start, end = start + 1, end - 1
            if text[start] in "~!":
                return None
            break
        break
    return (start, end) if end > start and not is_junk(text[start:end]) else None


def _emphasis(piece: str) -> tuple[int, int]:
    """How many characters of space and emphasis go at the left and right: marks only where their partners go too."""
    space = len(piece) - len(piece.lstrip()), len(piece) - len(piece.rstrip())
    if any(space):
        return space
    outside = _CODE.sub("``", piece)
    for mark in "*_":
        left, right = len(outside) - len(outside.lstrip(mark)), len(outside) - len(outside.rstrip(mark))
        if left and right:
            return min(left, right), min(left, right)
        if (left or right) and outside.count(mark) % 2:
            return left, right
    return 0, 0


def is_junk(text: str) -> bool:
    """Whether words hold what a reader would not say: addresses, tags, references, half a code mark or bracket."""
    outside = _CODE.sub("", text)
    return bool(
        not text.strip()
        or re.search(r"\]\(|\]\[|\[\[|\[`|`\]|https?:|</?[a-zA-Z]|-->|<!--|\{#|\{%|:::|\[!|!\[|\.\.\.|…|\\$", text)
        or text.count("`") % 2
        or re.search(r"[\[\]]", outside)
        or outside.count("*") % 2
        or any(outside.count(left) != outside.count(right) for left, right in ("()", "[]", "{}", "“”"))
        or outside.count('"') % 2
        or outside.count("**") % 2
        or _PICTURES.search(text)
    )


def length(text: str) -> int:
    """Tokens, as the checks count them."""
    return len(words(text))
