"""Text -> word tokens, content words (stems), n-grams: the one way all rooms count words.

>>> words("What does `--max-time` of httpx.Client default to in v3.5's C++ API?")
['what', 'does', '--max-time', 'of', 'httpx.client', 'default', 'to', 'in', 'v3.5', 's', 'c++', 'api']
>>> content_words("How are retries configured, and what is a retry's default?")
['retri', 'configur', 'retri', 'default']
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from benchmill.records.stopwords import STOP_WORDS

__all__ = ["STOP_WORDS", "Stems", "content_words", "is_plain_word", "ngrams", "stem", "word_count", "words"]

# Han and kana have no spaces between words: each character counts as a word.
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Marks that `\w` leaves out although they are parts of words: Latin, Hebrew, Arabic, Indic, Thai.
_MARKS = r"\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0dff\u0e00-\u0e7f"


def _token(letters: str) -> str:
    """A flag with its dashes; else a word, dotted name or number, with its "n't", "++" or "#".

    No repetition can take what the one before it took and nothing required follows one: linear in the text.
    """
    return rf"(?<![\w-])--?[a-z]\w*(?:-\w+)*|{letters}(?:\.{letters}|(?<=\d),(?=\d){letters})*(?:'t\b|\+\+|#(?!\w))?"


_ASCII = re.compile(_token(r"\w+"), re.ASCII)
_UNICODE = re.compile(_token(rf"[^\W{_CJK}]++(?:[{_MARKS}]++[^\W{_CJK}]*+)*+") + rf"|[{_CJK}]")

# What the light stemmer takes off, longest first, where at least four letters stay.
_ENDINGS = {
    "de": ("ungen", "ung", "ern", "en", "em", "er", "es", "e", "n", "s"),
    "fr": ("ements", "ement", "ées", "ée", "és", "é", "er", "es", "ez", "e", "s", "x"),
    "es": ("aciones", "ación", "ados", "adas", "ado", "ada", "ar", "er", "ir", "es", "os", "as", "a", "o", "e", "s"),
    "it": ("azioni", "azione", "ati", "ate", "ato", "ata", "are", "ere", "ire", "a", "e", "i", "o"),
    "pt": ("ações", "ação", "ados", "adas", "ado", "ada", "ar", "er", "ir", "es", "os", "as", "a", "o", "e", "s"),
    "nl": ("ingen", "ing", "en", "er", "es", "e", "s"),
}
_IRREGULAR = {"using": "use", "used": "use", "uses": "use", "usage": "use", "data": "data", "does": "do", "goes": "go"}


def words(text: str) -> list[str]:
    """The word tokens of `text` in order, case-folded; identifiers, dotted names, decimals and `--flags` stay whole.

    Hyphenated words count as their parts; so do words around an apostrophe, `n't` excepted. CJK text gives one token a
    character. Any text will do, lone surrogates included; linear in its length.
    """
    if text.isascii():
        return _ASCII.findall(text.lower())
    return _UNICODE.findall(unicodedata.normalize("NFC", text.casefold().replace("’", "'")))


def word_count(tokens: Sequence[str]) -> int:
    """How many words tokens are: two characters of a script without spaces count as one.

    >>> word_count(words("What is it?")), word_count(words("タイムアウト"))
    (3, 3)
    """
    if "".join(tokens).isascii():
        return len(tokens)
    return len(tokens) - sum(len(token) == 1 and "\u3040" <= token <= "\ufaff" for token in tokens) // 2


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


def is_plain_word(word: str) -> bool:
    """Whether a token is a word of a language: no digit, dot, dash, underscore or plus sign in it.

    >>> [is_plain_word(w) for w in ("retries", "über", "max_tokens", "v2", "--rpm", "don't")]
    [True, True, False, False, False, True]
    """
    return word.replace("'", "").isalpha()


@lru_cache(maxsize=65536)
def stem(word: str, language: str = "en") -> str:
    """The common part of a case-folded word's plural and verb forms, by a few endings; not a dictionary form.

    English: plural `-s/-es/-ies`, `-ed`, `-ing` (with the doubled consonant), then a last `-e`, and `-y` as `-i`. Other
    languages: one ending off a short list, where four letters stay. Identifiers and numbers are their own stems.

    >>> [stem(w) for w in ("configures", "configuring", "stopped", "cookies", "classes", "string", "max_retries")]
    ['configur', 'configur', 'stop', 'cooki', 'class', 'string', 'max_retries']
    """
    if not is_plain_word(word):
        return word
    if language == "en":
        return _english(word)
    for ending in _ENDINGS.get(language, ()):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _english(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3:
        return word
    word = _singular(word)
    for ending in ("ing", "ed"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= 3 and any(letter in "aeiouy" for letter in rest):
            word = rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3 and word[-2] not in "aeiou":
        word = word[:-1] + "i"
    return word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-2]
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
