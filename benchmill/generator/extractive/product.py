"""Documents -> the name of the product that they describe: a question without it could be about any product."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from benchmill.generator.extractive.language import Language
from benchmill.generator.extractive.language import language as data_of
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.nodes import nodes_of
from benchmill.records import Document
from benchmill.records.languages import language_of

_ROOT_PAGES = ("readme", "index", "_index", "home", "overview", "introduction", "intro", "about")
_LIKE_A_NAME = re.compile(r"[A-Z0-9][\w+.-]*|[a-z]+[A-Z0-9]\w*")
_VERSION = re.compile(r"v?\d+(?:\.\d+)*|\|.*\|")
_MARKED = re.compile(r"[\w-][A-Z]|\d")  # a word with a capital or a digit inside is a name in every language
_ROOTS = 4  # the search reads the titles of at most this many pages near the root
_FIRST = 2  # the search reads at least this many of these pages, and their names must agree
_SHARE = 0.08  # the share of documents that must say a name from the title of the page nearest to the root
_SHARE_OF_OTHERS = 0.3
_BEGINNING = 3000
_IS_A = r"(?:(?:is|ist|est|es|è|é) (?:an?|the|eine?|der|die|das|une?|una?|uma?|um) |是一[个款种套])"
_H1 = re.compile(r"<h1\b[^>]*>(.+?)</h1>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_MANY = 20
_PART = 0.5  # a name with the same word beside it in more than this share of its places is part of a longer name
_WIDELY = 0.6  # without a name in a title, the share of documents that must say a name within their sentences
_BESIDES = 2  # the next most used name must be this many times rarer
_LEAST_PAGES = 20
# A name within a sentence: a word with a capital after a word in small letters, outside code and addresses.
_WITHIN = re.compile(r"(?<=[a-zà-ÿ,] )(?:[A-Z]\w*[a-z]\w*)(?![\w/@-]|\.\w)")
_CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>", re.DOTALL)
_GENERIC = ("API", "APIs", "SDK", "CLI", "UI", "FAQ", "IT", "URL", "HTTP", "Web")
_OF = re.compile(r"\s(?:of|von|de|du|des|del|della|do|da|van)\s")
# "Zeste de Savoir" is one name; a title may write "De".
_LINK = r"(?:of|van|de|du|des|del|della|dello|delle|do|da|von|der)"
_LINKED = re.compile(rf"(?=\b([A-Z]\w+ (?i:{_LINK}) [A-ZÀ-Ý]\w+))")
# A name in small letters counts at the start of a paragraph only: the line of a sentence may begin with any word.
_DEFINED = re.compile(rf"(?:^\**(?=[A-Z0-9])|(?<=\n\n)\**(?=[a-z]))([\w+.-]+)\** {_IS_A}", re.MULTILINE)
_ASIDE = re.compile(r"\s*\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Product:
    """`name` is empty if no name is certain. `company` is true if the documents are the rules of an organisation."""

    name: str = ""
    company: bool = False


def product(documents: Sequence[Document], language: Language, about: str = "") -> Product:
    """The name at the start of `about`, else a name from a root page that the other documents use, too."""
    given = re.split(r"[,:;.–—(]|\s-\s|\s(?:is|are|ist|est)\s", about.strip(), maxsplit=1)[0].strip()
    titles = [title for document in _root_pages(documents) for title in _titles(document)]
    company = any(word in title.casefold().split() for title in titles for word in language.data["company_words"])
    texts = [document.text for document in documents]
    if given and len(given.split()) <= 3:
        return Product(given, company)
    found: list[str] = []
    defined: set[str] = set()
    generic = set(language.data["title_words"])
    for number, document in enumerate(_root_pages(documents)):
        titles_here = _titles(document)
        titled = [_as_written(name, texts) for title in titles_here for name in _names(title, language)]
        titled += [name for title in titles_here for name in _installed(title, document.text, language)]
        says = [match[1] for match in _DEFINED.finditer(document.text, 0, _BEGINNING)]
        says = [word for word in says if not language.is_pointing(word) and word.casefold() not in generic]
        share = _SHARE if number == 0 else _SHARE_OF_OTHERS
        defined |= set(says)
        found += [name for name in titled if _is_name(name, texts, share)][:1]
        found += [name for name in says if not found and _is_name(name, texts, _SHARE_OF_OTHERS)][:1]
        if found and number >= _FIRST - 1:
            break
    # The title of a README may name the organisation. If the names differ, only a name that a page defines counts.
    small = [name.casefold() for name in found]
    if any(name not in small[0] and small[0] not in name for name in small[1:]):
        found = [name for name in found if name in defined]
    return Product(found[0] if found else _said_widely(texts, language), company)


def _said_widely(texts: Sequence[str], language: Language) -> str:
    """The one name that most documents say within their sentences; empty if there is none, or if there are several."""
    if len(texts) < _LEAST_PAGES:
        return ""
    counted = Counter(name for text in texts for name in set(_WITHIN.findall(_CODE.sub(" ", text))))
    if language.data.get("nouns_are_capitalised"):
        counted = Counter({name: count for name, count in counted.items() if _MARKED.search(name)})
    (name, count), (_, next_count) = [*counted.most_common(2), ("", 0), ("", 0)][:2]
    clear = count >= _WIDELY * len(texts) and count >= _BESIDES * next_count and not language.is_pointing(name)
    return name if clear and name not in _GENERIC and _is_name(name, texts, _WIDELY) else ""


def product_name(documents: Sequence[Document], chosen: str = "") -> str:
    """The product's name; empty if no name is certain or the language of the documents has no data."""
    code = language_of([document.text for document in documents], chosen)
    data = data_of(code)
    return product(documents, data).name if data else ""


