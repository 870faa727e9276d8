"""Words -> whether they are a complete answer: whole, plain and without a reference to other text."""

from __future__ import annotations

import re

from benchmill.generator.languages import Language
from benchmill.records.words import word_count, words

_MOST_WORDS = 12  # of a factoid's answer
_DEBRIS = re.compile(
    r"https?:|[<>|{}]|\*\*|``|\[|\]|->|\$|(?<!\w)_|\\|\.\.\.|…|\b(?:TODO|TBD|FIXME)\b|\((?:str|int|bool|float)\)"
    r"|:[a-z]+(?:-[a-z]+)+:|\w \.(?=\s|$)|!\w|::|^\([^()]*\)$"
)
_CODE = re.compile(r"`[^`]*`")
_FILLED_IN = re.compile(r"\|\w+\|")
# No statement ends at the initial of "D.J. X".
_BORDER = re.compile(r"[;:](?=\s)|\s[-–—]\s|(?<!\b[A-Z])[.!?](?=\s|$)|。|\s(?=\[[a-z][a-z ]*:)")


def length(text: str) -> int:
    """The number of words. A code span counts as one word, and so do two characters of a script without spaces."""
    return word_count(words(_CODE.sub(" c ", text)))


def statement(said: str, language: Language) -> str:
    """The first statement of `said`, of at most twelve words; empty if it does not answer alone. A new statement begins
    after a semicolon, dash or full stop: the answer is not cut before a clause that belongs to the words before it."""
    border = next((match.start() for match in _BORDER.finditer(_masked(said)) if match.start()), len(said))
    answer, rest = said[:border].strip().strip(","), said[border:]
    is_whole = not rest.startswith(":") and length(answer) <= _MOST_WORDS
    return answer if is_whole and is_answer(answer, language) else ""


def is_answer(answer: str, language: Language, *, unclear: str = "unclear_answer") -> bool:
    """Whether the words are plain and complete, and by the pattern `unclear` do not refer to other text."""
    prose = _CODE.sub("`x`", answer)
    return bool(
        answer.strip("`., ")
        and not _DEBRIS.search(prose)
        and not language.says("pretend", answer)
        and prose.count("(") == prose.count(")")
        and not answer.endswith((":", ",", "("))
        and not language.says(unclear, prose.casefold())
    )


def is_question(question: str, language: Language) -> bool:
    """Whether a reader would understand the question without the page, and it asks for nothing that an example made
    up, and holds no name that reStructuredText fills in, such as "|product|"."""
    asking = str(language.data.get("asking", ""))
    prose = re.sub(asking, "", _CODE.sub("`x`", question), count=1, flags=re.IGNORECASE)
    return not (language.says("pretend", question) or language.says("unclear", prose) or _FILLED_IN.search(prose))


def _masked(text: str) -> str:
    """The text with code and brackets masked, so that no sentence or clause ends inside them."""
    return re.sub(r"`[^`]*`|\([^()]*\)", lambda match: "x" * len(match[0]), text)
