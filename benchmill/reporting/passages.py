"""Evidence and its document -> the passage around it as pieces, each inside the evidence or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmill.records import Document, Span

# Characters shown before and after evidence. If a line begins near that point, the passage begins with the line.
AROUND = 260
# The largest distance to such a beginning of a line.
_NEAR = 120
_EMPTY_LINES = re.compile(r"(\n[ \t]*\n\s*)")
# No quote of a run is longer; evidence from a broken import may be.
_LONGEST_MARK = 4000


@dataclass(frozen=True, slots=True)
class Piece:
    """Some characters of a passage; `marked` where they are evidence."""

    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a document with its evidence; `cut_before` and `cut_after` say whether the document goes on there."""

    document: str
    pieces: tuple[Piece, ...]
    cut_before: bool = False
    cut_after: bool = False
    note: str = ""


def passages_of(spans: Iterable[Span], documents: dict[str, Document], around: int = AROUND) -> list[Passage]:
    """One passage for each group of neighbouring spans, in the order of their first span.

    If the document is gone or has other words at that place, the passage is the evidence alone, with a note.
    """
    grouped: dict[str, list[Span]] = {}
    shown = []
    for span in dict.fromkeys(spans):
        document = documents.get(span.document_id)
        if document is None:
            shown.append(_alone(span, "its document is no longer in the corpus"))
        elif document.text[span.start : span.end] != span.text:
            shown.append(_alone(span, "its document has another text at this place"))
        else:
            grouped.setdefault(span.document_id, []).append(span)
    for name, members in grouped.items():
        groups = _neighbours(sorted(members, key=lambda s: (s.start, s.end)), around)
        shown.extend(_passage(documents[name], group, around) for group in groups)
    return shown


def _alone(span: Span, note: str) -> Passage:
    return Passage(span.document_id, (Piece(span.text[:_LONGEST_MARK], marked=True),), note=note)


def _neighbours(spans: list[Span], around: int) -> list[list[Span]]:
    groups: list[list[Span]] = []
    for span in spans:
        if groups and span.start - max(s.end for s in groups[-1]) <= 2 * around:
            groups[-1].append(span)
        else:
            groups.append([span])
    return groups


def _passage(document: Document, spans: list[Span], around: int) -> Passage:
    text = document.text
    first, last = spans[0].start, max(span.end for span in spans)
    begin, end = _begin(text, max(0, first - around), first), _end(text, last, min(len(text), last + around))
    pieces: list[Piece] = []
    at = begin
    for span in spans:
        if span.end <= at:
            continue
        start = max(span.start, at)
        if start > at:
            pieces.append(Piece(text[at:start], marked=False))
        pieces.extend(_marked(_shortened(text[start : span.end])))
        at = span.end
    if at < end:
        pieces.append(Piece(text[at:end], marked=False))
    return Passage(document.id, tuple(pieces), begin > 0, end < len(text))


def _marked(text: str) -> Iterator[Piece]:
    """The evidence as pieces: an empty line inside it is not marked, since an empty bar of colour has no use."""
    for number, part in enumerate(_EMPTY_LINES.split(text)):
        if part:
            yield Piece(part, marked=number % 2 == 0)


def _begin(text: str, begin: int, first: int) -> int:
    """The next beginning of a line after `begin`, or of a word where no line begins near."""
    if begin == 0:
        return 0
    near = min(first, begin + _NEAR)
    for mark in "\n ":
        if (at := text.find(mark, begin, near)) >= 0:
            return at + len(text[at:first]) - len(text[at:first].lstrip("\n "))
    return begin


def _end(text: str, last: int, end: int) -> int:
    """The last end of a line before `end`, or of a word where no line ends near."""
    if end == len(text):
        return end
    near = max(last, end - _NEAR)
    for mark in "\n ":
        if (at := text.rfind(mark, near, end)) >= 0:
            return last + len(text[last:at].rstrip("\n "))
    return end


def _shortened(text: str) -> str:
    left = len(text) - _LONGEST_MARK
    return text if left <= 0 else f"{text[:_LONGEST_MARK]} ... ({left:,} characters more)"
