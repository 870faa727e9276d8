"""Passage -> "What is the default value of X?": settings, parameters and signatures that state their default."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import blocks
from benchmill.generator.extractive.draft import Draft, Part, Passage, Place
from benchmill.generator.extractive.markup import bare, length
from benchmill.generator.extractive.prose import told

_VALUE = (
    r"(?P<value>`[^`\n]+`|\"[^\"\n]+\"|\*\*[^*\n]+\*\*|-?\d[\d.,_]*(?:e-?\d+)?(?:\s?(?:%|[KMGT]i?B|ms|s|px|seconds?"
    r"|minutes?|hours?|days?|bytes))?(?![\w.]*\w)|True|False|None|true|false|null)"
)
# `name` ... defaults to `value`, with nothing in between that could be another setting or sentence
_SENTENCE = re.compile(
    r"`(?P<name>[\w.:/-]+)`(?P<between>[^`\n.;]{0,80}?)\b(?:defaults?\s+to|defaults?(?:\s+value)?\s+is"
    r"|has\s+a\s+default(?:\s+value)?\s+of)\s+" + _VALUE
)
_OF = re.compile(
    r"\bdefault(?:\s+value)?\s+(?:of|for)\s+(?:the\s+)?`(?P<name>[\w.:/-]+)`(?P<between>[^`\n.;]{0,20}?)\s+is\s+"
    + _VALUE
)
_ITEM = re.compile(
    r"`(?P<name>[\w.:/-]+)`(?P<between>)(?:[^`]|`[^`]*`)*?(?:\(\s*|;\s*|,\s*|\.\s+)(?:[Tt]he\s+)?"
    r"[Dd]efaults?(?:\s+value)?(?:\s+is|\s+to|:|\s)\s*" + _VALUE
)
_SIGNATURE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?[*`]*(?P<name>[A-Za-z_]\w*)[*`]*\s+\((?P<between>)[^()\n]{1,80},\s*"
    r"(?:\*?optional\*?,?\s*)?defaults?\s+to\s+(?P<value>[^()\n]{1,60})\)",
    re.MULTILINE,
)
_TYPES = frozenset(
    ["int", "float", "str", "bool", "list", "dict", "tuple", "set", "bytes", "string", "integer", "number"]
)
# "the `x` parameter in the pipeline's `y` method defaults to": `y` is not what has the default
_OTHER = re.compile(r"\b(?:method|function|class|pipeline|scheduler|model|call|and|or|which|that)\b")


def defaults(passage: Passage) -> Iterator[Draft]:
    """One draft a setting whose default is stated; the answer is the value alone."""
    text = passage.text
    found = blocks(text)
    for start, end in told(passage, found):
        for pattern in (_SENTENCE, _OF):
            for match in pattern.finditer(text, start, end):
                yield from _draft(passage, match, (start, end))
    for number, block in enumerate(found):
        if block.kind == "item" and not (passage.cut_end and number == len(found) - 1):
            stated = _ITEM.match(text, *block.place) or _SENTENCE.search(text, *block.place)
            if stated:
                yield from _draft(passage, stated, _short_quote(text, block.place, stated))
    for match in _SIGNATURE.finditer(text):
        line = match.start() + len(match[0]) - len(match[0].lstrip()), match.end()
        end = text.find("\n", match.end())
        yield from _draft(passage, match, (line[0], end if end > 0 else len(text)))


def _draft(passage: Passage, match: re.Match[str], quote: Place) -> Iterator[Draft]:
    value = bare(passage.text, (match.start("value"), match.end("value")))
    name = match["name"]
    if value is None or length(passage.text[slice(*value)]) > 6 or name in passage.text[slice(*value)]:
        return
    if (
        passage.text[slice(*value)].startswith(("_", "<"))
        or name.startswith("__")
        or name in _TYPES
        or _OTHER.search(match["between"])
    ):
        return
    kind = "option" if name.startswith("-") else "parameter" if re.fullmatch(r"[a-z_]\w*", name) else "setting"
    # the name alone says too little where it is one common word: say what it is
    asked = f"the `{name}` {kind}" if "_" not in name and "." not in name else f"`{name}`"
    yield Draft("default", f"What is the default value of {asked}{passage.within(name)}?", (Part(value, quote),))


def _short_quote(text: str, item: Place, match: re.Match[str]) -> Place:
    """The whole item, or as far as the sentence with the default where the item is long."""
    if length(text[slice(*item)]) <= 60:
        return item
    stop = re.compile(r"[.;)](?=\s|$)").search(text, match.end(), item[1])
    return match.start(), stop.end() if stop else item[1]
