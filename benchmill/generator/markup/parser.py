"""Markdown -> the block tokens of markdown-it-py, and the words of one line; only this file imports markdown-it-py.

Only block rules run on a document: inline rules take most of the time of a parse, and offsets do not need them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_WORDS = ("text", "text_special", "code_inline", "image")


def block_tokens(text: str, *, mdx: bool = False) -> list[Token]:
    """The block tokens of CommonMark with tables. A link definition becomes a paragraph, so every line has a token.

    With `mdx`, tags are part of the text around them, and indented lines are not code, as in MDX.
    """
    tokens: list[Token] = []
    parser = _parser(mdx)
    parser.block.parse(text, parser, {}, tokens)
    return tokens


def inline_text(words: str, *, ticks: bool = False) -> str:
    """The words of a line of Markdown as a reader sees them; with `ticks`, code keeps single backticks."""
    children = [child for token in _inline_parser().parseInline(words) for child in token.children or []]
    return "".join(
        " " if child.type.endswith("break") else f"`{child.content}`" if _is_code(child, ticks) else child.content
        for child in children
        if (child.type in _WORDS and not (ticks and child.type == "image")) or child.type.endswith("break")
    ).strip()


def _is_code(token: Token, ticks: bool) -> bool:
    return ticks and token.type == "code_inline" and "`" not in token.content


@lru_cache(maxsize=2)
def _parser(mdx: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt  # importing it takes 40 ms, and only Markdown needs it

    return MarkdownIt("commonmark").enable("table").disable(["reference", *(["html_block", "code"] if mdx else [])])


@lru_cache(maxsize=1)
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")
