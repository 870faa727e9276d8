"""Case -> copied-wording: questions that copy a sentence of their chunk; and the question's word overlap with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from benchmill.critique.checks.case import Case, show
from benchmill.records.names import Names
from benchmill.records.sentences import sentences
from benchmill.records.units import SPACED_UNITS
from benchmill.records.words import content_words, words

_FEW = 10  # chunks: a word in at most so many is no word of the corpus, however small that is
_COMPARED = 200  # tokens of the question
_CHARACTERS_A_WORD = 2.5
UNSPACED = frozenset({"zh", "ja"})
"""Languages that write no spaces between words."""
# A measured quantity has only one name: "the default size of a segment file in megabytes".
# fmt: off
_MEASURES = frozenset({
    "default", "defaults", "size", "number", "value", "limit", "maximum", "minimum", "length", "count", "time",
    "standard", "standardwert", "größe", "anzahl", "wert", "höchstens", "taille", "nombre", "valeur", "défaut",
    "limite", "tamaño", "número", "valor", "defecto",
})
# fmt: on


def copies(case: Case) -> str | None:
    """No run of more than 6 tokens from the chunk, and at most 75 % of the free content words in one sentence of it.

    Neither rule counts names: identifiers, code, proper nouns, and what the chunk has in code font or in its headings;
    nor the words that deny a false premise, since a question that assumes it has to use them.
    Neither counts units and words such as "default" and "size". Besides, the words that few other passages have must
    be copied, too. Words scattered over the chunk show its topic, not copying; their share is recorded as the
    question's overlap.
    """
    run = longest_run(case)
    # a character is a token there, and about two and a half make a word
    wide = _CHARACTERS_A_WORD if case.language in UNSPACED else 1
    if len(run) > wide * case.settings.copied_run:
        return f"repeats the passage word for word: {show(' '.join(run))}"
    free = _free_stems(case)
    if len(free) < wide * case.settings.copied_share_from:
        return None
    # "server" and "client", words that many passages have, name what the documents are about
    common = max(_FEW, case.settings.common_share * len(case.facts))
    rare = [stem for stem in free if case.facts.df(stem) <= common] or free
    for said in _sentences_stems(case):
        found = [stem for stem in free if stem in said]
        share = len(found) / len(free)
        if min(share, sum(stem in said for stem in rare) / len(rare)) > case.settings.copied_share:
            return f"{share:.0%} of its words come from one sentence: {show(', '.join(found))}"
    return None


def overlap(case: Case) -> float:
    """quality.md's O: the share of the question's content stems found in its chunk; 0 for a question without any.

    Names count here, since a retriever that matches words uses them, too. Reports group scores by this overlap.
    """
    asked = set(case.question_stems)
    return len(asked & set(_chunk_stems(case))) / len(asked) if asked else 0.0


def longest_run(case: Case) -> list[str]:
    """The tokens of the longest run that question and chunk share; names are left out and add no length."""
    exempt = _exempt(case)
    asked = words(case.question)[:_COMPARED]
    told = words(case.source_text)
    best: tuple[int, int, int] = (0, 0, 0)  # counted tokens, begin, end in the question
    previous = [(0, 0)] * (len(told) + 1)  # (counted, all) tokens of the run that ends at each of the chunk's tokens
    for end, token in enumerate(asked, start=1):
        current = [(0, 0)] * (len(told) + 1)
        worth = 0 if token in exempt else 1
        for at in _positions(told, token):
            counted, length = previous[at]
            current[at + 1] = (counted + worth, length + 1)
            if counted + worth > best[0]:
                best = (counted + worth, end - length - 1, end)
        previous = current
    return [token for token in asked[best[1] : best[2]] if token not in exempt]


def _positions(tokens: Sequence[str], wanted: str) -> list[int]:
    return [at for at, token in enumerate(tokens) if token == wanted]


def _exempt(case: Case) -> frozenset[str]:
    """Tokens that have no other word: names in the question, code and identifiers of the chunk, a denied premise."""
    miss = case.candidate.near_miss
    denied = words(miss.contradicted_by.span.text) if miss and miss.contradicted_by else ()
    # "de": no guessing by capital letters
    return case.names.tokens | Names.of(case.source_text, "de").tokens | frozenset(denied)


def _free_stems(case: Case) -> list[str]:
    exempt = _exempt(case)
    heads = {stem for heading in case.seed.headings for stem in content_words(heading, case.language)}
    named = {stem for token in exempt for stem in content_words(token, case.language)} | _measures(case.language)
    return [stem for stem in dict.fromkeys(case.question_stems) if stem not in named and stem not in heads]


@lru_cache(maxsize=16)
def _measures(language: str) -> frozenset[str]:
    return frozenset(content_words(" ".join(sorted(_MEASURES | SPACED_UNITS)), language))


def _sentences_stems(case: Case) -> list[frozenset[str]]:
    text = case.source_text
    return [frozenset(content_words(text[start:end], case.language)) for start, end in sentences(text)]


def _chunk_stems(case: Case) -> list[str]:
    return content_words(case.source_text, case.language)
