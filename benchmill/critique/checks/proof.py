"""Case -> evidence-not-alone, example-as-rule: evidence that proves less than the answer says."""

from __future__ import annotations

import re
from collections import Counter

from benchmill.critique.checks.case import Case, show
from benchmill.records.candidate import AnswerComponent
from benchmill.records.widening import POINTS_BACK
from benchmill.records.words import content_words, words

# A reader who has only the quote does not know what these words refer to. "That is why" only begins a reason.
_OPEN = re.compile(
    r"\W*(?!(?:this|that)(?: is|['’]s) why\b)"
    r"(?:it|its|they|their|them|this|these|those|that|each|both|such|he|she|here|there|above|below"
    r"|er|sie|es|diese[rsmn]?|dort|hier|il|elle|ils|elles|cela|ceci|ce|esto|esta|este|estos|estas|ello)\b"
    rf"|\W*(?:{POINTS_BACK})",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:e\.g\.|for example|for instance|such as|say,|including but not limited to|z\. ?b\.|zum beispiel"
    r"|beispielsweise|etwa(?! (?:\d|eine?[mnrs]? |zwei|drei|vier|fünf|sechs|zehn|halb|hundert|tausend|doppelt))"
    r"|(?:per|ad) esempio|bijvoorbeeld"
    r"|par exemple|p\. ?ex\.|tel(?:le)?s? que|por ejemplo|p\. ?ej\.|tal(?:es)? como"
    r"|por exemplo|например)|(?<=,) like |例如|比如|例えば|たとえば|예를 들어",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.!?。;]\s|\b(?:is|are|was|were|has|have|can|may|will|must|should|includes?)\s", re.IGNORECASE)
# What is between the marker and an example: no comma, or one in front of this example.
_NEXT = re.compile(
    r"[^,，、]*|.*(?:[,，、]|\b(?:and|or|und|oder|et|ou|y|o|e)\b)\W*"
    r"(?:(?:the|an?|der|die|das|eine?|les?|la|une?|el|los|las) )?\W*",
    re.IGNORECASE | re.DOTALL,
)
_A_SENTENCE = 10  # words
_NEAR = 60  # characters between the marker and an example
_ASKS_EXAMPLE = re.compile(
    r"\b(?:examples?|e\.g|instance|beispiele?|exemples?|ejemplos?|exemplos?)\b|例|예", re.IGNORECASE
)


def not_alone(case: Case) -> str | None:
    """Requires evidence that says what the fact is about: more than the answer, and not only "it" or "each".

    A quote that begins with "It" passes where it shares a word with the question, the answer aside, and one that begins
    with "These rules" below a heading about rules.
    """
    if case.candidate.kind not in ("factoid", "multi_hop"):
        return None
    for part in case.candidate.components:
        quotes = [evidence.span.text for evidence in part.original_evidence]
        reasons = [reason for text in quotes if (reason := _leaves_open(text, part, case))]
        if reasons and len(reasons) == len(quotes):
            return reasons[0]
    return None


def _leaves_open(quote: str, part: AnswerComponent, case: Case) -> str | None:
    # counted: all words of the old path may be in the new one, "`/a/{id}` -> `/b/{id}/a`"
    said = Counter(words(quote)) - Counter(words(part.text))
    is_sentence = len(words(quote)) >= _A_SENTENCE  # it says what it is about
    if not said and not is_sentence and len(words(case.seed.text)) > 2 * len(words(quote)):
        return f"the evidence is the answer alone and does not say what it answers: {show(quote)}"
    opening = _OPEN.match(quote)
    if not opening:
        return None
    rest = set(content_words(quote, case.language)) - set(content_words(part.text, case.language))
    if rest & set(case.question_stems):
        return None
    pointed_at = content_words(" ".join(quote[opening.end() :].split()[:1]), case.language)
    if set(pointed_at) & set(content_words("\n".join(case.seed.headings), case.language)):
        return None
    return f"the evidence begins with {show(opening[0].strip())} and shares no word with the question: {show(quote)}"


def example_as_rule(case: Case) -> str | None:
    """Refuses a question that asks for the rule, if its quote gives the answer as one example inside a sentence."""
    if _ASKS_EXAMPLE.search(case.prose):
        return None
    for part in case.candidate.components:
        for quote in (evidence.span.text for evidence in part.original_evidence):
            answer = re.escape(part.text.strip("`'\" "))
            places = [match.start() for match in re.finditer(answer, quote, re.IGNORECASE)]
            if places and all(_follows_marker(quote, at) for at in places):
                return f"{show(part.text)} is an example in {show(quote)}, and the question asks for the rule"
    return None


def _follows_marker(quote: str, at: int) -> bool:
    """Whether the words at `at` follow "such as" or the like. "For example, `x` does y" states a fact of `x`."""
    for marker in _EXAMPLE.finditer(quote):
        if marker.end() > at:
            break
        before, between = quote[: marker.start()].rstrip("*_ (\n"), quote[marker.end() : at]
        begins = not before or before[-1] in ".!?:。！？"
        # "a name (e.g. `kestrel`) and the type", "absences, e.g. a study year, are the team's"
        closed = any(between.count(end) > between.count(start) for start, end in (("(", ")"), ("（", "）")))
        closed = closed or not _NEXT.fullmatch(between)
        if not begins and not closed and len(between) <= _NEAR and not _CLAUSE.search(between):
            return True
    return False
