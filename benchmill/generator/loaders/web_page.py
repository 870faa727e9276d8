"""An HTML page's bytes -> Markdown of its headings, lists, tables and code, without scripts and navigation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from benchmill.generator.loaders import markdown_text
from benchmill.generator.loaders.border import extra_module, guarded
from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.loaded import Text

if TYPE_CHECKING:
    from bs4 import BeautifulSoup
    from bs4.element import PageElement, Tag

_DROPPED = (
    "script, style, nav, noscript, template, svg, iframe, form, button, footer, head, "
    "[role=navigation], [role=search], [aria-hidden=true], [hidden], a.headerlink, a.anchor"
)
_BLOCKS = frozenset(
    (
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "center",
            "dd",
            "details",
            "div",
            "dl",
            "dt",
            "fieldset",
        ),
        *("figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "li", "main"),
        *("ol", "p", "pre", "section", "summary", "table", "ul"),
    )
)
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_KEPT = _CODE | {"br", "img"}
_LINES = frozenset({"br", "p", "li", "div"})
_SPACE = re.compile(r"[ \t\r\n\f]+")
_ITEM = re.compile(r"- |\d+\. ")
_LANGUAGE = re.compile(r"(?:language|lang|highlight)-([\w+#-]+)")
_DEEPEST = 60  # nested elements; deeper elements are read as plain words, so no page can exhaust the stack


def html_text(data: bytes) -> Text:
    """The content of a page. Raises Unreadable for a page that cannot be parsed."""
    return guarded("web page", lambda: _read(data))


def _read(data: bytes) -> Text:
    bs4 = extra_module("bs4", "reading .html files", "documents")
    extra_module("lxml", "reading .html files", "documents")
    soup: BeautifulSoup = bs4.BeautifulSoup(data, "lxml")
    title = soup.title.get_text() if soup.title else ""
    for tag in soup.select(_DROPPED):
        tag.decompose()
    content = soup.find("main") or _only_article(soup) or soup.body or soup
    text = "\n\n".join(block for block in _blocks(content, 0) if block.strip())
    first = content.find("h1")
    named = tidy(markdown_text.one_line(first.get_text() if first else title))[:200]
    return Text(tidy(text).replace("\0", "\ufffd") + "\n" if text else "", title=named)


def _only_article(soup: BeautifulSoup) -> Tag | None:
    articles = soup.find_all("article")
    return articles[0] if len(articles) == 1 else None


def _blocks(parent: Tag, depth: int) -> Iterator[str]:
    """The blocks of Markdown in an element. Text between two block elements becomes a paragraph."""
    if depth > _DEEPEST:
        yield _words(parent)
        return
    inline: list[str] = []
    for child in parent.children:
        tag = _as_tag(child)
        if tag is not None and (tag.name in _BLOCKS or _holds(tag, _BLOCKS)):
            yield from _paragraph(inline)
            yield from _block(tag, depth)
        else:
            inline.append(_inline(child, depth))
    yield from _paragraph(inline)


def _paragraph(inline: list[str]) -> Iterator[str]:
    """Join the pieces of text in `inline` to one paragraph, and empty `inline`."""
    lines = "".join(inline).split("\n")
    inline.clear()
    words = "\n".join(line.strip() for line in lines).strip()
    if words:
        yield words


def _block(tag: Tag, depth: int) -> Iterator[str]:
    name = tag.name
    if name in ("h1", "h2", "h3", "h4", "h5", "h6"):
        words = _words(tag).rstrip("¶").strip()
        if words:
            yield markdown_text.heading(int(name[1]), words)
    elif name == "pre":
        yield markdown_text.code(tag.get_text(), _language(tag))
    elif name == "table" and not _holds(tag, {"table"}):
        rows = [[_words(cell) for cell in row.find_all(["th", "td"])] for row in tag.find_all("tr")]
        yield markdown_text.table(rows)
    elif name in ("ul", "ol"):
        yield "\n".join(_items(tag, depth))
    elif name == "blockquote":
        yield "\n".join(f"> {line}".rstrip() for line in "\n\n".join(_blocks(tag, depth + 1)).split("\n"))
    else:
        yield from _blocks(tag, depth + 1)


def _items(tag: Tag, depth: int) -> Iterator[str]:
    number = 1 if tag.name == "ol" else None
    for child in map(_as_tag, tag.children):
        if child is None:
            continue
        if child.name != "li":  # a list directly inside a list, without an item around it
            yield from _block(child, depth + 1)
            continue
        blocks = [block for block in _blocks(child, depth + 1) if block.strip()]
        # A list inside an item follows the item's words directly; a blank line goes before any other block.
        words = "".join(("\n" if _ITEM.match(block) else "\n\n") + block for block in blocks).strip("\n")
        if words:
            yield markdown_text.item(words, 0, number)
            number = number + 1 if number is not None else None


def _inline(node: PageElement, depth: int) -> str:
    """The words of a piece of running text, with its code marks and line breaks."""
    from bs4.element import NavigableString, PreformattedString  # loaded by `_read` already

    tag = _as_tag(node)
    if tag is None:
        skipped = isinstance(node, PreformattedString) or not isinstance(node, NavigableString)  # such as a comment
        return "" if skipped else _SPACE.sub(" ", str(node))
    if tag.name == "br":
        return "\n"
    if tag.name == "img":
        return str(tag.get("alt") or "")
    if tag.name in _CODE:
        words = _words(tag)
        return f"`{words}`" if words and "`" not in words else words
    if depth > _DEEPEST or not _holds(tag, _KEPT):
        return _SPACE.sub(" ", tag.get_text())
    return "".join(_inline(child, depth + 1) for child in tag.children)


def _as_tag(node: PageElement) -> Tag | None:
    from bs4.element import Tag  # loaded by `_read` already

    return node if isinstance(node, Tag) else None


def _holds(tag: Tag, names: Set[str]) -> bool:
    """Whether `tag` holds an element with one of the names. `find` is slower: it builds 25 filters for each call."""
    return any(getattr(inside, "name", None) in names for inside in tag.descendants)


def _words(tag: Tag) -> str:
    apart = _holds(tag, _LINES)  # words on two lines must stay two words
    return markdown_text.one_line(tag.get_text(" " if apart else ""))


def _language(tag: Tag) -> str:
    """The language of a code block, if a class such as `language-python` or `highlight-python` names it."""
    places = [tag, *tag.find_all("code"), *list(tag.parents)[:2]]
    classes = [name for place in places for name in place.get("class") or []]
    named = [found.group(1) for name in classes if (found := _LANGUAGE.fullmatch(name))]
    return named[0] if named and named[0] not in ("default", "none", "text") else ""
