"""The words of a prompt -> the fenced passages in it, and the subject that their headings name.

The module reads the prompt's form alone, not the code that made the prompt: a model has no more either.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

# A line that is a token of 12 letters and digits opens a passage (perhaps with its number); the same token closes it.
_FENCE = re.compile(r"^([0-9][0-9a-z]{11})(?: +(\w{1,3}))?$", re.MULTILINE)
_PLACE = re.compile(r"^\W{0,2}(?:section|headings?|heading path|title)\W{0,3}: *(\S.*)$", re.IGNORECASE)
_CONTINUES = re.compile(r" \(continues: .*\)$")  # the header of a table or list of which the passage holds a piece
_TITLE = re.compile(r"^#{1,6} +(\S.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Passage:
    """One fenced passage, its marks taken off. `label` is what the prompt calls it, `place` the headings above it."""

    label: str
    text: str
    place: str = ""


def passages(prompt: str) -> list[Passage]:
    """Every fenced passage, in order; the whole prompt where it has no fence."""
    borders = list(_FENCE.finditer(prompt))
    found: list[Passage] = []
    for start, end in zip(borders[::2], borders[1::2], strict=False):
        label = start.group(2) or str(len(found) + 1)
        before = prompt[: start.start()].rstrip("\n").rpartition("\n")[2]
        place = _PLACE.match(before)
        text = unmarked(prompt[start.end() + 1 : end.start() - 1])
        found.append(Passage(label, text, place.group(1) if place else ""))
    return found or [Passage("1", prompt)]


def unmarked(text: str) -> str:
    """Text without the mark at the beginning of each line.

    >>> unmarked("¦ one\\n¦ \\n¦ two")
    'one\\n\\ntwo'
    """
    lines = text.split("\n")
    mark, times = Counter(line[:2] for line in lines).most_common(1)[0]
    if times == len(lines) and mark[:1] not in "#-*>|" and not mark[:1].isalnum():
        return "\n".join(line[2:] for line in lines)
    return text


@cache
def subject(passage: Passage) -> str:
    """The subject's name in a question: the innermost heading, else the passage's own, else its commonest name."""
    title = _TITLE.search(passage.text)
    for line in (_CONTINUES.sub("", passage.place), title.group(1) if title else ""):
        parts = [part.strip(" #`*\"'") for part in re.split(r" [>/›»|] ", line)]
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*\[\]]", r"\1", parts[-1]).split()[:6]
        if words:
            return " ".join(words).rstrip(".,:;?!")
    names = Counter(re.findall(r"(?<=[a-z,] )[A-Z][A-Za-z]{3,}", passage.text))
    return names.most_common(1)[0][0] if names else "the product"
