"""A place in a text -> the place around it that proves an answer alone: its sentence, or the one it leans on, too.

Scorers compare texts: a quote that is the answer and nothing else, or that occurs twice in its passage, matches places
that prove nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from benchmill.records.list_marks import MARK
from benchmill.records.sentences import sentences
from benchmill.records.words import content_words, length

LONGEST = 60
"""Words; longer evidence is refused by the checks, so nothing is widened beyond it."""

# Words of other scripts that refer to something before them; "其他" and "その他" do not.
POINTS_BACK = (
    r"(?:он[аои]?|это[тй]?|эта|эти|его|её|их)\b"
    r"|它|其(?![他它余餘中])|这|這|该|該|此|それ|これ|この|その(?!他|ほか)|그것|이것|이는|그는|이를"
)
# The sentence before says who or what is meant.
LEANS = re.compile(
    r"\W*(?:it|its|they|their|this|these|those|that|each|he|she|both|such|otherwise|then|so|but|however|instead)\b"
    r"|\W*(?:er|sie|es|diese[rsmn]?|dabei|dann|sonst|il|elle|ils|elles|cela|ce|esto|este|esta|ello)\b"
    rf"|\W*(?:тогда|иначе)\b|\W*(?:{POINTS_BACK})",
    re.IGNORECASE,
)
# "The receiver reads ...": of what, the sentence before may say.
_DEFINITE = re.compile(r"\W*(?:the|der|die|das|le|la|les|el|los|las|il|lo|gli|o|os|as|de|het)\s", re.IGNORECASE)
_FEWEST_WORDS = 4
# Between two sentences of a paragraph, and between a sentence or line and the code behind it.
_GOES_ON = re.compile(r"[:.;,]?(?:[ \t>]*\n?[ \t>]*|\s*\n[ \t>]*(?:`{3,}|~{3,})[^\n]*\n[ \t>]*)")
_OPENS_CODE = re.compile(r"[:.]?\s*\n[ \t>]*(?:`{3,}|~{3,})[^\n]*\n[ \t>]*")
# Between the words that introduce a list and its first entry.
_FIRST_ENTRY = re.compile(rf"(?<=[:：])[ \t]*\n\s*(?:{MARK})[ \t]+")
_MOST_PIECES = 3
_BORDER = re.compile(r"\n\n|\n[ \t]*\d{1,3}[.)][ \t]")


def proving(text: str, start: int, end: int, question: str, language: str = "en") -> tuple[int, int]:
    """(start, end) of the least text around the place that proves alone what `question` asks.

    The place itself where it says more than the answer, occurs once and refers to nothing before it; else its sentence,
    and the one before it in the same paragraph where the sentence begins with "It", "Each", "This", or with "The" and
    the one before names what the question asks about.

    >>> text = "The trial is free. It lasts 14 days."
    >>> text[slice(*proving(text, 28, 35, "How long is the trial?"))]
    'The trial is free. It lasts 14 days.'
    """
    around = [place for place in sentences(text) if place[0] < end and start < place[1]]
    if not around:
        return start, end
    whole = min(start, around[0][0]), max(end, around[-1][1])
    before = _before(text, whole[0])
    names_subject = before is not None and _names_subject(text, before, whole, question, language)
    if not names_subject and _is_complete(text, (start, end), whole, question, language):
        return start, end
    if before is not None and (names_subject or LEANS.match(text[whole[0] : whole[1]])):
        leaning = before[0], whole[1]
        if length(text[slice(*leaning)]) <= LONGEST:
            return leaning
    return whole if length(text[slice(*whole)]) <= LONGEST else (start, end)


def introduced(text: str, start: int, end: int, question: str, language: str = "en") -> tuple[int, int]:
    """(start, end) of the place with the sentence above the code block that it begins, where that has a word of the
    question which the place lacks.

    >>> text = "Start the relay:\\n\\n```\\nkestrel up\\n```"
    >>> text[slice(*introduced(text, 22, 32, "Which command starts the relay?"))]
    'Start the relay:\\n\\n```\\nkestrel up'
    """
    before = next((place for place in reversed(sentences(text)) if place[1] <= start), None)
    if before is None or not _OPENS_CODE.fullmatch(text[before[1] : start]):
        return start, end
    missing = set(content_words(question, language)) - set(content_words(text[start:end], language))
    is_told = missing & set(content_words(text[slice(*before)], language))
    return (before[0], end) if is_told and length(text[before[0] : end]) <= LONGEST else (start, end)


def naming(
    text: str, start: int, end: int, is_proven: Callable[[str], bool], longest: int = LONGEST
) -> tuple[int, int] | None:
    """(start, end) of the place with its neighbours, where only these make it prove all names of an answer.

    Up to three pieces after it: sentences of its paragraph, and lines of the code that it introduces; or the one before
    it, which may introduce the list whose first entry it is. None where these do not prove the names either, or have
    too many words.

    >>> text = "Add this line:\\n\\n```\\n10.0.0.1 relay.local\\n```\\n\\nThen open the page of `relay.local`."
    >>> text[slice(*naming(text, 0, 13, lambda said: "relay.local" in said))]
    'Add this line:\\n\\n```\\n10.0.0.1 relay.local'
    """
    places = sentences(text)
    last = end
    for place in [place for place in places if place[1] > end][:_MOST_PIECES]:
        if place[0] > last and not _GOES_ON.fullmatch(text[last : place[0]]):
            break
        last = place[1]
        if is_proven(text[start:last]):
            return (start, last) if length(text[start:last]) <= longest else None
    before = next((place for place in reversed(places) if place[1] <= start), None)
    if before is None or not is_proven(text[before[0] : end]):
        return None
    if not _GOES_ON.fullmatch(text[before[1] : start]) and not _FIRST_ENTRY.fullmatch(text, before[1], start):
        return None
    return (before[0], end) if length(text[before[0] : end]) <= longest else None


def _before(text: str, start: int) -> tuple[int, int] | None:
    """The sentence before `start` in the same paragraph, and in the same step of a numbered list."""
    before = [place for place in sentences(text) if place[1] <= start]
    return before[-1] if before and not _BORDER.search(text[before[-1][1] : start]) else None


def _names_subject(text: str, before: tuple[int, int], whole: tuple[int, int], question: str, language: str) -> bool:
    """Whether "The receiver ..." is what the sentence before introduces with a word of the question."""
    if not _DEFINITE.match(text[slice(*whole)]):
        return False
    missing = set(content_words(question, language)) - set(content_words(text[slice(*whole)], language))
    return bool(missing & set(content_words(text[slice(*before)], language)))


def _is_complete(text: str, place: tuple[int, int], whole: tuple[int, int], question: str, language: str) -> bool:
    """Whether the words at `place` occur only there, say what they are about, and refer to nothing before them."""
    quote = text[slice(*place)]
    if LEANS.match(quote) or text.count(quote) > 1 or length(quote) < _FEWEST_WORDS:
        return False
    asked = set(content_words(question, language))
    known, all_known = (asked & set(content_words(text[slice(*each)], language)) for each in (place, whole))
    return not all_known - known
