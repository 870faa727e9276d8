"""A damaged SQLite file -> the rows on its leaf pages, also rows that no index page points to any more.

A file that was cut has often lost its index pages, so SQLite finds no rows. The rows are still in the file.
The format is that of "Database File Format" in the SQLite documentation, sections 1.6 (pages) and 2.1 (records).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

_LEAF = 0x0D  # a page of a table with rows on it
_FILE_HEADER = 100


class _DamagedError(Exception):
    """The bytes are not a row, or the row points beyond the end of the file."""


def raw_rows(data: bytes) -> Iterator[list[object]]:
    """The values of every complete row in the file, texts as bytes; some of the rows may have been deleted."""
    if len(data) < _FILE_HEADER:
        return
    size = struct.unpack(">H", data[16:18])[0] or 4096
    size = 65536 if size == 1 else size
    if size < 512 or size & (size - 1):
        size = 4096
    usable = size - data[20]
    for page in range(len(data) // size):
        start = page * size
        header = start + (_FILE_HEADER if page == 0 else 0)
        if data[header] != _LEAF:
            continue
        (cells,) = struct.unpack(">H", data[header + 3 : header + 5])
        for cell in range(min(cells, size // 4)):
            place = header + 8 + 2 * cell
            (offset,) = struct.unpack(">H", data[place : place + 2])
            try:
                yield _values(_payload(data, start + offset, size, usable))
            except (_DamagedError, struct.error, IndexError):
                continue


def _payload(data: bytes, at: int, size: int, usable: int) -> bytes:
    """The bytes of one row: on its page and, where it is long, on the pages that follow it."""
    length, at = _varint(data, at)
    _, at = _varint(data, at)  # the row's number
    if length > len(data):
        raise _DamagedError
    if length <= usable - 35:
        return _cut(data, at, length)
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    local = local if local <= usable - 35 else least
    parts = [_cut(data, at, local)]
    (following,) = struct.unpack(">I", _cut(data, at + local, 4))
    left = length - local
    seen: set[int] = set()
    while left > 0:
        start = (following - 1) * size
        if following < 1 or following in seen:  # a damaged chain of pages may be a circle
            raise _DamagedError
        seen.add(following)
        (following,) = struct.unpack(">I", _cut(data, start, 4))
        parts.append(_cut(data, start + 4, min(left, usable - 4)))
        left -= usable - 4
    return b"".join(parts)


def _values(payload: bytes) -> list[object]:
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[object] = []
    for kind in kinds:
        width = (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]
        piece = _cut(payload, at, width)
        at += width
        values.append(_value(kind, piece))
    return values


def _value(kind: int, piece: bytes) -> object:
    if kind >= 12:
        return piece
    if kind == 7:
        return struct.unpack(">d", piece)[0]
    if kind in (8, 9):
        return kind - 8
    return int.from_bytes(piece, "big", signed=True) if piece else None


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the offset behind it."""
    value = 0
    for count in range(8):
        byte = data[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | data[at + 8], at + 9


def _cut(data: bytes, at: int, length: int) -> bytes:
    piece = data[at : at + length]
    if len(piece) < length:
        raise _DamagedError
    return piece
