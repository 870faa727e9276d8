"""Case -> yes-no: questions that "yes" or "no" answers."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import POLAR_START, Case, show
from benchmill.records.languages import detect
from benchmill.records.words import words

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
# Any beginning of a question word of languages in which a verb or the subject may come first ("Gilt das sonntags?",
# "O relé lê YAML?"), and of "name ...". A word that only looks like one lets the question pass.
_MAY_ASK = re.compile(
    r"\b(?:w(?:as|e[mnr]|essen|ie|o|ann|arum|elch|es|at|aar)|qu|où|combien|comment|pourquoi|a?d[oó]nde|a?onde|dove"
    r"|c[oó]m[eo]|cu[aá]|ch[ei]|cosa|perch|porqu|hoe|lequel|laquelle)"
    r"|^\W*(?:nenn|gib|geben sie|beschreib|erklär|zähl|nombr|indi[cq]|menci|cit[eao]|dites|donne|nommez|elenc|noem)",
    re.IGNORECASE,
)
_ASKED_BY_ORDER = frozenset({"de", "fr", "es", "it", "pt", "nl"})
_FEWEST_WORDS = 4
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
    """Refuses tag questions, questions that begin with an auxiliary unless a question word inside asks for more, and in
    six languages sentences that ask without any question word."""
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
    if _asks_by_order(text, case):
        return f"yes or no can answer it: {show(text)} has no question word"
    start = POLAR_START.match(text)
    is_german = _GERMAN.match(text) or (detect(text) or case.language) == "de"
    if start is None or (start[0].lower() in _NOT_GERMAN and is_german):
        return None
    rest = text[start.end() :]
    return None if _EMBEDDED.search(rest) else f"yes or no can answer it: {show(text)} begins with {show(start[0])}"


def _asks_by_order(text: str, case: Case) -> bool:
    is_sentence = case.candidate.manner.style not in ("keywords", "fragment") and len(words(text)) >= _FEWEST_WORDS
    asks = text.rstrip(" \"'»”").endswith("?") and case.language in _ASKED_BY_ORDER
    return asks and is_sentence and detect(text) in ("", case.language) and not _MAY_ASK.search(text)


_NOT_GERMAN = frozenset({"will", "was", "do", "has"})
# "Was bedeutet „Lager“ in i-depot?" has too few words to show its language in a folder of two.
_GERMAN = re.compile(
    r"was (?:bedeute[nt]|ist|sind|macht|bewirkt|enthält|passiert|geschieht|tut|kann|muss|wird)\b", re.IGNORECASE
)
