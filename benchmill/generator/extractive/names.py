"""Chunk and Document -> how a stranger would name what they are about.

A question stands alone only with a name in it: a heading that is an identifier, the title where it is a name
("Stable Audio 3"), else the product of the whole corpus, with the title's topic before it ("caching in Diffusers").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import PurePosixPath

from benchmill.generator.extractive.lexicon import NO_PRODUCTS, PAGE_WORDS, base_form
from benchmill.generator.extractive.markup import is_junk, plain
from benchmill.records.corpus import Chunk, Document

_NAME = re.compile(r"[A-Z][\w+-]*(?:\.[A-Za-z]\w*)?(?: (?:[A-Z][\w+.-]*\w|\d+(?:\.\d+)*)(?![\w.]))?")
_HIDDEN = re.compile(
    r"\A---\n.*?\n---(?:\n|\Z)|<!--.*?(?:-->|\Z)|^[ \t>]*(?P<fence>```|~~~).*?(?:^[ \t>]*(?P=fence)|\Z)|`[^`\n]*`"
    r"|\]\([^)\n]{0,2000}\)|</?[A-Za-z][^<>\n]{0,500}>|https?:\S+|^#+ [^\n]*$|^[ \t]*\|[^\n]*$",
    re.MULTILINE | re.DOTALL,
)
_IDENTIFIER = re.compile(
    r"`?/?(?:[A-Za-z]\w*(?:\.|::))*(?:[A-Z]+[a-z0-9]+[A-Z]\w*|[a-z]+[A-Z]\w*|\w+_\w+|_\w+|[A-Z]{2,}\d*)(?:\(\))?`?|/[A-Za-z]\w*(?::\w+)*"
)
_KIND_OF_PAGE = re.compile(
    r"\s+\(.*\)$|\s+(?:class|structure|struct|function|method|macro|operator|header)$", re.IGNORECASE
)
_SMALL = frozenset(["of", "the", "and", "for", "with", "to", "in", "on", "by"])


def scope(chunk: Chunk, document: Document, product: str = "") -> str:
    """What a question about `chunk` adds to say where it holds: "in DDIMScheduler", "for caching in Diffusers".

    The innermost heading that is an identifier wins, then the document's title, then `product`. Empty where nothing
    names it.
    """
    for heading in reversed(chunk.headings[1:]):
        name = _title(heading)
        if _IDENTIFIER.fullmatch(name) and name.strip("`") not in NO_PRODUCTS and name.casefold() not in PAGE_WORDS:
            return f"in {_code(name)}"
    return _document_scope(document, chunk.headings[0] if chunk.headings else "", product)


def product(documents: Iterable[Document]) -> str:
    """The name that most documents speak of, at least a tenth of them and two; empty where there is none.

    >>> product([Document(f"{n}.md", "Here Pebblewire waits, and Pebblewire stops.", "", "", "") for n in range(2)])
    'Pebblewire'
    """
    spoken: Counter[str] = Counter()
    total = 0
    for document in documents:
        total += 1
        spoken.update(_said(_prose(document.text)).keys())
    likely = [(count, len(name), name) for name, count in spoken.items() if count >= max(2, total / 10)]
    return max(likely)[2] if likely else ""


@lru_cache(maxsize=16)  # the chunks of a document come one after another
def _document_scope(document: Document, heading: str, product: str) -> str:
    title = _title(heading or document.title)
    if title == PurePosixPath(document.id).stem and re.fullmatch(r"[a-z0-9]+(?:[-_][a-z0-9]+)+", title):
        title = re.sub(r"[-_]", " ", title)  # the file's name in place of a title
    prose = _prose(document.text)
    for name in (title, title.split(": ")[0]):
        if is_name(name, prose):
            return f"in {_code(name)}"
    product = product or _own_product(prose)
    if not product:
        return ""
    if product.casefold() not in title.casefold() and is_topic(title):
        return f"for {_small_letters(title)} in {product}"
    return f"in {product}"


def is_name(title: str, prose: str) -> bool:
    """Whether a title names a thing: an identifier, or capitalised words that the text never writes small.

    >>> is_name("Stable Audio 3", "Stable Audio 3 makes audio."), is_name("Limits", "Some limits can be changed.")
    (True, False)
    """
    parts = title.replace("`", "").split()
    if not 1 <= len(parts) <= 6 or title in NO_PRODUCTS or title.casefold() in PAGE_WORDS or is_junk(title):
        return False
    if len(parts) == 1 and (_IDENTIFIER.fullmatch(title) or re.search(r"[a-z0-9-][A-Z]|[A-Z]\w*[-+]?\d", title)):
        return True
    if parts[-1].casefold() in PAGE_WORDS or parts[0].casefold() in PAGE_WORDS or base_form(parts[0]):
        return False
    if not parts[0][0].isupper() or any(part[0].islower() and part not in _SMALL for part in parts[1:]):
        return False
    small = len(re.findall(rf"(?<![\w/.-]){re.escape(parts[0].lower())}(?![\w/-])", prose))
    return small * 3 <= prose.count(parts[0]) > 0


def is_topic(title: str) -> bool:
    """Whether a title is a noun phrase that can stand before "in PRODUCT": short, no kind of page, no verb first."""
    parts = title.split()
    return (
        1 <= len(parts) <= 4
        and re.fullmatch(r"[A-Za-z][A-Za-z0-9 -]+", title) is not None
        and not {parts[0].casefold(), parts[-1].casefold()} & PAGE_WORDS
        and not (base_form(parts[0]) and (len(parts) > 1 or not parts[0].endswith("ing")))
        and "and" not in parts
        and not (parts[0].endswith("ing") and len(parts) > 1)
        and parts[0].casefold() not in ("how", "why", "what", "when", "where", "which", "working", "community")
    )


def _own_product(prose: str) -> str:
    """The name one document says most, at least three times; none where a common word is its equal."""
    said = [(count, len(name), name) for name, count in _said(prose).items() if count >= 3]
    return max(said)[2] if said else ""


def _said(prose: str) -> dict[str, int]:
    """Names in the middle of sentences -> how often; a name that is also written small is a word."""
    said: Counter[str] = Counter()
    for match in _NAME.finditer(prose):
        before = prose[max(0, match.start() - 2) : match.start()].rstrip(" *_[(\"'“")
        first, _, rest = match[0].removesuffix("'s").partition(" ")
        if not before or before[-1] in ".!?:|#>\n" or first in NO_PRODUCTS or first.casefold() in PAGE_WORDS:
            continue
        if len(first) > 2:
            said[f"{first} {rest}" if rest and rest not in NO_PRODUCTS else first] += 1
    small = Counter(re.findall(r"(?<![\w/.-])[a-z][\w-]+", prose))
    return {name: count for name, count in said.items() if small[name.split()[0].lower()] * 2 <= count}


def _prose(text: str) -> str:
    return _HIDDEN.sub(" ` ", text)


def _title(heading: str) -> str:
    name = plain(heading).strip(" :.#")
    return _KIND_OF_PAGE.sub("", name) or name


def _code(name: str) -> str:
    return f"`{name.strip('`')}`" if "`" not in name and re.fullmatch(r"\S*(?:_|::|\(\))\S*|/\w+", name) else name


def _small_letters(title: str) -> str:
    """A title's words as they stand in a sentence: `Text-to-Image` small, `LoRA` and `GPU` as they are."""
    words = title.split(" ")
    return " ".join(word if re.search(r"[A-Z0-9][^-]*[A-Z0-9]|[a-z][A-Z]", word) else word.lower() for word in words)
