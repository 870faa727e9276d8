"""Documents and headings -> Corpus: the product, its parts, components and variables, which decide whose a key is."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from benchmill.generator.languages import Language, letters_of
from benchmill.generator.product import Product
from benchmill.records.corpus import Document
from benchmill.records.words import content_words

_FIRST = re.compile(r"[A-Z][a-z]{4,}(?=[A-Z])")  # "Open" and "Home" begin the names of many things
_OF_A_PART = 3  # headings: a single one may name a task, such as "Pebblewire Backups"
ALIKE = 4  # pages of a folder, or headings of a page: fewer may be parts of one guide
_VARIABLE = re.compile(r"(?<![\w.])[A-Z][A-Z\d]*_[A-Z\d_]+\b")
_REFERENCE = 50  # variables on one page: a page with fewer may list those of one component
_SHARE = 2 / 3  # of the variables on pages about settings: with fewer on such long pages, no page is the reference
_INSTALLED = re.compile(r"\b(?:npm|pnpm|yarn|bun) (?:i|install|add) [^\n]*?@[\w.-]+/([\w.-]+)")
_LEAST_LETTERS = 4  # of a folder's name: "api" is in the names of many packages
_PREFIX = 10  # variables with one first word, which the product gives to its own

Headings = Collection[tuple[str, str]]


@dataclass(frozen=True)
class Corpus:
    """`headings` are pairs of a document's id and one of its headings. `parts` have names that begin with the
    product's; `folders` maps the folders about a part to its name. `programs` maps the documents with headings for
    several programs of the product, "Hub" and "Agent", to these headings and the programs' names. `components` maps the
    documents about components to their titles. `of_packages` are the folders about a package of its own. `variables`
    are what a reference of the product's environment variables names; empty if there is no reference."""

    product: Product = field(default_factory=Product)
    headings: Headings = frozenset()
    parts: Collection[str] = ()
    folders: Mapping[str, str] = field(default_factory=dict)
    programs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    components: Mapping[str, str] = field(default_factory=dict)
    of_packages: Collection[str] = ()
    variables: Collection[str] = ()

    @classmethod
    def of(cls, product: Product, documents: Iterable[Document], headings: Headings, language: Language) -> Corpus:
        """The corpus of a product's documents, without the variables."""
        documents = [*documents]
        titles = {each.id: _without_product(each.title, product.name, language) for each in documents}
        parts = _parts_of(product.name, {heading for _, heading in headings}, language)
        folders = {
            **_folders_of_programs(product.name, documents, language),
            **_folders_of(product.name, documents, language),
            **_folders_named(product.name, parts, documents),
        }
        programs = _programs_of(product.name, headings, language)
        components = _components_of(titles, headings, language)
        return cls(product, headings, parts, folders, programs, components, _folders_of_packages(documents))

    def part_in(self, title: str, language: Language) -> str:
        """The part of the product that a title names, or that has a file with this title, as `pebblewire-node`, which
        has a heading, has "pebblewire-node.conf"; empty if it names none."""
        file = re.fullmatch(rf"({re.escape(self.product.name)}-[a-z]+)\.[a-z]+", title) if self.product.name else None
        if file and any(heading == file[1] for _, heading in self.headings):
            return file[1]
        names = _longer_names(self.product.name, title, language) if self.parts else ()
        return next((name for name in names if name in self.parts), "")

    def part_of(self, document: str) -> str:
        """The part of the product that the innermost folder of a document is about; mostly empty."""
        around = map(str, PurePosixPath(document).parents) if self.folders else ()
        return next((self.folders[each] for each in around if each in self.folders), "")

    def is_of_package(self, document: str) -> bool:
        """Whether a folder of a document is about a package of its own."""
        return any(str(each) in self.of_packages for each in PurePosixPath(document).parents)

    def headed(self, said: str, code: str) -> Collection[str]:
        """The documents with a heading that has all content words of `said`."""
        stems = set(content_words(said, code))
        return {
            document for document, heading in self.headings if stems and stems.issubset(content_words(heading, code))
        }

    def may_read(self, variable: str) -> bool:
        """Whether the product may read an environment variable. One that the reference leaves out is another program's,
        which a page tells how to connect."""
        first, several, _ = variable.partition("_")
        if not (self.variables and several) or variable in self.variables:
            return True
        return sum(each.startswith(f"{first}_") for each in self.variables) >= _PREFIX


