"""Passage -> its whole sentences in paragraphs and items, with their places."""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.generator.extractive.blocks import Block
from benchmill.generator.extractive.draft import Passage, Place
from benchmill.records.sentences import sentences


def told(passage: Passage, found: list[Block]) -> Iterator[Place]:
    """Sentences of paragraphs, and of items made of sentences, where nothing cut them."""
    for number, block in enumerate(found):
        if block.kind not in ("paragraph", "item") or (passage.cut_start and number == 0):
            continue
        if passage.cut_end and number == len(found) - 1:
            continue
        text = passage.text[slice(*block.place)]
        if block.kind == "item" and not text.rstrip().endswith("."):
            continue  # a fragment, not a sentence
        for start, end in sentences(text):
            yield block.place[0] + start, block.place[0] + end
