"""Text -> word tokens, content words (stems), n-grams: the one way all rooms count words.

>>> words("What does `--max-time` of httpx.Client default to in v3.5's C++ API?")
['what', 'does', '--max-time', 'of', 'httpx.client', 'default', 'to', 'in', 'v3.5', 's', 'c++', 'api']
>>> content_words("How are retries configured, and what is a retry's default?")
['retri', 'configur', 'retri', 'default']
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from benchmill.records.particles import HANGUL, without_particle
from benchmill.records.stopwords import STOP_WORDS

__all__ = [
    "STOP_WORDS", "Stems", "apart", "contains", "content_words", "is_plain_word", "length", "ngrams", "runs", "stem",
    "without_spaces", "word_count", "words",
]  # fmt: skip

# Han and kana have no spaces between words: each character counts as a word.
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Marks that `\w` leaves out although they are parts of words: Latin, Hebrew, Arabic, Indic, Thai.
_MARKS = r"\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0dff\u0e00-\u0e7f"


def _token(letters: str) -> str:
    """A flag with its dashes; else a word, dotted name or number, with its "n't", "++" or "#".

    No repetition can take what the one before it took and nothing required follows one: linear in the text.
    """
    return rf"(?<![\w-])--?[a-z]\w*(?:-\w+)*|{letters}(?:\.{letters}|(?<=\d),(?=\d){letters})*(?:'t\b|\+\+|#(?!\w))?"


_JOINT = re.compile(r"[-_.]")
_JOINT_OR_CAPITAL = re.compile(rf"{_JOINT.pattern}|(?<=[a-z])(?=[A-Z])")
_BETWEEN = re.compile(rf"(?<=[{_CJK}]) (?=[{_CJK}])")
_ASCII = re.compile(_token(r"\w+"), re.ASCII)
_UNICODE = re.compile(_token(rf"[^\W{_CJK}]++(?:[{_MARKS}]++[^\W{_CJK}]*+)*+") + rf"|[{_CJK}]")

# The languages whose stop words we have and whose forms Snowball knows.
_SNOWBALL = {
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pt": "portuguese",
    "ru": "russian",
}


class _Stemmers(threading.local):
    """One stemmer for each language and thread: a stemmer keeps the word that it works on."""

    def __init__(self) -> None:
        self._made: dict[str, Callable[[str], str]] = {}

    def of(self, language: str) -> Callable[[str], str]:
        """The function word -> stem of a language in `_SNOWBALL`."""
        if language not in self._made:
            # Loaded late: it brings the rules of 36 languages, which `--help` need not wait for.
            import snowballstemmer  # type: ignore[import-untyped]  # has no stubs

            self._made[language] = snowballstemmer.stemmer(_SNOWBALL[language]).stemWord
        return self._made[language]


_STEMMERS = _Stemmers()


def words(text: str) -> list[str]:
    """The word tokens of `text` in order, case-folded; identifiers, dotted names, decimals and `--flags` stay whole.

    Hyphenated words count as their parts; so do words around an apostrophe, `n't` excepted. CJK text gives one token a
    character, and a Korean word loses its particle. Any text will do, lone surrogates included; linear in its length.
    """
    if text.isascii():
        return _ASCII.findall(text.lower())
    tokens = _UNICODE.findall(unicodedata.normalize("NFC", text.casefold().replace("’", "'")))
    return [part for token in tokens for part in without_particle(token)] if HANGUL.search(text) else tokens


def apart(text: str, *, at_capitals: bool = False) -> str:
    """The text with a space for each joint inside a name: of "--max-time" it has "time" as a word, too.

    `at_capitals`: of a name of code also between its words in camel case; in prose "GitHub" is one word.

    >>> apart("httpx.max_open-files"), apart("maxOpenFiles", at_capitals=True)
    ('httpx max open files', 'max Open Files')
    """
    return (_JOINT_OR_CAPITAL if at_capitals else _JOINT).sub(" ", text)


def without_spaces(text: str) -> str:
    """The text as it is written: without the spaces between characters that are words.

    >>> without_spaces("请 求 limit")
    '请求 limit'
    """
    return _BETWEEN.sub("", text)


def word_count(tokens: Sequence[str]) -> int:
    """How many words tokens are: two characters of a script without spaces count as one.

    >>> word_count(words("What is it?")), word_count(words("タイムアウト"))
    (3, 3)
    """
    if "".join(tokens).isascii():
        return len(tokens)
    return len(tokens) - sum(len(token) == 1 and "\u3040" <= token <= "\ufaff" for token in tokens) // 2


def length(text: str) -> int:
    """How many words a text has, by `word_count`: all limits of length are in these."""
    return word_count(words(text))


def content_words(text: str, language: str = "en") -> list[str]:
    """The stems of the words that carry meaning, in order, repeats included; no stop words, no single letters.

    An unknown language has no stop words and no stemming. Numbers and identifiers are content words, unstemmed.
    """
    stop = STOP_WORDS.get(language, frozenset())
    return [stem(word, language) for word in words(text) if word not in stop and _says_something(word)]


def _says_something(word: str) -> bool:
    return len(word) > 1 or word.isdigit() or not word.isascii()


class Stems(dict[str, str]):
    """word -> its stem, worked out once a word; empty for a stop word or a single letter. For whole corpora."""

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self._stop = STOP_WORDS.get(language, frozenset())

    def of(self, text: str) -> list[str]:
        """The `content_words` of a text.

        >>> Stems().of("How are retries configured?")
        ['retri', 'configur']
        """
        return [found for word in words(text) if (found := self[word])]

    def __missing__(self, word: str) -> str:
        self[word] = found = stem(word, self._language) if word not in self._stop and _says_something(word) else ""
        return found


def ngrams(tokens: Sequence[str], n: int) -> list[tuple[str, ...]]:
    """Every run of `n` neighbouring tokens, in order; none where there are fewer than `n`.

    >>> ngrams(["a", "b", "c"], 2)
    [('a', 'b'), ('b', 'c')]
    """
    if n < 1:
        raise ValueError(f"an n-gram has at least one token, not {n}")
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))


def runs(tokens: Sequence[str], wanted: Sequence[str]) -> Iterator[int]:
    """The places in `tokens` where `wanted` begins as one run, in order; none for an empty `wanted`.

    >>> list(runs(["to", "be", "or", "not", "to", "be"], ["to", "be"]))
    [0, 4]
    """
    size = len(wanted)
    for at in range(len(tokens) - size + 1) if size else ():
        if tokens[at] == wanted[0] and tokens[at : at + size] == wanted:  # most places fail at the first word
            yield at


def contains(tokens: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether `tokens` contains `wanted` as one run; False for an empty `wanted`."""
    return next(runs(tokens, wanted), None) is not None


def is_plain_word(word: str) -> bool:
    """Whether a token is a word of a language: no digit, dot, dash, underscore or plus sign in it.

    >>> [is_plain_word(w) for w in ("retries", "über", "max_tokens", "v2", "--rpm", "don't")]
    [True, True, False, False, False, True]
    """
    return word.replace("'", "").isalpha()


@lru_cache(maxsize=65536)
def stem(word: str, language: str = "en") -> str:
    """The common part of a case-folded word's forms by the Snowball stemmer of its language; no dictionary form.

    A language without one, an identifier and a number: the word itself. Source: the package `snowballstemmer`.

    >>> [stem(w) for w in ("configures", "configuring", "stopped", "cookies", "classes", "string", "max_retries")]
    ['configur', 'configur', 'stop', 'cooki', 'class', 'string', 'max_retries']
    """
    if language not in _SNOWBALL or not is_plain_word(word):
        return word
    return _STEMMERS.of(language)(word)
