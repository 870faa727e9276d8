"""A Word file's bytes -> Markdown: headings, lists, tables, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

from benchmill.generator.loaders import markdown_text
from benchmill.generator.loaders.border import check_unpacked, extra_module, guarded
from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.loaded import Text

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.table import Table
    from docx.text.paragraph import Paragraph

_HEADING = re.compile(r"heading (\d)")


def word_text(data: bytes) -> Text:
    """The text of a .docx file. Raises Unreadable for a file that is broken, encrypted, or too large when unpacked."""
    return guarded("Word file", lambda: _read(data))


def _read(data: bytes) -> Text:
    docx = extra_module("docx", "reading .docx files", "documents")
    check_unpacked(data)
    document: WordDocument = docx.Document(BytesIO(data))
    text = ""
    previous_item = False
    for block, is_item in _blocks(document):
        text += ("\n" if is_item and previous_item else "\n\n" if text else "") + block
        previous_item = is_item
    return Text(tidy(text) + "\n")


def _blocks(document: WordDocument) -> Iterator[tuple[str, bool]]:
    """For each table and paragraph in the body: its Markdown, and whether it is a list item."""
    from docx.table import Table  # loaded by `_read` already

    for content in document.iter_inner_content():
        if isinstance(content, Table):
            table = markdown_text.table(_rows(content))
            if table:
                yield table, False
        elif content.text.strip():
            yield _paragraph(content)


def _rows(table: Table) -> list[list[str]]:
    """The words of each cell. Word lists a merged cell once for each column it covers; here it appears only once."""
    rows = []
    for row in table.rows:
        cells: list[object] = []
        words: list[str] = []
        for cell in row.cells:
            if cell._tc not in cells:
                cells.append(cell._tc)
                words.append(cell.text)
        rows.append(words)
    return rows


def _paragraph(paragraph: Paragraph) -> tuple[str, bool]:
    style = (paragraph.style.name or "").lower() if paragraph.style else ""
    if style == "title":
        return markdown_text.heading(1, paragraph.text), False
    if found := _HEADING.match(style):
        return markdown_text.heading(int(found.group(1)), paragraph.text), False
    properties = paragraph._p.pPr
    numbering: Any = properties.numPr if properties is not None else None
    if numbering is None and not style.startswith("list"):
        return paragraph.text.strip(), False
    level = numbering.ilvl.val if numbering is not None and numbering.ilvl is not None else 0
    number = 1 if "number" in style else None
    return markdown_text.item(paragraph.text.strip(), level, number), True
