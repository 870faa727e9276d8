"""A model's reply text -> the one JSON object in it, or BadReply with the reason."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator
from typing import NoReturn

from chat.errors import BadReply

_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPEN_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_CLOSED_THINKING = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_OBJECT = re.compile(r"\{(?=\s*(?:[\"'“”‘’}]|[A-Za-z_]\w*\s*:))")
# Escapes that mean something to Python alone (`C:\\apps`), and its triple quotes.
_ONLY_PYTHON = re.compile(r"\\(?:[^\"'\\/bfnrtu]|$)|\"\"\"|'''")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
# Deep nesting or a text of many braces is no reply; without a bound it would cost quadratic time.
_MOST_OBJECTS = 20
_AS_KEY = r"(?:[{quote}“]{key}[{quote}”]|[{{,\s]{key})\s*:"
_INVALID = "the JSON object in the reply is not valid JSON"


def read_object(text: str) -> dict[str, object]:
    """The one JSON object in `text`: bare, in a code fence, after a think block, or with talk around it.

    Text that is complete but not quite JSON (single quotes, a trailing comma, raw newlines) is repaired where only
    punctuation changes; a truncated object never is. Raises BadReply where there is no object, an unfinished one, two
    that differ, or one whose keys say two things.

    >>> read_object('Here it is: {"question": "What is X?", "answer": "Y"}')
    {'question': 'What is X?', 'answer': 'Y'}
    >>> read_object('{"question": "Wha')
    Traceback (most recent call last):
    chat.errors.BadReply: the JSON object in the reply is not finished
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
    """`text` from the end of its think block on. Only a block at the start is one: a document may speak of the tag."""
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
        # A brace or half a pair of quotes after an object: it ended too early, at a quote that nobody escaped.
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
    """A complete object that is not quite JSON: exactly, where it is a Python literal; else json-repair's reading."""
    value = _python_literal(region)
    if value is not None:
        return value
    # Imported here: few replies need it, and it costs 20 ms.
    import json_repair

    value = json_repair.loads(region, skip_json_loads=True)
    if not _only_punctuation_changed(region, value):
        raise BadReply(_INVALID)
    return value


def _python_literal(region: str) -> object:
    """`{'a': True, 'b': "it's"}` as Python reads it; None where it is none, or where only Python would say so."""
    if _ONLY_PYTHON.search(region):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # an escape that Python does not know is no literal
            tree = ast.parse(region, mode="eval")
            value: object = json.loads(json.dumps(ast.literal_eval(tree), allow_nan=False))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            names = [ast.unparse(key) if key else "" for key in node.keys]
            _no_key_twice(list(zip(names, map(ast.unparse, node.values), strict=True)))
    return value


def _only_punctuation_changed(region: str, value: object) -> bool:
    """Whether a repair is safe. json-repair always answers, and may cut a value in two at a stray quote.

    So `value` must have the region's words in the region's order, its keys must stand there as keys, and the region
    must have exactly the quotes that the strings of `value` account for.
    """
    strings = list(_strings(value))
    keys = [text for text, is_key in strings if is_key]
    quote = '"' if '"' in region else "'"
    inside = sum(text.count(quote) for text, _ in strings)
    values = len(strings) - len(keys)
    return (
        _words(_ESCAPE.sub(_unescape, region)) == _words("".join(_leaves(value)))
        and region.count(quote) in (inside, inside + 2 * values, inside + 2 * (values + len(keys)))
        and all(re.search(_AS_KEY.format(quote=quote, key=re.escape(key)), region) for key in keys)
    )


def _unescape(match: re.Match[str]) -> str:
    code = match.group(1)
    if code[0] == "u" and len(code) == 5:
        return chr(int(code[1:], 16))
    return " " if code in "nrtbf" else code


def _words(text: str) -> str:
    return "".join(re.findall(r"\w+", text.casefold())).replace("none", "null")


def _strings(value: object) -> Iterator[tuple[str, bool]]:
    """Every string in `value`, with whether it is a key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key), True
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, str):
        yield value, False


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
    """Half a surrogate pair (`\\ud83d` alone) is no character: no file and no database takes it."""
    try:
        "".join(_leaves(value)).encode()
    except UnicodeEncodeError as error:
        raise BadReply("the reply holds half of a surrogate pair, which is no character") from error


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        for key, inner in pairs:
            if value[key] != inner:
                raise BadReply(f"the JSON object in the reply gives {key!r} two values")
    return value


def _no_constant(name: str) -> NoReturn:
    raise BadReply(f"the JSON object in the reply holds {name}, which is no JSON number")


# strict=False: models put raw newlines and tabs into strings.
_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
