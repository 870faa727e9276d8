"""A docs folder -> how fast it becomes chunks, and whether they are verbatim and whole.

    python -m measurements.chunking FOLDER

A second parse of each document decides what is whole. It uses all rules of markdown-it's CommonMark and tables.
"""

from __future__ import annotations

import resource
import sys
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

from markdown_it import MarkdownIt

from benchmill.generator.chunkers import chunk_document
from benchmill.generator.loaders import load_folder
from benchmill.generator.markup.front_matter import front_matter_end
from benchmill.records import Chunk, Document

_JUDGE = MarkdownIt("commonmark").enable("table")


def main(folder: Path, size: int = 1000) -> int:
    """Print what was measured; 1 where a chunk is not verbatim or not whole."""
    start, cpu = time.perf_counter(), time.process_time()
    loaded = load_folder(folder)
    load_cpu = time.process_time() - cpu
    chunks = [chunk_document(document, size=size) for document in loaded.documents]
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    every = [chunk for of_document in chunks for chunk in of_document]
    characters = sum(len(document.text) for document in loaded.documents)
    print(f"{folder.name}: {len(loaded.documents)} documents, {characters / 1e6:.2f} MB")
    print(f"chunks of at most {size} characters: {len(every)}")
    print(f"load and chunk: {seconds:.1f} s wall, {cpu:.1f} s CPU (loading {load_cpu:.1f}), peak {memory:.0f} MB")
    print(f"chunking: {characters / 1e6 / (cpu - load_cpu):.1f} MB/s of CPU time")
    lengths = sorted(len(chunk.text) for chunk in every)
    tenth, median = lengths[len(lengths) // 10], lengths[len(lengths) // 2]
    print(f"their length: 10th percentile {tenth}, median {median}, largest {lengths[-1]}")
    alone = sum(1 for chunk in every if chunk.text.count("\n") == 0 and chunk.text.startswith("#"))
    print(f"chunks that are a heading alone: {alone}")
    wrong = _wrong(loaded.documents, chunks, size)
    for what, (count, of) in wrong.items():
        print(f"{what}: {count} of {of}")
    return int(any(count for count, _ in wrong.values()))


def _wrong(documents: Sequence[Document], chunks: list[list[Chunk]], size: int) -> dict[str, tuple[int, int]]:
    """What must be zero, each with the number it is out of."""
    total = sum(len(of_document) for of_document in chunks)
    not_verbatim = no_headings = uncovered = characters = 0
    cut, fitting = {"fence": 0, "table_open": 0}, {"fence": 0, "table_open": 0}
    for document, of_document in zip(documents, chunks, strict=True):
        spans = [(chunk.span.start, chunk.span.end) for chunk in of_document]
        for chunk, (start, end) in zip(of_document, spans, strict=True):
            not_verbatim += document.text[start:end] != chunk.text or end - start > size
            no_headings += not chunk.headings
        characters += len(document.text)
        uncovered += _uncovered(document.text, spans)
        for kind, start, end in _blocks(document.text):
            if end - start <= size:
                fitting[kind] += 1
                cut[kind] += not _in_one(spans, start, end)
    return {
        "chunks not verbatim or too long": (not_verbatim, total),
        "chunks without headings": (no_headings, total),
        "characters in no chunk": (uncovered, characters),
        "code fences cut that would have fit": (cut["fence"], fitting["fence"]),
        "tables cut that would have fit": (cut["table_open"], fitting["table_open"]),
    }


def _uncovered(text: str, spans: list[tuple[int, int]]) -> int:
    place, missing = front_matter_end(text), 0
    for start, end in [*spans, (len(text), len(text))]:
        missing += len("".join(text[place:start].split()))
        place = max(place, end)
    return missing


def _blocks(text: str) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of every fence and table, nested ones too."""
    begin = front_matter_end(text)
    body = text[begin:]
    offsets = [begin]
    for line in body.split("\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    for token in _JUDGE.parse(body):
        if token.type in ("fence", "table_open") and token.map:
            start, end = offsets[token.map[0]], min(offsets[token.map[1]] - 1, len(text))
            yield token.type, start, start + len(text[start:end].rstrip())


def _in_one(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    near = bisect_right(spans, (start, len(spans) and spans[-1][1]))
    return any(begin <= start and end <= stop for begin, stop in spans[max(near - 3, 0) : near])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
