"""Bytes -> text with `\\n` newlines and no lone surrogates, and a note if the encoding had to be guessed."""

from __future__ import annotations

import codecs
import re

from benchmill.generator.loaders.loaded import Text, Unreadable

# UTF-32 comes first, because its little-endian mark begins with the mark of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SURROGATE = re.compile("[\ud800-\udfff]")


def _windows_1252(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:  # Windows-1252 leaves five bytes undefined; Latin-1 defines them as control characters
        return chr(byte)


_STRAY_BYTES = {0xDC00 + byte: _windows_1252(byte) for byte in range(0x80, 0x100)}


def decode(data: bytes) -> Text:
    """The text of a file.

    A byte order mark decides between UTF-8, UTF-16 and UTF-32. A file without a mark is read as UTF-8, and each byte
    in it that is not UTF-8 is read as Windows-1252. So a Latin-1 page is read correctly, and one stray byte in a UTF-8
    page changes only one character. Raises Unreadable for binary content.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace")
            note = f"some bytes are not {encoding.upper()}; they became \ufffd" if "\ufffd" in text else ""
            return Text(tidy(_no_binary(text)), note=note if encoding != "utf-8" else "")
    if b"\0" in data:
        raise Unreadable("binary", "holds NUL bytes: it is not text, or it is UTF-16 without a byte order mark")
    try:
        return Text(tidy(data.decode("utf-8")))
    except UnicodeDecodeError as error:
        text = data.decode("utf-8", "surrogateescape").translate(_STRAY_BYTES)
        return Text(tidy(text), note=f"not UTF-8 (byte {error.start}); such bytes were read as Windows-1252 (Latin-1)")


def tidy(text: str) -> str:
    r"""Turn CRLF and CR into LF, and lone surrogates into U+FFFD: files, databases and servers refuse lone surrogates.

    >>> tidy("a\r\nb\rc\ud800")
    'a\nb\nc\ufffd'
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _no_binary(text: str) -> str:
    if "\0" in text:
        raise Unreadable("binary", "holds NUL characters: it is not text")
    return text
