"""Ranked passages, answer components -> the rank at which each component is proved, by one of three matching methods.

`verbatim` is the exact metric of fastbook-benchmark (scorer/components.py). `normalised` ignores what parsers change.
`mapping` uses the links of `benchmill map`: a component is proved where all chunks of one link are retrieved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal, cast, get_args

from benchmill.mapping.links import ComponentLinks
from benchmill.mapping.map_benchmark import text_digest
from benchmill.mapping.mapping import Mapping as ChunkMapping
from benchmill.mapping.mapping import read_mapping
from benchmill.mapping.plain_text import PlainText
from benchmill.outputs.fastbook import Component, Question
from benchmill.outputs.run_file import RankedPassage
from benchmill.records import UsageError
from benchmill.scorer.components import component_score
from benchmill.scorer.fixed_text import FixedText

MatchName = Literal["verbatim", "normalised", "mapping"]
MATCHES: tuple[MatchName, ...] = get_args(MatchName)
Ranks = tuple[int | None, ...]


@dataclass(frozen=True)
class Matcher:
    """Finds the ranks of a question's components among its passages; it cleans each text once."""

    name: MatchName
    mapping: ChunkMapping | None = None
    _fixed: FixedText = field(default_factory=FixedText, repr=False)
    # a passage that many questions found is cleaned once; those of a large run do not fit into memory
    _plain_of: Callable[[str], PlainText] = field(
        default_factory=lambda: lru_cache(maxsize=8192)(PlainText), repr=False
    )

    def ranks(self, question: Question, passages: Sequence[RankedPassage]) -> Ranks:
        """For every component the first rank, from 1, that proves it; None where no passage does."""
        if self.name == "mapping":
            return self._by_links(question, passages)
        texts = [one.text or "" for one in passages]
        if self.name == "verbatim":
            return component_score([one.contexts for one in question.components], texts, self._fixed).ranks
        return tuple(self._normalised(component, texts) for component in question.components)

    def _normalised(self, component: Component, texts: Sequence[str]) -> int | None:
        quotes = [self._plain_of(text.strip()) for text in component.contexts]
        for rank, text in enumerate(texts, start=1):
            if any(quote.raw in text or self._plain_of(text).find(quote) for quote in quotes if quote.raw):
                return rank
        return None

    def _by_links(self, question: Question, passages: Sequence[RankedPassage]) -> Ranks:
        rank_of: dict[str, int] = {}
        for rank, one in enumerate(passages, start=1):
            if known := self.chunk_of(one):
                rank_of.setdefault(known, rank)
        items = self.mapping.items if self.mapping else {}
        return tuple(_rank(component, rank_of) for component in items.get(question.name, ()))

    def chunk_of(self, passage: RankedPassage) -> str:
        """The id of the passage's chunk: its own, else that of the linked chunk with this text; empty for another."""
        return passage.id if passage.id or passage.text is None else self._ids.get(text_digest(passage.text), "")

    @cached_property
    def linked(self) -> frozenset[str]:
        """The ids of all chunks that hold evidence by the mapping."""
        components = [one for ones in self.mapping.items.values() for one in ones] if self.mapping else []
        return frozenset(id_ for component in components for link in component.links for id_ in link.chunks)

    @cached_property
    def _ids(self) -> dict[str, str]:
        """Digest of a linked chunk's text -> its id, for runs without ids."""
        return {digest: id_ for id_, digest in self.mapping.texts.items()} if self.mapping else {}


def match_of(text: str) -> tuple[MatchName, ChunkMapping | None]:
    """The value of `--match`: `verbatim`, `normalised`, or the path of a mapping. UsageError for any other."""
    if text in ("verbatim", "normalised"):
        return cast(MatchName, text), None
    if text == "normalized":
        return "normalised", None
    path = Path(text)
    if not path.is_file():
        raise UsageError(f"match must be verbatim, normalised, or the file of a mapping; there is no file {text!r}")
    return "mapping", read_mapping(path)


def _rank(component: ComponentLinks, rank_of: Mapping[str, int]) -> int | None:
    """The rank by which all chunks of one link are retrieved; the best over the links."""
    whole = [max(rank_of[id_] for id_ in link.chunks) for link in component.links if set(link.chunks) <= rank_of.keys()]
    return min(whole, default=None)


def reachable(match: MatchName) -> Callable[[ComponentLinks], bool]:
    """Whether this matching method can find a component in an index."""
    if match == "mapping":
        return lambda component: bool(component.links)
    if match == "verbatim":
        return lambda component: component.whole == "verbatim"
    return lambda component: component.whole is not None
