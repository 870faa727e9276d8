"""Case -> yes-no: questions that "yes" or "no" answers."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import POLAR_START, Case, show
from benchmill.records.languages import detect

_TAG = re.compile(
    r",\s*(?:right|correct|true|(?:is|are|does|do|can|will)(?:n['’]t)? (?:it|they|that)|oder|nicht wahr|n['’]est-ce pas"
    r"|verdad|no)\s*[?？]+\s*$",
    re.IGNORECASE,
)
# "Can you say which port it is?" asks for the port.
_EMBEDDED = re.compile(
    r"\b(?:which|what|how|when|where|who|whose|why|was|wie|wann|wo|wer|welche[mnrs]?|warum|quel(?:le)?s?|comment|quand|où"
    r"|combien|qui|qué|cuál(?:es)?|cómo|cuándo|dónde|quién|cuánt[oa]s?)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"(?:ですか|ますか|吗|么|까)\s*[?？。]?\s*$")
_ASKS_IN_CJK = re.compile(
    r"[何誰どいつ幾]|どこ|なぜ|什么|什麼|哪|谁|多少|几|怎|如何|为何|무엇|어떤|어느|언제|어디|누구|얼마|몇|왜"
)

_LI = re.compile(r"^\W*[а-яё`\w.-]+(?: [а-яё]+)? ли\b", re.IGNORECASE)
_ASKS_IN_RUSSIAN = re.compile(
    r"\b(?:как(?:ой|ая|ое|ие|ого|ую|им|их)?|что|чем|кто|кого|где|куда|когда|почему|зачем|сколько|чь[яёи])\b",
    re.IGNORECASE,
)
POLAR_LANGUAGES = frozenset({"en", "de", "fr", "es", "it", "pt", "nl", "ru", "zh", "ja", "ko"})


def polar(case: Case) -> str | None:
    """Refuses tag questions, and questions that begin with an auxiliary unless a question word inside asks for more."""
    text = case.prose.lstrip("¿ ")
    if case.candidate.kind == "comparison":
        return None
    tag = _TAG.search(text)
    if tag:
        return f"yes or no can answer it: {show(text)} ends with {show(tag[0])}"
    if (_ENDS.search(text) and not _ASKS_IN_CJK.search(text)) or (
        _LI.search(text) and not _ASKS_IN_RUSSIAN.search(text)
    ):
        return f"yes or no can answer it: {show(text)}"
    start = POLAR_START.match(text)
    is_german = _GERMAN.match(text) or (detect(text) or case.language) == "de"
    if start is None or (start[0].lower() in _NOT_GERMAN and is_german):
        return None
    rest = text[start.end() :]
    return None if _EMBEDDED.search(rest) else f"yes or no can answer it: {show(text)} begins with {show(start[0])}"


_NOT_GERMAN = frozenset({"will", "was", "do", "has"})
# "Was bedeutet „Lager“ in i-depot?" has too few words to show its language in a folder of two.
_GERMAN = re.compile(
    r"was (?:bedeute[nt]|ist|sind|macht|bewirkt|enthält|passiert|geschieht|tut|kann|muss|wird)\b", re.IGNORECASE
)
