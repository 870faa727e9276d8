"""Any file -> Markdown, by the package `unstructured`, for those who index what it makes of their docs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from benchmill.generator.loaders import markdown_text
from benchmill.generator.loaders.border import extra_module, guarded
from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.loaded import Text, Unreadable
from benchmill.records import InputError

_PURPOSE = "the reader 'unstructured'"
# It reports to its makers on import and with every file, and prints an advertisement, unless these say not to.
_QUIET = {"DO_NOT_TRACK": "true", "SCARF_NO_ANALYTICS": "true", "UNSTRUCTURED_DISABLE_NOTICE": "1"}


def read_with_unstructured(data: bytes, path: Path) -> Text:
    """What `unstructured` makes of a file, its titles as headings. Little of it is verbatim in the file.

    Raises MissingExtra without the package, and InputError where it cannot fetch the language model that it wants at
    its first use: then no file can be read.
    """
    keep_quiet()
    auto = extra_module("unstructured.partition.auto", _PURPOSE, "unstructured")

    def read() -> Text:
        try:
            elements = auto.partition(file=BytesIO(data), metadata_filename=path.name)
        except RuntimeError as error:
            refuse_download(error)
            raise
        except ImportError as error:  # some formats want packages of their own; its words say which
            raise Unreadable("missing-package", " ".join(str(error).split())) from error
        return Text(tidy("\n\n".join(_blocks(elements))).replace("\0", "\ufffd") + "\n" if elements else "")

    return guarded(f"{path.suffix} file", read)


def keep_quiet() -> None:
    """No telemetry, no advertisement: before the first import."""
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)


def refuse_download(error: Exception) -> None:
    """InputError where `error` is the failed download of its model: the same would happen to every other file."""
    words = f"{error} {error.__cause__ or ''}"
    if "download" in words and "spaCy" in words:
        raise InputError(
            "unstructured fetches a language model (spaCy's en_core_web_sm) at its first use, and that failed; "
            "run once with network access, install that model beforehand, or use the reader 'light'"
        ) from error


def _blocks(elements: list[Any]) -> Iterator[str]:
    for element in elements:
        words = str(element).strip()
        if element.category == "Title":
            yield markdown_text.heading((element.metadata.category_depth or 0) + 1, words)
        elif element.category == "ListItem":
            yield markdown_text.item(words, 0)
        elif element.category == "CodeSnippet":
            yield markdown_text.code(words)
        elif words:
            yield words
