"""Documents -> the names that most of them use within sentences: a hint for a model, never a product's name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from benchmill.generator.languages import language
from benchmill.generator.product.usage import CJK, MARKED, WORD, prose_of
from benchmill.records import Document
from benchmill.records.languages import language_of

_ABBREVIATION = re.compile(r"[A-Z]{1,4}s?|HTTPS|E-Mails?|Web\w*|Internet|OK|I'?\w{0,2}")
# A name within a sentence: a word with a capital after a word in small letters.
_WITHIN = re.compile(
    rf"(?:(?<=[a-zà-ÿ,] )(?:[A-Z]{WORD}*[a-z]|[a-z]+[A-Z]){WORD}*"
    rf"|(?:(?<=[{CJK}])|(?<=[{CJK}] ))[A-Z0-9]{{1,3}}{WORD}*[A-Z]{WORD}+)"
    rf"(?!{WORD}|[/@-]|\.\w)"
)
_SHARE, _LEAST = 0.5, 3  # the share of the documents that use a name often, and the fewest
_MOST = 3  # names


def often_named(documents: Sequence[Document], chosen: str = "") -> tuple[str, ...]:
    """At most three names."""
    texts = [document.text for document in documents]
    data = language(language_of(texts, chosen))
    if data is None or len(texts) < _LEAST:
        return ()
    used = Counter(name for text in texts for name in set(_WITHIN.findall(prose_of(text))))
    least, nouns = max(_LEAST, _SHARE * len(texts)), data.data.get("nouns_are_capitalised")
    names = [name for name, count in sorted(used.items(), key=lambda one: (-one[1], one[0])) if count >= least]
    names = [name for name in names if not (_ABBREVIATION.fullmatch(name) or data.is_pointing(name))]
    return tuple(name for name in names if MARKED.search(name) or not nouns)[:_MOST]
