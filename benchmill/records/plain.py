"""A text -> the text without the marks of words in italics, and without the addresses behind its links."""

from __future__ import annotations

import re

# In underscores several words, so that `_id` and __init__ stay; a star of code has a letter, a bracket or a space
# where the emphasis begins.
_ITALIC = re.compile(
    r"(?<![\w`])__?(?=[^_\n`]* )([^\W_][^_\n`]*[^\W_])__?(?![\w`])"
    r"|(?<![\w`*/(.\\])\*(?=[\w\"'“”„«‘「])([^*`\n]{1,200}?)(?<=[\w\"'“”»’」.!?)])\*(?![\w`*/(.])"
)
_ROLE = r"(?<![\w`:]):[a-z](?:[\w.+-]|:(?=[a-z]))*:"
# [words](address) of Markdown; `words <address>`_, :ref:`words <place>` and :opt:`name` of reStructuredText. An address
# may hold one pair of brackets. A picture stays, since a check refuses it.
_LINK = re.compile(
    r"(?<!!)\[([^\[\]\n]+)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)"
    r"|`([^`<]+?)\s*<[^`<>\n]+>`__?(?!\w)"
    rf"|{_ROLE}`([^`<]+?)\s*<[^`<>\n]+>`(?!\w)|{_ROLE}(`[^`\n]+`)"
)


def without_links(text: str) -> str:
    """`text` with the words of its links alone.

    >>> without_links("[Relay](https://kestrel.example/a_(b)), `Kiln <https://kiln.example>`__ or `a <b>`")
    'Relay, Kiln or `a <b>`'
    >>> without_links(":ref:`the pause <pause>` of :py:attr:`relay.pause`, not of `:ref:`"), without_links("a:b:`c`")
    ('the pause of `relay.pause`, not of `:ref:`', 'a:b:`c`')
    """
    return _LINK.sub(lambda match: next(filter(None, match.groups())), text)


def without_emphasis(text: str) -> str:
    """`text` without such marks.

    >>> without_emphasis("the _site key_ of __str__ and `_id`"), without_emphasis("in *“Trash”*, not in *.log or *args")
    ('the site key of __str__ and `_id`', 'in “Trash”, not in *.log or *args')
    """
    return _ITALIC.sub(lambda match: match[1] or match[2], text)
