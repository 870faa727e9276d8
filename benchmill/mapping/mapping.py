"""Mapping <-> its file: which chunks of an index prove which item, and the index's ceiling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as AbstractMapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from benchmill.mapping.links import REASONS, ComponentLinks, How, Link, Reason
from benchmill.outputs.fields import Record, as_object, list_in, number_in, text_in, texts_in
from benchmill.outputs.frame import frame_of_rows
from benchmill.outputs.json_files import json_bytes, read_json
from benchmill.outputs.notebook import html_rows
from benchmill.outputs.replacing import keep_others
from benchmill.outputs.whole_file import write_whole
from benchmill.records import InputError

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]

_KIND = "benchmill-mapping"


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The ceiling of an index for any retriever: the share of `items` whose evidence the index holds.

    `components` is the same for answer components: the ceiling of recall. `whole` is the share of items that single
    chunks prove, without combining split evidence.
    """

    items: float
    components: float
    whole: float

    def as_json(self) -> dict[str, float]:
        return {"items": self.items, "components": self.components, "whole": self.whole}


@dataclass(frozen=True, slots=True)
class Mapping:
    """Item name -> its answer components with their links. `chunks` is the size of the index."""

    benchmark: str
    chunks: int
    items: AbstractMapping[str, tuple[ComponentLinks, ...]]
    texts: AbstractMapping[str, str]
    """Linked chunk id -> digest of its text, so that passages without ids are recognised."""

    @property
    def ceiling(self) -> Ceiling:
        """See Ceiling. An item without components is left out: it has no evidence to find."""
        items = [components for components in self.items.values() if components]
        if not items:
            return Ceiling(0.0, 0.0, 0.0)
        shares = [sum(1 for one in components if one.links) / len(components) for components in items]
        whole = [all(any(len(link.chunks) == 1 for link in one.links) for one in components) for components in items]
        return Ceiling(
            sum(1 for share in shares if share == 1) / len(items), sum(shares) / len(items), sum(whole) / len(items)
        )

    def how(self) -> dict[str, int]:
        """How many answer components were found by each method, by their best link."""
        best = [max(one.links, key=lambda link: link.confidence).how for one in self._components() if one.links]
        counts = Counter(best)
        return {how: counts[how] for how in get_args(How)}

    def lost(self) -> dict[str, int]:
        """How many answer components were lost for each reason."""
        counts = Counter(one.reason for one in self._components() if one.reason)
        return {reason: counts[reason] for reason in REASONS}

    def _components(self) -> list[ComponentLinks]:
        return [one for components in self.items.values() for one in components]

    def as_json(self) -> dict[str, object]:
        """The object that `map --json` prints and the file holds; keys are only ever added."""
        return {
            "kind": _KIND,
            "benchmark": self.benchmark,
            "chunks": self.chunks,
            "questions": len(self.items),
            "components": len(self._components()),
            "ceiling": self.ceiling.as_json(),
            "how": self.how(),
            "lost": self.lost(),
            "items": {name: [one.as_json() for one in components] for name, components in self.items.items()},
            "texts": dict(self.texts),
        }

    def __repr__(self) -> str:
        ceiling = self.ceiling
        return f"<Mapping of {len(self.items)} items to {self.chunks:,} chunks: ceiling {ceiling.items:.1%}>"

    def _repr_html_(self) -> str:
        """The ceiling and the lost components, for notebooks."""
        rows = [
            ("ceiling", f"{self.ceiling.items:.1%} of the items"),
            *((f"found {how}", number) for how, number in self.how().items()),
            *((f"lost: {reason}", number) for reason, number in self.lost().items()),
        ]
        return html_rows(f"{len(self.items)} items in {self.chunks:,} chunks", rows)

    def to_frame(self) -> pd.DataFrame:
        """One row a link, and one for each component that has none. Raises MissingExtra without pandas."""
        rows: list[dict[str, object]] = []
        for name, components in self.items.items():
            for number, one in enumerate(components, start=1):
                found = [link.as_json() for link in one.links] or [{"reason": one.reason}]
                rows += [{"id": name, "component": number, **record} for record in found]
        return frame_of_rows(rows, "id")


def write_mapping(path: Path, mapping: Mapping) -> None:
    """The mapping as a JSON file: the same mapping gives the same bytes.

    Raises InputError where the path is an existing file and no mapping.
    """
    keep_others(path, lambda content: _KIND.encode() in content, remedy="")
    write_whole(path, json_bytes(mapping.as_json()))


def read_mapping(path: Path) -> Mapping:
    """The mapping in a file that `benchmill map` wrote; InputError naming the place for any other file."""
    whole = as_object(read_json(path), str(path))
    if whole.get("kind") != _KIND:
        raise InputError(f"{path} is not a mapping: benchmill map BENCH CHUNKS --out {path} writes one")
    items = as_object(whole.get("items"), f"{path}: 'items'")
    texts = as_object(whole.get("texts", {}), f"{path}: 'texts'")
    return Mapping(
        text_in(whole, "benchmark", str(path), ""),
        number_in(whole, "chunks", str(path)),
        {
            name: tuple(_component(as_object(one, f"{path}, {name}"), f"{path}, {name}") for one in _list(value, path))
            for name, value in items.items()
        },
        {id_: text_in(texts, id_, str(path)) for id_ in texts},
    )


def _component(record: Record, place: str) -> ComponentLinks:
    reason = record.get("reason")
    if reason is not None and reason not in REASONS:
        raise InputError(f"{place}: 'reason' must be one of {', '.join(REASONS)}, not {reason!r}")
    links = tuple(_link(as_object(value, place), place) for value in list_in(record, "links", place))
    whole = record.get("whole")
    if whole not in ("verbatim", "normalised", None):
        raise InputError(f"{place}: 'whole' must be verbatim, normalised or null, not {whole!r}")
    return ComponentLinks(links, cast(Reason | None, reason), whole)


def _link(record: Record, place: str) -> Link:
    how = text_in(record, "how", place)
    confidence = record.get("confidence", 1.0)
    if how not in get_args(How) or not isinstance(confidence, (int, float)):
        raise InputError(f"{place}: 'how' must be one of {', '.join(get_args(How))}, and 'confidence' a number")
    return Link(
        texts_in(record, "chunks", place), cast(How, how), float(confidence), text_in(record, "quote", place, "")
    )


def _list(value: object, path: Path) -> list[object]:
    if not isinstance(value, list):
        raise InputError(f"{path}: an item's value must be a list of components")
    return value
