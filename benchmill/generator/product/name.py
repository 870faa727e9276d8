"""Documents, and what the files around them state -> the product's name, if it is certain."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from benchmill.generator.eligibility.page_kinds import is_contents
from benchmill.generator.languages import Language, letters_of
from benchmill.generator.languages import language as data_of
from benchmill.generator.loaders.stated_name import NOTHING, Stated
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.nodes import nodes_of
from benchmill.generator.product.usage import CJK, Usage
from benchmill.records import Document
from benchmill.records.languages import language_of
from benchmill.records.sentences import sentences
from benchmill.records.words import words

_TITLED = 2  # sources of most trust: the titles of the docs' configuration and of the README
_PARAGRAPHS = 3  # a root page says at its beginning what the product is
_BEGINNING = 3000
_MOST_WORDS = 4
# "Home | Pebblewire", "Pebblewire: a relay", "Pebblewire. A relay"; "St. Wire" is one
_PARTS = re.compile(r"\s(?:[-–|/]|--|::|by)\s|,\s|[—：｜]|:\s|(?<=\w{3})\.\s")
_MARKUP = re.compile(rf"<[^>]*>|\|[^|\s]*\||!\[[^]]*\]|\]\[[^]]*\]|\([^()]*\)|[{CJK}]+")
_AROUND = re.compile(r"^\W+|`?[’']s\W*$|[^\w+#]+$")
_VERSION = re.compile(r"v?\d+(?:\.[\dx]+)*")


@dataclass(frozen=True, slots=True)
class Product:
    """`name` is empty if no name is certain. `company` is true if the documents are the rules of an organisation."""

    name: str = ""
    company: bool = False


def product(documents: Sequence[Document], language: Language, about: str = "", stated: Stated = NOTHING) -> Product:
    """The name at the start of `about`. Else the name that the most sources give, if the documents say it and no other
    name is given by as many."""
    roots, below = _root_pages(documents, language)
    said = {word for page in roots for title in _titles(page, language) for word in title.casefold().split()}
    company = not said.isdisjoint(language.data["company_words"])
    given = re.split(r"[,;–—(]|[:.](?=\s|$)|\s-\s|\s(?:is|are|ist|est)\s", about.strip(), maxsplit=1)[0].strip()
    if given and len(given.split()) <= _MOST_WORDS:
        return Product(given, company)
    usage = Usage([document.text for document in documents], bool(language.data.get("nouns_are_capitalised")))
    sources = [*_sources(roots, language, stated)]
    if not any(names for claims in sources for names in claims):
        sources = [[_names_in(title, language) for page in below for title in _titles(page, language)]]
    name = _most_given(_given(sources, usage))
    titled = {each for claims in sources[:_TITLED] for names in claims for each in names}
    return Product("" if any(_is_longer(each, name, language) for each in titled) else name, company)


def product_name(documents: Sequence[Document], chosen: str = "", stated: Stated = NOTHING) -> str:
    """The product's name; empty if no name is certain or the language of the documents has no data."""
    data = data_of(language_of([document.text for document in documents], chosen))
    return product(documents, data, stated=stated).name if data else ""


def _sources(roots: Sequence[Document], language: Language, stated: Stated) -> Iterator[list[tuple[str, ...]]]:
    """What each source claims, in order of trust: the titles of the docs' configuration, of the README at the root of
    the repository, and of the root page; the sentences of these pages that say what the product is; the package."""
    readmes = [title for page in stated.readmes for title in _titles(page, language)]
    defined = [name for page in (*roots, *stated.readmes) for name in _defined(page, language)]
    titles = [title for page in roots for title in _titles(page, language)]
    whole = "\n".join((*stated.titles, *readmes)).casefold()
    # "authentication" is the package, and "CakePHP Authentication" the product
    packages = [name for name in stated.packages if f" {name.casefold()}" not in whole]
    for given in (stated.titles, readmes, defined, titles, packages):
        yield [_names_in(each, language) for each in given]


def _given(sources: Sequence[Sequence[tuple[str, ...]]], usage: Usage) -> Mapping[str, set[int]]:
    """The names that the documents say -> the numbers of the sources that give them."""
    written = [{letters_of(name) for names in claims for name in names} for claims in sources]
    claimed = Counter(letters for each in written for letters in each)
    given_by: dict[str, set[int]] = defaultdict(set)
    for number, claims in enumerate(sources):
        for names in claims:
            spelled = (usage.spelling(name, stated=claimed[letters_of(name)] > 1) for name in names)
            if name := next(filter(None, spelled), ""):
                given_by[name].add(number)
    return given_by


