"""A quote and a text -> where the quote is in the text, although copying may have changed it.

Models copy words well and characters badly: they straighten quotes, drop emphasis and link targets, rejoin lines. So a
normalised form of both is compared; what comes out is always a span of the raw text, never of the normalised one.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

DATAMARK = "¦"
"""The mark before every line of a fenced passage (prompts/fencing.py); a quote that kept it must still be found."""

# Every piece that normalising changes; what lies between two matches is copied as it is. Single spaces are not a match.
_SPECIAL = re.compile(
    r"""
    (?P<bullet>(?:\A|(?:[^\S\n]|¦)*+\n)[\s¦]*+(?:(?:[-*+>]|\#{1,6})(?:[ \t|¦]++|(?=\n|\Z)))+)  # a marker is no word
  | (?P<space>[\s|¦]{2,}|[^\S\x20]|[|¦])                        # cells of a table are separated as words are
  | (?P<role>(?<![\w`:]):[a-z](?:[\w.+-]|:(?=[a-z]))*+:(?:`(?P<said>[^`<]*?)\s*+<[^<>`\n]+>`|(?=`)))  # :ref:`words <t>`
  | (?P<address>\s<[^<>`\n]+>(?=`__?(?!\w)))                     # `words <address>`__
  | (?P<target>\](?:\([^()\n]*+(?:\([^()\n]*+\)[^()\n]*+)*+\)|\[[^\[\]\n]*+\])|!?\[|\])
  | (?P<emphasis>(?:\\?\*)+|(?:\\?_)+|(?:\\?~){2,}|(?:\\?`)+)    # escaped or not
  | (?P<escape>\\(?=[!-/:-@\[-`{-~]))
  | (?P<wide>[^\x00-\x7f\s¦]+)
    """,
    re.VERBOSE,
)

_ALIKE = str.maketrans(
    dict.fromkeys("“”„‟«»″〝〞＂", '"')
    | dict.fromkeys("‘’‚‛‹›′ʼ´", "'")
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | {"…": "..."}
)
_STARS, _TICKS = re.compile(r"\*+"), re.compile(r"`+")
_JOINERS = frozenset(map(chr, (*range(0xFE00, 0xFE10), 0x034F)))
_UNSEEN = ("Cf", "Cc", "Cs")
_MARKUP_BEFORE = "*_`~["
_MARKUP_AFTER = re.compile(r"[*_`~]+|\](?:\([^()\n]*+\)|\[[^\[\]\n]*+\])?[*_`~]*+")


@dataclass(frozen=True, slots=True)
class Normalised:
    """A text without what copying loses. Character `i` of `text` came from `starts[i]:ends[i]` of the raw text."""

    text: str
    starts: list[int]
    ends: list[int]


def normalise(raw: str) -> Normalised:
    """`raw` with white space, quote marks, dashes, composed letters, invisible characters and Markdown markup made one.

    >>> normalise("The “default” is **30\\n  seconds** ([why](faq.md)).").text
    'The "default" is 30 seconds (why).'
    """
    seen = [place for place, letter in enumerate(raw) if " " <= letter <= "~" or not _is_unseen(letter)]
    if len(seen) == len(raw):
        return _normalised(raw)
    # Invisible characters go first: inside a mark they would hide it.
    found = _normalised("".join([raw[place] for place in seen]))
    return Normalised(found.text, [seen[start] for start in found.starts], [seen[end - 1] + 1 for end in found.ends])


def _normalised(raw: str) -> Normalised:
    """`normalise`, of a text without invisible characters."""
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def put(text: str, start: int, end: int) -> None:
        pieces.append(text)
        starts.extend([start] * len(text))
        ends.extend([end] * len(text))

    position = 0
    for match in _SPECIAL.finditer(raw):
        at, end = match.span()
        if at > position:
            pieces.append(raw[position:at])
            starts.extend(range(position, at))
            ends.extend(range(position + 1, at + 1))
        position = end
        kind = match.lastgroup
        if kind in ("space", "bullet"):
            put(" ", at, end)
        elif kind == "emphasis" and not _is_markup(raw, at, end):
            for place in range(at, end):
                if raw[place] != "\\":
                    put(raw[place], place, place + 1)
        elif kind == "role" and match["said"]:
            inside, begin = _normalised(match["said"]), match.start("said")
            for letter, start, stop in zip(inside.text, inside.starts, inside.ends, strict=True):
                put(letter, begin + start, begin + stop)
        elif kind == "wide":
            for piece, start, stop in _decomposed(raw, at, end):
                put(piece, start, stop)
    if position < len(raw):
        pieces.append(raw[position:])
        starts.extend(range(position, len(raw)))
        ends.extend(range(position + 1, len(raw) + 1))
    return _single_spaced("".join(pieces), starts, ends)


def find_normalised(quote: str, text: str) -> tuple[int, int] | None:
    """Where `quote` is in `text`, as (start, end) in code points; None where it does not.

    Exactly first; else after normalising both, and then the span of the raw text that normalises to the quote. A
    span that would cut a pair of markup in two takes the markup in, where that closes the pair.

    >>> text = "Set `timeout` to **30** seconds."
    >>> start, end = find_normalised("timeout to 30 seconds", text)
    >>> text[start:end]
    '`timeout` to **30** seconds'
    """
    wanted = quote.strip()
    if not wanted:
        return None
    at = text.find(wanted)
    if at >= 0:
        return at, at + len(wanted)
    needle = normalise(wanted).text.strip()
    if not needle:
        return None
    haystack = normalise(text)
    at = haystack.text.find(needle)
    while at >= 0:
        end = at + len(needle)
        if _on_borders(haystack, at, end):
            return whole_markup(text, haystack.starts[at], haystack.ends[end - 1])
        at = haystack.text.find(needle, at + 1)
    return None


def whole_markup(text: str, start: int, end: int) -> tuple[int, int]:
    """The span, widened over markup right beside it where only that closes a pair which it cuts."""
    if _balanced(text[start:end]):
        return start, end
    left = start
    while left and text[left - 1] in _MARKUP_BEFORE:
        left -= 1
    after = _MARKUP_AFTER.match(text, end)
    right = after.end() if after else end
    for wider in ((left, end), (start, right), (left, right)):
        if _balanced(text[slice(*wider)]):
            return wider
    return start, end


def _balanced(piece: str) -> bool:
    """Whether every run of stars or backticks has its partner, as far as counting shows."""
    return not (len(_STARS.findall(piece)) % 2 or len(_TICKS.findall(piece)) % 2) and piece.count("[") == piece.count(
        "]"
    )


def _is_markup(raw: str, at: int, end: int) -> bool:
    """Whether a run of `*`, `_`, `~`, backticks is emphasis: not so inside snake_case, 2*3, or alone between spaces."""
    mark = raw[end - 1]
    if mark in "`~":
        return True
    before, after = raw[at - 1 : at], raw[end : end + 1]
    if before.isalnum() and after.isalnum():
        return mark == "*" and raw.count(mark, at, end) > 1
    return not ((before in ("", DATAMARK) or before.isspace()) and (after in ("", DATAMARK) or after.isspace()))


def _decomposed(raw: str, at: int, end: int) -> list[tuple[str, int, int]]:
    """Characters outside ASCII as (normalised, start, end): canonically decomposed, marks in order."""
    pieces: list[tuple[str, int, int]] = []
    marks: list[tuple[str, int, int]] = []
    for position in range(at, end):
        for letter in unicodedata.normalize("NFD", raw[position]):
            if unicodedata.combining(letter):
                marks.append((letter, position, position + 1))
            else:
                pieces += _in_order(marks)
                marks = []
                pieces.append((letter.translate(_ALIKE), position, position + 1))
    return pieces + _in_order(marks)


def _is_unseen(letter: str) -> bool:
    if letter.isspace():
        return False
    return unicodedata.category(letter) in _UNSEEN or letter in _JOINERS


def _in_order(marks: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Combining marks in canonical order. Reordered ones share the span of all: none is found without the others."""
    ordered = sorted(marks, key=lambda mark: unicodedata.combining(mark[0]))
    if ordered == marks:
        return marks
    start, end = marks[0][1], marks[-1][2]
    return [(letter, start, end) for letter, _, _ in ordered]


def _single_spaced(text: str, starts: list[int], ends: list[int]) -> Normalised:
    """Runs of blanks that only normalising brought together (`a **` + ` b`) become one."""
    if "  " not in text:
        return Normalised(text, starts, ends)
    kept = [i for i, letter in enumerate(text) if letter != " " or not i or text[i - 1] != " "]
    return Normalised("".join(text[i] for i in kept), [starts[i] for i in kept], [ends[i] for i in kept])


def _on_borders(normalised: Normalised, at: int, end: int) -> bool:
    """Whether a hit ends between raw characters: "cafe" is not in "café", nor half a Hangul syllable in the whole."""
    if at and normalised.ends[at - 1] > normalised.starts[at]:
        return False
    if end == len(normalised.text):
        return True
    following = normalised.text[end]
    if unicodedata.combining(following) or "\u1160" <= following <= "\u11ff":
        return False
    return normalised.starts[end] >= normalised.ends[end - 1]
