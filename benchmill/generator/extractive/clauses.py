"""A place in a sentence -> the first part of it that answers by itself, at most 12 tokens."""

from __future__ import annotations

import re

from benchmill.generator.extractive.draft import Place
from benchmill.generator.extractive.lexicon import ARTICLES, VAGUE
from benchmill.generator.extractive.markup import bare, is_junk, length, plain
from benchmill.records.words import STOP_WORDS, words

MOST_TOKENS = 12  # of a factoid's answer; `wrong-length` refuses more
# Words that begin something an answer can do without. A cut before the first kind leaves a whole; before the second
# ("a strong focus | on quality") often not, so those serve only where nothing else is left.
_ADDING = """
that which where while because but if when unless since whose who such e.g i.e for using specifically specially
especially particularly capable able from by with via during before after until without so
"""
_DONE = (
    "used based designed introduced proposed developed created trained optimized intended built released made finetuned"
)
_INNER = "to in on at between through into as than across within under"
_PUNCTUATION = r"[,;:](?=\s)|\s+(?:-|–|—)\s+|[.!?](?=\s|$)"
# a bracket that the sentence goes on after as if nothing had been
_BRACKET = r"\s*\((?=[^()]*\)(?:[.,;:]|\s*$|\s(?:and|that|which|to|with|for|from|by|in|on|when|if)\b))"


def _before(words: str) -> str:
    return rf"\s(?=(?:{'|'.join(map(re.escape, words.split()))})\s)"


_GOOD = re.compile(
    rf"{_PUNCTUATION}|{_BRACKET}|{_before(_ADDING)}|\s(?=(?:so that|as well|in order)\s)"
    rf"|\s(?=(?:{'|'.join(_DONE.split())})\s(?:for|by|to|with|on|in|from|using|as|at|via|around|upon)\s)"
)
_ANY = re.compile(rf"{_GOOD.pattern}|{_before(_INNER)}")
# What follows these is another statement.
_AND = (
    r"and\s(?:is|isn't|are|aren't|it|you|we|this|if|when|they|then|will|can|has|was|allows|makes|supports|use|uses|set|sets"
    r"|call|calls|pass|passes|makes|gives|the\s[\w-]+\s(?:may|can|will|is|are|has)|`[^`\n]+`\s(?:to|is|are))\b"
)
_STRONG = re.compile(rf"[;:.!?](?=\s|$)|\s+(?:–|—)\s+|,(?=\s(?:(?:but|so|which|where|while)\b|{_AND}))|\s(?={_AND})")
_LOOSE = """
a an the of for to in on at by with from or and as is are be that which and/or not than into via its their your more
most very such both either each using used based optimized designed developed proposed trained introduced intended
made released if when how whether so but except plus specifically specially especially particularly only also even
just while where who whose can will may must should would could
"""
_LOOSE_END = frozenset(_LOOSE.split())
_EMPTY_HEAD = re.compile(
    r"(?:an?|the|your) (?:[\w-]+ (?:and )?){0,3}?(?:way|option|choice|place|feature|idea|bit|lot|application|reason"
    r"|topic)\b|(?:has|does|is|was|are|can|will|when|if|while|as|it|not|but|by)\b"
    r"|provides an? (?:option|way|method|parameter|function)$"
    r"|(?:.* )?(?:similar|different|same|various|certain)\b",
    re.IGNORECASE,
)
_WANTS_MORE = re.compile(
    r"(?:tell|cause|enable|allow|let|make|force|ask|instruct|help|prevent|keep)s?\b", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"\b(?P<word>which|whom|where|when|whether|if|how|that|what)\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)
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
            answer = text[slice(*found)] if found else ""
            fits = least <= length(answer) <= most and says_something(answer)
            at_mark = border == limit or text[border] in ",;:.!?"
            if fits and not _cuts_a_list(answer, text[border:limit]) and _is_whole(answer, at_mark):
                return found
    return None


def _cuts_a_list(answer: str, rest: str) -> bool:
    """Whether the cut stands between the members of an enumeration: "to fuse, unfuse | , unload and more"."""
    if re.match(r",?\s(?:plus|minus|or|nor)\s|,\s[\w`-]+(?:\s[\w`-]+){0,2},", rest):
        return True
    return "," in answer and re.match(r",\s(?:and\s|or\s|[\w\s-]{1,40}?(?:,|\sand\s|\sor\s))", rest) is not None


def _is_whole(answer: str, at_mark: bool) -> bool:
    """Whether a cut (`at_mark`: at a comma) left no clause without its verb: "the time in which a second message"."""
    match = _RELATIVE.search(answer)
    if not match:
        return True
    word, rest = match["word"].casefold(), match["rest"].split()
    if at_mark:
        return word not in ("which", "whom", "where") or len(rest) >= 3
    if word == "that":
        return len(rest) >= 2 and rest[0].casefold() not in ARTICLES | {"you", "we", "it", "they"}
    return word == "how" and len(rest) >= 4 and rest[0] in ("much", "many", "often", "long", "far", "to")


def says_something(answer: str) -> bool:
    """Whether words stand by themselves as an answer: no loose end, no vague head alone, not only small words.

    >>> [says_something(words) for words in ("a way", "a great way to share", "the same", "5 seconds", "a fast")]
    [False, False, False, True, True]
    """
    told = words(plain(answer))
    if not told or told[-1] in _LOOSE_END or is_junk(answer) or _POINTS.search(answer) or _EMPTY_HEAD.match(answer):
        return False
    if _WANTS_MORE.match(answer) and len(told) < 6:
        return False
    heavy = [word for word in told if word not in STOP_WORDS["en"] and word not in VAGUE]
    return bool(heavy)


def _outside_code(pattern: re.Pattern[str], text: str, start: int, end: int) -> list[int]:
    return [
        match.start() for match in pattern.finditer(text, start, end) if text.count("`", start, match.start()) % 2 == 0
    ]
