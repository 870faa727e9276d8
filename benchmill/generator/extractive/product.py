"""Documents -> the name of the product that they describe: a question without it could be about any product."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePosixPath

from benchmill.generator.extractive.language import Language
from benchmill.generator.extractive.language import language as data_of
from benchmill.generator.extractive.name_usage import (
    CJK,
    IS_A,
    LINK,
    MARKED,
    WORD,
    as_written,
    has_address,
    is_generic,
    is_name,
    is_said,
)
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.nodes import nodes_of
from benchmill.records import Document
from benchmill.records.languages import language_of

_ROOT_PAGES = ("readme", "index", "_index", "home", "startseite", "overview", "introduction", "intro", "about")
_LIKE_A_NAME = re.compile(r"[A-Z0-9][\w+.-]*|[a-z]+[A-Z0-9]\w*|[a-z][\w-]*\.(?:net|io|org|com|dev|app|ai)")
_VERSION = re.compile(r"v?\d+(?:\.\d+)*|version|release")
_ROOTS = 4  # the search reads the titles of at most this many pages near the root
_FIRST = 2  # the search reads at least this many of these pages, and their names must agree
_SHARE = 0.08  # the share of documents that must say a name from the title of the page nearest to the root
_SHARE_OF_OTHERS = 0.3
_BEGINNING = 3000
_H1 = re.compile(r"<h1\b[^>]*>(.+?)</h1>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_WIDELY = 0.5  # without a name in a title, the share of documents that must say a name within their sentences
_RUN = 0.5  # the share of documents that must show a program's commands, if nothing else names the product
_BESIDES = 2  # the next most used name must be this many times rarer
_LEAST_PAGES, _FEW_PAGES, _MOST_SAID = 8, 20, 20
_NEARLY_ALL = 0.9  # of a few pages, the share that must say the name
_NEVER_SMALL = 10  # a word that is capitalised this many times more often than not is a name, "Security" is none
_TITLED = 0.1  # the share of documents whose titles or files' names have the name: the next may be nearly as common
_RUN_SOMEWHERE = 0.05  # the share of documents that must show commands of a program that has its own address
_LEAST_LETTERS = 3
_LEAST_HINTING, _HINTED = 3, 0.5  # the documents, and their share, that must use a name
_ABBREVIATION = re.compile(r"[A-Z]{1,4}s?|HTTPS|E-Mails?|Web\w*|Internet|OK|I'?\w{0,2}")
# A name within a sentence: a word with a capital after a word in small letters, outside code and addresses.
_WITHIN = re.compile(
    rf"(?:(?<=[a-zà-ÿ,] )(?:[A-Z]{WORD}*[a-z]|[a-z]+[A-Z]){WORD}*"
    rf"|(?:(?<=[{CJK}])|(?<=[{CJK}] ))[A-Z0-9]{{1,3}}{WORD}*[A-Z]{WORD}+)"
    rf"(?!{WORD}|[/@-]|\.\w)"
)
_RUNS = re.compile(r"(?:^[ \t]*\$ |(?<!`)`|\*\*)([a-z][\w-]+) [\w-]", re.MULTILINE)
_CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>", re.DOTALL)
_OF = re.compile(r"\s(?:of|von|de|du|des|del|della|do|da|van)\s")
_LINKED = re.compile(rf"(?=\b([A-Z]\w+ (?i:{LINK}) [A-ZÀ-Ý]\w+))")
# A name in small letters counts at the start of a paragraph only: the line of a sentence may begin with any word.
_DEFINED = re.compile(
    rf"(?:^[ \t>]*\**(?=[A-Z0-9])|(?<=\n\n)\**(?=[a-z]))([\w+.-]*\w(?<!_))(?:\**|_+)(?:, [^,\n]{{1,40}},)? {IS_A}",
    re.MULTILINE,
)
# "Pebblewire-Hilfe" names Pebblewire, also in a language that capitalises nouns.
_JOINED = re.compile(r"\b([A-Z]\w+)-\w*(?:[Hh]andbuch|[Dd]okumentation|[Hh]ilfe|[Aa]nleitung)\b")
# The first sentence of a root page, "**pebblewire** relays ...", is about the product.
_OPENING = re.compile(
    r"\A(?:---\n(?:[^\n]*\n){,30}?---\n)?\s*(?:#[^\n]*\n+)*(?:\*\*|\[)([\w+.-]+)(?:\*\*|\]\([^()\n]*\)) [a-z]"
)
_WELCOME = re.compile(
    r"^\W*(?:Welcome|(?:Herzlich )?[Ww]illkommen|Bienvenue|Bienvenid[oa]s?|Benvenuti|Bem-vindo|Welkom)\b[^.!?\n]{,80}"
    r"(?:\.\w+[^.!?\n]*)?",
    re.MULTILINE,
)
_SLOGAN = re.compile(r"\s(?:[-–—|]|--)\s|:\s|\sby\s|\svon\s|\spar\s")
_ASIDE = re.compile(r"\s*\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Product:
    """`name` is empty if no name is certain. `company` is true if the documents are the rules of an organisation."""

    name: str = ""
    company: bool = False


def product(documents: Sequence[Document], language: Language, about: str = "") -> Product:
    """The name at the start of `about`, else a name from a root page that the other documents use, too."""
    roots = [(document, _titles(document)) for document in _root_pages(documents)]
    rules = set(language.data["company_words"])
    ruled = [not rules.isdisjoint(document.title.casefold().split()) for document in documents]
    titles = [title for _, titles in roots for title in titles]
    company = any(rules & set(title.casefold().split()) for title in titles) or sum(ruled) > _SHARE_OF_OTHERS * len(
        ruled
    )
    given = re.split(r"[,:;.–—(]|\s-\s|\s(?:is|are|ist|est)\s", about.strip(), maxsplit=1)[0].strip()
    if given and len(given.split()) <= 3:
        return Product(given, company)
    texts = [document.text for document in documents]
    found: list[str] = []
    defined: list[str] = []
    for number, (document, titles) in enumerate(roots):
        says = [
            match[1] for each in (_DEFINED, _OPENING, _JOINED) for match in each.finditer(document.text, 0, _BEGINNING)
        ]
        says = [word for word in says if not language.is_pointing(word)]
        says = [word for word in says if word.casefold() not in language.data["title_words"]]
        # of the page of a section, "OAuth Providers", the beginning alone is no name
        titled = [name for title in titles for name in _names(title, language, whole=number > 0)]
        titled = [as_written(name, texts) if name.isupper() else name for name in titled]
        titled += [name for title in titles for name in _installed(title, document.text, texts, language)]
        share = _SHARE if number == 0 else _SHARE_OF_OTHERS
        defined += says
        found += [name for name in titled if is_name(name, texts, share)][:1]
        found += [name for name in says if not found and is_name(name, texts, _SHARE_OF_OTHERS)][:1]
        if found and number >= _FIRST - 1:
            break
    # The title of a README may name the organisation. If the names differ, only a name that a page defines counts.
    small = [name.casefold() for name in found]
    if any(name not in small[0] and small[0] not in name for name in small[1:]):
        found = [name for name in found if name in defined]
    return Product(found[0] if found else _said_widely(documents, language), company)


def _said_widely(documents: Sequence[Document], language: Language) -> str:
    """The one name that most documents say within their sentences, or the one program that they run; empty if there is
    none, or if there are several."""
    texts, total = [document.text for document in documents], len(documents)
    if total < _LEAST_PAGES:
        return ""
    counted = _said_within(texts, language)
    titles = [f"{PurePosixPath(document.id).stem.replace('_', ' ')} {document.title}" for document in documents]
    runs = Counter(name for text in texts for name in set(_RUNS.findall(text)))
    english = data_of("en")
    platforms = english.words("platforms") if english else frozenset()  # said on each page, whoever's pages they are
    for found, share, often in (
        (counted, _WIDELY, _NEVER_SMALL), (counted, _WIDELY, 2), (runs, _RUN, 2), (runs, _RUN_SOMEWHERE, 2),
    ):  # fmt: skip
        most = [(name, count) for name, count in found.most_common(_MOST_SAID) if not is_generic(name)]
        most = [one for one in most if not _is_derived(*one, found)]
        used = [(name, count) for name, count in most if is_said(name, texts, 0, often)]
        (name, count), (other, next_count) = [*used[:2], ("", 0), ("", 0)][:2]
        in_titles, next_in_titles = (sum(each in title for title in titles) for each in (name or "?", other or "?"))
        is_titled = in_titles >= max(_TITLED * total, 2 * next_in_titles, _LEAST_HINTING) and count > next_count
        has_site = count >= _NEARLY_ALL * total and has_address(name, texts) and not has_address(other, texts)
        least = _NEARLY_ALL if total < _FEW_PAGES else share
        is_most = count >= _BESIDES * next_count or is_titled or has_site
        clear = count >= max(least * total, _LEAST_HINTING) and is_most and not language.is_pointing(name)
        is_program = share == _RUN_SOMEWHERE
        if clear and (has_address(name, texts) or not is_program) and is_name(name, texts, max(share, _WIDELY)):
            if name in platforms:
                return ""
            # "Task runs ...": in most of its places, "task" may be the common word
            spoken = [each for each in (name, name.capitalize()) if counted[each] >= _NEARLY_ALL * total]
            return name if found is counted else spoken[0] if spoken else as_written(name, texts)
    return ""


def _is_derived(name: str, count: int, found: Counter[str]) -> bool:
    """Whether a shorter name inside the word is as common, or the word is its plural: "Taskfiles" are files of Task."""
    shorter = [name[:size] for size in range(_LEAST_LETTERS, len(name))]
    return any(found[each] >= count for each in shorter) or (name.endswith("s") and name[:-1] in found)


def _said_within(texts: Sequence[str], language: Language) -> Counter[str]:
    """The names that documents use within their sentences, each with the number of documents that use it."""
    counted = Counter(name for text in texts for name in set(_WITHIN.findall(_CODE.sub(" ", text))))
    nouns = bool(language.data.get("nouns_are_capitalised"))
    return Counter({name: count for name, count in counted.items() if MARKED.search(name) or not nouns})


def often_named(documents: Sequence[Document], chosen: str = "") -> tuple[str, ...]:
    """At most three names that most documents use: a hint for a model where no product's name is certain."""
    texts = [document.text for document in documents]
    data = data_of(language_of(texts, chosen))
    used = _said_within(texts, data) if data and len(texts) >= _LEAST_HINTING else Counter[str]()
    least = max(_LEAST_HINTING, _HINTED * len(texts))
    names = [name for name, count in sorted(used.items(), key=lambda one: (-one[1], one[0])) if count >= least]
    return tuple(name for name in names if data and not (_ABBREVIATION.fullmatch(name) or data.is_pointing(name)))[:3]


