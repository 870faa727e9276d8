"""Text -> the letters and marks that parsers keep, and whether one text holds another.

Parsers drop markup, join lines, straighten quotes and break words at line ends; they keep letters and digits in their
order. So benchmill compares texts by their letters alone. It compares separately what letters cannot show: a minus, a
decimal point, `!=` against `==`, `C++` against `C`.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from benchmill.records.list_marks import NUMBER

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff\ufe00-\ufe0f]")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# Tags of HTML only: `vector<int>` is text.
_TAG = re.compile(
    r"</?(?:abbr|a|big|blockquote|br|b|caption|center|code|col|dd|del|details|div|dl|dt|em|figcaption|figure|font|h[1-6]"
    r"|hr|img|ins|i|kbd|li|mark|ol|picture|pre|p|q|samp|small|source|span|strong|sub|summary|sup|s|table|tbody|td"
    r"|tfoot|thead|th|tr|tt|ul|u|var|video)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_LINK = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\)|\]\[[^\[\]\n]*\]")
_IMAGE = re.compile(r"!\[[^\[\]\n]*\](?:\([^()\n]*\)|\[[^\[\]\n]*\])|\[\^[\w-]+\]:?")
# "1." at the start of a line: parsers number items anew, or not at all.
_ITEM = re.compile(rf"^[ \t>]*(?:{NUMBER})[ \t]+", re.MULTILINE)
_ROLE = re.compile(r":[a-z][a-z:+-]*:(?=`)")
# reStructuredText's targets: `text <target>`_ and :role:`text <target>`; `--image <ref>` is Markdown and text
_ROLE_TARGET = re.compile(
    r"(:[a-z][a-z:+-]*:`[^`<\n]*[^`<\s]) <[^<>`\n]+>(?=`)|(`[^`<\n]*[^`<\s]) <[^<>`\n]+>(?=`__?(?!\w))"
)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"))
_NOT_LETTERS = re.compile(r"[\W_]+")
# Numbers with sign, decimals and percent; comparisons; the signs that distinguish C++ and C# from C.
_MARK = re.compile(r"(?:(?<![\w.)\]-])[-+])?\d+(?:[.,:]\d+)*(?: ?%)?|[!=<>]=|(?<=\w)\+\+|(?<=\w)#(?!\w)")
_FIRST_CJK = "\u2e80"


def without_markup(text: str) -> str:
    """`text` without tags, comments, entities, link targets, ligatures and invisible characters.

    >>> without_markup("See the [e&#64;mail](http://example.com) of\u00ad **ﬁle** <br/>`vector<int>`")
    'See the [e@mail of **file**  `vector<int>`'
    """
    if "<" in text:
        text = _TAG.sub(" ", _COMMENT.sub(" ", text))
        text = _ROLE_TARGET.sub(lambda match: match[1] or match[2], text)
    if "[" in text:
        text = _IMAGE.sub("", text)
    if "](" in text or "][" in text:
        text = _LINK.sub("", text)
    if ":`" in text:
        text = _ROLE.sub("", text)
    if "&" in text:
        text = html.unescape(text)
    text = _ITEM.sub("", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).translate(_DASHES)
    return text


@dataclass(frozen=True)
class PlainText:
    """A text by its letters. Texts with equal letters and equal marks have the same meaning.

    >>> PlainText("The *default* is\\n `-5`.").letters
    'Thedefaultis5'
    """

    raw: str

    @cached_property
    def text(self) -> str:
        """The text without markup; `places` are offsets into it."""
        return without_markup(self.raw)

    @cached_property
    def letters(self) -> str:
        """All letters and digits, with nothing between them."""
        return _NOT_LETTERS.sub("", self.text)

    @cached_property
    def marks(self) -> list[str]:
        """Numbers, comparisons and similar signs, in order."""
        return _marks(self.text)

    @cached_property
    def places(self) -> list[int]:
        """For every letter its offset in `text`."""
        return [place for place, letter in enumerate(self.text) if letter != "_" and not _NOT_LETTERS.match(letter)]

    def find(self, quote: PlainText) -> list[int]:
        """The offsets in `letters` at which the quote begins: whole words only, with the same numbers and marks.

        >>> PlainText("Set `retries` to 50, not 5.0").find(PlainText("to 5"))
        []
        """
        wanted = quote.letters
        found: list[int] = []
        at = self.letters.find(wanted) if wanted else -1
        while at >= 0:
            if self.is_whole(at, at + len(wanted)) and self.marks_between(at, at + len(wanted)) == quote.marks:
                found.append(at)
            at = self.letters.find(wanted, at + 1)
        return found

    def marks_between(self, start: int, end: int) -> list[str]:
        """The marks that the letters from `start` to `end` touch, each whole."""
        left, right = self.places[start], self.places[end - 1] + 1
        return _marks(self.text, left, right)

    def is_whole(self, start: int, end: int) -> bool:
        """Whether the letters from `start` to `end` begin and end between words."""
        left, right = self.places[start], self.places[end - 1] + 1
        return not (_joined(self.text, left) or _joined(self.text, right))


def _joined(text: str, at: int) -> bool:
    """Whether a word continues across the offset `at`; an underscore joins letters on both its sides."""
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    if before == "_":
        before = text[at - 2 : at - 1] if at > 1 else ""
    elif after == "_":
        after = text[at + 1 : at + 2]
    if before >= _FIRST_CJK or after >= _FIRST_CJK:
        return False  # Han and kana have no spaces between words
    return before.isalnum() and after.isalnum()


def _marks(text: str, left: int = 0, right: int | None = None) -> list[str]:
    """The marks of `text` that overlap the part from `left` to `right`."""
    right = len(text) if right is None else right
    # a mark reaches at most a few characters beyond: a sign before, decimals or `++` after
    window_end = min(len(text), right + 24)
    found = []
    for match in _MARK.finditer(text, max(0, left - 24), window_end):
        start, end = match.span()
        inside = start < right and end > left
        suffix = start == right and match[0] in ("++", "#")  # C++ at the quote's end
        if inside or suffix:
            found.append(match[0].replace(" ", "").lstrip("+") if match[0] != "++" else "++")
    return found
