"""Text -> the text that ftfy.fix_text makes of it, each distinct text once, and most of them without ftfy."""

from __future__ import annotations

import re

# What no step of ftfy changes: printable ASCII, tab and newline; without "&", which may begin an HTML entity.
_UNCHANGED = re.compile(r"[\t\n !-%'-~]*")


class FixedText:
    r"""`ftfy.fix_text`, exactly, remembered for as long as this object lives.

    ftfy works line by line and carries one thing from line to line: after the first "<" it leaves HTML entities alone.
    So a line of plain ASCII needs no look, and the others are given to ftfy alone, with that one thing.

    >>> fixed = FixedText()
    >>> fixed("“It’s” &lt;ok&gt;"), fixed("<b>\n&lt;"), fixed("plain")
    ('"It\'s" <ok>', '<b>\n&lt;', 'plain')
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        if _UNCHANGED.fullmatch(text):
            return text
        fixed = self._known.get(text)
        if fixed is None:
            fixed = self._known[text] = _fix_lines(text)
        return fixed


def _fix_lines(text: str) -> str:
    import ftfy  # 0.1 s to import, and most benchmarks are plain ASCII

    unescape: str | bool = "auto"
    fixed = []
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):  # each with its newline: ftfy looks at what stands before one
        fixed.append(line if _UNCHANGED.fullmatch(line) else ftfy.fix_text(line, unescape_html=unescape))
        if "<" in line:
            unescape = False
    return "".join(fixed)
