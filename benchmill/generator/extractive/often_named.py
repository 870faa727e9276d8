"""Documents -> the names that most of them use: a hint for a model where no product's name is certain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from benchmill.generator.extractive.language import language as data_of
from benchmill.records import Document
from benchmill.records.languages import language_of

_MOST = 3
_SHARE = 0.5  # the share of documents that must use a name within their sentences
_LEAST = 3  # documents that must do so: one page's examples are full of names
# A name within a sentence: a word with a capital behind a word in small letters, outside code and addresses.
_WITHIN = re.compile(r"(?<=[a-zà-ÿ,] )(?:[A-Z][\w-]*\w)(?![\w/@]|\.\w)")
_CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>|https?://\S+", re.DOTALL)
_MARKED = re.compile(r"\w[A-Z]|-[A-Z]")  # in a language that capitalises nouns, names show by a capital inside
_ABBREVIATION = re.compile(r"[A-Z]{1,4}s?|HTTPS|E-Mails?|Web\w*|Internet|OK|I'?\w{0,2}")


def often_named(documents: Sequence[Document], chosen: str = "") -> tuple[str, ...]:
    """At most three names, the one in most documents first; abbreviations such as DNS are none. `chosen`: language."""
    texts = [document.text for document in documents]
    data = data_of(language_of(texts, chosen))
    if data is None or len(texts) < _LEAST:
        return ()
    counted = Counter(name for text in texts for name in set(_WITHIN.findall(_CODE.sub(" ", text))))
    nouns = bool(data.data.get("nouns_are_capitalised"))
    names = [
        (name, count)
        for name, count in counted.items()
        if count >= max(_LEAST, _SHARE * len(texts))
        and not _ABBREVIATION.fullmatch(name)
        and not data.is_pointing(name)
        and (_MARKED.search(name) or not nouns)
    ]
    return tuple(name for name, _ in sorted(names, key=lambda one: (-one[1], one[0]))[:_MOST])
