"""Question -> its style: keywords, fragment, sentence or symptom; by word lists of ten languages and punctuation.

>>> [style_of(text) for text in ("timeout default client", "how to change the timeout of one request")]
['keywords', 'fragment']
>>> style_of("What is the default timeout?"), style_of("Uploads hang after an hour and nothing is logged, why?")
('sentence', 'symptom')
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmill.records.languages import CODE, detect
from benchmill.records.manner import Style
from benchmill.records.question_words import pattern_of_any, words_of
from benchmill.records.stopwords import STOP_WORDS
from benchmill.records.words import word_count, words

MOST_KEYWORDS = 8
MOST_FRAGMENT = 12
_CLAUSE = re.compile(r"(?<=[^\s\d])[,.;:!?…。、，；？！](?=\s|$)|[。、，；？！]|\s[-–—]\s")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_ALL_STOP_WORDS = frozenset(word for own in STOP_WORDS.values() for word in own)


def style_of(question: str, language: str = "") -> Style:
    """The style of a question, whoever wrote it. `language` as a two-letter code; empty: found by its words.

    `keywords`: up to eight words without grammar. `fragment`: a phrase of up to twelve that is no sentence. `symptom`:
    says what goes wrong, or asks why something does. `sentence`: every other question. Where nothing shows that it is
    another, it is a sentence.
    """
    line = " ".join(CODE.sub(" `` ", question).split())
    if _CJK.search(line) and language not in STOP_WORDS:
        return _without_spaces(line)
    code = language or detect(line)
    tokens = words(CODE.sub(" c0de ", question))
    asks = _asks(line, tokens)
    if _is_symptom(line, tokens, asks):
        return "symptom"
    if asks or not words_of("subjects").isdisjoint(tokens) or word_count(tokens) > MOST_FRAGMENT:
        return "sentence"
    stop = STOP_WORDS.get(code, _ALL_STOP_WORDS) if code in STOP_WORDS else _ALL_STOP_WORDS
    grammar = [token for token in tokens if token in stop or token in words_of("asking")]
    joined = len(grammar) <= 1 and words_of("joining").issuperset(grammar)
    if len(tokens) <= MOST_KEYWORDS and (not grammar or (joined and len(tokens) > 3)):
        return "keywords"
    return "fragment" if not line.endswith(".") else "sentence"


def _asks(line: str, tokens: Sequence[str]) -> bool:
    """Whether the words make a question: a mark with a question word or verb, or a question word before a verb."""
    marked = line.rstrip(" \"'»)").endswith(("?", "\u037e", "؟"))
    asking, auxiliaries = words_of("asking"), words_of("auxiliaries")
    opening = bool(tokens) and tokens[0] in auxiliaries
    first = next((at for at, token in enumerate(tokens[:4]) if token in asking), None)
    if marked:
        return opening or not words_of("asking", "auxiliaries").isdisjoint(tokens)
    if first is None:
        return opening and len(tokens) > 2
    return not auxiliaries.isdisjoint(tokens[first + 1 : first + 5])


def _is_symptom(line: str, tokens: Sequence[str], asks: bool) -> bool:
    """A statement of at least three words in which something goes wrong, or a "why" before it; or any, and why.

    >>> style_of("the relay ends with code 7, why"), style_of("when does the relay end, and why")
    ('symptom', 'sentence')
    """
    why = words_of("why")
    if tokens and tokens[-1] in why and _states(tokens[:-1]):
        return True
    if not _goes_wrong(tokens):
        return False
    if tokens and tokens[0] in why:
        return True
    for clause in _CLAUSE.split(line):
        own = words(clause)
        says = any(token in _ALL_STOP_WORDS or token in words_of("subjects", "auxiliaries") for token in own)
        if _states(own) and says and _goes_wrong(own) and (asks or not why.isdisjoint(tokens) or len(own) >= 5):
            return True
    return False


def _states(clause: Sequence[str]) -> bool:
    return len(clause) >= 3 and clause[0] not in words_of("asking", "auxiliaries")


def _goes_wrong(tokens: Sequence[str]) -> bool:
    """Whether a word of trouble is there, or a negation beside what should work: "funktioniert nicht"."""
    works_not = not (words_of("negations").isdisjoint(tokens) or words_of("working").isdisjoint(tokens))
    return works_not or not words_of("trouble").isdisjoint(tokens)


def _without_spaces(line: str) -> Style:
    """Chinese, Japanese, Korean: by particles and endings, since there are no words to count."""
    asks = pattern_of_any("unspaced_asking").search(line) or pattern_of_any("unspaced_endings", after="$").search(line)
    linked = pattern_of_any("unspaced_links").search(line)
    trouble = pattern_of_any("unspaced_trouble").search(line)
    if trouble and (linked or asks) and word_count(words(line)) >= 4:
        return "symptom"
    if asks:
        return "sentence"
    count = word_count(words(line))
    if not linked and count <= 2 * MOST_KEYWORDS:
        return "keywords"
    return "fragment" if count <= 2 * MOST_FRAGMENT and not line.endswith("。") else "sentence"
