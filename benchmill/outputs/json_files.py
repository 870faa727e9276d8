"""Plain values <-> JSON and JSON Lines files: the bytes, and errors that name file and line or record."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from benchmill.records import InputError

# A whole JSON file is about ten times as large in memory as on disk; above this it does not fit into a laptop's memory.
LARGEST = 512 * 1024 * 1024
LONGEST_LINE = 64 * 1024 * 1024
# JSON allows them inside strings, but `str.splitlines` and JavaScript would break a line there.
_LINE_BREAKS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_SURROGATE = re.compile("[\ud800-\udfff]")

BadRecord = Callable[[str, str], object]
"""Called with the place of a record that cannot be read, and the fault."""


def json_bytes(value: object) -> bytes:
    r"""`value` as an indented JSON file: Unicode as it is, keys in the order given, a newline at the end.

    A lone surrogate, which UTF-8 cannot hold, becomes its escape (`\ud800`); a high one before a low one is written as
    the character that the two encode, which is how every JSON reader would take their escapes.
    """
    return _encoded(json.dumps(_joined(value), ensure_ascii=False, allow_nan=False, indent=1)) + b"\n"


def json_line(value: object) -> bytes:
    """`value` as one line of JSON Lines, with its newline: one line for every way of splitting lines."""
    return _encoded(json.dumps(_joined(value), ensure_ascii=False, allow_nan=False)) + b"\n"


def json_lines(values: Iterable[object]) -> Iterator[bytes]:
    """One line a value, made while they are written."""
    return (json_line(value) for value in values)


def read_json(path: Path) -> object:
    """The value in a JSON file (UTF-8, with or without BOM).

    Raises InputError naming the file, and the line where there is one: absent, too large, not UTF-8, not JSON, cut
    short, `NaN`, a key twice in one object.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(
                f"{path} is larger than {LARGEST >> 20} MB, and a JSON file is read whole; write a run of this size as"
                " JSON Lines (a question a line) or TREC: these are read a question at a time"
            )
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    if not content.strip():
        raise InputError(f"{path} is empty: expected JSON")
    return parse_json(content, str(path))


def read_json_lines(path: Path, bad: BadRecord | None = None) -> Iterator[tuple[int, dict[str, object]]]:
    """(line number, object) of every line of a JSON Lines file that is not blank; BOM and CRLF are no trouble.

    A line that is no JSON object goes to `bad`. Raises InputError naming file and line: such a line where there is no
    `bad`, and a line too long for a JSON Lines file.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), start=1):
                place = f"{path}, line {number}"
                if len(line) == LONGEST_LINE:
                    raise InputError(f"{place} is longer than {LONGEST_LINE >> 20} MB: this is not a JSON Lines file")
                if line.strip(b"\xef\xbb\xbf \t\r\n") == b"":
                    continue
                try:
                    value = _parse_object(line.rstrip(b"\r\n"), place)
                except InputError as error:
                    refuse(error, place, bad)
                    continue
                yield number, value
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error


def read_records(path: Path, bad: BadRecord | None = None) -> Iterator[tuple[str, object]]:
    """(place, value) of every element of a JSON list, or of every line where the file does not begin with "[".

    A line that is no JSON object goes to `bad`, as in read_json_lines. Raises InputError naming file and line or
    record; without `bad` also where the file has none.
    """
    found = False
    if beginning(path)[:1] == b"[":
        whole = read_json(path)
        for number, value in enumerate(whole if isinstance(whole, list) else [], start=1):
            found = True
            yield f"{path}, record {number}", value
    else:
        for number, line in read_json_lines(path, bad):
            found = True
            yield f"{path}, line {number}", line
    if not found and bad is None:
        raise InputError(f"{path} is empty: expected a JSON list, or one JSON object a line")


def parse_json(content: bytes, place: str) -> object:
    """The value in `content`; InputError beginning with `place` where it is not strict JSON in UTF-8."""
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=_refuse, object_pairs_hook=_unique)
    except UnicodeDecodeError as error:
        raise InputError(f"{place}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    except json.JSONDecodeError as error:
        line = f", line {error.lineno}" if error.lineno > 1 else ""
        raise InputError(f"{place}{line}: not JSON: {error.msg} (column {error.colno})") from error
    except RecursionError as error:
        raise InputError(f"{place}: nested too deeply") from error
    except ValueError as error:  # from the two hooks below, and an integer of more than 4,300 digits
        raise InputError(f"{place}: {error}") from error


def _parse_object(content: bytes, place: str) -> dict[str, object]:
    value = parse_json(content, place)
    if not isinstance(value, dict):
        raise InputError(f"{place}: expected an object, found {kind_of(value)}")
    return value


def refuse(error: InputError, place: str, bad: BadRecord | None) -> None:
    """Give the fault of the record at `place` to `bad`; without `bad` raise the error."""
    if bad is None:
        raise error
    bad(place, str(error).removeprefix(place).lstrip(":, "))


def kind_of(value: object) -> str:
    """What a JSON value is, for messages.

    >>> [kind_of(v) for v in (None, True, 1.5, "a", [], {})]
    ['null', 'true or false', 'a number', 'a text', 'a list', 'an object']
    """
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true or false"
    names = {int: "a number", float: "a number", str: "a text", list: "a list", dict: "an object"}
    return names[type(value)]


def beginning(path: Path) -> bytes:
    """The first bytes of a file without a BOM and white space: they tell an object from a list and from a table."""
    try:
        with path.open("rb") as file:
            return file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error


def first_line(path: Path) -> dict[str, object]:
    """The object that is the whole first line; empty where that line is no object: one over many lines, or a list."""
    try:
        with path.open("rb") as file:
            lines = iter(lambda: file.readline(LONGEST_LINE), b"")
            line = next((line for line in lines if line.strip(b"\xef\xbb\xbf \t\r\n")), b"")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        value = parse_json(line.strip(), str(path))
    except InputError:  # no JSON on its own: the whole file decides what it is
        return {}
    return value if isinstance(value, dict) else {}


def _encoded(text: str) -> bytes:
    for character, escape in _LINE_BREAKS.items():
        text = text.replace(character, escape)
    return text.encode("utf-8", "backslashreplace")


def _joined(value: object) -> object:
    """The same value with every surrogate pair made one character."""
    if isinstance(value, str):
        if value.isascii() or not _SURROGATE.search(value):
            return value
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    if isinstance(value, dict):
        return {_joined(key): _joined(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_joined(part) for part in value]
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        repeated, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {repeated!r} is used twice in one object")
    return found
