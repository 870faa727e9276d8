"""A heading as the author wrote it -> its plain words."""

from __future__ import annotations

import re

from benchmill.generator.markup.parser import inline_text

_MARKED = re.compile(r"[*_`\[\]<>!\\&~]")
_ANCHOR = re.compile(r"\s*\{[#.:][^{}]*\}\s*$|\s*\[\[[^\[\]]*\]\]\s*$")
_LIMIT = 200  # characters: every chunk below a heading repeats it, so a very long heading is shortened


def plain_heading(written: str) -> str:
    """The words of a heading without its Markdown: no emphasis, code marks, links, images, HTML or `{#anchor}`.

    >>> plain_heading("**Install** the [`client`](client.md) {#install}")
    'Install the client'
    """
    words = _ANCHOR.sub("", written[: 2 * _LIMIT])
    if _MARKED.search(words):
        words = inline_text(words) or words
    return shortened(words)


def shortened(words: str) -> str:
    """One line of at most 200 characters, without the pilcrow that documentation tools add to headings."""
    words = " ".join(words.split()).rstrip("¶").rstrip()
    return words if len(words) <= _LIMIT else words[: _LIMIT - 1] + "…"
