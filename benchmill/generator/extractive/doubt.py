"""A fact and a page -> the places that may state the fact in other words than its thing's name."""

from __future__ import annotations

import re

from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.page import Block, Page
from benchmill.generator.extractive.values import Value
from benchmill.generator.languages import Language, letters_of
from benchmill.records.words import content_words

_APART = re.compile(r"[_.-]|(?<=[a-z])(?=[A-Z])")
_MARKED = re.compile(r"[_-]|[a-z][A-Z]")
_VAGUE = "enable enabled disable use default"  # in names of settings, which are English
_LEAST_LETTERS = 8  # of a name whose words may stand apart: `loglevel` is the "log level"
_LEAST_TOLD = 3  # words of a meaning: two of them stand in many sentences about the same things
_LEAST_WORDS = 2  # of a name or a task: "install Pebblewire" leaves a word that stands on many pages


class Doubt:
    """What may be said of a fact's thing by the words of its name. A fact of which that is so is not asked about."""

    def __init__(self, fact: Fact, language: Language, product: str) -> None:
        self._fact, self._language = fact, language
        self._value = Value(fact.parts[0].answer, language)
        self._last = fact.thing.rpartition(".")[2]
        self._words = self._stems(_APART.sub(" ", fact.thing)) - self._stems(f"{product} {_VAGUE}")

    def places(self, page: Page) -> list[Place]:
        """The places that may state the fact."""
        if self._fact.construct == "defaults":
            written = self._value.written
            held = page.blocks(rf"(?<![\w.-]){re.escape(written)}(?![\w-]|\.\w)") if self._value.is_distinctive else ()
            blocks = (*page.of_defaults, *(block for block in held if not block.is_code))
            return [block.place for block in blocks if self._names(block) and self._gives(block)]
        with_words = page.blocks_with(self._words)
        is_task = self._fact.construct == "procedures" and len(self._words) >= _LEAST_WORDS
        return [block.place for block in with_words if is_task or self._tells(block)]

    def _names(self, block: Block) -> bool:
        """Whether a block has half of the words of the name, its letters, or the last part of a path."""
        last = self._last.casefold()
        met = len(self._words & block.words)
        if met >= _LEAST_WORDS and 2 * met >= len(self._words):
            return True
        is_part = last != self._fact.thing.casefold() and _MARKED.search(self._last) is not None
        # "`--max-uploads`" for "relay.max-uploads"
        is_there = is_part and re.search(rf"(?<!\w)(?<!\w-){re.escape(last)}(?![\w-])", block.said.casefold())
        letters = letters_of(last)
        return bool(is_there) or (len(letters) >= _LEAST_LETTERS and letters in block.letters)

    def _gives(self, block: Block) -> bool:
        """Whether a block gives the value."""
        switched = (match["value"] for match in self._language.pattern("switched").finditer(block.said))
        is_switch = self._value.is_switch and self._value.is_any((*switched, *block.codes, *block.cells))
        return is_switch or (not self._value.is_switch and self._value.is_in(block.said))

    def _tells(self, block: Block) -> bool:
        """Whether a block with the words of a term or class has half of the words of its meaning."""
        told = self._stems(self._value.written) - self._words
        met = len(told & block.words)
        return met >= min(len(told), _LEAST_TOLD) and 2 * met >= len(told)

    def _stems(self, said: str) -> set[str]:
        return set(content_words(said, self._language.code))
