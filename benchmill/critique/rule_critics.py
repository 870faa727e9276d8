"""Candidate -> Critique by rules alone, for runs without a model (`model="rules"` in every verdict).

The rules look at the words of question, answer and evidence. Rules judge less well than a model: they can verify that a
quote supports an answer, but only guess whether anybody would ask. Each rationale names its rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from benchmill.critique.checks.families import FAMILIES
from benchmill.records.candidate import Candidate
from benchmill.records.normalising import find_normalised
from benchmill.records.verdict import Criterion, Critique, Verdict
from benchmill.records.words import STOP_WORDS, words

__all__ = ["examine_by_rules"]

Rating = tuple[int, str]

# The check `points-at-source` finds questions that point at their source. A question made by rules may not point at
# anything.
_POINTS_BACK = re.compile(
    r"\b(?:this|these|those|above|below|following|previous(?:ly)?|aforementioned|here)\b"
    r"|^(?:it|they|he|she|its|their)\b|\b(?:is|are|does|do|can|will) (?:it|they|he|she)\b"
    rf"|{FAMILIES['en']['source']}",
    re.IGNORECASE,
)
_NAMELESS = re.compile(
    r"\bthe (?:company|system|function|method|class|script|library|tool|product|software|model|pipeline|program|command"
    r"|parameter|option|setting|value|server|file|user)\b(?! [`\"\w])",
    re.IGNORECASE,
)
_CODE = re.compile(r"`[^`]+`")
_NAME = re.compile(
    r"(?<=\s)[\"“(]?[A-Z][\w+.-]*|\b\w+[_.]\w+\b|(?<!\w)--\w|\"[^\"]+\"|[“„«「『][^“”»」』]+[“”»」』]|\b[a-z]+[A-Z]\w*"
    r"|(?<![A-Za-z])[A-Z][A-Za-z\d+.-]*(?= ?[\u3040-\u30ff\u4e00-\u9fff])"  # beside a script without capitals
)
_COMMON_CODE_WORDS = """
name type value id key path url file size width height length data text input output mode format model args kwargs
index count number start end step list dict str int float bool none true false
"""
_COMMON_CODE = frozenset(_COMMON_CODE_WORDS.split())
_ASKING_WORDS = """
what which how does do is are the for of in defau value mean speci used many much type use you
"""
_ASKING = frozenset(_ASKING_WORDS.split())
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_TRIVIA = re.compile(
    r"\b(?:author|copyright|license|licence|page number|figure|table of contents|title of|how many (?:sections|pages"
    r"|chapters)|last updated|version of (?:the|this) document)\b",
    re.IGNORECASE,
)
_PRETEND = re.compile(
    r"\b(?:foo|bar|baz|qux|lorem|john doe|acme|my[_-]\w+|your[_-]\w+|example\.(?:com|org|net))\b", re.IGNORECASE
)
_EMPTY_ANSWER = re.compile(
    r"(?:an?|the) (?:way|option|method|function|class|parameter|feature|thing|tool|model|pipeline|setting|value|name"
    r"|file)|yes|no|none|n/?a|true|false|various|several|many|some|default|the default|the following|see below"
    r"|optional|tbd",
    re.IGNORECASE,
)
# What stands around code in a quote: fences, directives and prompts, and the roles of reStructuredText.
_MARKS = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,}|\.\. [\w:-]+::).*$|^[ \t]*[$%>] |:[\w:.+-]+:`(?P<role>[^`\n]+)`", re.MULTILINE
)
_TAG = re.compile(r"</?[a-z][^<>\n]*>")  # of HTML, which no reader sees
_SWITCH = re.compile(r"true|false|on|off|yes|no", re.IGNORECASE)
_ASKS_DEFAULT = re.compile(
    r"default|standardwert|par défaut|predetermin|por defecto|padrão|predefinit|standaard|デフォルト|既定|默认"
    "|умолчани|기본값",
    re.IGNORECASE,
)
_ASKS_WORTH = re.compile(
    r"\b(?:default|maximum|minimum|limit|how (?:much|many|long|large|do you|can)|recommended|required|supported"
    r"|used for|do you (?:use|call|pass|set|run))\b",
    re.IGNORECASE,
)


def examine_by_rules(candidate: Candidate) -> Critique:
    """The candidate with three verdicts, each 1 to 5; a rating of 4 or 5 means that no rule refused the candidate.

    Pure and deterministic; about 50 microseconds.
    """
    critics: tuple[tuple[Criterion, Callable[[Candidate], Rating]], ...] = (
        ("standalone", _standalone),
        ("groundedness", _groundedness),
        ("relevance", _relevance),
    )
    verdicts = []
    for criterion, judge in critics:
        rating, reason = judge(candidate)
        verdicts.append(Verdict(candidate.id, criterion, rating, reason, model="rules"))
    return Critique(candidate, tuple(verdicts))


def _standalone(candidate: Candidate) -> Rating:
    """Rates whether a reader who has only the question knows what it is about."""
    question = candidate.question
    prose = _CODE.sub("`x`", question)
    points = _POINTS_BACK.search(prose)
    if points:
        return 1, f"rule points-back: {points[0]!r} refers to something outside the question"
    code = [span.strip("`") for span in _CODE.findall(question)]
    names = _NAME.findall(_CODE.sub(" ", question))
    nameless = _NAMELESS.search(prose)
    if not code and not names:
        thing = nameless[0] if nameless else "its subject"
        return 2, f"rule named-subject: nothing in the question names {thing}"
    if not names and all(_is_common(span) for span in code):
        return 2, f"rule common-word: `{code[0]}` alone is a name that many things have"
    if not names and len(code) == 1 and code[0].isalpha() and code[0].islower():
        return 3, f"rule scope: `{code[0]}` without the product or class it belongs to"
    return 5, "rule named-subject: names what it asks about and refers to nothing outside itself"


def _named(mark: re.Match[str]) -> str:
    """The words that a role shows: ":class:`~relay.Client`" shows "Client"; nothing for other marks."""
    said = re.sub(r"\s*<[^<>]*>$", "", mark["role"] or "").lstrip("!")
    return said.rpartition(".")[2] if said.startswith("~") else said


def _is_common(span: str) -> bool:
    return len(span) < 2 or span.casefold() in _COMMON_CODE


def _groundedness(candidate: Candidate) -> Rating:
    """Rates whether each component is in its own quote, and whether the quote is about the question's subject."""
    for component in candidate.components:
        quotes = [_MARKS.sub(_named, quote) for quote in component.quotes]
        if not any(
            find_normalised(component.text, quote) or _normalised(component.text) in _normalised(quote)
            for said in quotes
            for quote in (said, _TAG.sub(" ", said))
        ):
            return 1, f"rule answer-in-quote: {component.text!r} is not in its evidence"
        told = set(_NUMBER.findall(" ".join(quotes)))
        loose = [number for number in _NUMBER.findall(component.text) if number not in told]
        if loose:
            return 1, f"rule numbers: {loose[0]} is not in the evidence"
    quoted = " ".join(candidate.quotes)
    if candidate.kind in ("factoid", "comparison"):
        alone = all(_normalised(component.text) == _normalised(quoted) for component in candidate.components)
        if alone:
            return 2, "rule bare-quote: the evidence is the answer alone and does not say what it answers"
        asked = {piece[:5] for piece in _pieces(candidate.question)} - _ASKING
        same = asked & {piece[:5] for piece in _pieces(quoted)} or _pairs(candidate.question) & _pairs(quoted)
        if asked and not same:
            return 2, "rule same-subject: no word of the question is in the evidence"
    return 5, "rule answer-in-quote: every component is, word for word, in its own evidence"