def product_name(documents: Sequence[Document], chosen: str = "") -> str:
    """The product's name; empty if no name is certain or the language of the documents has no data."""
    code = language_of([document.text for document in documents], chosen)
    data = data_of(code)
    return product(documents, data).name if data else ""


def _root_pages(documents: Sequence[Document]) -> list[Document]:
    names = {document.id: PurePosixPath(document.id).name.partition(".")[0].casefold() for document in documents}
    roots = [document for document in documents if names[document.id] in _ROOT_PAGES]
    return sorted(roots, key=lambda each: (each.id.count("/"), _ROOT_PAGES.index(names[each.id]), each.id))[:_ROOTS]


def _titles(document: Document) -> list[str]:
    headings = [node for node in nodes_of(document) if node.kind == "heading" and node.level == 1]
    written = [shown(document.text[node.start : node.end], document.media_type) for node in headings[:1]]
    written += [" ".join(_TAG.sub(" ", match[1]).split()) for match in _H1.finditer(document.text, 0, _BEGINNING)][:1]
    written += [shown(match[0], document.media_type) for match in _WELCOME.finditer(document.text, 0, _BEGINNING)][:1]
    return [title for title in (*written, document.title) if title]


def _names(title: str, language: Language, *, whole: bool = False) -> list[str]:
    """The possible names in a title: its runs of capitalised words, without common title words, longest first. With
    `whole` no part of a run."""
    title = re.sub(r"\[([^\[\]]+)\]\[[^\[\]]*\]", r"\1", title)  # a link whose address is elsewhere on the page
    title = re.sub(r"[’']s\b", "", _SLOGAN.split(_ASIDE.sub("", title))[0])
    generic = {*language.data["title_words"], *language.words("pointing")}
    words = [word.strip("`\"'“”()!?,.|") for word in title.split()]
    # "Pebblewire-Hilfe" names Pebblewire
    words = [
        first if rest.casefold() in language.data["title_words"] else f"{first}{dash}{rest}"
        for first, dash, rest in (word.partition("-") for word in words)
    ]
    linked = [match[1].split() for match in _LINKED.finditer(" ".join(words))]

    def is_plain(word: str) -> bool:
        return word.casefold() in generic or not _LIKE_A_NAME.fullmatch(word) or bool(_VERSION.fullmatch(word))

    runs = [list(run) for plain, run in groupby(words, key=is_plain) if not plain]
    sentence = sum(word.islower() and word not in generic for word in words) > 1
    is_bare = len(words) in (2, 3, 4) and not generic & {word.casefold() for word in words}
    found = [" ".join(words)] if is_bare and all(words) and words[0][0].isupper() else []
    found += [
        f"{first} {link.casefold()} {last}"
        for first, link, last in linked
        if not generic & {first.casefold(), last.casefold()}
    ]
    sizes = [(run, size) for run in runs for size in range(min(3, len(run)), 0, -1)]
    found += [" ".join(run[:size]) for run, size in sizes if size == len(run) or not whole]
    found += words if len(words) == 1 and words[0].islower() else []
    # No part of a title such as "A Whirlwind Tour of Python" is a product; "Overview of Pebblewire" names one.
    before = _OF.split(title)[0].split() if _OF.search(title) and not is_bare else []
    of_another = any(word[0].isupper() and word.casefold() not in generic for word in before)
    others = sum(word[0].isupper() and word.casefold() not in generic for word in words if word)
    return [
        name
        for name in found
        if not is_generic(name)
        and (MARKED.search(name) or not (sentence or of_another or language.data.get("nouns_are_capitalised")))
        and (not (name.isalpha() and name.isupper()) or others == 1)  # in "IT in libraries", "IT" is not a product
    ]


def _installed(title: str, text: str, texts: Sequence[str], language: Language) -> list[str]:
    """The one word in small letters that a title such as "Welcome to pebblewire" has, where the page installs it, or
    where the title says whose it is: "pebblewire's guide"."""
    title = title.partition(": ")[0]
    words = [re.sub("['’]s$", "", word.strip("`*!.,")) for word in title.split()]
    left = [word for word in words if word and word.casefold() not in language.data["title_words"]]
    name = left[0] if len(left) == 1 and left[0].islower() else ""
    owns = re.search(rf"{re.escape(name)}['’]s\b", title)
    here = re.compile(rf"\b(?:install|add|get) {re.escape(name)}(?![\w-])")
    anywhere = re.compile(rf"\b(?:pip|npm|gem|cargo|brew) install (?:-\S+ )*{re.escape(name)}(?![\w-])")
    return [name] if name and (owns or here.search(text) or any(map(anywhere.search, texts))) else []
