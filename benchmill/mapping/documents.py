"""Documents of the benchmark, documents that an index names -> which chunks belong to which document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from urllib.parse import urlsplit

from benchmill.mapping.index_chunks import IndexChunk


class IndexedDocuments:
    """Finds the chunks of a benchmark's document by the ends of their paths; file name extensions are ignored.

    >>> chunks = [IndexChunk("1", "x", "/srv/site/api/limits.html"), IndexChunk("2", "y", "faq.html")]
    >>> documents = IndexedDocuments(chunks)
    >>> documents.chunks_of("api/limits.md"), documents.chunks_of("guide/index.md")
    (frozenset({0}), frozenset())
    """

    def __init__(self, chunks: Sequence[IndexChunk]) -> None:
        self._by_path: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, chunk in enumerate(chunks):
            if chunk.document:
                self._by_path[_parts(chunk.document)].append(number)
        self._by_last: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for path in self._by_path:
            self._by_last[path[-1] if path else ""].append(path)
        self._known: dict[str, frozenset[int]] = {}

    def chunks_of(self, document: str) -> frozenset[int]:
        """Numbers of the document's chunks; none where the index does not name the document."""
        if document not in self._known:
            self._known[document] = self._look(_parts(document)) if document else frozenset()
        return self._known[document]

    def _look(self, path: tuple[str, ...]) -> frozenset[int]:
        alike = [(other, _shared(path, other)) for other in self._by_last.get(path[-1] if path else "", ())]
        # one of the two must be the end of the other: `a/index` is not `b/index`
        whole = [(other, n) for other, n in alike if n == min(len(path), len(other))]
        most = max((n for _, n in whole), default=0)
        return frozenset(number for other, n in whole if n == most for number in self._by_path[other])


def _parts(name: str) -> tuple[str, ...]:
    path = urlsplit(name).path if "://" in name else name
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    if parts:
        stem, dot, ending = parts[-1].rpartition(".")
        if dot and stem and len(ending) <= 8:
            parts[-1] = stem
    return tuple(parts)


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    count = 0
    for a, b in zip(reversed(one), reversed(other), strict=False):
        if a != b:
            break
        count += 1
    return count
