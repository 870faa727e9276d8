"""A record of items.jsonl and the docs folder -> what is wrong with the item, by rules of its kind.

This file imports nothing of benchmill.
The rules read the folder's files themselves, so an item that passes is proven without the code that made it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

Record = Mapping[str, Any]

_LOWEST_RATING = 4
_CRITERIA = {"standalone", "groundedness", "relevance"}
_ENOUGH = 0.5  # share of the question's weight that a paragraph must have, besides the changed words, to be an answer
_COMMON = 0.2  # a word in more than this share of the paragraphs carries no weight
_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.*)$")
_NUMBER = re.compile(r"[ \t]*(\d{1,2})[.)][ \t]")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")


class Folder:
    """The documents as files, and what search finds in their paragraphs."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[str, str] = {}

    def text(self, document: str) -> str:
        if document not in self._texts:
            self._texts[document] = (self._root / document).read_text(encoding="utf-8")
        return self._texts[document]

    def section(self, evidence: Record) -> tuple[str, ...]:
        """The document and the headings above a place."""
        above: list[tuple[int, str]] = []
        fenced = False
        for line in self.text(evidence["document"])[: evidence["end"]].split("\n"):
            fenced ^= bool(_FENCE.match(line))
            match = None if fenced else _HEADING.match(line)
            if match:
                above = [(level, name) for level, name in above if level < len(match[1])]
                above.append((len(match[1]), match[2].strip()))
        return evidence["document"], *(name for _, name in above)

    @cached_property
    def paragraphs(self) -> list[set[str]]:
        """The words of each paragraph of each Markdown file, with those of the line above it: its heading or lead."""
        found = []
        for path in sorted(self._root.rglob("*.md*")):
            blocks = [_words(block) for block in re.split(r"\n[ \t]*\n", path.read_text(encoding="utf-8"))]
            found += [set(block) for block in blocks[:1]] + [set(a) | set(b) for a, b in pairwise(blocks)]
        return found

    @cached_property
    def weights(self) -> dict[str, float]:
        """Word -> how much it says: the rarer, the more; common words nothing."""
        counts = Counter(word for words in self.paragraphs for word in words)
        every = len(self.paragraphs)
        return {word: math.log(every / count) for word, count in counts.items() if count <= _COMMON * every}


def problems(item: Record, folder: Folder) -> list[str]:
    """Every rule that the item breaks, in words; empty where the item is proven."""
    return [*_of_any_kind(item, folder), *_OF_KIND[item["kind"]](item, folder)]


def _of_any_kind(item: Record, folder: Folder) -> Iterator[str]:
    if not item["question"].strip():
        yield "no question"
    ratings = {name: rating["rating"] for name, rating in item["ratings"].items()}
    if set(ratings) != _CRITERIA or min(ratings.values()) < _LOWEST_RATING:
        yield f"rated {ratings}"
    for component in item["components"]:
        answer = _said(component)
        if _holds(item["question"], answer):
            yield f"the question holds {answer!r}"
        yield from _proved(answer, component["evidence"], folder)


def _proved(answer: str, evidence: Sequence[Record], folder: Folder) -> Iterator[str]:
    """The evidence is in its document, character by character, and holds the answer."""
    if not evidence:
        yield f"no evidence of {answer!r}"
    for one in evidence:
        if folder.text(one["document"])[one["start"] : one["end"]] != one["text"]:
            yield f"not in {one['document']}: {one['text']!r}"
        if not _holds(one["text"], answer):
            yield f"{one['text']!r} does not hold {answer!r}"


def _factoid(item: Record, folder: Folder) -> Iterator[str]:  # noqa: ARG001 - one signature for all kinds
    if len(item["components"]) != 1:
        yield f"a fact of {len(item['components'])} parts"


def _list(item: Record, folder: Folder) -> Iterator[str]:  # noqa: ARG001 - one signature for all kinds
    yield from _parts_with_own_evidence(item, fewest=2)


def _procedure(item: Record, folder: Folder) -> Iterator[str]:
    yield from _parts_with_own_evidence(item, fewest=2)
    places = [_first(component) for component in item["components"]]
    if len({place["document"] for place in places}) != 1:
        yield "steps of two documents"
    if any(one["start"] >= other["start"] for one, other in pairwise(places)):
        yield "the steps are not in the order of the document"
    lines = [_line(folder.text(place["document"]), place["start"]) for place in places]
    numbers = [int(match[1]) if (match := _NUMBER.match(line)) else 0 for line in lines]
    counted = [number for number in numbers if number]  # a section that leads from code to code may number nothing
    whole = len(counted) == len(numbers)
    if any(other <= one or (whole and other != one + 1) for one, other in pairwise(counted)):
        yield f"the steps have the numbers {numbers}"


