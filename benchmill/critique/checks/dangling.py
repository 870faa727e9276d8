"""Case -> dangling-reference: a question that refers to something it does not name ("Does it ...?")."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.records.names import is_identifier
from benchmill.records.words import stem, words

_PRONOUNS = {
    "en": r"(?:it|its|they|their|this|these|those|he|she)",
    "de": r"(?:es|er|sie|diese[rsnm]?|dessen|deren)",
    "fr": r"(?:il|elle|ils|elles|ce|cela|ceci|ces)",
    "es": r"(?:esto|esta|este|estos|estas|él|ella|ellos|ellas)",
}
_STARTS = {language: re.compile(rf"{pronouns}\b(?!['’]s\b)", re.IGNORECASE) for language, pronouns in _PRONOUNS.items()}
# Between Han, kana and hangul there is no word border; "其他", "その他", "其中" name something else.
_STARTS |= {
    "zh": re.compile(r"(?:它们?|牠|其(?![他它余餘中])|这些?|這些?|那些?(?!里)|该|該|此)"),
    "ja": re.compile(r"(?:それ|これ|あれ|その(?!他|ほか)|この|あの|彼女?|同(?:関数|設定|値))"),
    "ko": re.compile(r"(?:그것|이것|저것|그들|이들)|(?:이|그|저) (?=\S)"),
    "ru": re.compile(
        r"(?:он[аои]?|это[тй]?|эта|эти|этих|его|её|их)\b"
        r"|(?:(?:через|за|на|до|с|в|к|от|по|для) )?(?:сколько(?: \w+)?|как(?: (?:долго|часто))?|когда|почему|где|зачем)"
        r" (?:он[аои]?|это|этот|эта|эти)\b",
        re.IGNORECASE,
    ),
}
_SUBJECT = re.compile(
    r"(?:(?:(?:at|to|in|from|for|by|on|with|of|after|until) )?(?:what|how|why|when|where|which|who|whom)"
    r"(?: \w+){0,3}? )?(?:is|are|was|were|does|do|did|can|could|will"
    r"|would|should|must|has|have)"
    r" (?P<pronoun>it|they|he|she|this|these|those"
    r"|(?:that|each|both)(?= (?:apply|cost|get|hold|keep|last|mean|take)\b))\b"
    r"(?P<rest>.{0,60})",
    re.IGNORECASE,
)
# "Wie viele Portionen fasst er?": nothing before the verb's subject could be meant.
_GERMAN_SUBJECT = re.compile(
    r"(?:(?i:bis|ab|seit|für|von|mit|zu|auf|in|an|bei|nach|über|durch|um|aus) )?"
    r"(?i:wie|was|wann|wo|warum|wer|wen|wem|womit|wofür|wohin|welche[mnrs]?)"
    r"(?:(?! (?:[Dd](?:er|ie|as|en|em)|[kms]?eine?[mnrs]?|und|oder|wenn|bevor|bis|dass|damit)\b) [\w-]+){1,4}?"
    r" (?P<pronoun>er|sie|ihn|ihm|dies(?:er|en|em)?)\b"
)
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
# "that option", "diese Einstellung": of what the question must have spoken before. "that setting `x` ..." says a thing.
_POINTED_AT = (
    "(?:setting|option|command|flag|value|parameter|variable|file|function|method|feature|mode|field|limit|error)"
)
_POINTED = {
    "en": re.compile(
        rf"\b(?:(?:this|that) (?P<noun>{_POINTED_AT})|(?:these|those) (?P<nouns>{_POINTED_AT})s)\b"
        r"(?! (?:the|an?|it|up|to|[`A-Z_]))"
    ),
    "de": re.compile(
        r"\b(?:diese[rsnm]?|jene[rsnm]?) (?P<noun>Einstellung|Option|Befehl|Schalter|Wert|Parameter|Variable|Datei"
        r"|Funktion|Methode|Modus|Feld|Grenze|Fehler)(?:e?n|e?s|e)?\b"
    ),
}
PRONOUN_LANGUAGES = frozenset(_STARTS)


def dangling(case: Case) -> str | None:
    """Refuses a pronoun or "the function" without its name, and a bare "above", "below" or "next step"."""
    language = case.language
    starts = _STARTS.get(language or "en")
    start = starts.match(case.prose) if starts else None
    if start:
        return f"begins with {show(start[0])}, and does not name what that is"
    pointed = _POINTED[language or "en"].search(case.prose) if (language or "en") in _POINTED else None
    noun = next(filter(None, pointed.groups())) if pointed else ""
    if pointed and not _named_before(case.prose[: pointed.start()], noun, case):
        return f"{show(pointed[0])} is nothing that the question has named"
    german = _GERMAN_SUBJECT.match(case.prose) if language == "de" else None
    if german and not any(name in german[0] for name in case.names.surfaces) and "``" not in german[0]:
        return f"{show(german['pronoun'])} refers to something the question does not name: {show(case.prose)}"
    if language not in {"en", ""}:
        return None
    text = case.prose.rstrip("?!. ")
    subject = _SUBJECT.match(text)
    if subject and not (subject["pronoun"].lower() == "it" and _EXPLETIVE.match(subject["rest"])):
        return f"{show(subject['pronoun'])} refers to something the question does not name: {show(text)}"
    lone = _OBJECT.fullmatch(text)
    if lone and not case.names.surfaces and "``" not in text:
        return f"{show(lone['pronoun'])} refers to something the question does not name: {show(text)}"
    bare = _BARE.search(text)
    if bare:
        return f"refers to something outside itself: {show(bare[0])}"
    return _nameless(text, case)


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
