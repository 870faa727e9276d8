"""Case -> dangling-reference: a question that refers to something it does not name ("Does it ...?")."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.records.names import is_identifier
from benchmill.records.question_words import pattern_of
from benchmill.records.words import stem, words

# "Is it possible to", "How long does it take", "What does it mean when", "When is it that": it refers to nothing.
_EXPLETIVE = re.compile(
    r" that\b| (?:mean|take|cost|matter|make sense|happen|work (?:when|if)|look like when)\b"
    r"|(?: \w+){1,4} (?:to|that|if|when|for|whether)\b",
    re.IGNORECASE,
)
_THINGS = re.compile(
    r"\bthe (?P<noun>company|organi[sz]ation|system|author|study|function|method|class|script|library|framework"
    r"|tool|product"
    r"|software|project|application|platform|package|module|program|command|parameter|option"
    r"|variable)\b(?P<rest>.{0,40})",
    re.IGNORECASE,
)
# "the function of the cache", "the option that", "the command to", "the parameter used for" say which function, option,
# command or parameter they mean.
_DEFINED = re.compile(
    r"(?:['’]s)? (?:of|that|which|to|used|for|named|called|responsible|in charge)\b|[ -][^\W\d_]+", re.IGNORECASE
)
# "How can you cap this?": nothing before it could be meant.
_OBJECT = re.compile(
    r"(?:(?!\b(?:an?|the|each|every|all|any|your|my|its)\b).)* (?P<pronoun>this|that|these|those|them)", re.I
)
_BARE = re.compile(
    r"\bthe above\b|\b(?:above|below)$|\b(?:above|below) (?:code|example|table|snippet|text|passage|section|list"
    r"|figure)\b"
    r"|\bthe (?:next|previous|preceding) (?:step|section|example|chapter|paragraph|code block)\b(?! (?:after|when"
    r"|once|of|in|for|if|to)\b)"
    r"|\bthe following (?:code|example|table|snippet|text|passage|section|list|figure|options?|statements?)\b",
    re.IGNORECASE,
)


def dangling(case: Case) -> str | None:
    """Refuses a pronoun or "the function" without its name, and a bare "above", "below" or "next step"."""
    language = case.language or "en"
    start = _matched("pronoun_start", language, case.prose)
    if start:
        return f"begins with {show(start[0])}, and does not name what that is"
    points = pattern_of("pointed", language)
    pointed = points.search(case.prose) if points else None
    noun = next(filter(None, pointed.groups())) if pointed else ""
    if pointed and not _named_before(case.prose[: pointed.start()], noun, case):
        return f"{show(pointed[0])} is nothing that the question has named"
    german = _matched("subject_pronoun", "de", case.prose) if language == "de" else None
    if german and not any(name in german[0] for name in case.names.surfaces) and "``" not in german[0]:
        return f"{show(german['pronoun'])} refers to something the question does not name: {show(case.prose)}"
    if language != "en":
        return None
    text = case.prose.rstrip("?!. ")
    subject = _matched("subject_pronoun", language, text)
    if subject and not (subject["pronoun"].lower() == "it" and _EXPLETIVE.match(subject["rest"])):
        return f"{show(subject['pronoun'])} refers to something the question does not name: {show(text)}"
    lone = _OBJECT.fullmatch(text)
    if lone and not case.names.surfaces and "``" not in text:
        return f"{show(lone['pronoun'])} refers to something the question does not name: {show(text)}"
    bare = _BARE.search(text)
    if bare:
        return f"refers to something outside itself: {show(bare[0])}"
    return _nameless(text, case)


def _matched(name: str, language: str, text: str) -> re.Match[str] | None:
    pattern = pattern_of(name, language)
    return pattern.match(text) if pattern else None


def _named_before(said: str, noun: str, case: Case) -> bool:
    """Whether the words before have a code span, a name of more than the product, or the noun itself."""
    names = [name for name in case.names.surfaces if name in said and is_identifier(name)]
    return "``" in said or bool(names) or stem(noun.lower()) in {stem(word) for word in words(said)}


def _nameless(text: str, case: Case) -> str | None:
    if case.names.surfaces or _knows_product(case):
        return None
    for match in _THINGS.finditer(text):
        if not _DEFINED.match(match["rest"]) or _verb_follows(match["rest"]):
            return f"{show('the ' + match['noun'])} has no name: {show(text)}"
    return None


_VERB = re.compile(
    r" (?:is|are|was|do|does|did|can|return|returns|use|uses|have|has|support|supports|provide|provides|take|takes"
    r"|require|requires"
    r"|accept|accepts|need|needs|offer|offers|handle|handles|default|defaults|recommend|recommends|raise|raises"
    r"|work|works|run|runs|when|if"
    r"|by|with|on|in|and|or|from|at|as|expect|expects|allow|allows|perform|performs|call|called with|want|say"
    r"|suggest|claim)\b",
    re.IGNORECASE,
)


def _verb_follows(rest: str) -> bool:
    """Whether a verb or preposition follows the noun, so that it is no part of a term ("the option group")."""
    return bool(_VERB.match(rest))


def _knows_product(case: Case) -> bool:
    """Whether the question has a word of the document's title: `httpx` is a name though it is in lower case."""
    title = {word for word in case.facts.title(case.seed.document_id).lower().split() if len(word) > 3}
    asked = set(case.prose.lower().rstrip("?!. ").split())
    return bool((title & asked) - _COMMON_TITLE)


_COMMON_TITLE_TEXT = """
    about advanced basic basics command commands configuration function functions getting guide installation
    introduction library method methods option options overview parameter parameters quickstart reference
    started system usage using with"""
_COMMON_TITLE = frozenset(_COMMON_TITLE_TEXT.split())