def _most_given(given_by: Mapping[str, set[int]]) -> str:
    """The name that most sources give; empty if as many give another one."""
    votes = {
        name: len(set().union(*(by for other, by in given_by.items() if _agree(name, other)))) for name in given_by
    }
    first, *others = [name for name in votes if votes[name] == max(votes.values())] or [""]
    return first if all(_agree(first, other) for other in others) else ""


def _agree(name: str, other: str) -> bool:
    """Whether the names are one, or one is a part of the other."""
    if letters_of(name) == letters_of(other):
        return True
    short, long = sorted((each.casefold().replace("-", " ") for each in (name, other)), key=len)
    return re.search(rf"(?<!\w){re.escape(short)}(?!\w)", long) is not None


def _is_longer(title: str, name: str, language: Language) -> bool:
    """Whether a title is another name that only begins like a name: "LuaLS" is not Lua. "LuaDocs" may be."""
    rest = letters_of(title).removeprefix(letters_of(name))
    is_one_word = re.search(r"[\s.-]", title) is None  # "pebblewire.io" is its site
    return bool(name and rest) and rest != letters_of(title) and is_one_word and not _is_of_titles(rest, language)


def _root_pages(documents: Sequence[Document], language: Language) -> tuple[list[Document], list[Document]]:
    """The pages with a root page's name in the folder that holds all documents, and those in its folders whose names
    are words of titles, as "getting-started" is."""
    at = {PurePosixPath(each.id): each for each in documents}
    root = PurePosixPath(os.path.commonpath([path.parent for path in at] or [PurePosixPath()]))
    # "00-intro.md" is the introduction
    named = sorted((path.name.partition(".")[0].casefold().lstrip("0123456789-_"), path) for path in at)
    pages = [path for each in language.data["root_pages"] for name, path in named if name == each]
    below = [path for path in pages if path.parent != root == path.parent.parent]
    general = [path for path in below if all(_is_of_titles(word, language) for word in words(path.parent.name))]
    return [at[path] for path in pages if path.parent == root], [at[path] for path in general]


def _titles(page: Document, language: Language) -> Iterator[str]:
    titles = (match[0] for match in language.pattern("title").finditer(page.text, 0, _BEGINNING))
    yield from (title for title in (page.title, *titles) if not is_contents(title))


def _defined(page: Document, language: Language) -> Iterator[str]:
    """What the first paragraphs of the page define, or are about."""
    paragraphs = [node for node in nodes_of(page) if node.kind == "paragraph" and node.start < _BEGINNING]
    of_words = [node for node in paragraphs if shown(page.text[node.start : node.end], page.media_type).strip()]
    for node in of_words[:_PARAGRAPHS]:  # and not of pictures
        for start, end in sentences(page.text[node.start : node.end]):
            said = shown(page.text[node.start + start : node.start + end], page.media_type)
            if match := language.pattern("defined").match(said):
                yield match[1]


def _names_in(title: str, language: Language) -> tuple[str, ...]:
    """What may be a name in a title: its first part that has other words than any title may have, from the first of
    these words to the last. Then the same without an organisation's name, in case that no document says the whole."""
    for part in _PARTS.split(_MARKUP.sub(" ", title)):
        words = [found for word in part.split() if (found := _bare(word, language))]
        own = [at for at, word in enumerate(words) if not _is_of_titles(word, language)]
        if own and words[0].casefold() in language.words("indefinite"):
            return ()  # "A Whirlwind Tour of Python" is no product
        if own:
            name = words[own[0] : own[-1] + 1]
            if len(name) > 2 and name[0].islower() and name[1] == "of":
                name = name[2:]  # "the official version of Pebblewire"
            short = name[name[0].casefold() in language.words("organisations") :]
            return (" ".join(name), " ".join(short)) if _may_be_name(name, language) else ()
    return ()


def _bare(word: str, language: Language) -> str:
    """A title's word without the marks around it, and in a language of compounds without a further word of titles:
    "Pebblewire-Handbuch". "Flask-Security" is one name."""
    bare = _AROUND.sub("", word)
    first, _, last = bare.rpartition("-") if language.data.get("nouns_are_capitalised") else ("", "", bare)
    return first if first and last[0].isupper() and _is_of_titles(last, language) else bare


def _is_of_titles(word: str, language: Language) -> bool:
    return language.is_of_titles(word) or _VERSION.fullmatch(word) is not None


def _may_be_name(words: Sequence[str], language: Language) -> bool:
    name = " ".join(words)
    is_general = name in language.words("generic_names") or language.is_pointing(words[0])
    return (
        len(name) > 1 and len(words) <= _MOST_WORDS and not is_general and "_" not in name
    )  # SITE_NAME stands for one
