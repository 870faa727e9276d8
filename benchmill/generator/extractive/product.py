"""Documents, and what their configuration states -> the product's name, if it is certain."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from benchmill.generator.extractive.language import Language, letters_of
from benchmill.generator.extractive.language import language as data_of
from benchmill.generator.extractive.name_usage import CJK, Usage
from benchmill.generator.loaders.stated_name import NOTHING, Stated
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.nodes import nodes_of
from benchmill.records import Document
from benchmill.records.languages import language_of
from benchmill.records.sentences import sentences

_PARAGRAPHS = 3  # a root page says at its beginning what the product is
_BEGINNING = 3000
_MOST_WORDS = 4
_SHARE_OF_RULES = 0.3  # the share of pages whose titles name rules of an organisation
_H1 = re.compile(r"<h1\b[^>]*>(.+?)</h1>", re.DOTALL | re.IGNORECASE)
_HERO = re.compile(r"^(?:heroText|hero:\s*\n(?:\s+\w+:[^\n]*\n)*?\s+name):\s*[\"']?([^\n\"']+)", re.MULTILINE)
_TAG = re.compile(r"<[^>]*>|\|[^|\s]*\|")
# "**pebblewire** relays ..." and "[Pebblewire](...) relays ..." are about the product, too
_OPENING = re.compile(r"(?:\*\*|\[)([\w+.-]+)(?:\*\*|\]\([^()\n]*\)) [a-z]")
_PARTS = re.compile(r"\s(?:[-–|/]|--|::)\s|—|[:：]\s?")  # "Home | Pebblewire", "Pebblewire: a relay"
_SLOGAN = re.compile(r",\s|\s(?:by|par)\s")
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_VERSION = re.compile(r"(?<=\s)(?:v?\d+(?:\.[\dx]+)*|version|release)(?!\S)", re.IGNORECASE)
_AROUND, _POSSESSIVE = re.compile(r"^[^\w]+|[^\w+#]+$"), re.compile(r"`?[’']s\W*$")
_ELIDED = re.compile(r"\b(?:[ld]|dell|all|nell)[’']", re.IGNORECASE)
_LATIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .+#_-]*")


@dataclass(frozen=True, slots=True)
class Product:
    """`name` is empty if no name is certain. `company` is true if the documents are the rules of an organisation."""

    name: str = ""
    company: bool = False


@dataclass(frozen=True, slots=True)
class _Source:
    """What one source gives. A claim is a name, and others in case that the documents do not say it. The documents need
    not link to a name in `known`. `any_noun`: it may give a common noun. `is_last`: any other source is better.
    `is_title`: it gives what a title says."""

    claims: Sequence[tuple[str, ...]]
    known: Set[str] = frozenset()
    any_noun: bool = False
    is_last: bool = False
    is_title: bool = False

    @property
    def letters(self) -> set[str]:
        return {letters_of(name) for names in self.claims for name in names}


def product(documents: Sequence[Document], language: Language, about: str = "", stated: Stated = NOTHING) -> Product:
    """The name at the start of `about`. Else the name that the most sources give, if the documents say it and no other
    name is given by as many: the titles of the docs' configuration, of the README at the root of the repository, and of
    the root page; the sentences of these pages that say what the product is; the name of the package.
    """
    roots = _root_pages(documents, language)
    titles = [title for document in roots for title in (*_titles(document, language), document.title)]
    company = _is_company([document.title for document in documents], titles, language)
    given = re.split(r"[,:;.–—(]|\s-\s|\s(?:is|are|ist|est)\s", about.strip(), maxsplit=1)[0].strip()
    if given and len(given.split()) <= _MOST_WORDS:
        return Product(given, company)
    return Product(_most_given(_sources(roots, titles, language, stated), documents, language), company)


def _sources(
    roots: Sequence[Document], titles: Sequence[str], language: Language, stated: Stated
) -> tuple[_Source, ...]:
    """The sources in order of trust."""
    generic = frozenset(language.data["title_words"])
    packages = [name for name in stated.packages if not generic.issuperset(re.split(r"[\W_]+", name.casefold()))]
    known = frozenset(map(letters_of, packages))
    configured, headed, titled = (
        [_names_in(title, language, known) for title in each]
        for each in (stated.titles, [title for readme in stated.readmes for title in _titles(readme, language)], titles)
    )
    defined = [(name,) for document in (*roots, *stated.readmes) for name in _defined(document, language, known)]
    # "authentication" is the package, and "CakePHP Authentication" the product
    parts = {letters_of(word) for names in (*configured, *headed) for name in names for word in name.split()[1:]}
    alone = [(name,) for name in packages if letters_of(name) not in parts]
    return (
        _Source(configured, known, is_title=True),
        _Source(headed, known, is_title=True),
        _Source(defined, known),
        _Source(titled, known, any_noun=True, is_title=True),
        _Source(alone, is_last=True),
    )


def product_name(documents: Sequence[Document], chosen: str = "", stated: Stated = NOTHING) -> str:
    """The product's name; empty if no name is certain or the language of the documents has no data."""
    data = data_of(language_of([document.text for document in documents], chosen))
    return product(documents, data, stated=stated).name if data else ""


