"""A page -> the rows of its tables of defaults whose keys have a full name: "pebblewire.relay.port"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmill.generator.extractive.fact import Place
from benchmill.generator.extractive.key import is_variable
from benchmill.generator.extractive.page import Page
from benchmill.generator.languages import Language, letters_of
from benchmill.generator.markup.node import Node

_PATH = re.compile(r"`([a-z][\w-]*(?:\.[a-z][\w-]*)+)(?:\.\*)?`", re.ASCII)
_KEY = re.compile(r"`?([A-Za-z][\w.-]*)`?", re.ASCII)
_LEAST_DOTS = 2  # in a full name: `cache.size` may be of many things


class Row(NamedTuple):
    """A row of a page, with the letters of its key's full name, which a variable has, too, and its default."""

    name: str
    page: Page
    place: Place
    default: str


def rows_with_full_names(page: Page, language: Language, product: str) -> Iterator[Row]:
    """The rows whose keys are variables or paths from the root, or whose table has a path: `port` below the heading
    "Relay (`pebblewire.relay`)" is `PEBBLEWIRE_RELAY_PORT`. A name without the product, `LOG_LEVEL` or
    `spec.source.path`, may be of several parts."""
    own = letters_of(product)
    return (row for row in _rows(page, language) if own in row.name) if own else iter(())


def _rows(page: Page, language: Language) -> Iterator[Row]:
    for above, nodes in page.sections:
        for before, node in zip((None, *nodes), nodes, strict=False):
            if node.kind == "table" and node.children:
                lead = _paths(page, before) if before and before.kind == "paragraph" else []
                yield from _in_table(
                    page, node, language, lead or [path for each in above[-1:] for path in _paths(page, each)]
                )


def _in_table(page: Page, table: Node, language: Language, paths: Sequence[str]) -> Iterator[Row]:
    header, *rows = table.children
    titles = [page.shown(cell.start, cell.end).strip() for cell in header.children]
    column = max((at for at, words in enumerate(titles) if language.heads_defaults(words)), default=0)
    of_keys = next((at for at, words in enumerate(titles[:column]) if language.kind_of_key(words)), 0)
    for row in rows if column else ():
        cells = [page.shown(cell.start, cell.end).strip() for cell in row.children]
        key = _KEY.fullmatch(cells[of_keys]) if len(cells) == len(titles) else None
        if key and (name := _full_name(key[1], paths)):
            yield Row(letters_of(name), page, (row.start, row.end), cells[column])


def _full_name(key: str, paths: Sequence[str]) -> str:
    """The full name of a key with the one path above it; else empty."""
    if is_variable(key) or (key.count(".") >= _LEAST_DOTS and not paths):
        return key
    path = paths[0] if len(paths) == 1 else ""
    name = key if key.startswith(f"{path}.") else f"{path}.{key}"
    return name if path and name.count(".") >= _LEAST_DOTS else ""


def _paths(page: Page, node: Node) -> list[str]:
    return _PATH.findall(page.text, node.start, node.end)
