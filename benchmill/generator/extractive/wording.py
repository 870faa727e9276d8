"""A table's header and key -> how a question names them."""

from __future__ import annotations

import re

from benchmill.generator.extractive.lexicon import POINTING, PREPOSITIONS, VERBS, is_third_person
from benchmill.generator.extractive.markup import is_junk, plain

_NO_NOUN = re.compile(
    r"(?:we|you|i|is|are|can|has|have|does|requires?|supports?|supported|when|how|what|why|notes?|comments?|remarks?"
    r"|links?|demo|colab|github|examples?|preview|image|output|input|code|url|version|change|author|contributor)\b",
    re.IGNORECASE,
)
ADJECTIVE = re.compile(r"(?:minimum|maximum|recommended|suggested|required|supported|typical|preferred)")
# What a first column may call its keys, so that a question can say "the `x` option".
_SETTINGS = frozenset(["option", "parameter", "field", "flag", "setting", "argument", "variable", "property", "key"])
_NO_KIND = [
    "what",
    "name",
    "item",
    "id",
    "value",
    "input",
    "output",
    "case",
    "when",
    "where",
    "row",
    "title",
    "repo",
    "repository",
    "class",
]


def asked(key: str, key_header: str) -> str:
    """The row's key as the question names it: with what the header calls it, a phrase in quotation marks.

    >>> asked("`--level`", "Option"), asked("A100", "GPU"), asked("Payload of one message", "What")
    ('the `--level` option', 'the A100 GPU', '"Payload of one message"')
    """
    if re.match(r"[A-Z][a-z]+ [a-z]", key) and "`" not in key:
        return f'"{key}"'
    kind = in_sentence(key_header)
    if kind.endswith("s") and not kind.endswith(("ss", "us", "is")):
        kind = kind[:-1]
    said = not re.fullmatch(r"[A-Za-z-]+(?: [a-z-]+)?", kind) or kind.split()[-1] in _NO_KIND
    last = kind.split()[-1].casefold() if kind else ""
    if said or "=" in key or last in key.casefold() or is_junk(kind):
        return key
    return f"the {key} {kind}"


def meaning(value: str, what: str, where: str) -> str:
    """The question for an explanation, after its first words: "What does X do", "specify", "mean", "What is X"."""
    told = plain(value).split(" ")
    if told[0].casefold() in POINTING - {"how", "when", "what", "which", "where", "whether"}:
        return ""
    if is_third_person(told):
        return f"What does {what} do{where}?"
    if told[0].casefold() in VERBS and told[1:] and told[1].casefold() not in PREPOSITIONS:
        return f"What does {what} do{where}?"
    kind = what.rsplit(" ", 1)[-1]
    if kind in ("method", "function", "command"):
        return f"What does {what} provide{where}?"
    if kind in _SETTINGS:
        return f"What does {what} specify{where}?"
    return f"What does {what} mean{where}?" if what.startswith('"') else f"What is {what}{where}?"


def preposition(header: str) -> str:
    """What joins a header to its key: "the type of", "the limit for"."""
    of = r"\b(?:type|size|number|name|id|value|code|task|developer|author|meaning|purpose|license|family|length)$"
    return "of" if re.search(of, header, re.IGNORECASE) else "for"


def in_sentence(header: str) -> str:
    """A header as it stands within a sentence: "Memory Usage" small, "VRAM" and `code` as they are."""
    words = header.split(" ")
    return " ".join(word if re.search(r"[A-Z0-9].*[A-Z0-9]|[a-z][A-Z]|`|_", word) else word.lower() for word in words)


def is_noun(header: str) -> bool:
    """Whether a header can stand after "What is the ...": short, no verb, no question, no unit or markup of its own."""
    return (
        1 <= len(header.split()) <= 4
        and re.fullmatch(r"[A-Za-z`][\w` -]+", header) is not None
        and not _NO_NOUN.match(header)
        and not re.search(r"[A-Z]\S*\d|\d\S*[A-Z]", header)
        and not re.match(r"\w+[^su]s\b", header)
        and not re.search(r"s$|\b(?:for|of|to|in|by|with|when|if|on)$|(?:ed|able)$", header)
        and not is_junk(header)
    )
