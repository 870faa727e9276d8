"""Markdown -> the block tokens of markdown-it-py, and the words of one line; only this file imports markdown-it-py.

Only block rules run on a document: inline rules take most of the time of a parse, and offsets do not need them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

# "export your keys" is a sentence.
_MODULE_CODE = re.compile(
    r"""export[ ](?:default|const|let|var|function|async|class|type|interface|[{*])(?=[ {]|$)
    |import[ ](?:["']|(?:type[ ])?(?:[\w$]+(?:[ ]?,[ ]?)?)?(?:[{]|[*][ ]as[ ]|(?<=[\w$])[ ]from[ ]["']))""",
    re.VERBOSE,
)
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_WORDS = ("text", "text_special", "code_inline", "image")


def block_tokens(text: str, *, mdx: bool = False) -> list[Token]:
    """The block tokens of CommonMark with tables. A link definition becomes a paragraph, so every line has a token.

    With `mdx`, tags are part of the text around them, indented lines are not code, and `import` and `export` begin
    code, as in MDX.
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

    parser = MarkdownIt("commonmark").enable("table").disable(["reference", *(["html_block", "code"] if mdx else [])])
    if mdx:
        parser.block.ruler.before("fence", "module_code", _module_code)
    return parser


def _module_code(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """A block rule of markdown-it: `import` and `export` of JavaScript up to the empty line behind its last bracket.

    It is the first empty line where no bracket closes all.
    """
    if silent or state.level or not _MODULE_CODE.match(state.src, state.bMarks[first], state.eMarks[first]):
        return False
    open_, stop = [0, 0, 0], 0
    for line in range(first, end):
        code = state.src[state.bMarks[line] : state.eMarks[line]]
        open_ = [count + code.count(a) - code.count(b) for count, (a, b) in zip(open_, _BRACKETS, strict=True)]
        if not code.strip():
            stop = stop or line
            if max(open_) <= 0:
                stop = line
                break
    state.line = stop or end
    state.push("code_block", "code", 0).map = [first, state.line]
    return True


@lru_cache(maxsize=1)
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")
