"""Any file -> the Markdown that the package `unstructured` makes, for users whose index holds these texts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmill.generator.loaders import markdown_text
from benchmill.generator.loaders.border import extra_module, guarded
from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.loaded import Text, Unreadable

NOTE = (
    "unstructured: its language model (spaCy's en_core_web_sm) is not installed and is not fetched; short lines "
    "without a full stop may be read as headings"
)
_MODEL = "en_core_web_sm"
_PURPOSE = "the reader 'unstructured'"
# Without these variables, the package sends usage data to its makers on import and with every file, and prints an
# advertisement.
_QUIET = {"DO_NOT_TRACK": "true", "SCARF_NO_ANALYTICS": "true", "UNSTRUCTURED_DISABLE_NOTICE": "1"}


def read_with_unstructured(data: bytes, path: Path) -> Text:
    """The text that `unstructured` makes of a file, with its titles as headings. The file holds little of it verbatim.

    Raises MissingExtra if the package is not installed. The package downloads nothing: see `fetch_nothing`.
    """
    keep_quiet()
    auto = extra_module("unstructured.partition.auto", _PURPOSE, "unstructured")
    fetch_nothing()
    # `unstructured` recognises Markdown only by the ending .md
    name = path.with_suffix(".md").name if path.suffix.lower() in (".markdown", ".mdx") else path.name

    def read() -> Text:
        try:
            elements = auto.partition(file=BytesIO(data), metadata_filename=name)
        except ImportError as error:  # some formats need another package; the error names it
            raise Unreadable("missing-package", " ".join(str(error).split())) from error
        return Text(tidy("\n\n".join(_blocks(elements))).replace("\0", "\ufffd") + "\n" if elements else "")

    return guarded(f"{path.suffix} file", read)


def keep_quiet() -> None:
    """Turn off telemetry and advertisements. This must run before the first import of `unstructured`."""
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)


def fetch_nothing() -> None:
    """Replace the language model of `unstructured` by rules, if the model is not installed.

    Otherwise `unstructured` would download the model from GitHub. The model decides whether a text without markup is a
    heading or a paragraph.
    """
    tokenize = extra_module("unstructured.nlp.tokenize", _PURPOSE, "unstructured")
    if not model_is_there():
        # This name is private to `unstructured`; the version range of the extra keeps it valid.
        tokenize._get_nlp = _Rules(tokenize)  # type: ignore[attr-defined]


def model_is_there() -> bool:
    """Whether the language model of `unstructured` is installed."""
    return find_spec(_MODEL) is not None


class _Rules:
    """Rules that replace the language model: a full stop ends a sentence, and a text that ends with one has a verb."""

    def __init__(self, tokenize: ModuleType) -> None:
        self._blank = tokenize.spacy.blank("en")
        self._blank.add_pipe("sentencizer")
        self.max_length = self._blank.max_length

    def __call__(self, text: str | None = None) -> Any:  # noqa: ANN401 - returns itself or a Doc of spaCy
        if text is None:
            return self
        document = self._blank(text)
        if text.rstrip().endswith((".", "!", "?", ":")):
            document[0].tag_ = "VB"
        return document


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
