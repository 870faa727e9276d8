"""A fact and a page -> the places that may state the fact in other words than its thing's name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import chain

from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.page import Block, Page
from benchmill.generator.extractive.values import Value
from benchmill.generator.languages import Language, letters_of
from benchmill.records.words import apart, content_words

_MARKED = re.compile(r"[_-]|[a-z][A-Z]")
_VAGUE = "enable enabled disable use default"  # in names of settings, which are English
_LEAST_LETTERS = 8  # of a name whose words may stand apart: `loglevel` is the "log level"
_LEAST_TOLD = 3  # words of a meaning: two of them stand in many sentences about the same things
_LEAST_WORDS = 2  # of a name, beside which a value is the name's


class Doubt:
    """What may be said of a fact's thing by the words of its name. A fact of which that is so is not asked about."""

    def __init__(self, fact: Fact, language: Language, product: str) -> None:
        self._fact, self._language = fact, language
        self._value = Value(fact.parts[0].answer, language)
        self._thing, self._last = fact.thing.casefold(), fact.thing.rpartition(".")[2]
        self._letters = letters_of(self._last)
        self._words = self._stems(apart(fact.thing, at_capitals=True)) - self._stems(f"{product} {_VAGUE}")

    def places(self, page: Page) -> list[Place]:
        """The places that may state the fact."""
        found: Iterable[Block]
        if self._fact.construct == "defaults":
            given = (block for block in page.of_defaults if self._may_give(block, page))
            found = (block for block in (*self._beside(page), *given) if not self._is_of_other(block))
        elif self._fact.construct == "procedures":  # "install Pebblewire" leaves a word that stands on many pages
            found = page.blocks_with(self._words) if len(self._words) >= _LEAST_WORDS else ()
        else:
            named = page.blocks(re.escape(self._fact.thing))  # "RelayLoader" is one word there
            entries = (block for block in named if block.entry == self._fact.thing)
            found = filter(self._tells, (*page.blocks_with(self._words), *entries))
        return [block.place for block in found]

    def _beside(self, page: Page) -> list[Block]:
        """The blocks that name the thing and hold a value that few things have, without a word on defaults."""
        value = self._value.written
        if not self._value.is_distinctive:
            return []
        held = page.blocks(rf"(?<![\w.-]){re.escape(value)}(?![\w-]|\.\w)") if value.casefold() in page.small else []
        blocks = (*page.blocks_with(self._words), *held)
        return [each for each in blocks if not each.is_code and self._names(each) and self._value.is_in(each.said)]

    def _is_of_other(self, block: Block) -> bool:
        """Whether the block is in the entry of another key."""
        entry, last = letters_of(block.entry), self._letters  # `--max-age` is `RELAY_MAX_AGE`
        return bool(entry) and not (last in entry or last.endswith(entry) or self._value.is_any([block.entry]))

    def _may_give(self, block: Block, page: Page) -> bool:
        """Whether a block that tells a default may tell the thing's: with the value, or in other words."""
        if self._value.is_word and self._thing in page.small and self._value.is_any([block.entry]):
            return True  # "`slow`: sends one by one. This is the default."
        if not self._states(block):
            return not (block.is_code or block.cells) and self._tells_otherwise(block)
        met = self._words & block.words
        is_alone = block.codes and all(self._value.is_any([code]) for code in block.codes)
        return bool(
            ((met or is_alone) and self._thing in page.small)
            or (not block.is_code and (self._value.is_rare or (self._value.is_word and met)))
            or self._is_half(block.words | block.above)
            or self._names(block)
            or (block.is_code and any(map(self._is_line_of, page.lines_beside(block.place))))
        )

    def _is_line_of(self, line: str) -> bool:
        """Whether a line of code names the thing: "[--wait=N]" above "# Default: 7", `RELAY_WAIT=7` below
        "## Seconds (default: 7)"."""
        return self._thing in line.casefold() or (self._has_long_name and self._letters in letters_of(line))

    def _tells_otherwise(self, block: Block) -> bool:
        """Whether a sentence without the value may tell the default: "By default, Relay refuses private hooks" that of
        `ALLOW_PRIVATE_HOOKS`, "The default loader is `NewLoader`" that of `LOADER`."""
        if self._value.is_switch:
            return not block.codes and self._is_half(block.words)
        return len(block.codes) <= 1 and 0 < len(self._words) == self._met(block.words)

    def _states(self, block: Block) -> bool:
        """Whether a block states the value."""
        if not self._value.is_switch:
            return self._value.is_in(block.said)
        stated = (self._language.pattern(name).finditer(block.said) for name in ("switched", "default_inside"))
        values = (match["value"].strip("`") for match in chain.from_iterable(stated))
        return self._value.is_any((*values, *block.codes, *block.cells))

    def _is_half(self, words: Collection[str]) -> bool:
        """Whether words hold all words of the name, or two or more that are half of them."""
        met = self._met(words)
        return met == len(self._words) > 0 or (met >= _LEAST_WORDS and 2 * met >= len(self._words))

    def _met(self, words: Collection[str]) -> int:
        """The number of words of the name that begin one of some words: `AUTH` is "authentication"."""
        return sum(any(each.startswith(word) for each in words) for word in self._words)

    def _names(self, block: Block) -> bool:
        """Whether a block has all words of the name, its letters, or the last part of a path."""
        if len(self._words) >= _LEAST_WORDS and self._words <= block.words:
            return True
        last = self._last
        is_part = last != self._fact.thing and _MARKED.search(last) is not None
        # "`--max-uploads`" for "relay.max-uploads"
        is_there = is_part and re.search(rf"(?<!\w)(?<!\w-){re.escape(last)}(?![\w-])", block.said, re.IGNORECASE)
        return bool(is_there) or (self._has_long_name and self._letters in block.letters)

    @property
    def _has_long_name(self) -> bool:
        return len(self._letters) >= _LEAST_LETTERS

    def _tells(self, block: Block) -> bool:
        """Whether a block with the words of a term or class has half of the words of its meaning."""
        told = self._stems(self._value.written) - self._words
        met = len(told & block.words)
        return met >= min(len(told), _LEAST_TOLD) and 2 * met >= len(told)

    def _stems(self, said: str) -> set[str]:
        return set(content_words(said, self._language.code))
