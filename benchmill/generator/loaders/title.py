"""A document's text -> its title, from its front matter, otherwise its first heading, otherwise the file's name."""

from __future__ import annotations

from pathlib import PurePosixPath

from benchmill.generator.markup.blocks import NOTEBOOK, blocks_of
from benchmill.generator.markup.front_matter import front_matter_end, front_matter_title
from benchmill.generator.markup.headings import shortened
from benchmill.generator.markup.lines import line_end

# We look for the first heading only in this many characters after the front matter; parsing the whole text is slow.
_LOOK_AHEAD = (2_000, 50_000)


def title_of(name: str, text: str, media_type: str, cells: tuple[tuple[int, str], ...] = ()) -> str:
    """A document's title: one line of at most 200 characters. The title is never empty.

    >>> title_of("guide/tea.md", "Hot.\\n\\n# Green *tea*\\n", "text/markdown")
    'Green tea'
    """
    title = front_matter_title(text) if media_type in ("text/markdown", "text/mdx", NOTEBOOK) else ""
    return shortened(title) or _first_heading(text, media_type, cells) or shortened(PurePosixPath(name).stem) or name


def _first_heading(text: str, media_type: str, cells: tuple[tuple[int, str], ...]) -> str:
    start = front_matter_end(text)
    for characters in _LOOK_AHEAD:
        end = line_end(text, min(start + characters, len(text)), len(text))
        if end > 2 * (start + characters):  # the text is one very long line
            continue
        for block in blocks_of(text, media_type, end, cells, end):
            if block.kind == "heading" and block.heading:
                return block.heading
        if end == len(text):
            return ""
    return ""
