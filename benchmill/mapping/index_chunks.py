"""A chunk file, a folder of text or a list of any library's documents -> IndexChunks: id, text, document.

This module reads JSON Lines and JSON (`_id` or `id`, `text`, optionally `document`), Parquet, a folder of text files,
and lists of LangChain documents, LlamaIndex nodes, Haystack documents, mappings and texts. It recognises objects by
their attributes, not by their classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.json_files import kind_of, read_records
from benchmill.records import InputError

_IDS = ("_id", "id", "id_", "node_id", "chunk_id", "uuid")
_TEXTS = ("text", "page_content", "content", "passage", "contents")
_DOCUMENTS = ("document", "document_id", "source", "file_path", "filename", "file_name", "path", "url", "ref_doc_id")
_METADATA = ("metadata", "meta", "extra_info")
_TEXT_FILES = (".txt", ".md", ".markdown", ".mdx", ".rst", ".html", ".text")


@dataclass(frozen=True, slots=True)
class IndexChunk:
    """A chunk of the user's index; `document` is empty where the index does not name one."""

    id: str
    text: str
    document: str = ""


def read_chunks(chunks: object) -> tuple[IndexChunk, ...]:
    """The chunks in a file, a folder or a list.

    Raises InputError naming the place where chunks or a text are missing, or two chunks have one id.
    """
    if isinstance(chunks, (str, Path)):
        path = Path(chunks)
        found = list(_folder(path) if path.is_dir() else _parquet(path) if path.suffix == ".parquet" else _file(path))
        name = str(path)
    elif isinstance(chunks, Iterable):
        found = [(f"chunk {n}", chunk_of(value, f"chunk {n}", n)) for n, value in enumerate(chunks, start=1)]
        name = "the list of chunks"
    else:
        raise InputError(f"chunks are a file, a folder or a list of documents, not {type(chunks).__name__}")
    if not found:
        raise InputError(f"{name} is empty: there is no chunk to map to")
    seen: dict[str, str] = {}
    for place, chunk in found:
        if chunk.id in seen:
            raise InputError(f"{place}: the id {chunk.id!r} is also the id of {seen[chunk.id]}; ids must differ")
        seen[chunk.id] = place
    return tuple(chunk for _, chunk in found)


def chunk_of(value: object, place: str, number: int) -> IndexChunk:
    """One element of a list -> its chunk; an element without an id gets its `number` as id."""
    if isinstance(value, str):
        return IndexChunk(str(number), value)
    node = getattr(value, "node", None)  # LlamaIndex's NodeWithScore holds the node
    if node is not None and _first(value, _TEXTS) is None:
        value = node
    text = _text(value)
    if text is None:
        raise InputError(f"{place}: it has no text: expected one of {', '.join(_TEXTS)}")
    id_ = _first(value, _IDS)
    return IndexChunk(str(number) if id_ is None or id_ == "" else str(id_), text, document_of(value))


def document_of(value: object) -> str:
    """The document that a chunk names as its source; empty where it names none."""
    for holder in (value, *(_field(value, name) for name in _METADATA)):
        found = _first(holder, _DOCUMENTS) if holder is not None else None
        if isinstance(found, (str, Path)) and str(found):
            return str(found)
    return ""


def _text(value: object) -> str | None:
    for name in _TEXTS:
        found = _field(value, name)
        if isinstance(found, str):
            return found
    # LlamaIndex's nodes return their text from a method
    method = getattr(value, "get_content", None)
    found = method() if callable(method) else None
    return found if isinstance(found, str) else None


def _first(value: object, names: Iterable[str]) -> object:
    return next((found for name in names if (found := _field(value, name)) is not None), None)


def _field(value: object, name: str) -> object:
    if isinstance(value, Mapping):
        return value.get(name)
    return getattr(value, name, None)


def _file(path: Path) -> Iterator[tuple[str, IndexChunk]]:
    for number, (place, value) in enumerate(read_records(path), start=1):
        if not isinstance(value, (dict, str)):
            raise InputError(f"{place}: a chunk is an object with 'text', not {kind_of(value)}")
        if isinstance(value, dict) and "questions" in value and "text" not in value:
            raise InputError(f"{path} is a benchmark, not a file of chunks: give the chunks of your index")
        yield place, chunk_of(value, place, number)


def _folder(path: Path) -> Iterator[tuple[str, IndexChunk]]:
    """Every text file of a folder as one chunk; the file's path is its id and its document."""
    if (path / "ledger.sqlite").is_file():
        raise InputError(f"{path} is a workspace, whose files hold all evidence: give the chunks of your index")
    for file in sorted(path.rglob("*")):
        if file.is_file() and file.suffix.lower() in _TEXT_FILES:
            name = file.relative_to(path).as_posix()
            try:
                yield str(file), IndexChunk(name, file.read_text(encoding="utf-8-sig"), name)
            except (OSError, UnicodeDecodeError) as error:
                raise InputError(f"{file} cannot be read as UTF-8 text: {error}") from error


def _parquet(path: Path) -> Iterator[tuple[str, IndexChunk]]:
    from benchmill.outputs.parquet import read_parquet_rows

    rows = enumerate(read_parquet_rows(path), start=1)
    return ((f"{path}, row {n}", chunk_of(row, f"{path}, row {n}", n)) for n, row in rows)
