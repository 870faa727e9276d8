"""A model's reply text -> the one JSON object in it, or BadReply with the reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NoReturn

from benchmill.chat.errors import BadReply

_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPEN_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_CLOSED_THINKING = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_OBJECT = re.compile(r"\{(?=\s*(?:[\"'“”‘’}]|[A-Za-z_]\w*\s*:))")
_QUOTE = re.compile("[\"'“]")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|“(?:[^“”\\]|\\.)*”", re.DOTALL)
_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|\"", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_BARE_WORD = re.compile(r"(?<![\w.+-])([A-Za-z_]\w*)(\s*:)?")
_CONSTANTS = {"True": "true", "False": "false", "None": "null"}
# A deeply nested text or one of many braces is not a reply; without a bound, reading it would take quadratic time.
_MOST_OBJECTS = 20
_INVALID = "the JSON object in the reply is not valid JSON"


def read_object(text: str) -> dict[str, object]:
    """The one JSON object in `text`: bare, in a code fence, after a think block, or with talk around it.

    Text that is complete but not quite JSON (single quotes, a trailing comma, bare keys, raw newlines) is repaired
    where that takes no guess; a truncated object never is. Raises BadReply where there is no object, an unfinished
    one, two that differ, or one whose keys say two things.

    >>> read_object('Here it is: {"question": "What is X?", "answer": "Y"}')
    {'question': 'What is X?', 'answer': 'Y'}
    >>> read_object('{"question": "Wha')
    Traceback (most recent call last):
    benchmill.chat.errors.BadReply: the JSON object in the reply is not finished
    """
    if not text.strip():
        raise BadReply("the reply is empty", check="empty-reply")
    found: list[dict[str, object]] = []
    for value in _objects(without_thinking(text)):
        if value not in found:
            found.append(value)
    # An empty pair of braces beside the object belongs to the talk around it.
    found = [value for value in found if value] or found
    if not found:
        raise BadReply("the reply holds no JSON object")
    if len(found) > 1:
        raise BadReply(f"the reply holds {len(found)} different JSON objects; one is wanted")
    return found[0]


def without_thinking(text: str) -> str:
    """`text` without its think block. Only a block at the start counts: a document may mention the tag."""
    block = _THINKING.match(text)
    if block:
        return text[block.end() :]
    if _OPEN_THINKING.match(text):
        raise BadReply("the reply ends inside its think block", check="cut-reply")
    closed = _CLOSED_THINKING.search(text)
    first = _OBJECT.search(text)
    # Some servers' templates open the block themselves, so that the reply only closes it.
    return text[closed.end() :] if closed and (first is None or not _is_json(text, first.start())) else text


def _is_json(text: str, start: int) -> bool:
    try:
        _DECODER.raw_decode(text, start)
    except (ValueError, BadReply, RecursionError):
        return False
    return True


def _objects(text: str) -> Iterator[dict[str, object]]:
    """The outermost objects of `text`, in order."""
    position = 0
    for _ in range(_MOST_OBJECTS):
        start = _OBJECT.search(text, position)
        between = text[position : start.start()] if start else text[position:]
        # A brace or half a pair of quotes after an object: it ended too early, at a quote that is not escaped.
        if position and ("}" in between or "{" in between or between.count('"') % 2):
            raise BadReply(_INVALID)
        if start is None:
            return
        value, position = _object_at(text, start.start())
        yield value
    raise BadReply(f"the reply holds more than {_MOST_OBJECTS} JSON objects; one is wanted")


def _object_at(text: str, start: int) -> tuple[dict[str, object], int]:
    """The object that begins at `start` and where it ends."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except RecursionError as error:
        raise BadReply("the JSON object in the reply is nested too deeply") from error
    except ValueError:
        end = _end_of_object(text, start)
        value = _repaired(text[start:end])
    if not isinstance(value, dict):
        raise BadReply("the reply holds no JSON object")
    _refuse_broken_characters(value)
    return value, end


def _end_of_object(text: str, start: int) -> int:
    """Where the brackets opened at `start` are all closed; BadReply where the text ends first."""
    closers: list[str] = []
    in_string, escaped = False, False
    for position in range(start, len(text)):
        character = text[position]
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = in_string
        elif character == '"':
            in_string = not in_string
        elif in_string:
            continue
        elif character in "{[":
            closers.append("}" if character == "{" else "]")
        elif character in "}]":
            if closers.pop() != character:
                raise BadReply(_INVALID)
            if not closers:
                return position + 1
    raise BadReply("the JSON object in the reply is not finished", check="cut-reply")


def _repaired(region: str) -> object:
    """A complete object that is not quite JSON, made JSON without a guess.

    Strings in single or curly quotes, backslashes that begin no escape, bare keys, Python's constants and trailing
    commas are corrected. A string that has anything but brackets, commas and colons around it holds a quote that is
    not escaped: its end can only be guessed (json-repair guesses, and may make one field of two).
    """
    parts: list[str] = []
    position = 0
    while quote := _QUOTE.search(region, position):
        string = _STRING.match(region, quote.start())
        if string is None:
            raise BadReply(_INVALID)
        before, after = region[: string.start()].rstrip()[-1:], region[string.end() :].lstrip()[:1]
        if before not in ("{", "[", ",", ":") or after not in ("}", "]", ",", ":"):
            raise BadReply(_INVALID)
        parts += [
            _between_strings(region[position : string.start()]),
            '"',
            _ESCAPE.sub(_escape, string.group()[1:-1]),
            '"',
        ]
        position = string.end()
    parts.append(_between_strings(region[position:]))
    try:
        return _DECODER.decode("".join(parts))
    except ValueError as error:
        raise BadReply(_INVALID) from error


def _between_strings(text: str) -> str:
    return _BARE_WORD.sub(_in_json, _TRAILING_COMMA.sub(r"\1", text))


def _in_json(word: re.Match[str]) -> str:
    if word.group(2):
        return f'"{word.group(1)}"{word.group(2)}'
    return _CONSTANTS.get(word.group(1), word.group(1))


def _escape(match: re.Match[str]) -> str:
    """What JSON writes for a quote without a backslash, or for a backslash and what follows it."""
    found = match.group()
    if found == '"':
        return '\\"'
    if found == "\\'":
        return "'"
    return found if len(found) > 2 or found[1] in '"\\/bfnrt' else "\\" + found


def _leaves(value: object) -> Iterator[str]:
    """Every key and value of `value` as text, in order."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value if isinstance(value, str) else json.dumps(value)


def _refuse_broken_characters(value: dict[str, object]) -> None:
    """A lone surrogate (`\\ud83d` alone) is no character: no file and no database takes it."""
    try:
        "".join(_leaves(value)).encode()
    except UnicodeEncodeError as error:
        raise BadReply("the reply holds a lone surrogate, which is not a character") from error


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        for key, inner in pairs:
            if value[key] != inner:
                raise BadReply(f"the JSON object in the reply gives {key!r} two values")
    return value


def _no_constant(name: str) -> NoReturn:
    raise BadReply(f"the JSON object in the reply holds {name}, which is not a JSON number")


# strict=False: models put raw newlines and tabs into strings.
_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
