"""Chunks -> the sections of their documents, and writing tasks for the lists and numbered steps of a section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from benchmill.generator.kinds.task import WritingTask
from benchmill.records import Chunk

LONGEST_SECTION = 4
"""The writer sees at most this many chunks of one section."""

# The pattern leaves out numbered entries: they are steps and belong to procedures.
_ENTRY = re.compile(r"^(?P<indent>[ \t]{0,3})[-*+][ \t]+(?P<code>\*{0,2}`)?\S", re.MULTILINE)
_STEP = re.compile(
    r"^[ \t]{0,3}(?P<number>\d{1,2})[.)][ \t]+\S|^#{1,6}[ \t]+(?:step )(?P<named>\d{1,2})\b", re.M | re.I
)
_ROW = re.compile(r"^[ \t]{0,3}\|.*\|[ \t]*$", re.MULTILINE)
_FEWEST_ENTRIES = 3


def sections(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    """Groups of chunks that follow each other in one document under the same headings."""
    for _, group in groupby(chunks, key=lambda chunk: (chunk.document_id, chunk.headings)):
        yield tuple(group)


def list_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """A task for each eligible chunk with three or more unnumbered entries, together with nearby chunks."""
    for section in sections(chunks):
        for number, chunk in enumerate(section):
            if chunk.id in rank and _entries(chunk.text) >= _FEWEST_ENTRIES:
                yield WritingTask("list", _around(section, number))


def procedure_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """A task for each section with two or more numbered steps; the chunk with the first step is the source chunk."""
    for section in sections(chunks):
        holding = [number for number, chunk in enumerate(section) if _STEP.search(chunk.text)]
        if not holding or section[holding[0]].id not in rank:
            continue
        shown = section[holding[0] : holding[0] + LONGEST_SECTION]
        numbers = [int(m["number"] or m["named"]) for chunk in shown for m in _STEP.finditer(chunk.text)]
        if any(second == first + 1 for first, second in pairwise(numbers)):
            yield WritingTask("procedure", shown)


def form_of(task: WritingTask) -> str:
    """The form of the task's list: table rows, names in code font, or words. Lists of one form get like questions."""
    text = task.seed.text
    entries = list(_ENTRY.finditer(text))
    if len(_ROW.findall(text)) - 2 > len(entries):
        return "table"
    return "names" if 2 * sum(bool(match["code"]) for match in entries) > len(entries) else "words"


def _entries(text: str) -> int:
    """The number of entries at one depth, or of table rows below the header: the larger of the two."""
    depths = [len(match["indent"]) // 2 for match in _ENTRY.finditer(text)]
    most = max((depths.count(depth) for depth in set(depths)), default=0)
    return max(most, len(_ROW.findall(text)) - 2)


def _around(section: tuple[Chunk, ...], number: int) -> tuple[Chunk, ...]:
    """The chunk, then the chunks after it and before it: a list that the chunk's border cuts continues there."""
    after = section[number + 1 : number + LONGEST_SECTION]
    before = section[max(0, number - (LONGEST_SECTION - 1 - len(after))) : number]
    return (section[number], *after, *before)