def _root_pages(documents: Sequence[Document]) -> list[Document]:
    paths = {document.id: PurePosixPath(document.id) for document in documents}
    roots = [document for document in documents if paths[document.id].stem.casefold() in _ROOT_PAGES]
    return sorted(
        roots, key=lambda each: (len(paths[each.id].parts), _ROOT_PAGES.index(paths[each.id].stem.casefold()), each.id)
    )[:_ROOTS]


def _titles(document: Document) -> list[str]:
    headings = [node for node in nodes_of(document) if node.kind == "heading" and node.level == 1]
    written = [shown(document.text[node.start : node.end], document.media_type) for node in headings[:1]]
    written += [" ".join(_TAG.sub(" ", match[1]).split()) for match in _H1.finditer(document.text, 0, _BEGINNING)][:1]
    return [title for title in (*written, document.title) if title]


def _names(title: str, language: Language) -> list[str]:
    """The possible names in a title: its runs of capitalised words, without common title words, longest first."""
    title = re.sub(r"\[([^\[\]]+)\]\[[^\[\]]*\]", r"\1", title)  # a link whose address is elsewhere on the page
    title = (
        re.split(r"\s(?:[-–—|]|--)\s|:\s|\sby\s|\svon\s|\spar\s", _ASIDE.sub("", title))[0]
        .replace("’s", "")
        .replace("'s", "")
    )
    words = [word.strip("`\"'“”()!?,.") for word in title.split()]
    # "Pebblewire-Hilfe" names Pebblewire
    words = [
        word.partition("-")[0] if word.casefold().partition("-")[2] in language.data["title_words"] else word
        for word in words
    ]
    generic = {*language.data["title_words"], *language.data["pointing"].split()}
    linked = [match[1] for match in _LINKED.finditer(" ".join(words))]
    linked = [name for name in linked if not generic & {name.split()[0].casefold(), name.split()[2].casefold()}]
    runs: list[list[str]] = [[]]
    for word in words:
        if word.casefold() in generic or not _LIKE_A_NAME.fullmatch(word) or _VERSION.fullmatch(word):
            runs.append([])
        else:
            runs[-1].append(word)
    sentence = sum(word.islower() and word not in generic for word in words) > 1
    whole = len(words) in (2, 3, 4) and not generic & {word.casefold() for word in words}
    found = [" ".join(words)] if whole and all(words) and words[0][0].isupper() else []
    found += [name.replace(name.split()[1], name.split()[1].casefold(), 1) for name in linked]
    found += [" ".join(run[:size]) for run in runs for size in range(min(3, len(run)), 0, -1)]
    found += words if len(words) == 1 and words[0].islower() else []
    # No part of a title such as "A Whirlwind Tour of Python" is a product; "Overview of Pebblewire" names one.
    before = _OF.split(title)[0].split() if _OF.search(title) and not whole else []
    of_another = any(word[0].isupper() and word.casefold() not in generic for word in before)
    others = sum(word[0].isupper() and word.casefold() not in generic for word in words if word)
    return [
        name
        for name in found
        if name not in _GENERIC
        and (_MARKED.search(name) or not (sentence or of_another or language.data.get("nouns_are_capitalised")))
        and (not (name.isalpha() and name.isupper()) or others == 1)  # in "IT in libraries", "IT" is not a product
    ]


