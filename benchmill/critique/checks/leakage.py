"""Case -> answer-leaked: questions that hold their answer."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.critique.opposites import negated
from benchmill.records.names import Names
from benchmill.records.numbers import answer_tokens
from benchmill.records.words import contains, content_words

_SORT = re.compile(
    r"\b(?:which|what|whose|welche[rsnm]?|quel(?:le)?s?|qu[eé]|cuál(?:es)?|qua(?:l|is|le|li)|welke|wat"
    r"|как(?:ой|ая|ое|ие|ого|ому|ую|ом|их|им))\s+([^\W\d_][\w-]*)",
    re.IGNORECASE,
)
# An identifier with its signs, which are no words: `v-memo="[]"`, `$watch`, `@click`. A number is compared as such.
_SIGNED = re.compile(r"(?=[!-~]*[$@#=:\[\]{}/\\|+*%&~^.])[$@#:./\\~]?[A-Za-z_][!-~]*")
_COMMAND = re.compile(r"[a-z][\w-]*(?: [\w:=.-]+)+")
_IN_UNITS = re.compile(r"\d+[A-Za-z]+")  # `7d`: how one writes a week
_SHORTEST = 4  # characters: a question has `1` or `on` by chance


def leaks(case: Case) -> str | None:
    """Refuses a question that contains an answer component, or whose answer adds nothing worth asking for.

    Where the question has half of the answer's idf mass, that is a leak only if the rest of the answer is at most one
    word, which is common in the corpus and is no name and no number. The word that a question asks for does not count:
    "a pool timeout" answers "Which timeout ...?".
    Comparisons, choices and yes/no questions must name what they ask about.
    """
    if case.shape in {"comparison", "choice", "polar"}:
        return None
    asked = answer_tokens(case.question, case.language)
    told = [
        part for part in case.parts if any(_is_told(text, asked, case) for text in (part.text, *part.short_answers))
    ]
    if told and (case.candidate.kind != "procedure" or 2 * len(told) > len(case.parts)):
        return f"the question holds the answer {show(told[0].text)}"
    texts = [part.text for part in case.parts if not part.short_answers or part.text in part.short_answers]
    reasons = [reason for text in texts if (reason := _restates(text, case))]
    if case.candidate.kind == "list" and 2 * len(reasons) < len(texts):
        return None  # "php mail()" of four ways of sending mail shares words with a question about sending mail
    return reasons[0] if reasons else None


def _is_told(answer: str, asked: list[str], case: Case) -> bool:
    bare = answer.strip(" `'\"<(").rstrip(" `'\">/(),;.:!?")
    if _SIGNED.fullmatch(bare) or (_IN_UNITS.fullmatch(bare) and f"`{bare}`" in case.quotes):
        whole = rf"(?<![\w.-]){re.escape(bare)}(?!\w|[.-]\w)"
        return len(bare) >= _SHORTEST and re.search(whole, case.question, re.IGNORECASE) is not None
    tokens = answer_tokens(answer, case.language)
    said = bool(content_words(answer, case.language))
    return len(answer.strip()) >= _SHORTEST and said and contains(asked, tokens)


def _is_one_name(answer: str, case: Case) -> bool:
    """Whether the answer is one token of code, such as `install:list` or `v-html`: to ask for it takes its words."""
    bare = answer.strip().strip("`")
    if not bare.isascii() or " " in bare:
        return False
    return not bare.replace("-", "").isalpha() or ("-" in bare and bare in case.code)


def _asked_for(case: Case) -> frozenset[str]:
    """The word behind "which" or "in what", which says of what sort the answer is: "In which tab ...?"."""
    found = _SORT.search(case.prose)
    return frozenset(content_words(found[1], case.language)) if found else frozenset()


def _restates(answer: str, case: Case) -> str | None:
    stems = set(content_words(answer, case.language))
    asked = set(case.question_stems)
    if not stems or case.candidate.kind == "procedure" or _is_one_name(answer, case):
        return None
    if negated(answer, case.language):
        return None  # "No tax" says more than a question about a tax
    new = stems - asked
    if new and _COMMAND.fullmatch(bare := answer.strip(" `")) and bare in case.code:
        return None  # who asks for `harbor cache clear` has to name Harbor and its cache
    if new:
        stems -= _asked_for(case)
    whole = case.facts.mass(stems)
    shared = case.facts.mass(stems & asked)
    if shared < case.settings.answer_overlap * whole:
        return None
    said = case.question.casefold()
    names = [name for name in Names.of(answer, case.language).surfaces if name.casefold() not in said]
    usual = case.facts.idf_percentile(case.settings.idf_percentile)
    if names or len(new) > 1 or any(not stem.isalpha() or case.facts.idf(stem) >= usual for stem in new):
        return None
    return f"the question already says {show(answer)} ({shared / whole:.0%} of it)"
