"""Material -> where in the corpus questions come from: a treemap of documents, and sections without a question."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchmill.reporting.material import Material

_MOST_TILES = 150


@dataclass(frozen=True, slots=True)
class Tile:
    """A rectangle of the treemap in per cent of its width and height; `level` 0 (no item) to 4.

    `short` is the label without the folders that all documents are in.
    """

    label: str
    short: str
    items: int
    x: float
    y: float
    width: float
    height: float
    level: int


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One document: its items, its sections, and the sections that no item asks about."""

    name: str
    items: int
    passages: int
    sections: int
    silent: tuple[str, ...]


def document_rows(material: Material) -> list[DocumentRow]:
    """Documents with a passage that a question can come from; most passages first."""
    items = Counter(record.get("document", "") for record in material.items)
    asked = {chunk for record in material.items for chunk in record.get("chunks", ())}
    sections: dict[str, dict[str, bool]] = {}
    passages: Counter[str] = Counter()
    ineligible = material.losses.ineligible
    for chunk in material.benchmark.chunks:
        if chunk.id in ineligible:
            continue
        passages[chunk.document_id] += 1
        section = " > ".join(chunk.headings[:2]) or "(no heading)"
        known = sections.setdefault(chunk.document_id, {})
        known[section] = known.get(section, False) or chunk.id in asked
    rows = [
        DocumentRow(
            name,
            items[name],
            passages[name],
            len(found),
            tuple(section for section, is_asked in found.items() if not is_asked),
        )
        for name, found in sections.items()
    ]
    return sorted(rows, key=lambda row: (-row.passages, row.name))


def treemap(rows: Sequence[DocumentRow], shape: float = 2.2) -> list[Tile]:
    """Rectangles with areas by number of passages; the smallest documents share one. `shape` is width / height."""
    kept = list(rows[:_MOST_TILES])
    rest = rows[_MOST_TILES:]
    if rest:
        kept.append(
            DocumentRow(f"{len(rest)} more documents", sum(r.items for r in rest), sum(r.passages for r in rest), 0, ())
        )
    kept.sort(key=lambda row: -row.passages)
    shared = _shared_folder([row.name for row in rows])
    boxes = squarified([float(row.passages) for row in kept], shape, 1.0)
    return [
        Tile(
            row.name,
            row.name.removeprefix(shared),
            row.items,
            round(100 * x / shape, 3),
            round(100 * y, 3),
            round(100 * width / shape, 3),
            round(100 * height, 3),
            min(4, row.items),
        )
        for row, (x, y, width, height) in zip(kept, boxes, strict=True)
    ]


def _shared_folder(names: Sequence[str]) -> str:
    """The folders that all names begin with.

    >>> _shared_folder(["docs/guide/a.md", "docs/guide/b.md"]), _shared_folder(["docs/a.md", "b.md"])
    ('docs/guide/', '')
    """
    shared = posixpath.commonpath([posixpath.dirname(name) for name in names]) if names else ""
    return f"{shared}/" if shared else ""


def squarified(sizes: Sequence[float], width: float, height: float) -> list[tuple[float, float, float, float]]:
    """(x, y, width, height) for sizes in descending order that fill the box, as square as can be (Bruls et al. 2000).

    >>> squarified([1.0, 1.0], 2.0, 1.0)
    [(0.0, 0.0, 1.0, 1.0), (1.0, 0.0, 1.0, 1.0)]
    """
    total = sum(sizes)
    if not total:
        return []
    areas = [size * width * height / total for size in sizes]
    boxes: list[tuple[float, float, float, float]] = []
    x = y = 0.0
    at = 0
    while at < len(areas):
        side = min(width, height)
        end = at + 1
        while end < len(areas) and _worst(areas[at : end + 1], side) <= _worst(areas[at:end], side):
            end += 1
        row, strip = areas[at:end], sum(areas[at:end]) / side if side else 0.0
        along = 0.0
        for area in row:
            length = area / strip if strip else 0.0
            wide = width >= height
            boxes.append((x, y + along, strip, length) if wide else (x + along, y, length, strip))
            along += length
        if width >= height:
            x, width = x + strip, max(0.0, width - strip)
        else:
            y, height = y + strip, max(0.0, height - strip)
        at = end
    return boxes


def _worst(row: Sequence[float], side: float) -> float:
    """The worst ratio of a rectangle's sides in a row along `side`."""
    total = sum(row)
    if not total or not side:
        return float("inf")
    return max(side * side * max(row) / total**2, total**2 / (side * side * min(row)))
