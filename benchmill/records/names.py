"""Text -> the names in it: code spans, identifiers, proper nouns. What a question must repeat to be understood.

>>> sorted(Names.of("Does `verify` of httpx.Client, or SSL_CERT_FILE, follow the Python default?", "en").surfaces)
['Python', 'SSL_CERT_FILE', 'httpx.Client', 'verify']
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchmill.records.languages import CODE
from benchmill.records.stopwords import STOP_WORDS
from benchmill.records.words import stem, words

_EDGES = "\"'“”‘’«»()[]{}<>,;:!?*…"
_MIXED = re.compile(
    r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}|[A-Za-z][\d]|\d[A-Za-z]|[_=@$\\#]|::|->|\w\.\w*[^\W\d]|^--?[A-Za-z]|\(\)|^/\w"
    r"|\w/\w*/|[A-Z]\w*-[A-Z]|\d\.\d+\.\d"
)
# "添加WebDAV，路径填/dav", "Composeで構築": no space stands beside these, nor between the two scripts.
_UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_WIDE = re.compile(rf"[，。；：！？、（）「」『』《》【】]|(?<=[{_UNSPACED}])(?=[!-~])|(?<=[!-~])(?=[{_UNSPACED}])")
# "(Optional) Configure the relay": the sentence begins behind the remark.
_REMARK = re.compile(r"(?:\A|(?<=[.!?:;]\s)|(?<=[-*+] ))[(\[][^()\[\]\n]{1,60}[)\]](?=\s)")
_ABBREVIATIONS = frozenset({"e.g", "i.e", "etc", "vs", "a.m", "p.m", "z.b", "d.h", "p.ej"})


@dataclass(frozen=True, slots=True)
class Names:
    """`surfaces` as written; `tokens`: the word tokens they are made of."""

    surfaces: frozenset[str]
    tokens: frozenset[str]

    @classmethod
    def of(cls, text: str, language: str) -> Names:
        found = {span.strip("`") for span in CODE.findall(text)}
        found |= _outside_code(CODE.sub(" `` ", _REMARK.sub(r"\g<0>:", text)), language)
        surfaces = frozenset(name for name in found if name.strip())
        return cls(surfaces, frozenset(token for name in surfaces for token in words(name)))


def unproven_name(text: str, proven: str, language: str) -> str:
    """The first name of `text`, in the order of the alphabet, that `proven` does not have; empty where it has all.

    >>> unproven_name("Send `PUT` to Kestrel", "It takes a `put`, the Kestrel way", "en")
    ''
    >>> unproven_name("Set `--wait` of Kestrel", "Kestrel has an option for it", "en")
    '--wait'
    >>> unproven_name("D'abord Configurer le relais", "Configurez le relais", "fr")
    ''
    >>> unproven_name("Docker Composeで構築", "Composeで始める", "ja"), unproven_name("PUTを送る", "GETを送る", "ja")
    ('', 'PUT')
    """
    normalised, tokens = proven.casefold(), frozenset(words(proven))
    for name in sorted(Names.of(_WIDE.sub(" ", text), language).surfaces):
        parts = words(name)
        if not parts or name.casefold() in normalised or all(_is_known(part, tokens) for part in parts):
            continue
        if not _is_form(name, tokens, language):
            return name
    return ""


def _is_known(token: str, tokens: frozenset[str]) -> bool:
    return token in tokens or token.removesuffix("s") in tokens or f"{token}s" in tokens


def _is_form(name: str, tokens: frozenset[str], language: str) -> bool:
    """Whether a plain word with a capital letter is another form of a known word, as a verb at a step's head is."""
    if not name[:1].isupper() or is_identifier(name):
        return False
    return stem(name.casefold(), language) in {stem(token, language) for token in tokens}


def is_identifier(token: str) -> bool:
    """Whether a written word is code or an acronym by its looks alone: `max_retries`, `HTTPX`, `AsyncClient`, `v2`."""
    bare = token.strip("-")
    if bare.isupper() and len(bare) > 1 and bare.isalpha():
        return bare.lower() not in STOP_WORDS["en"]
    return bool(_MIXED.search(token)) and token.lower() not in _ABBREVIATIONS


def _outside_code(text: str, language: str) -> set[str]:
    found: set[str] = set()
    begins = True  # a capital letter at a sentence's beginning marks no name
    tokens = text.split()
    capitals = language != "de" and _capitals_tell(tokens)
    for raw in tokens:
        token = raw.strip(_EDGES).rstrip(".").removesuffix("'s").removesuffix("’s")
        if (len(token) < 200 and is_identifier(token)) or (
            capitals and not begins and token[:1].isupper() and token.lower() not in STOP_WORDS["en"]
        ):
            found.add(token)
        begins = raw.endswith((".", "!", "?", ":", ";")) or (raw in {"-", "*", "+", "``"} and begins)
    return found


def _capitals_tell(tokens: list[str]) -> bool:
    """Whether capital letters mark names: they do not where Most Words Have One."""
    letters = [token for token in tokens if token[:1].isalpha()]
    return sum(token[0].isupper() for token in letters) <= max(3, 0.6 * len(letters))
