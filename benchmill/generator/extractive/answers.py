"""Words -> whether they answer by themselves: whole, plain, pointing at nothing."""

from __future__ import annotations

import re

from benchmill.generator.extractive.language import Language
from benchmill.records.words import word_count, words

MOST_WORDS = 12  # of a factoid's answer, or of its short form
_MOST_LONG = 40
_DEBRIS = re.compile(
    r"https?:|[<>|{}]|\*\*|``|\[|\]|->|\$|(?<!\w)_|\\|\.\.\.|…|\b(?:TODO|TBD|FIXME)\b|\((?:str|int|bool|float)\)|!\w|::"
)
_TYPED = re.compile(r"`[^`]* \([^`]*`|`[^`]*\((?:str|int|bool|float|bytes|dict|list)\b[^`]*`")
_CODE = re.compile(r"`[^`]*`")
_BORDER = re.compile(r"[;:](?=\s)|\s[-–—]\s|[.!?](?=\s|$)|。")
_PRETEND = re.compile(r"\b(?:foo|bar|baz|my[_-]\w+|your[_-]\w+|example\.(?:com|org|net)|xxx+|hello)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"(?P<loose>, (?:that|which|who|whose|where|used|designed))\s| (?:that|who|whose|where)\s")
_JOINED = re.compile(r", (?:or|and) ")  # the clause may belong to the last of them only
_LEAST_SHORT = 5


def length(text: str) -> int:
    """Words, a code span as one and two characters of a script without spaces as one."""
    return word_count(words(_CODE.sub(" c ", text)))


def whole(said: str, language: Language, most: int = MOST_WORDS) -> str:
    """The answer in `said`: all of it, or its first statement; empty where that is too long or does not answer alone.

    Nothing is cut before a clause that belongs to what it follows; after a semicolon, dash or full stop a new statement
    begins.
    """
    border = next((match.start() for match in _BORDER.finditer(_masked(said)) if match.start()), len(said))
    answer = said[:border].strip().strip(",")
    if said[border : border + 1] == ":" or not is_answer(answer, language) or length(answer) > most:
        return ""
    return answer


def is_answer(answer: str, language: Language, *, unclear: str = "unclear_answer") -> bool:
    """Whether the words are plain, complete and, by the pattern `unclear`, point at nothing outside."""
    prose = _CODE.sub("`x`", answer)
    return bool(
        answer.strip("`., ")
        and not _DEBRIS.search(prose)
        and not _TYPED.search(answer)
        and not _PRETEND.search(answer)
        and prose.count("(") == prose.count(")")
        and answer.count("`") % 2 == 0
        and prose.count('"') % 2 == 0
        and not answer.endswith((":", ",", "("))
        and not language.says(unclear, prose.casefold())
    )


def short_form(answer: str, language: Language) -> str:
    """What of a long answer can be compared: all up to the first clause; empty where none is.

    Up to a clause that narrows it down it must say much by itself: "a component that ..." is anything.
    """
    if length(answer) <= MOST_WORDS:
        return ""
    for match in _CLAUSE.finditer(_masked(answer)):
        short = answer[: match.start()]
        least = 3 if match["loose"] else _LEAST_SHORT
        if least <= length(short) <= MOST_WORDS and not _JOINED.search(short) and is_answer(short, language):
            return short
    return ""


def long_answer(said: str, language: Language) -> tuple[str, str]:
    """(answer, its short form): a whole statement of at most 40 words; two empty strings where there is none."""
    answer = whole(said, language, _MOST_LONG)
    short = short_form(answer, language) if answer else ""
    return (answer, short) if answer and (short or length(answer) <= MOST_WORDS) else ("", "")


def is_question(question: str, language: Language) -> bool:
    """Whether a reader would take it for a person's question that is clear by itself."""
    asking = language.data.get("asking", "")
    prose = _CODE.sub("`x`", question).removeprefix(asking)
    return (
        4 <= length(question) <= 30
        and not _DEBRIS.search(prose)
        and not _PRETEND.search(question)
        and not language.is_unclear(prose)
        and question.count("`") % 2 == 0
        and names_something(question)
    )


def names_something(question: str) -> bool:
    """Whether a question holds code, a quoted term, or a capitalised name after its first word."""
    return bool(
        re.search(
            r"`[^`]+`|[“\"«„「『][^”\"»“」』]+[”\"»“」』]|(?<=[\s'’])[\w(]*[A-Z0-9][\w+.-]*|[\u3040-\u9fff]", question
        )
    )


def _masked(text: str) -> str:
    """The text with code and brackets blotted out, so that no border is found in them."""
    return re.sub(r"`[^`]*`|\([^()]*\)", lambda match: "x" * len(match[0]), text)
