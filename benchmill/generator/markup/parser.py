"""Markdown -> markdown-it's block tokens, and the words of one line: the one file that knows markdown-it-py.

Only block rules run on a document: its inline rules cost most of the time of a parse, and offsets do not need them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_WORDS = ("text", "text_special", "code_inline", "image")


def block_tokens(text: str, *, mdx: bool = False) -> list[Token]:
    """CommonMark and tables. Link definitions are left as paragraphs: a token each keeps every line accounted for.

    `mdx`: as in MDX, tags are part of the text around them and indented lines are no code.
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
    from markdown_it import MarkdownIt  # 40 ms, and only where there is Markdown to read

    return MarkdownIt("commonmark").enable("table").disable(["reference", *(["html_block", "code"] if mdx else [])])


@lru_cache(maxsize=1)
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")
