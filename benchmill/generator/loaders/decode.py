"""Bytes -> text with `\\n` newlines and no lone surrogates; what had to be guessed is said."""

from __future__ import annotations

import codecs
import re

from benchmill.generator.loaders.loaded import Text, Unreadable

# UTF-32 first: its little-endian mark begins with that of UTF-16.
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
    except UnicodeDecodeError:  # five bytes mean nothing there; Latin-1 has a control character for them
        return chr(byte)


_STRAY_BYTES = {0xDC00 + byte: _windows_1252(byte) for byte in range(0x80, 0x100)}


def decode(data: bytes) -> Text:
    """The text of a file: marked UTF-8, UTF-16 or UTF-32, else UTF-8, in which a byte that is none is Windows-1252.

    So a Latin-1 page reads as it should, and one stray byte in a UTF-8 page spoils only itself. Raises Unreadable for
    binary content.
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
    r"""CRLF and CR become LF, lone surrogates U+FFFD: no file, database or server would take those.

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
