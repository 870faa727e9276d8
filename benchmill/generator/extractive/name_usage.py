"""A name and the texts of documents -> whether the documents use the word as the name of one thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from benchmill.generator.extractive.language import language as data_of

# Chinese and Japanese write no spaces around a name.
WORD, CJK = r"[^\W\u3040-\u30ff\u3400-\u9fff]", r"\u3001-\u30ff\u3400-\u9fff"
# "Zeste de Savoir" is one name; a title may write "De".
LINK = r"(?:of|van|de|du|des|del|della|dello|delle|do|da|von|der)"
_PART = 0.5  # a name with the same word beside it in more than this share of its places is part of a longer name
_MANY = 20
IS_A = r"(?:(?:is|ist|est|es|è|é) (?:an?|the|eine?|der|die|das|une?|una?|uma?|um) |是一[个款种套])"
MARKED = re.compile(r"[\w-][A-Z]|\d|\w\.\w")  # a capital, a digit or a dot inside: a name in every language


def has_address(name: str, texts: Sequence[str]) -> bool:
    """Whether a link goes to the site or the repository of that name."""
    word = re.escape(name)
    address = re.compile(rf"//(?:[\w-]+\.)*{word}\.[a-z]|git(?:hub|lab)\.com/(?:[\w.-]+/)?{word}\b", re.IGNORECASE)
    return any(map(address.search, texts))


def is_generic(name: str | None) -> bool:
    """Whether documents of any product use the name: of an interface, a format, a common program."""
    english = data_of("en")
    return name is None or (english is not None and name in english.words("generic_names"))


def as_written(name: str, texts: Sequence[str]) -> str:
    """The name in the spelling that the documents use most: a title may write "AIOHTTP", a command "rails"."""
    if len(name) <= 4:
        return name
    word = re.compile(_alone(name, "`"), re.IGNORECASE)
    counted = Counter(found for text in texts for found in word.findall(text))
    return counted.most_common(1)[0][0] if counted else name


def _is_part(name: str, texts: Sequence[str]) -> bool:
    """Whether the same word precedes or follows the name in most places: "REST" is part of "REST framework"."""
    before = r"(?:(?<![^\W\d])([^\W\d]+)[ ])?"  # from the first letter of a word: three million letters took hours
    around = re.compile(rf"{before}{_alone(name, '`')}(?:[ ]([^\W\d]+))?")
    found = [
        ["" if is_generic(word) else word for word in match.groups()]
        for text in texts
        for match in around.finditer(text)
    ]
    for side in (0, 1):
        counted = Counter(pair[side] for pair in found if pair[side] and len(pair[side]) > 3)
        if counted and counted.most_common(1)[0][1] > max(_PART * len(found), _MANY):
            return True
    # "Zeste" is part of "Zeste de Savoir"; "Werte der pebbleWire" is no name
    other = r"[A-ZÀ-Ý]\w{1,60}"
    link = rf"(?:{LINK}|for|für|pour|para|per|voor)"  # "Foundation for Public Code"
    linked = re.compile(rf"(?<!\w){re.escape(name)} {link} [A-ZÀ-Ý]|{other} {link} {re.escape(name)}(?!\w)")
    return not MARKED.search(name) and sum(len(linked.findall(text)) for text in texts) > _PART * len(found)


def is_name(name: str, texts: Sequence[str], share: float) -> bool:
    return is_said(name, texts, share) and not _is_part(name, texts)


def is_said(name: str, texts: Sequence[str], share: float, often: int = 2) -> bool:
    """Whether enough documents use the word as a name, and the documents rarely write it in lower case."""
    if len(name) < 2 or name.isdigit():
        return False
    word = re.compile(_alone(name))
    said = [len(word.findall(text)) for text in texts]
    spoken = sum(count > 0 for count in said)
    defined = re.compile(rf"(?<!\w){re.escape(name)}(?:\*\*|_+)? {IS_A}")
    is_defined = any(defined.search(text) for text in texts)
    if name.replace("-", "").isalpha() and name.islower():
        return spoken >= (share if is_defined else 0.5) * len(texts)
    if is_defined:
        return spoken >= share * len(texts)
    small = re.compile(_alone(name.lower(), "`"))
    enough = spoken >= max(2, share * len(texts)) or (len(texts) <= 2 and sum(said) >= 3)
    often = 5 if " " in name else often  # "machine learning" is a subject, even if texts often capitalise it
    return enough and bool(MARKED.search(name) or sum(len(small.findall(text)) for text in texts) * often <= sum(said))


def _alone(name: str, apart: str = "") -> str:
    """A pattern for the name outside longer words, addresses and, if `apart` is a backtick, code."""
    return rf"(?<!{WORD})(?<![./@{apart}-]){re.escape(name)}(?!{WORD})(?![/{apart}-])(?!\.\w)"