def _relevance(candidate: Candidate) -> Rating:
    """Rates whether somebody might need the answer."""
    question, answer = candidate.question, candidate.answer.strip()
    if _TRIVIA.search(question):
        return 1, "rule trivia: asks about the document, not about its subject"
    pretend = _PRETEND.search(question) or _PRETEND.search(answer)
    if pretend:
        return 2, f"rule pretend: {pretend[0]!r} is a name made up for an example"
    if candidate.kind == "unanswerable":
        return 5, "rule task: asks for a value that somebody may look for, and that no passage states"
    # people ask whether a switch is on by default, however short the answer is
    if _SWITCH.fullmatch(answer.rstrip(".")) and _ASKS_DEFAULT.search(question):
        return 5, "rule task: asks whether something is switched on by default"
    if _EMPTY_ANSWER.fullmatch(answer.rstrip(".")):
        return 2, f"rule empty-answer: {answer!r} helps nobody"
    heavy = [word for word in words(answer) if word not in STOP_WORDS["en"]]
    if not heavy:
        return 2, "rule empty-answer: the answer has no word that says something"
    said = {piece[:4] for piece in _pieces(question)}
    new = [piece for piece in _pieces(answer) if piece not in STOP_WORDS["en"] and piece[:4] not in said]
    # the default of `POSTGRES_USER` may be "user"
    if not new and not _NUMBER.search(answer) and not _ASKS_DEFAULT.search(question):
        return 3, "rule adds-nothing: the answer repeats the question's own words"
    if _ASKS_WORTH.search(question) or candidate.kind in ("procedure", "list"):
        return 5, "rule task: asks for a value, limit, purpose or procedure that somebody sets or follows"
    return 4, "rule adds-something: the answer says more than the question"


def _pieces(text: str) -> list[str]:
    """The words inside identifiers: `TimeoutError` and `max_tokens` have two words each."""
    return [piece.casefold() for piece in re.findall(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}|[^\W\d_a-zA-Z]+", text)]


def _pairs(text: str) -> set[str]:
    """Each two neighbouring characters of a script without spaces, in place of its words."""
    return {pair for run in re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]+", text) for pair in map("".join, pairwise(run))}


def _normalised(text: str) -> str:
    return " ".join(words(text))
