"""Passage -> Facts: sentences with a short answer, and a question for each. The simulated model reads this way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Literal

from tests.servers.simulated.wordings import FORMS, Language, form, language_of

FactKind = Literal["name", "figure", "thing"]

_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
_NOT_PROSE = re.compile(r"^\s*(#|\||>|<|!\[|\[!|:::|---|===|@|import |from )")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_BORDER = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-ÖØ-Þ`\"'*\[])")
_CODE = re.compile(r"`([^`\n]{2,36})`(?!\w)")
_FIGURE = re.compile(
    r"(?<![\w.,/=+#-])\d+(?:[.,]\d+)*"
    r"(?:\s?(?:%|ms|seconds?|minutes?|hours?|days?|[KMG]i?B|bytes|tokens|steps|pixels|times|images"
    r"|secondes|heures?|jours?|mois|ans|octets"
    r"|Sekunden|Minuten?|Stunden?|Tagen?|Jahren?|Prozent|Zeichen|Stück|Sendungen|Kilobyte|Terabyte))?"
    r"(?![\w/=+-]|[.,]\d)"
)
_THING = re.compile(
    r"\b(?:is|are|uses?|returns?|called|requires?|supports?|provides?|contains?) (?:an? |the )?"
    r"([a-zA-Z][\w-]+(?: [a-z][\w-]+){1,3})"
    r"(?=[,.;:)]| (?:that|which|to|for|of|in|on|with|and|from|by|when)\b)"
)
_WORD = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿœ]{4,}")
_COMMON_TEXT = """
about above after again also because been before being below between both cannot could does doing done down during
each either else every example find follow following from give given have having here however into just like make
many more most much must need note only other over same see should since setting settings option options unless some
such than that their them then there these they this those through under until upon using very want well were what
when where which while will with within without would your yourself default value values using used uses
aber alle allen aller alles andere anderen auch beim bevor dann dass deshalb dieselbe dieser diese dieses diesen doch
durch eine einem einen einer eines einmal erst etwa gegen gilt haben hält ihre ihren immer jede jedem jeden jeder jedes
jene kann keine keinen lässt liegt liegen mehr muss nach nicht noch nächste nächsten oder ohne schon sein seine seinem
seinen sich sind soll sonst steht stehen über unter vorher wann wenn welche welchen werden wird wurde zwei zwischen
afin ainsi alors après aussi autre autres avant avec avoir avez cela celle celles celui cependant certains cette ceux
chaque comme dans deux depuis dernier devez doit doivent donc elle elles encore entre être faire faut lors lorsque mais
même moins nous notamment pendant permet peut peuvent plus plusieurs pour pouvez première puis quand quel quelle sans
selon sera seront seul seulement soit sont sous suivant suivante tous tout toute toutes très vers votre vous utiliser
"""
_COMMON = frozenset(_COMMON_TEXT.split())


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence, verbatim, with a short part of it that answers, and the words that name its topic."""

    sentence: str
    answer: str
    kind: FactKind
    topics: tuple[str, ...]
    language: Language = "en"

    def question(self, subject: str, rng: Random) -> str:
        """A question that names the subject and holds no part of the answer."""
        *others, last = reversed(self.topics)
        about = ", ".join(others) + form(self.language, "and") + last
        return rng.choice(FORMS[self.language][self.kind]).format(subject=subject, topics=about)


def sentences(text: str) -> Iterator[str]:
    """The prose sentences of Markdown text, each a verbatim part of one line or paragraph."""
    prose = _FENCE.sub("\n\n", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)", prose):
        if _NOT_PROSE.match(block):
            block = block.partition("\n")[2]  # a heading's paragraph may begin on its next line
        if _NOT_PROSE.match(block) or "|" in block:
            continue
        for sentence in _BORDER.split(_BULLET.sub("", block).strip()):
            if 30 <= len(sentence) <= 320 and 7 <= len(sentence.split()) <= 45:
                yield sentence


@cache
def facts(text: str, given: tuple[str, ...] = ()) -> tuple[Fact, ...]:
    """The sentences of `text` that can answer a question, as Facts; `given`: use these sentences instead.

    Kept, as are the other readings of a text: the critic tries each two passages that it is shown, and most again in
    its next call.
    """
    often = Counter(word.lower() for word in _WORD.findall(text))
    language = language_of(text)
    found = []
    for sentence in given or tuple(sentences(text)):
        if given or len(sentence) <= 0.4 * len(text):
            fact = _fact(sentence, often, language)
            if fact:
                found.append(fact)
    return tuple(found)


def _fact(sentence: str, often: Counter[str], language: Language) -> Fact | None:
    kind: FactKind
    for kind, pattern in (("name", _CODE), ("figure", _FIGURE), ("thing", _THING)):
        for match in pattern.finditer(sentence):
            answer = match.group(1) if pattern.groups else match.group()
            # between two names in code font is no name
            if len(answer) < 2 or len(answer.split()) > 6 or answer[0] in "]),.;:":
                continue
            topics = _topics(sentence, answer, often)
            if len(topics) >= 2:
                return Fact(sentence, answer, kind, topics, language)
    return None


def first_value(text: str) -> str:
    """The first figure of the text, else its first name in code font, else ""."""
    found = _FIGURE.search(text) or _CODE.search(text)
    return (found.group(1) if found.re is _CODE else found.group()) if found else ""


@cache
def topics_of(text: str, answer: str) -> tuple[str, ...]:
    """Words for the topic of a whole passage, without parts of the answer."""
    return _topics(text, answer, Counter(word.lower() for word in _WORD.findall(text)))


def _topics(sentence: str, answer: str, often: Counter[str]) -> tuple[str, ...]:
    """Up to three words of the sentence that are rare in the passage, and no part of the answer."""
    taken = {stem(word) for word in re.findall(r"\w+", answer)}
    words = dict.fromkeys(_WORD.findall(re.sub(r"\]\([^)]*\)|https?://\S+|`[^`]*`", " ", sentence)))
    usable = [w for w in words if w.lower() not in _COMMON and not any(_alike(stem(w), t) for t in taken)]
    best = sorted(usable, key=lambda w: (often[w.lower()], -len(w), w))[:3]
    return tuple(w for w in usable if w in best)


def _alike(one: str, other: str) -> bool:
    return one == other or (len(one) >= 4 and (one in other or other in one) and len(other) >= 4)


def stem(word: str) -> str:
    """A word without its ending, roughly."""
    return re.sub(r"(ing|ies|ed|es|s|e)$", "", word.lower()) or word.lower()
