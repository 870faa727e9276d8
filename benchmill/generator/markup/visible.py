"""A document -> its text with blanks in place of what no reader sees."""

from __future__ import annotations

import re

from benchmill.generator.markup.nodes import nodes_of
from benchmill.records.corpus import Document


def visible(document: Document) -> str:
    """The text with blanks in place of each comment between blocks; code may show one. Places stay where they are."""
    text, parts, end = document.text, [], 0
    for node in nodes_of(document) if "<!--" in text else ():
        if node.kind == "code" and text.startswith("<!--", node.start):
            parts += [text[end : node.start], re.sub(r"\S", " ", text[node.start : node.end])]
            end = node.end
    return "".join((*parts, text[end:]))
