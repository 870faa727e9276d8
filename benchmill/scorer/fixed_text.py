"""Text -> the text that ftfy.fix_text makes of it, each distinct text once, and most of them without ftfy."""

from __future__ import annotations

import re

# Characters that no step of ftfy changes in any context: printable ASCII, tab, newline; without "&", which may begin
# an HTML entity.
_ASCII = r"\t\n !-%'-~"
# ftfy repairs an encoding only where two characters beyond ASCII stand side by side that rarely do (ftfy/badness.py),
# except for C1 controls, Â, Ã, Œ and œ, which it suspects alone. So a line is sound where such characters are apart.
_COMMON = "’–—…"  # suspected only beside Î, Ð, Ø and Ù
_LOWER = "ß-öø-ÿ"  # not suspected beside each other
_APART = "¡-ÁÄ-ÍÏÑ-×Ú-Þ÷Ā-ıĴ-ňŊ-őŔ-ž‘“”•→"  # without ligatures, and what ftfy suspects beside a common one

_UNCHANGED = re.compile(rf"[{_ASCII}]*")
# Possessive throughout (`++`, `*+`): one pass without backtracking, linear for any text.
_SOUND = re.compile(
    rf"(?:[{_ASCII}{_COMMON}]++|(?:[{_LOWER}]++|[{_APART}])(?![^\x00-\x7f{_COMMON}]))*+",
)
_STRAIGHT = str.maketrans("‘’“”", "''\"\"")


class FixedText:
    r"""`ftfy.fix_text` with equal results, cached for as long as this object lives.

    ftfy works line by line and carries one state from line to line: after the first "<" it leaves HTML entities alone.
    So most lines need only straight quotes and no ftfy. The class gives the other lines to ftfy one by one, with that
    state.

    >>> fixed = FixedText()
    >>> fixed("“It’s” &lt;ok&gt;"), fixed("<b>\n&lt;"), fixed("a café’s “plain” text")
    ('"It\'s" <ok>', '<b>\n&lt;', 'a café\'s "plain" text')
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        if _UNCHANGED.fullmatch(text):
            return text
        fixed = self._known.get(text)
        if fixed is None:
            fixed = self._known[text] = text.translate(_STRAIGHT) if _SOUND.fullmatch(text) else _fix_lines(text)
        return fixed


def _fix_lines(text: str) -> str:
    import ftfy  # 0.1 s to import, and most benchmarks never need it

    unescape: str | bool = "auto"
    fixed = []
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):  # each with its newline: ftfy reads the character before it
        if _SOUND.fullmatch(line):
            fixed.append(line.translate(_STRAIGHT))
        else:
            fixed.append(ftfy.fix_text(line, unescape_html=unescape))
        if "<" in line:
            unescape = False
    return "".join(fixed)