def _parts_of(product: str, headings: Iterable[str], language: Language) -> Collection[str]:
    """The parts of a product that several headings name: "Pebblewire Cloud", or "Pebble Cloud" besides "PebbleWire"."""
    found = [list(_longer_names(product, heading, language)) for heading in headings]
    named = Counter(name for names in found for name in names)
    whole = {names[0] for names in found if names}  # "Pebblewire Cloud" in "Use Pebblewire Cloud Metrics" may not be
    return {name for name in whole if named[name] >= _OF_A_PART}


def _longer_names(product: str, said: str, language: Language) -> Iterator[str]:
    """What may be the name of a part of the product, the longest name first."""
    organisation, _, rest = product.partition(" ")
    usual = rest if organisation.casefold() in language.words("organisations") else product
    first = _FIRST.match(usual)
    names = "|".join(re.escape(name) for name in (usual, first and first[0]) if name)
    between = " " if language.data.get("nouns_are_capitalised") else "[ -]"  # "Pebblewire-Netz" is any network
    found = re.search(rf"(?<![\w-])(?:{names})(?:{between}[A-Z][\w-]*)+", said) if names else None
    words = found[0].split() if found else []
    rests = [" ".join(words[at:]) for at in range(len(words))]  # of "Pebblewire Environment Variables"
    of_none = language.words("of_no_part")
    ends = (
        at
        for at, word in enumerate(words)
        if language.is_of_titles(word) or word.casefold() in of_none or language.kind_of_key(rests[at])
    )
    longer = (" ".join(words[:end]) for end in range(next(ends, len(words)), 0, -1))
    return (name for name in longer if letters_of(name) not in letters_of(product))


def _folders_of(product: str, documents: Iterable[Document], language: Language) -> Mapping[str, str]:
    """A folder -> the part of the product that its root page has as title, "Pebblewire player", if a folder beside it
    is "Pebblewire server". Translations of one page are in folders that are not side by side."""
    named: dict[PurePosixPath, set[str]] = defaultdict(set)
    part = re.compile(rf"{re.escape(product)}[ -]([\w.]+)", re.IGNORECASE)
    for path, title in ((PurePosixPath(each.id), each.title) for each in documents) if product else ():
        is_root = path.name.partition(".")[0].casefold() in language.data["root_pages"]
        last = part.fullmatch(title) if is_root else None
        if last and path.parent.name and not (language.is_of_titles(last[1]) or language.kind_of_key(last[1])):
            named[path.parent].add(title)
    beside = Counter(folder.parent for folder in named)
    return {str(each): titles.pop() for each, titles in named.items() if len(titles) == 1 and beside[each.parent] > 1}


def _folders_of_programs(product: str, documents: Iterable[Document], language: Language) -> Mapping[str, str]:
    """A folder -> the program of the product that it and the title of its root page have as name: "relay-server" with
    "Relay Server" is about the "Pebblewire Relay Server"."""
    found: dict[str, str] = {}
    for path, title in ((PurePosixPath(each.id), each.title) for each in documents) if product else ():
        words = re.findall(r"\w+", title)
        is_root = path.name.partition(".")[0].casefold() in language.data["root_pages"]
        is_program = len(words) > 1 and words[-1].casefold() in language.words("roles")
        if is_root and is_program and letters_of(title) == letters_of(path.parent.name):
            name = " ".join(words)
            found[str(path.parent)] = name if letters_of(product) in letters_of(name) else f"{product} {name}"
    return found