def _installed(title: str, text: str, language: Language) -> list[str]:
    """The one word in small letters that a title such as "Welcome to pebblewire" has, where the page installs it, or
    where the title says whose it is: "pebblewire's guide"."""
    words = [re.sub("['’]s$", "", word.strip("`*!.,")) for word in title.split()]
    left = [word for word in words if word and word.casefold() not in language.data["title_words"]]
    name = left[0] if len(left) == 1 and left[0].islower() else ""
    owns = re.search(rf"{re.escape(name)}['’]s\b", title)
    return [name] if name and (owns or re.search(rf"\b(?:install|add|get) {re.escape(name)}(?![\w-])", text)) else []


def _as_written(name: str, texts: Sequence[str]) -> str:
    """The name in the spelling that the documents use most: a title may write "AIOHTTP" in capitals."""
    if not (name.isupper() and len(name) > 4):
        return name
    word = re.compile(rf"(?<![\w./@`-]){re.escape(name)}(?![\w/`-])(?!\.\w)", re.IGNORECASE)
    counted = Counter(found for text in texts for found in word.findall(text))
    return counted.most_common(1)[0][0] if counted else name


def _is_part(name: str, texts: Sequence[str]) -> bool:
    """Whether the same word precedes or follows the name in most places: "REST" is part of "REST framework"."""
    around = re.compile(rf"(?:([^\W\d]+)[ ])?(?<![\w./@`-]){re.escape(name)}(?![\w/`-])(?!\.\w)(?:[ ]([^\W\d]+))?")
    found = [match.groups() for text in texts for match in around.finditer(text)]
    for side in (0, 1):
        counted = Counter(pair[side] for pair in found if pair[side] and len(pair[side]) > 3)
        if counted and counted.most_common(1)[0][1] > max(_PART * len(found), _MANY):
            return True
    # "Zeste" is part of "Zeste de Savoir"
    linked = re.compile(rf"(?<!\w){re.escape(name)} {_LINK} [A-ZÀ-Ý]|[A-ZÀ-Ý]\w+ {_LINK} {re.escape(name)}(?!\w)")
    return sum(len(linked.findall(text)) for text in texts) > _PART * len(found)


def _is_name(name: str, texts: Sequence[str], share: float) -> bool:
    return _is_said(name, texts, share) and not _is_part(name, texts)


def _is_said(name: str, texts: Sequence[str], share: float) -> bool:
    """Whether enough documents use the word as a name, and the documents rarely write it in lower case."""
    if len(name) < 2 or name.isdigit():
        return False
    word = re.compile(rf"(?<![\w./@-]){re.escape(name)}(?![\w/-])(?!\.\w)")
    said = [len(word.findall(text)) for text in texts]
    spoken = sum(count > 0 for count in said)
    if name.isalpha() and name.islower():
        return spoken * 2 >= len(texts)
    defined = re.compile(rf"(?<!\w){re.escape(name)}(?:\*\*)? {_IS_A}")
    if any(defined.search(text) for text in texts):
        return spoken >= share * len(texts)
    small = re.compile(rf"(?<![\w./@`-]){re.escape(name.lower())}(?![\w/`-])(?!\.\w)")
    enough = spoken >= max(2, share * len(texts)) or (len(texts) <= 2 and sum(said) >= 3)
    often = 5 if " " in name else 2  # "machine learning" is a subject, even if texts often capitalise it
    return enough and bool(_MARKED.search(name) or sum(len(small.findall(text)) for text in texts) * often <= sum(said))
