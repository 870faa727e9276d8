"""Documents -> how they use a possible name: its usual spelling, or nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

# Chinese and Japanese write no spaces around a name, and Korean writes its particles behind it.
CJK = r"\u3001-\u30ff\u3400-\u9fff\uac00-\ud7af"
WORD = r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
MARKED = re.compile(r"[\w-][A-Z]|\d|\w\.\w")  # a capital, a digit or a dot inside: a name in every language
_CODE = re.compile(r"```.*?```|~~~.*?~~~|``[^`\n]*``|`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>|https?://\S+", re.DOTALL)
_SHARE = 0.1  # the share of documents that must say the name
_LEAST = 3  # places that say it
_OFTEN = 4  # a spelling is common if another one is at most this many times as common
_PART = 0.5  # the share of a name's places where the same word is beside it, and the name is a part


def prose_of(text: str) -> str:
    """The text without code, addresses and emphasis."""
    return re.sub(r"[*\[\]|]+|\b__?|__?\b", "", _CODE.sub(" ", text))


class Usage:
    """How the documents use a name. Each name is looked up once. `nouns`: all nouns have a capital."""

    def __init__(self, texts: Sequence[str], nouns: bool) -> None:
        self._texts, self._nouns = texts, nouns
        self._proses = [prose_of(text) for text in texts]
        self.spelling = cache(self._spelling)

    def _spelling(self, name: str, *, stated: bool) -> str:
        """The name in the spelling that most sentences have; empty if it is no name:

        - too few documents say it, and no two sources have `stated` it;
        - it is a part of a longer name;
        - it may be a common word (often in small letters, or any noun in German), and it is not `stated`, nor do the
          texts link to it or install it.
        """
        word = re.compile(rf"(?<!{WORD})(?<![./\\@-]){re.escape(name)}(?!{WORD})(?![/\\@]|\.\w)", re.IGNORECASE)
        said = [len(word.findall(prose)) for prose in self._proses]
        if sum(said) < _LEAST or (not stated and sum(map(bool, said)) < _SHARE * len(said)):
            return ""
        within = re.compile(rf"(?:(?<=[\w,(] )|(?<=[{CJK}])|(?<=[{CJK}] )){word.pattern}", re.IGNORECASE)
        spelled = Counter(found for prose in self._proses for found in within.findall(prose))
        most = max(spelled, key=spelled.__getitem__, default="")
        is_common = spelled[most.lower()] * _OFTEN > spelled[most] or self._nouns
        is_name = MARKED.search(most) or not is_common or stated or _is_linked(name, self._texts)
        if not (most and is_name):
            return ""
        most = f"The {most}" if _has_article(most, self._proses) else most
        return "" if _is_part(most, self._proses) else most


def _has_article(name: str, proses: Sequence[str]) -> bool:
    """Whether most sentences call the thing by its name with an article that has a capital: "The Mail Works"."""
    around = re.compile(rf"(?<=[a-zà-ÿ,(] )(The )?{re.escape(name)}(?!{WORD})")
    found = [bool(match[1]) for prose in proses for match in around.finditer(prose)]
    return sum(found) > max(1, _PART * len(found))


def _is_part(name: str, proses: Sequence[str]) -> bool:
    """Whether one word precedes or follows the name in most places: "Assistant" is part of "Home Assistant",
    and "Flask" of "Flask-Security"."""
    around = re.compile(
        rf"(?<=[a-zà-ÿ,(] )(?:([A-Z]{WORD}+)[ -])?{re.escape(name)}(?!{WORD}|-[^A-Z])(?:[ -]([A-Z]{WORD}+))?"
    )
    pairs = [match.groups() for prose in proses for match in around.finditer(prose)]
    for side in (0, 1):
        beside = Counter(pair[side] for pair in pairs if pair[side])
        if beside and beside.most_common(1)[0][1] > max(1, _PART * len(pairs)):
            return True
    return False


def _is_linked(name: str, texts: Sequence[str]) -> bool:
    """Whether a link goes to the site or the repository of that name, or a command installs it. A repository may have
    a further word behind a name of several."""
    word = re.escape(name).replace(r"\ ", "[ -]?")
    site = rf"//(?:www\.|docs?\.)?{word}\.(?:[a-z]{{2,10}}|readthedocs\.\w+|github\.io)(?![\w.-])"
    home = rf"git(?:hub|lab)\.com/(?:[\w.-]+/)?{word}" + ("" if " " in name else r"(?![\w-])")
    linked = re.compile(rf"{site}|{home}|\b(?:install|add|get) (?:-\S+ )*{word}(?![\w-])", re.IGNORECASE)
    return any(map(linked.search, texts))
