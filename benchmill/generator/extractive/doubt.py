"""A fact and the blocks of a page -> those that may state the fact in other words than its thing's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import Block, Blocks
from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.values import holds, is_distinctive, is_same
from benchmill.generator.languages import Language, letters_of
from benchmill.records.words import content_words

_APART = re.compile(r"[_.-]|(?<=[a-z])(?=[A-Z])")
_MARKED = re.compile(r"[_-]|[a-z][A-Z]")
_VAGUE = "enable enabled disable use default"  # in names of settings, which are English
_LEAST_LETTERS = 8  # of a name whose words may stand apart: `loglevel` is the "log level"
_LEAST_TOLD = 3  # words of a meaning: two of them stand in many sentences about the same things
_LEAST_WORDS = 2  # of a name, beside which a value is the name's


class Doubt:
    """What may be said of a fact's thing by the words of its name. A fact of which that is so is not asked about."""

    def __init__(self, fact: Fact, language: Language, product: str) -> None:
        self._fact, self._language, self._answer = fact, language, fact.parts[0].answer
        self._last = fact.thing.rpartition(".")[2].casefold()
        self._words = self._stems(_APART.sub(" ", fact.thing)) - self._stems(f"{product} {_VAGUE}")
        self._is_distinctive, small = is_distinctive(self._answer), self._answer.casefold()
        self._is_switch = small in language.words("on") | language.words("off") or small in ("0", "1")

    def among(self, blocks: Blocks, *, is_named: bool) -> list[Place]:
        """The places that may state the fact. `is_named` says whether their page has the thing's name."""
        if self._fact.construct == "defaults":
            given = (block for block in blocks.of_defaults if self._may_give(block, is_named=is_named))
            found = [block for block in (*self._beside(blocks), *given) if not self._is_of_other(block)]
        elif self._fact.construct == "procedures":  # "install Pebblewire" leaves a word that stands on many pages
            found = blocks.with_all(self._words) if len(self._words) >= _LEAST_WORDS else []
        else:
            found = [block for block in blocks.with_all(self._words) if self._tells(block)]
        return [block.place for block in found]

    def _beside(self, blocks: Blocks) -> Iterator[Block]:
        """The blocks that name the thing and hold a value that few things have, without a word on defaults."""
        for block in (*blocks.with_all(self._words), *blocks.holding(self._answer)) if self._is_distinctive else ():
            if not block.is_code and self._names(block) and self._holds(block):
                yield block

    def _is_of_other(self, block: Block) -> bool:
        """Whether the block is in the entry of another key."""
        entry = block.entry.casefold()
        is_own = self._last in entry or self._last.endswith(entry.lstrip("-")) or self._is_answer(entry)
        return bool(entry) and not is_own

    def _may_give(self, block: Block, *, is_named: bool) -> bool:
        """Whether a block that tells a default may tell the thing's."""
        if self._is_switch:
            switched = (match["value"] for match in self._language.pattern("switched").finditer(block.said))
            return self._names(block) and any(map(self._is_answer, (*switched, *block.codes, *block.cells)))
        met = len(self._words & block.words)
        is_near = is_named and (met or (block.codes and all(map(self._is_answer, block.codes))))
        is_half = met >= _LEAST_WORDS and 2 * met >= len(self._words)
        return bool(is_near or is_half or self._names(block)) and self._holds(block)

    def _names(self, block: Block) -> bool:
        """Whether a block has all words of the name, its letters, or the last part of a path."""
        last = self._fact.thing.rpartition(".")[2]
        if len(self._words) >= _LEAST_WORDS and self._words <= block.words:
            return True
        letters, is_part = letters_of(last), last != self._fact.thing and _MARKED.search(last) is not None
        # "`--max-uploads`" for "relay.max-uploads"
        is_there = is_part and re.search(rf"(?<!\w)(?<!\w-){re.escape(last)}(?![\w-])", block.said, re.IGNORECASE)
        return bool(is_there) or (len(letters) >= _LEAST_LETTERS and letters in block.letters)

    def _tells(self, block: Block) -> bool:
        """Whether a block with the words of a term has half of the words of its meaning."""
        told = self._stems(self._answer) - self._words
        met = len(told & block.words)
        return met >= min(len(told), _LEAST_TOLD) and 2 * met >= len(told)

    def _holds(self, block: Block) -> bool:
        return holds(block.said, self._answer, self._language)

    def _is_answer(self, value: str) -> bool:
        return is_same(value, self._answer, self._language)

    def _stems(self, said: str) -> set[str]:
        return set(content_words(said, self._language.code))