def _most_given(sources: Sequence[_Source], documents: Sequence[Document], language: Language) -> str:
    """The name that most sources give and the documents say; empty if as many give another one."""
    usage = Usage([document.text for document in documents])
    nouns = bool(language.data.get("nouns_are_capitalised"))
    titled = Counter(letters for source in sources if source.is_title for letters in source.letters)
    given_by: dict[str, set[int]] = {}
    for number, source in enumerate(sources):
        for names in source.claims:
            spelled = (
                usage.spelling(
                    name,
                    nouns=nouns and source.any_noun,
                    known=letters_of(name) in source.known,
                    stated=titled[letters_of(name)] > 1,
                )
                for name in names
            )
            if name := next(filter(None, spelled), ""):
                given_by.setdefault(name, set()).add(number)
    votes = {
        name: len(set().union(*(by for other, by in given_by.items() if _agree(name, other)))) for name in given_by
    }
    known = sources[0].known

    def trust(name: str) -> tuple[int, bool, bool]:
        return -votes[name], all(sources[number].is_last for number in given_by[name]), letters_of(name) not in known

    first, *others = sorted(votes, key=trust) or [""]
    return first if all(votes[other] < votes[first] or _agree(first, other) for other in others) else ""


def _agree(name: str, other: str) -> bool:
    if letters_of(name) == letters_of(other):
        return True
    short, long = sorted((each.casefold().replace("-", " ") for each in (name, other)), key=len)
    return re.search(rf"(?<!\w){re.escape(short)}(?!\w)", long) is not None


def _is_company(all_titles: Sequence[str], titles: Sequence[str], language: Language) -> bool:
    rules = set(language.data["company_words"])
    ruled = sum(not rules.isdisjoint(title.casefold().split()) for title in all_titles)
    return any(rules & set(title.casefold().split()) for title in titles) or ruled > _SHARE_OF_RULES * len(all_titles)


def _root_pages(documents: Sequence[Document], language: Language) -> list[Document]:
    """The pages with a root page's name in the folder that holds all documents."""
    paths = [PurePosixPath(each.id) for each in documents]
    folder = PurePosixPath(os.path.commonpath([path.parent for path in paths])) if paths else None
    order = list(language.data["root_pages"])
    own = [
        (path.name.partition(".")[0].casefold(), document.id, document)
        for path, document in zip(paths, documents, strict=True)
        if path.parent == folder
    ]
    return [one for *_, one in sorted((order.index(name), path, one) for name, path, one in own if name in order)]


def _titles(document: Document, language: Language) -> Iterator[str]:
    text = document.text
    for match in (*_HERO.finditer(text, 0, _BEGINNING), *_H1.finditer(text, 0, _BEGINNING)):
        yield " ".join(_TAG.sub(" ", match[1]).split())
    headings = [node for node in nodes_of(document) if node.kind == "heading" and node.level == 1]
    for node in headings[:1]:
        yield shown(text[node.start : node.end], document.media_type)
    for match in language.pattern("welcome").finditer(text, 0, _BEGINNING):
        yield shown(match[0], document.media_type)


def _names_in(title: str, language: Language, packages: Set[str] = frozenset()) -> tuple[str, ...]:
    """What may be a name in a title, the most certain first: a part that is a package's name as it is
    ("terraform-docs"), and the whole besides the words that any title may have.
    """
    generic = frozenset(language.data["title_words"])
    title = re.sub(r"\[([^\[\]]+)\]\[[^\[\]]*\]", r"\1", _TAG.sub(" ", title))  # a link whose address is elsewhere
    parts = [_SLOGAN.split(part)[0] for part in _PARTS.split(_ASIDE.sub("", title))]
    whole = tuple(part.strip() for part in parts if letters_of(part) in packages)
    whole += tuple(word for part in parts for word in part.split()[:1] if letters_of(word) in packages)
    for part in map(partial(_VERSION.sub, ""), parts):
        if re.search(rf"[{CJK}]", part):
            latin = _LATIN.findall(part)
            part = _VERSION.sub("", f"{latin[0]} ") if len(latin) == 1 else ""
        words = [_AROUND.sub("", _POSSESSIVE.sub("", word)) for word in _ELIDED.sub("", part).split()]
        words = [word for word in words if word]
        small = [word.casefold() for word in words]
        kept = [at for at, word in enumerate(small) if generic.isdisjoint({word, word.removesuffix("s")})]
        if kept and small[0] in language.words("indefinite"):
            return whole  # "A Whirlwind Tour of Python" is no product
        if kept:
            name = words[kept[0] : kept[-1] + 1]
            name = [language.pattern("documents").sub("", name[0])] if len(name) == 1 else name
            joined = " ".join(name)
            short = " ".join(name[name[0].casefold() in language.words("organisations") :])
            return (*whole, joined, joined.removesuffix(".js"), short) if _may_be_name(name, language) else whole
    return whole


def _may_be_name(words: Sequence[str], language: Language) -> bool:
    joined, pointing = "".join(words), language.words("pointing") - language.words("links_in_names")
    starts = len(words) == 1 or words[0][0].isupper() or words[0][0].isdigit()
    short = len(words) <= _MOST_WORDS and len(joined) > 1 and any(map(str.isalpha, joined))
    # SITE_NAME is a placeholder
    plain = "_" not in joined and not any(map(language.pattern("documents").search, words))
    own = pointing.isdisjoint(word if word in language.words("links_in_names") else word.casefold() for word in words)
    return own and starts and short and plain and " ".join(words) not in language.words("generic_names")


def _defined(document: Document, language: Language, packages: Set[str] = frozenset()) -> Iterator[str]:
    """What the first paragraphs of the page define, or are about."""
    paragraphs = [node for node in nodes_of(document) if node.kind == "paragraph" and node.start < _BEGINNING]
    for node in paragraphs[:_PARAGRAPHS]:
        raw = document.text[node.start : node.end]
        if opening := _OPENING.match(raw):
            yield opening[1]
        for start, end in sentences(raw):
            match = language.pattern("defined").match(shown(raw[start:end], document.media_type))
            if match and not language.is_pointing(match[1].split()[0]):
                yield from _names_in(match[1], language, packages)[:1]
