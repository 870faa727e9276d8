"""A file's ending -> its media type and the function that reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from benchmill.generator.loaders.community_reader import read_with_community
from benchmill.generator.loaders.decode import decode
from benchmill.generator.loaders.loaded import Reader, Text, Unreadable
from benchmill.generator.loaders.notebook import read_notebook
from benchmill.generator.loaders.pdf import pdf_text
from benchmill.generator.loaders.slides import slides_text
from benchmill.generator.loaders.unstructured_reader import read_with_unstructured
from benchmill.generator.loaders.web_page import html_text
from benchmill.generator.loaders.word import word_text
from benchmill.records import digest
from benchmill.records.installed import version_of

_MEDIA_TYPES = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".mdx": "text/mdx",
    ".txt": "text/plain",
    ".rst": "text/x-rst",
    ".ipynb": "application/x-ipynb+json",
    ".html": "text/html",
    ".htm": "text/html",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".pdf": "application/pdf",
}
ENDINGS = tuple(_MEDIA_TYPES)
_CONVERTERS: dict[str, Callable[[bytes], Text]] = {
    ".ipynb": read_notebook,
    ".html": html_text,
    ".htm": html_text,
    ".docx": word_text,
    ".pptx": slides_text,
    ".pdf": pdf_text,
}
CONVERSION = 1
"""Raise it with every change of the text, the title or the note that a converter makes of the same bytes."""

_PACKAGES = {
    ".html": ("beautifulsoup4", "lxml"),
    ".htm": ("beautifulsoup4", "lxml"),
    ".docx": ("python-docx", "lxml"),
    ".pptx": ("python-pptx", "lxml"),
    ".pdf": ("pypdf",),
}


def packages_for(endings: Iterable[str], reader: Reader) -> list[str]:
    """The optional packages that read files with these endings."""
    if reader != "light":
        return ["unstructured"] if reader == "unstructured" else ["langchain-community"]
    return sorted({package for ending in endings for package in _PACKAGES.get(ending, ())})


def conversion_of(ending: str) -> str:
    """What decides, besides its bytes, which text the reader `light` makes of a file with this ending."""
    return digest(CONVERSION, [[package, version_of(package)] for package in _PACKAGES.get(ending, ())])


def media_type_of(ending: str, reader: Reader = "light") -> str:
    """The media type of the text that `reader` makes. All readers except `light` turn every format into Markdown."""
    return _MEDIA_TYPES.get(ending, "text/plain") if reader == "light" else "text/markdown"


def reader_for(ending: str, reader: Reader) -> Callable[[bytes, Path], Text]:
    """The function that takes a file's bytes and its path, and returns its text."""
    if reader == "unstructured":
        return read_with_unstructured
    if reader == "community":
        return read_with_community
    if ending not in _MEDIA_TYPES:
        raise Unreadable(
            "ending", f"no reader for {ending or 'files without an ending'}; benchmill reads {' '.join(ENDINGS)}"
        )
    convert = _CONVERTERS.get(ending, decode)
    return lambda data, _path: convert(data)
