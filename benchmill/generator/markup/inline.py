"""A piece of Markdown or reStructuredText -> its words as a reader sees them, with code in single backticks."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

from benchmill.generator.markup.parser import inline_text

# A name inside brackets holds no opening bracket: so that a line of a hundred thousand of them is read once.
_ANCHOR = re.compile(r"\[\[[^\[\]]*\]\]|\{ *[#.:][^{}]*\}|\[\^[^\[\]]*\]")
_WIKI = re.compile(
    r"(?<!\A)(?<!`)\[\[#?(?:[^\[\]|]*\|)?([^\[\]|]+)\]\](?!\s*\Z)"
)  # one that ends the text may be an anchor
_AUTODOC = re.compile(r"\[(`)[~!]?([^`\]]+)`\](?!\()")  # [`~module.Name`] is a link for documentation builders
_SHORTCODE = re.compile(r"\]\(\{\{[<%][^{}]*[%>]\}\}\)")  # [name]({{< relref "page.md" >}}), a link of Hugo
_HIGHLIGHTED = re.compile(r"(?<!`)`#![\w+-]+ (?=[^`]+`)")  # `#!python 72` is 72, shown as Python
_MARKED = re.compile(r"[*_`\[\]<>!\\&~]")
_PICTURES = re.compile(
    "(?<! )\u2192|\u2192(?! )|[\u2190\u2191\u2193-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]"
    "|(?<!\\w):[a-z_]+:(?!\\w)"
)
_ROLE = re.compile(r"(?::[\w:.+-]{1,99}:)`([^`]*)`")
_LINKED = re.compile(r"`([^`<]+?)\s*<[^`>]*>`_{0,2}")
_REFERENCE = re.compile(r"(?<!`)`([^`]+)`_{0,2}(?!`)|(?<!\w)([\w.-]+)_{1,2}(?![\w_])")
_END_TAG = re.compile(r"<br\s*/?>|</(?:td|th|p|li|div)>")  # words before and behind one are apart
_CODE_TAG = re.compile(r"<code>([^`<>]+)</code>")
_ESCAPED = re.compile(r"\\(?: |([^\w\s]|_))")
_STRONG = re.compile(r"(\*{1,2})(?=\S)(.+?)(?<=\S)\1")


@lru_cache(maxsize=4096)  # a rule reads a piece that another has read, and each row its table's header
def shown(raw: str, media_type: str) -> str:
    """The words on one line, without emphasis, links, anchors, HTML and pictures. Code keeps single backticks.

    >>> shown("**Use** the [`~pipe.Flux`] or [this *one*](a.md)<br> now ✅ { #x }", "text/markdown")
    'Use the `Flux` or this one now'
    >>> shown("Set :setting:`DELAY` as in `the guide <guide>`_ to ``5``", "text/x-rst")
    'Set `DELAY` as in the guide to `5`'
    """
    words = _restructured(raw) if media_type == "text/x-rst" else _markdown(raw)
    return " ".join(_PICTURES.sub("", words).split())


def _markdown(raw: str) -> str:
    raw = _AUTODOC.sub(lambda match: f"`{match[2].rsplit('.', 1)[-1]}`", _ANCHOR.sub("", _WIKI.sub(r"\1", raw)))
    raw = _HIGHLIGHTED.sub("`", raw) if "`#!" in raw else raw
    raw = _SHORTCODE.sub("](#)", raw) if "]({{" in raw else raw
    raw = _CODE_TAG.sub(r"`\1`", _END_TAG.sub(" ", raw) if "<" in raw else raw)
    return inline_text(raw, ticks=True) if _MARKED.search(raw) else unescape(raw)


def _restructured(raw: str) -> str:
    pieces = raw.split("``")
    for number in range(0, len(pieces), 2):
        piece = _ROLE.sub(_role, pieces[number])
        piece = _LINKED.sub(r"\1", piece)
        piece = _REFERENCE.sub(lambda match: match[1] or match[2], piece) if "_" in piece or "`" in piece else piece
        pieces[number] = _STRONG.sub(r"\2", piece).replace("\0", "`")
        pieces[number] = _ESCAPED.sub(r"\1", pieces[number])
    return "".join(piece if number % 2 == 0 else f"`{piece}`" for number, piece in enumerate(pieces))


def _role(match: re.Match[str]) -> str:
    words = match[1]
    name = match[0][1:].split("`", 1)[0].rstrip(":").rsplit(":", 1)[-1]
    if name in ("ref", "doc", "term", "abbr", "menuselection", "guilabel", "sup", "sub"):
        return re.sub(r"\s*[<(][^<>()]*[>)]$", "", words)
    words = re.sub(r"\s*<[^<>]*>$", "", words).lstrip("!")
    return f"\0{words[1:].rsplit('.', 1)[-1] if words.startswith('~') else words}\0"
