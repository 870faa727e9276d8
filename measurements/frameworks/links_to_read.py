"""A workspace, a folder of indexes -> links between evidence and chunks, drawn with a seed, printed for a reader.

    python measurements/frameworks/links_to_read.py BENCH INDEXES [NUMBER]

The links are made without the documents' names, which is harder. A reader says of each: does the chunk (all chunks of a
split link) give this answer to this question? Links that are not verbatim come first: only those can differ in words.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import benchmill
from benchmill.mapping.index_chunks import IndexChunk, read_chunks
from benchmill.mapping.links import Link

_SHOWN = 420


@dataclass(frozen=True, slots=True)
class ToRead:
    """A link with what a reader needs to judge it."""

    index: str
    question: str
    answer: str
    link: Link
    chunks: tuple[IndexChunk, ...]

    def shown(self, number: int) -> str:
        """The link as text: question, answer, quote, and of each chunk the part around the answer."""
        lines = [f"[{number}] {self.index} | {self.link.how} {self.link.confidence:.2f}"]
        lines += [f"  Q {self.question}", f"  A {self.answer}", f"  quote {_flat(self.link.quote)[:_SHOWN]}"]
        lines += [f"  chunk ({chunk.document}) {_around(chunk.text, self.answer)}" for chunk in self.chunks]
        return "\n".join(lines)


def links(bench: Path, indexes: Path) -> Iterator[ToRead]:
    """Every link of every index in the folder."""
    items = {item.id: item.candidate for item in benchmill.load(bench).benchmark.items}
    for file in sorted(indexes.glob("*.jsonl")):
        known = {chunk.id: chunk for chunk in read_chunks(file)}
        nameless = [{"id": chunk.id, "text": chunk.text} for chunk in known.values()]
        for name, components in benchmill.map_chunks(bench, nameless).items.items():
            for component, part in zip(components, items[name].components, strict=True):
                for link in component.links:
                    chunks = tuple(known[id_] for id_ in link.chunks)
                    yield ToRead(file.stem, items[name].question, part.text, link, chunks)


def drawn(found: Sequence[ToRead], number: int, seed: int = 0) -> list[ToRead]:
    """So many of them, about as many of each index, those that are not verbatim first."""
    rng = random.Random(seed)
    by_index: dict[str, list[ToRead]] = {}
    for one in found:
        by_index.setdefault(one.index, []).append(one)
    for ones in by_index.values():
        rng.shuffle(ones)
        ones.sort(key=lambda one: one.link.how == "verbatim")
    rounds = [
        ones[turn] for turn in range(max(map(len, by_index.values()))) for ones in by_index.values() if ones[turn:]
    ]
    return sorted(rounds[:number], key=lambda one: (one.index, one.link.how))


def _flat(text: str) -> str:
    return " ".join(text.split())


def _around(text: str, answer: str) -> str:
    flat = _flat(text)
    place = flat.lower().find(_flat(answer).replace("`", "").lower()[:30])
    start = max(0, place - _SHOWN // 2)
    return flat[start : start + _SHOWN]


if __name__ == "__main__":
    bench, indexes, *number = sys.argv[1:]
    chosen = drawn(list(links(Path(bench), Path(indexes))), int(number[0]) if number else 100)
    print("\n\n".join(one.shown(place) for place, one in enumerate(chosen, start=1)))
