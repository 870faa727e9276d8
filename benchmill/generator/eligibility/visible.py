"""Markdown of a chunk -> the words a reader sees: no comments, front matter, tags, addresses or table rules."""

from __future__ import annotations

import re

_FRONT_MATTER = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)(?:\n|\Z)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,500}>")
_IMAGE = re.compile(r"!\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)")
_LINK = re.compile(r"\[([^\]\n]{1,500})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])")
# A reader sees neither where the link of a name leads nor what an abbreviation means: `[guide]: a.md`, `*[DNS]: ...`.
_DEFINITION = re.compile(r"^[ \t]{0,3}(?:\[[^\]^\n][^\]\n]*\]:[ \t]+\S|\*\[[^\]\n]+\]:).*$", re.MULTILINE)
_ADDRESS = re.compile(r"\b(?:https?|ftp)://[^\s<>)\]]+|\bwww\.[^\s<>)\]]+")
_RULE = re.compile(r"^[ \t|:=+*_~-]{3,}$", re.MULTILINE)
_FENCED = re.compile(r"^[ \t>]*(```|~~~).*?(?:^[ \t>]*\1`*~*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^[ \t>]*(?P<mark>```+|~~~+)(?P<info>[^\n]*)$", re.MULTILINE)
_SENTENCE_OR_HEADING = re.compile(r"^#{1,6} |[.!?。！？：；][ \t]*$", re.MULTILINE)
_DIRECTIVES = ("[[autodoc]]", ":::", "@@", "{%")
_DIRECTIVE = re.compile(r"^[ \t]*(?:\[\[autodoc\]\].*|:::.*|@@.*|\{%.*%\})$", re.MULTILINE)


def visible(text: str) -> str:
    """A chunk's Markdown without everything that a reader does not see. Link texts stay.

    >>> visible("<!-- c --> See [the guide](https://a.example/b) at https://a.example")
    ' See the guide at '
    """
    if text.startswith("---\n"):
        text = _FRONT_MATTER.sub("", text)
    text = _without_comments(text)
    if "]:" in text:
        text = _DEFINITION.sub("", text)
    if "](" in text or "][" in text:
        text = _LINK.sub(r"\1", _IMAGE.sub("", text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "://" in text or "www." in text:
        text = _ADDRESS.sub("", text)
    if any(sign in text for sign in _DIRECTIVES):
        text = _DIRECTIVE.sub("", text)
    return _RULE.sub("", text)


def prose(text: str) -> str:
    """A visible text without its fenced code.

    >>> prose("return 1\\n```\\n\\nIt returns 1.").strip()
    'It returns 1.'
    """
    if "```" not in text and "~~~" not in text:
        return text
    # A chunk may begin inside code that an earlier chunk opened: then the number of fences is odd, the first one is
    # bare, and no sentence is above it. Else the code at the end goes on in the next chunk.
    fences = list(_FENCE.finditer(text))
    if len(fences) % 2 and not fences[0]["info"].strip() and not _SENTENCE_OR_HEADING.search(text[: fences[0].start()]):
        text = text[fences[0].end() :]
    return _FENCED.sub("", text)


def linked_share(text: str) -> float:
    """The share of a chunk's visible letters that are inside links, 0 to 1."""
    text = _IMAGE.sub("", _without_comments(text))
    shown = len("".join(visible(text).split()))
    linked = sum(len("".join(match[1].split())) for match in _LINK.finditer(text))
    return min(1.0, linked / shown) if shown else 0.0


def _without_comments(text: str) -> str:
    # A chunk may begin inside a comment that an earlier chunk opened.
    close, opened = text.find("-->"), text.find("<!--")
    if close >= 0 and (opened < 0 or close < opened):
        text = text[close + 3 :]
    return _COMMENT.sub("", text) if opened >= 0 else text
