"""Any LangChain document loader -> Documents, and a Failure for each row without text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.formats import media_type_of
from benchmill.generator.loaders.loaded import Loaded
from benchmill.generator.loaders.title import title_of
from benchmill.generator.loaders.walk import ending_of
from benchmill.records import Document, Failure, InputError

_AS_IT_IS = (".md", ".markdown", ".mdx", ".rst")


def from_langchain(loader: object) -> Loaded:
    """The documents of a list of LangChain Documents, or of a loader: any object with `lazy_load()` or `load()`.

    An id is `metadata["source"]`, made relative and safe. Where one source gives several documents, such as the pages
    of a PDF, the second id ends with `#2`, the third with `#3`, and so on. A document without text becomes a Failure.
    An error that ends the loader early becomes a Failure too; the documents before the error are kept. Raises
    InputError if the loader gives no document.

    >>> from types import SimpleNamespace as Row
    >>> pages = [Row(page_content="Tea.", metadata={"source": "/docs/../tea.md"})]
    >>> from_langchain(Row(load=lambda: pages)).documents[0].id
    'docs/tea.md'
    """
    documents: dict[str, Document] = {}
    failures: list[Failure] = []
    for number, row in enumerate(_rows(loader, failures), start=1):
        name = _free(_identifier(row, number), documents)
        text = getattr(row, "page_content", None)
        if not isinstance(text, str) or not text.strip():
            check, reason = ("empty", "holds no text") if isinstance(text, str) else ("no-text", "has no page_content")
            failures.append(Failure("load", name, check, reason))
            continue
        text = tidy(text).replace("\0", "\ufffd")
        ending = ending_of(name.partition("#")[0])
        media_type = media_type_of(ending) if ending in _AS_IT_IS else "text/plain"
        source_hash = hashlib.sha256(text.encode()).hexdigest()
        documents[name] = Document(name, text, _title(row) or title_of(name, text, media_type), source_hash, media_type)
    if not documents:
        reasons = "; ".join(sorted({failure.reason for failure in failures})) or "it is empty"
        raise InputError(f"{type(loader).__name__} gave no document: {reasons}")
    return Loaded.of(list(documents.values()), failures, [])


def _rows(loader: object, failures: list[Failure]) -> Iterator[object]:
    if isinstance(loader, (list, tuple)):
        yield from loader
        return
    give = getattr(loader, "lazy_load", None) or getattr(loader, "load", None)
    if not callable(give):
        raise InputError(
            f"{type(loader).__name__} is neither a LangChain loader (no lazy_load(), no load()) nor a list of Documents"
        )
    count = 0
    try:
        rows: Iterable[object] = give()
        for row in rows:
            count += 1
            yield row
    except Exception as error:  # noqa: BLE001 - a foreign loader may raise anything; its error must not end our run
        words = " ".join(str(error).split())[:300]
        reason = f"the loader stopped after {count} documents: {type(error).__name__}: {words}"
        failures.append(Failure("load", type(loader).__name__, "loader", reason))


def _metadata(row: object, key: str) -> str:
    metadata = getattr(row, "metadata", None)
    value = metadata.get(key) if isinstance(metadata, dict) else None
    return tidy(str(value)).strip() if isinstance(value, (str, Path)) else ""


def _title(row: object) -> str:
    return " ".join(_metadata(row, "title").split())[:200]


def _identifier(row: object, number: int) -> str:
    """A relative POSIX path: a file's path inside the working directory, or the part of an address after `://`."""
    source = _metadata(row, "source")
    path = Path(source)
    if source and path.is_absolute() and path.is_relative_to(Path.cwd()):
        source = path.relative_to(Path.cwd()).as_posix()
    source = re.sub(r"^[A-Za-z][\w+.-]*://", "", source).replace("\\", "/").replace("\0", "")
    parts = [
        part
        for part in PurePosixPath(re.sub(r"^([A-Za-z]):/", r"\1/", source)).parts
        if part not in ("/", "//", "..", ".")
    ]
    return "/".join(parts) or f"document-{number}"


def _free(name: str, taken: dict[str, Document]) -> str:
    """`name` if no document has it, otherwise the first of `name#2`, `name#3` … that no document has."""
    if name not in taken:
        return name
    number = 2
    while f"{name}#{number}" in taken:
        number += 1
    return f"{name}#{number}"
