"""Docs folder -> Documents, and a Failure for each file that cannot be read."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmill.generator.loaders import community_reader, unstructured_reader
from benchmill.generator.loaders.apart import HEAVY, Apart, Limits
from benchmill.generator.loaders.decode import decode
from benchmill.generator.loaders.formats import ENDINGS, media_type_of, packages_for, reader_for
from benchmill.generator.loaders.globs import matcher
from benchmill.generator.loaders.loaded import Loaded, Reader, Text, Unreadable
from benchmill.generator.loaders.title import title_of
from benchmill.generator.loaders.walk import Found, ending_of, walk
from benchmill.generator.markup.blocks import body_start
from benchmill.records import Document, Failure, InputError, MissingExtra
from benchmill.records.installed import check_versions
from benchmill.records.own_files import is_ours

_LIMITS = Limits()

Known = Callable[[str, str], Document | None]
"""A document's id and the SHA-256 of its file -> the document as an earlier run read it, if its text is the same."""

Stored = Callable[[Document], Document]
"""A document that was just read -> the same one, its text wherever the caller keeps it."""

Converted = Callable[[str, str, Callable[[], Text]], Text]
"""The same, and a function that converts the file -> its text, converted by an earlier run or now."""


def converted_now(_identifier: str, _source_hash: str, convert: Callable[[], Text]) -> Text:
    """No earlier run converted the file."""
    return convert()


def load_folder(
    folder: Path,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    reader: Reader = "light",
    limits: Limits = _LIMITS,
    known: Known = lambda _identifier, _source_hash: None,
    converted: Converted = converted_now,
    stored: Stored = lambda document: document,
) -> Loaded:
    """The documents in `folder`, sorted by id; an id is a path inside the folder. `folder` may also be a single file.

    `include` and `exclude` are patterns as in a .gitignore (`docs/**/*.md`). `reader` names what turns files into text.
    `light` reads Markdown, text and notebooks unchanged, and converts HTML, Word, PowerPoint and PDF (extra
    `documents`). `unstructured` and `community` give every file to the package of that name. A child process reads the
    formats that need a conversion, within `limits`. `known` gives documents that need not be made again, and
    `converted` texts that need not be converted again; `stored` may put the texts of the others out of memory. A file
    that cannot be read becomes a Failure. Raises InputError if the folder does not exist or holds no document, and
    UsageError for a pattern that is not valid.
    """
    found = _find(folder, exclude)
    wanted = matcher(include)
    files = [(name, place) for name, place in found.files if not include or wanted(name)]
    documents: dict[str, Document] = {}
    failures = [failure for failure in found.failures if not include or wanted(failure.subject_id)]
    notes = _notes_on(reader)
    check_versions(*packages_for({ending_of(name) for name, _ in files}, reader))
    with Apart(reader, limits) as apart:
        for name, place in files:
            identifier = _identifier(name)
            if identifier in documents:
                reason = "another file has the same name once both are written in UTF-8"
                failures.append(Failure("load", identifier, "same-name", reason))
                continue
            try:
                documents[identifier], note = _load(identifier, place, reader, apart, known, converted, stored)
            except Unreadable as unreadable:
                failures.append(Failure("load", identifier, unreadable.check, unreadable.reason))
                continue
            if note:
                notes.append(f"{identifier}: {note}")
            if identifier != name:
                notes.append(f"{identifier}: its name is not UTF-8, those bytes are written as %XX")
    failures = [Failure("load", _identifier(each.subject_id), each.check, each.reason) for each in failures]
    if not documents:
        raise InputError(_nothing(folder, include, found, failures))
    return Loaded.of(list(documents.values()), failures, notes, tuple(map(_identifier, found.left_alone)))


def _notes_on(reader: Reader) -> list[str]:
    """The sentences that the user should read about a reader before it is used."""
    if reader == "community":
        return [community_reader.NOTE]
    return [unstructured_reader.NOTE] if reader == "unstructured" and not unstructured_reader.model_is_there() else []


def _find(folder: Path, exclude: Sequence[str]) -> Found:
    if folder.is_file():
        return Found([(folder.name, str(folder))], [], {})
    if not folder.exists():
        raise InputError(f"{folder}: no such folder; give the folder that holds your docs, or one file")
    if not folder.is_dir():
        raise InputError(f"{folder}: not a folder or a file; give the folder that holds your docs")
    return walk(folder, ENDINGS.__contains__, matcher(exclude))


def _load(
    identifier: str, place: str, reader: Reader, apart: Apart, known: Known, converted: Converted, stored: Stored
) -> tuple[Document, str]:
    """The document that a file holds, and a note about it; the note is empty if nothing is unusual."""
    if "\\" in identifier:
        raise Unreadable(
            "name", "a backslash in a file's name cannot be told apart from a folder separator; rename the file"
        )
    try:
        with open(place, "rb") as file:  # noqa: PTH123 - most files are known, and need no Path
            data = file.read()
    except OSError as error:
        raise Unreadable("unreadable", f"cannot be read: {error.strerror}") from error
    if is_ours(data[:2000]):
        raise Unreadable("our-own", "benchmill wrote this file, so it is not read as a document")
    source_hash = hashlib.sha256(data).hexdigest()
    if same := known(identifier, source_hash):
        return same, "" if data.isascii() else decode(data).note
    path, ending = Path(place), ending_of(identifier)
    try:
        if reader != "light" or ending in HEAVY:
            read = converted(identifier, source_hash, lambda: apart.read(data, path, ending))
        else:
            read = reader_for(ending, reader)(data, path)
    except MissingExtra as missing:
        if reader != "light":
            raise  # the user asked for this reader by name
        raise Unreadable("missing-extra", str(missing)) from missing
    media_type = media_type_of(ending, reader)
    if not read.text[body_start(read.text, media_type) :].strip():
        raise Unreadable("empty", "holds no text" if not read.text.strip() else "holds nothing but front matter")
    title = read.title or title_of(identifier, read.text, media_type, read.cells)
    return stored(Document(identifier, read.text, title, source_hash, media_type, read.cells)), read.note


def _identifier(name: str) -> str:
    """The path as text that every file and database accepts: a byte that is not UTF-8 becomes `%XX`."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        escaped = os.fsencode(name).decode("utf-8", "surrogateescape")
        return "".join(f"%{ord(each) - 0xDC00:02X}" if "\udc80" <= each <= "\udcff" else each for each in escaped)
    return name


def _nothing(folder: Path, include: Sequence[str], found: Found, failures: list[Failure]) -> str:
    """The sentence that says why the folder gave no document."""
    if found.files and not failures:
        return f"{folder}: none of its {len(found.files)} documents matches {', '.join(include)}"
    nothing = f"{folder}: no document that can be read"
    if not any(failure.check == "ending" for failure in failures):  # such a failure's reason lists the endings
        nothing += f"; looked for {' '.join(ENDINGS)}"
    counts = Counter((ending_of(failure.subject_id), failure.reason) for failure in failures)
    reasons = [f"{_files(ending, count)}: {reason}" for (ending, reason), count in counts.most_common(3)]
    others = sorted(found.others.items(), key=lambda pair: (-pair[1], pair[0]))[:3]
    ignored = [", ".join(_files(ending, count) for ending, count in others) + " not read"] if others else []
    return "; ".join([nothing, *reasons, *ignored])


def _files(ending: str, count: int) -> str:
    return f"{count} {ending or 'extensionless'} file{'s' if count > 1 else ''}"
