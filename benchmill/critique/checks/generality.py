"""Case -> too-general: questions that many passages answer."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.records.words import content_words

# What a page explains behind such a label is its own term, of however common words. One word is none.
_LABEL = re.compile(r"\W*(?P<mark>\*\*|__)(?P<label>[^*\n]{1,60}?)[:：]?(?P=mark)\s*[:：—–-]?\s")
_FEWEST = 2


def general(case: Case) -> str | None:
    """Refuses a question unless one of its words is rare, or the combination of its words is rare.

    A question without content words is too general. So is a question of common words only (mean idf under the 20th
    percentile, or each in over 5 % of the chunks) if more than 4 chunks and 1 % of the corpus hold all of these words.
    Common words can ask for a single fact: "What is the default timeout of the client?". The check passes every
    question on a corpus under 200 chunks.
    """
    settings, facts = case.settings, case.facts
    stems = sorted(set(case.question_stems))
    if not stems:
        return f"no word of {show(case.question)} says what it is about"
    if len(facts) < settings.general_corpus:
        return None
    mean = facts.mass(stems) / len(stems)
    common = all(facts.df(stem) > settings.common_share * len(facts) for stem in stems)
    if not common and mean >= facts.idf_percentile(settings.idf_percentile):
        return None
    holding = len(facts.holding(stems))
    most = max(settings.general_chunks, settings.general_share * len(facts))
    if holding <= most or any(_named(name, case) <= most for name in case.names.surfaces) or _asks_a_label(case):
        return None
    return f"{holding} passages hold all its words, which are common ones: {show(', '.join(stems))}"


def _asks_a_label(case: Case) -> bool:
    """Whether the question has all words of the bold label that its evidence begins with: "**Basic methods**: ..."."""
    labels = (match["label"] for each in case.evidence if (match := _LABEL.match(each.span.text)))
    stems = (set(content_words(label, case.language)) for label in labels)
    return any(len(label) >= _FEWEST and label <= set(case.question_stems) for label in stems)


def _named(name: str, case: Case) -> int:
    """The number of chunks that have a name exactly as written: `run` in code font is rarer than the word."""
    facts = case.facts
    form = f"`{name}`" if f"`{name}`" in case.question else name
    return sum(1 for number in facts.holding(content_words(name, case.language)) if form in facts.chunks[number].text)
