"""A place in a sentence -> the first part of it that answers by itself, at most 12 tokens."""

from __future__ import annotations

import re

from generator.extractive.draft import Place
from generator.extractive.lexicon import ARTICLES, VAGUE
from generator.extractive.markup import bare, is_junk, length, plain
from records.words import STOP_WORDS, words

MOST_TOKENS = 12  # D09: of a factoid's answer
# Words that begin something an answer can do without. Before the first kind a cut leaves a whole; before the second kind
# ("a strong focus | on quality") often not, so those serve only where nothing else is left.
_ADDING = """
that which where while because but if when unless since whose who such e.g i.e for used using based designed introduced
proposed developed created trained optimized intended built released made finetuned fine-tuned specifically specially
especially particularly capable able from by with via during before after until without so
"""
_INNER = "to in on at between through into as than across within under"
_PUNCTUATION = r"[,;:](?=\s)|\s+(?:-|–|—)\s+|[.!?](?=\s|$)"
# a bracket that the sentence goes on after as if nothing had been
_BRACKET = r"\s*\((?=[^()]*\)(?:[.,;:]|\s*$|\s(?:and|that|which|to|with|for|from|by|in|on|when|if)\b))"


def _before(words: str) -> str:
    return rf"\s(?=(?:{'|'.join(map(re.escape, words.split()))})\s)"


_GOOD = re.compile(rf"{_PUNCTUATION}|{_BRACKET}|{_before(_ADDING)}|\s(?=(?:so that|as well|in order)\s)")
_ANY = re.compile(rf"{_GOOD.pattern}|{_before(_INNER)}")
# What follows these is another statement.
_STRONG = re.compile(
    r"[;:.!?](?=\s|$)|\s+(?:–|—)\s+"
    r"|,(?=\s(?:but|so|which|where|while|and\s(?:is|are|it|if|when|they|then|will|can|has|was|allows|makes|supports))\b)"
    r"|\s(?=and\s(?:is|are|it|they|will|can|has|was)\b)"
)
_LOOSE = """
a an the of for to in on at by with from or and as is are be that which and/or not than into via its their your more most
very such both either each using used based optimized designed developed proposed trained introduced intended made released
if when how whether so but only also even just while where who whose can will may must should would could
"""
_LOOSE_END = frozenset(_LOOSE.split())
_EMPTY_HEAD = re.compile(
    r"(?:an?|the|your) (?:[\w-]+ (?:and [\w-]+ )?)?(?:way|option|choice|place|idea|bit|lot|application|reason|topic)\b"
    r"|(?:has|does|is|was|are|can|will)\b|provides an? (?:option|way|method|parameter|function)$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\b(?P<word>which|whom|where|when|if|how|that|what)\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_POINTS = re.compile(r"\b(?:this|these|those|above|below|following|previous)\b|^\w+ that [a-z]+(?: |$)", re.IGNORECASE)


def clause(text: str, place: Place, most: int = MOST_TOKENS) -> Place | None:
    """The longest beginning of `place` that ends at a border and has at most `most` tokens, without markup around it.

    None where even the shortest says nothing or holds markup. A full stop or semicolon always ends it.
    """
    start, end = place
    strong = _outside_code(_STRONG, text, start, end)
    limit = strong[0] if strong else end
    for pattern, least in ((_GOOD, 4), (_ANY, 1)):
        borders = [border for border in _outside_code(pattern, text, start, limit) if border > start]
        for border in (limit, *reversed(borders)):
            found = bare(text, (start, border))
            if found and least <= length(text[slice(*found)]) <= most and says_something(text[slice(*found)]):
                if border == limit or text[border] in ",;:.!?" or _is_whole(text[slice(*found)]):
                    return found
    return None


def _is_whole(answer: str) -> bool:
    """Whether a cut inside a sentence left no clause without its verb: "the time in which a second message"."""
    match = _RELATIVE.search(answer)
    if not match:
        return True
    rest = match["rest"].split()
    if match["word"] == "that":
        return len(rest) >= 2 and rest[0].casefold() not in ARTICLES | {"you", "we", "it", "they"}
    return match["word"] in ("how", "when") and len(rest) >= 4


def says_something(answer: str) -> bool:
    """Whether words stand by themselves as an answer: no loose end, no vague head alone, not only small words.

    >>> [says_something(words) for words in ("a way", "a great way to share", "the same", "5 seconds", "a fast")]
    [False, False, False, True, True]
    """
    told = words(plain(answer))
    if not told or told[-1] in _LOOSE_END or is_junk(answer) or _POINTS.search(answer) or _EMPTY_HEAD.match(answer):
        return False
    heavy = [word for word in told if word not in STOP_WORDS["en"] and word not in VAGUE]
    return bool(heavy)


def _outside_code(pattern: re.Pattern[str], text: str, start: int, end: int) -> list[int]:
    return [
        match.start() for match in pattern.finditer(text, start, end) if text.count("`", start, match.start()) % 2 == 0
    ]