def _folders_named(product: str, parts: Collection[str], documents: Iterable[Document]) -> Mapping[str, str]:
    """A folder -> the part of the product that it has the name or the initials of: "pebblewire-lab" or "lab" is about
    "Pebblewire Lab", and "pim" about "Pebblewire Instance Manager"."""
    by_letters = {letters_of(name): part for part in parts for name in (part, part.removeprefix(product)) if name}
    by_letters |= {
        "".join(word[0] for word in words).casefold(): part for part in parts if len(words := part.split()) > 2
    }
    folders = {folder for each in documents if parts for folder in PurePosixPath(each.id).parents}
    named = ((str(folder), by_letters.get(letters_of(folder.name))) for folder in folders)
    return {folder: part for folder, part in named if part}


def _programs_of(product: str, headings: Headings, language: Language) -> Mapping[str, Mapping[str, str]]:
    """A document -> its headings for programs of the product, "Hub" and "Agent variables", and their names, if it has
    headings for two or more."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for document, heading in headings:
        role, _, rest = heading.partition(" ")
        if (
            role.istitle()
            and role.casefold() in language.words("programs")
            and (not rest or language.kind_of_key(rest))  # "Worker thread settings" are of no worker
        ):
            found[document][heading] = f"{product} {role}"
    return {each: named for each, named in found.items() if len(set(named.values())) > 1}


def _folders_of_packages(documents: Iterable[Document]) -> Collection[str]:
    """The folders with a page that installs a package which has the folder's name: "relay-testing" is about
    "@pebblewire/relay-service"."""
    found = {
        (str(folder), letters_of(folder.name.partition("-")[0]), letters_of(package))
        for each in documents
        for package in _INSTALLED.findall(each.text)
        for folder in PurePosixPath(each.id).parents
    }
    return {folder for folder, name, package in found if len(name) >= _LEAST_LETTERS and name in package}


def _components_of(titles: Mapping[str, str], headings: Headings, language: Language) -> Mapping[str, str]:
    """A document about a component -> its title, which no other one has. It has a heading about settings, and so have
    most documents of its folder: the pages of connectors are alike."""
    of_settings = {heading for heading in {each for _, each in headings} if language.names_settings(heading)}
    have = {document for document, heading in headings if heading in of_settings and heading != titles[document]}
    in_folder, alike = (Counter(PurePosixPath(each).parent for each in some) for some in (titles, have))
    names = {each: {letters_of(titles[each]), letters_of(PurePosixPath(each).stem)} for each in have}
    named = Counter(name for each in names.values() for name in each)

    def is_component(document: str) -> bool:
        folder, title = PurePosixPath(document).parent, titles[document]
        is_one_of_many = alike[folder] >= max(ALIKE, in_folder[folder] / 2)
        is_alone = all(named[name] == 1 for name in names[document])
        return is_one_of_many and is_alone and is_name(title, language)

    return {each: titles[each] for each in have if is_component(each)}


def is_name(title: str, language: Language) -> bool:
    """Whether a title may name a component: "When to use the relay", "Build a relay" and "Documentation" name none."""
    words = title.split()
    is_order = len(words) > 1 and words[0].casefold() in language.words("verbs")
    is_task = is_order or language.says("generic_task", title.casefold()) or any(map(language.is_pointing, words[:1]))
    return not is_task and not all(map(language.is_of_titles, words))


def _without_product(title: str, product: str, language: Language) -> str:
    """ "Disk" for the title "Pebblewire Disk Documentation", "Disk for Pebblewire", or "Disk | PebblewireDB"."""
    title = re.sub(rf" (?:with|for|in|of) {re.escape(product)}$", "", title) if product else title
    parts = re.split(r" [|–—·-] ", title)
    title = parts[0] if len(parts) == 2 and product and letters_of(product) in letters_of(parts[1]) else title
    rest = title.removeprefix(f"{product} ")
    if rest == title or not rest[:1].isupper():
        return title
    words = rest.split()
    while words and language.is_of_titles(words[-1]):
        words.pop()
    return " ".join(words)


def variables_of(pages: Iterable[Document]) -> Collection[str]:
    """The environment variables that long pages list, if these pages name most of those on all pages about settings."""
    named = [set(_VARIABLE.findall(page.text)) for page in pages]
    listed = set().union(*(each for each in named if len(each) >= _REFERENCE))
    return listed if len(listed) >= _SHARE * len(set().union(*named)) else ()
