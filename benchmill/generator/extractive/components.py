"""Headings -> the parts of the product and the components, whose settings are not the product's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from benchmill.generator.languages import Language, letters_of
from benchmill.records.corpus import Document

_FIRST = re.compile(r"[A-Z][a-z]{4,}(?=[A-Z])")  # "Open" and "Home" begin the names of many things
_OF_A_PART = 3  # headings: a single one may name a task, such as "Pebblewire Backups"
_ALIKE = 4  # pages of a folder: fewer may be parts of one guide

Headings = Collection[tuple[str, str]]  # a document's id and one of its headings


def parts_of(product: str, headings: Headings, language: Language) -> Collection[str]:
    """The parts of a product that several headings name: "Pebblewire Cloud", or "Pebble Cloud" besides "PebbleWire"."""
    found = [list(longer_names(product, heading, language)) for heading in {each for _, each in headings}]
    named = Counter(name for names in found for name in names)
    whole = {names[0] for names in found if names}  # "Pebblewire Cloud" in "Use Pebblewire Cloud Metrics" may not be
    return {name for name in whole if named[name] >= _OF_A_PART}


def longer_names(product: str, said: str, language: Language) -> Iterator[str]:
    """What may be the name of a part of the product, the longest name first."""
    organisation, _, rest = product.partition(" ")
    usual = rest if organisation.casefold() in language.words("organisations") else product
    first = _FIRST.match(usual)
    names = "|".join(re.escape(name) for name in (usual, first and first[0]) if name)
    between = " " if language.data.get("nouns_are_capitalised") else "[ -]"  # "Pebblewire-Netz" is any network
    found = re.search(rf"(?<![\w-])(?:{names})(?:{between}[A-Z][\w-]*)+", said) if names else None
    words = found[0].split() if found else []
    rests = [" ".join(words[at:]) for at in range(len(words))]  # of "Pebblewire Environment Variables"
    general = (word.casefold() in language.data["title_words"] for word in words)
    ends = (at for at, is_general in enumerate(general) if is_general or language.kind_of_key(rests[at]))
    longer = (" ".join(words[:end]) for end in range(next(ends, len(words)), 0, -1))
    return (name for name in longer if letters_of(name) not in letters_of(product))


def components_of(
    product: str, documents: Iterable[Document], headings: Headings, language: Language
) -> Mapping[str, str]:
    """A document about a component -> its title, which no other one has. It has a heading about settings, and so have
    most documents of its folder: the pages of connectors are alike."""
    titles = {each.id: _without_product(each.title, product, language) for each in documents}
    names = {each: {letters_of(titles[each]), letters_of(PurePosixPath(each).stem)} for each in titles}
    named = Counter(name for each in names.values() for name in each)
    of_settings = {heading for heading in {each for _, each in headings} if language.names_settings(heading)}
    have = {document for document, heading in headings if heading in of_settings and heading != titles[document]}
    folders, alike = (Counter(PurePosixPath(each).parent for each in some) for some in (titles, have))
    most = {folder for folder, count in alike.items() if count >= max(_ALIKE, folders[folder] / 2)}
    alone = {each for each in have if all(named[name] == 1 for name in names[each])}
    told = {each: titles[each] for each in alone if PurePosixPath(each).parent in most}
    return {
        each: title for each, title in told.items() if title and not language.says("generic_task", title.casefold())
    }


def _without_product(title: str, product: str, language: Language) -> str:
    """ "Disk" for the title "Pebblewire Disk Documentation"."""
    rest = title.removeprefix(f"{product} ")
    if rest == title or not rest[:1].isupper():
        return title
    words = rest.split()
    while words and words[-1].casefold() in language.data["title_words"]:
        words.pop()
    return " ".join(words)
