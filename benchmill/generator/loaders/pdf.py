"""A PDF file's bytes -> its pages' text."""

from __future__ import annotations

import logging
from io import BytesIO

from benchmill.generator.loaders.border import extra_module, guarded
from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.loaded import Text, Unreadable


def pdf_text(data: bytes) -> Text:
    """The pages' text, with a blank line between pages.

    Raises Unreadable for a file that is encrypted or broken, or that holds only pictures.
    """
    return guarded("PDF", lambda: _read(data))


def _read(data: bytes) -> Text:
    pypdf = extra_module("pypdf", "reading .pdf files", "documents")
    # pypdf warns about every oddity, even in files that it can read.
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    reader = pypdf.PdfReader(BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable("encrypted", "is encrypted: save a copy without a password")
    pages = [tidy(page.extract_text()).replace("\0", "\ufffd").strip() for page in reader.pages]
    text = "\n\n".join(page for page in pages if page)
    if not text:
        raise Unreadable("empty", "holds no text: scanned pages need text recognition first")
    title = reader.metadata.title if reader.metadata else ""
    return Text(text + "\n", title=_title(title))


def _title(title: object) -> str:
    """The title that the file declares. The result is empty if a word processor made the title up."""
    words = " ".join(title.split()) if isinstance(title, str) else ""
    made_up = words.lower().startswith(("untitled", "microsoft word", "microsoft powerpoint")) or "." in words[-5:]
    return "" if made_up else tidy(words)[:200]
