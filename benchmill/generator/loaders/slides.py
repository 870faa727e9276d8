"""A PowerPoint file's bytes -> Markdown: for each slide a heading, its text and its tables."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from benchmill.generator.loaders import markdown_text
from benchmill.generator.loaders.border import check_unpacked, extra_module, guarded
from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.loaded import Text

if TYPE_CHECKING:
    from pptx.presentation import Presentation
    from pptx.shapes.base import BaseShape
    from pptx.slide import Slide


def slides_text(data: bytes) -> Text:
    """The text of a .pptx file. Raises Unreadable for a file that is broken, encrypted, or too large when unpacked."""
    return guarded("PowerPoint file", lambda: _read(data))


def _read(data: bytes) -> Text:
    pptx = extra_module("pptx", "reading .pptx files", "documents")
    check_unpacked(data)
    presentation: Presentation = pptx.Presentation(BytesIO(data))
    slides = [_slide(number, slide) for number, slide in enumerate(presentation.slides, start=1)]
    text = "\n\n".join(slide for slide in slides if slide)
    return Text(tidy(text) + "\n" if text else "")


def _slide(number: int, slide: Slide) -> str:
    title = slide.shapes.title
    named = title is not None and bool(title.text_frame.text.strip())
    words = title.text_frame.text if title is not None and named else f"Slide {number}"
    body = [
        block
        for shape in _shapes(slide)
        if title is None or shape.shape_id != title.shape_id
        for block in _blocks(shape)
    ]
    return "\n\n".join([markdown_text.heading(2, words), *body]) if named or body else ""


def _shapes(slide: Slide) -> Iterator[BaseShape]:
    """All shapes of a slide in the order of the file, including the shapes inside groups."""
    waiting = list(slide.shapes)[::-1]
    while waiting:
        shape = waiting.pop()
        if hasattr(shape, "shapes"):
            waiting += list(shape.shapes)[::-1]
        else:
            yield shape


def _blocks(shape: BaseShape) -> Iterator[str]:
    if getattr(shape, "has_table", False):
        table = markdown_text.table([[cell.text for cell in row.cells] for row in shape.table.rows])  # type: ignore[attr-defined]
        if table:
            yield table
    elif shape.has_text_frame:
        paragraphs = [p for p in shape.text_frame.paragraphs if p.text.strip()]  # type: ignore[attr-defined]
        if len(paragraphs) == 1:
            yield paragraphs[0].text.replace("\v", "\n").strip()
        elif paragraphs:
            yield "\n".join(markdown_text.item(p.text.replace("\v", " ").strip(), p.level) for p in paragraphs)
