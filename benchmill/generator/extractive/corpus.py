"""Documents -> Corpus: the product, its parts, which document has which headings, which variables a reference lists."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from benchmill.generator.extractive.components import Headings, longer_names
from benchmill.generator.languages import Language, letters_of
from benchmill.generator.product import Product
from benchmill.records.corpus import Document
from benchmill.records.words import Stems, content_words

_VARIABLE = re.compile(r"(?<![\w.])[A-Z][A-Z\d]*_[A-Z\d_]+\b")
_REFERENCE = 50  # variables on one page: a page with fewer may list those of one component
_SHARE = 2 / 3  # of the variables on pages about settings: with fewer on such long pages, no page is the reference
_PREFIX = 10  # variables with one first word, which the product gives to its own


@dataclass(frozen=True)
class Corpus:
    """`headed` maps the stem of a word in headings to the documents that have such a heading. `variables` are those
    that a reference of the product's environment variables names; empty if there is no reference. `parts` have names
    that begin with the product's. `components` maps the documents about components to their titles."""

    product: Product = field(default_factory=Product)
    headed: Mapping[str, Collection[str]] = field(default_factory=dict)
    variables: Collection[str] = ()
    parts: Collection[str] = ()
    components: Mapping[str, str] = field(default_factory=dict)

    def part_in(self, title: str, language: Language) -> str:
        """The part of the product that a title names; empty if it names none."""
        return next((name for name in longer_names(self.product.name, title, language) if name in self.parts), "")

    def headed_besides(self, document: Document, said: str, code: str) -> int:
        """How many other documents have all content words of `said` in their headings."""
        headed = [set(self.headed.get(stem, ())) for stem in content_words(said, code)]
        return len(set.intersection(*headed) - {document.id}) if headed else 0

    def may_read(self, variable: str) -> bool:
        """Whether the product may read an environment variable. One that the reference leaves out is another program's,
        which a page tells how to connect."""
        first, several, _ = variable.partition("_")
        if not (self.variables and several) or variable in self.variables:
            return True
        is_named = bool(self.product.name) and letters_of(self.product.name) in letters_of(variable)
        return is_named or sum(each.startswith(f"{first}_") for each in self.variables) >= _PREFIX


def documents_headed(headings: Headings, code: str) -> Mapping[str, Collection[str]]:
    """The stem of a word -> the documents with a heading that has the word."""
    found: dict[str, set[str]] = defaultdict(set)
    stems = Stems(code)
    for document, heading in headings:
        for word in stems.of(heading):
            found[word].add(document)
    return found


def variables_of(pages: Iterable[Document]) -> Collection[str]:
    """The environment variables that long pages list, if these pages name most of those on all pages about settings."""
    named = [set(_VARIABLE.findall(page.text)) for page in pages]
    listed = set().union(*(each for each in named if len(each) >= _REFERENCE))
    return listed if len(listed) >= _SHARE * len(set().union(*named)) else ()
