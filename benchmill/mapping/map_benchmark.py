"""A benchmark, the chunks of an index -> Mapping: what `benchmill map` does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmill.mapping.candidates import Candidates, index_words, telling_words
from benchmill.mapping.documents import IndexedDocuments
from benchmill.mapping.index_chunks import IndexChunk, read_chunks
from benchmill.mapping.linker import Linker
from benchmill.mapping.links import ComponentLinks, Reason, strictest
from benchmill.mapping.mapping import Mapping
from benchmill.mapping.plain_text import without_markup
from benchmill.mapping.wanted import WantedComponent, WantedItem, wanted_in
from benchmill.records import short_digest


def map_benchmark(bench: Path, chunks: object) -> Mapping:
    """The mapping of the items of `bench` to `chunks` (any form that `read_chunks` reads).

    Raises InputError naming the place where `bench` or `chunks` cannot be read.
    """
    name = bench.resolve().name if bench.is_dir() else bench.stem
    return map_items(name, wanted_in(bench), read_chunks(chunks))


def map_items(name: str, items: Sequence[WantedItem], chunks: Sequence[IndexChunk]) -> Mapping:
    """The mapping of items in memory."""
    quotes = [quote for item in items for component in item.components for quote in component.quotes]
    wanted = {word for quote in quotes for word in index_words(without_markup(quote.text))}
    wanted.update(word for quote in quotes for word in telling_words(quote.around))
    linker = Linker(chunks, Candidates(chunks, wanted), IndexedDocuments(chunks))
    links = {item.name: tuple(_component(linker, component) for component in item.components) for item in items}
    used = {id_ for components in links.values() for one in components for link in one.links for id_ in link.chunks}
    texts = {chunk.id: text_digest(chunk.text) for chunk in chunks if chunk.id in used}
    return Mapping(name, len(chunks), links, texts)


def text_digest(text: str) -> str:
    """A digest that identifies a chunk's text; white space is ignored.

    >>> text_digest("a  b\\n") == text_digest("a b")
    True
    """
    return short_digest(" ".join(text.split()))


def _component(linker: Linker, component: WantedComponent) -> ComponentLinks:
    """The links of all quotes of a component; where no quote has a link, the first quote's reason."""
    found = [linker.find(quote, component.answers) for quote in component.quotes]
    links = tuple(link for one in found for link in one.links)
    lost = [one.reason for one in found if one.reason]
    reason: Reason | None = lost[0] if lost and not links else None
    return ComponentLinks(links, reason, strictest(one.whole for one in found))