def _parts_with_own_evidence(item: Record, fewest: int) -> Iterator[str]:
    parts = item["components"]
    if len(parts) < fewest:
        yield f"{len(parts)} parts"
    if len({_plain(_said(part)) for part in parts}) < len(parts):
        yield "two parts are the same"
    # one sentence may list several entries: each has its place in it
    places = {
        (_first(part)["document"], _first(part)["start"] + _first(part)["text"].find(_said(part))) for part in parts
    }
    if len(places) < len(parts):
        yield "two parts have one place"


def _comparison(item: Record, folder: Folder) -> Iterator[str]:  # noqa: ARG001 - one signature for all kinds
    yield from _parts_with_own_evidence(item, fewest=2)
    for part in item["components"]:
        name = part["text"].removesuffix(_said(part)).rstrip(": ")
        if not _holds(item["question"], name):
            yield f"the question does not name {name!r}"


def _multi_hop(item: Record, folder: Folder) -> Iterator[str]:
    hops = item["hops"]
    if len(hops) != 2:
        yield f"{len(hops)} hops"
        return
    for hop in hops:
        yield from _proved(hop["answer"], [hop["evidence"]], folder)
    if folder.section(hops[0]["evidence"]) == folder.section(hops[1]["evidence"]):
        yield "both hops are in one section"
    if _holds(hops[0]["evidence"]["text"], hops[1]["answer"]):
        yield "the first hop holds the last answer"
    if _plain(item["answer"]) != _plain(hops[1]["answer"]):
        yield "the answer is not that of the last hop"


def _unanswerable(item: Record, folder: Folder) -> Iterator[str]:
    if item["components"] or item["answer"]:
        yield "has an answer"
    miss = item["near_miss"]
    yield from _proved(miss["wrong_answer"], [miss["evidence"]], folder)
    changed, asked = set(_words(miss["missing"])), set(_words(item["question"]))
    if not changed or not changed <= asked:
        yield f"{miss['missing']!r} is not in the question"
    rest = {word: folder.weights[word] for word in asked - changed if word in folder.weights}
    denial: set[str] = set()
    if item.get("change") == "premise":  # what says that there is no answer may be on the subject
        yield from _proved(miss["missing"], [miss["contradicted_by"]], folder)
        denial = set(_words(miss["contradicted_by"]["text"]))
    for words in folder.paragraphs:
        if denial and denial <= words:
            continue
        if changed <= words and sum(rest[word] for word in words & rest.keys()) >= _ENOUGH * sum(rest.values()):
            yield f"a paragraph may answer it: {sorted(words & asked)}"


def _ambiguous(item: Record, folder: Folder) -> Iterator[str]:
    readings = item["readings"]
    if len(readings) < 2:
        yield f"{len(readings)} readings"
    for reading in readings:
        yield from _proved(reading["answer"], reading["evidence"], folder)
        if not _holds(item["answer"], reading["answer"]):
            yield f"the long answer leaves out {reading['answer']!r}"
    if len({_plain(reading["answer"]) for reading in readings}) < len(readings):
        yield "two readings have one answer"
    places = sorted((place["document"], place["start"], place["end"]) for place in map(_first, readings))
    if any(one[0] == other[0] and one[2] > other[1] for one, other in pairwise(places)):
        yield "two readings share a place"


_OF_KIND: Mapping[str, Callable[[Record, Folder], Iterator[str]]] = {
    "factoid": _factoid,
    "list": _list,
    "procedure": _procedure,
    "comparison": _comparison,
    "multi_hop": _multi_hop,
    "unanswerable": _unanswerable,
    "ambiguous": _ambiguous,
}


def _said(component: Record) -> str:
    """The answer of a component: the value alone where its text names the thing, too, as in a comparison."""
    short = component["short_answers"]
    return str(short[0] if short else component["text"])


def _first(component: Record) -> Record:
    found: Record = component["evidence"][0]
    return found


def _holds(text: str, words: str) -> bool:
    """Whether `words` are in `text` as whole words, apart from marks of Markdown, addresses of links, capitals and
    spaces."""
    wanted = _plain(words)
    return bool(re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", _plain(text))) if wanted else False


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[`*\"“”]", "", _LINK.sub(r"\1", text)).casefold().split())


def _words(text: str) -> list[str]:
    return re.findall(r"\w{3,}", text.casefold())


def _line(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0]
