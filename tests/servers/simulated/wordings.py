"""Text -> its language, and the forms of the simulated model's questions in this language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

Language = Literal["en", "de"]

# The commonest words of each language that the other language does not have.
_SIGNS: Mapping[Language, frozenset[str]] = {
    "en": frozenset(("the", "of", "and", "to", "is", "for", "with", "that", "this", "it")),
    "de": frozenset(("der", "die", "das", "und", "ist", "ein", "eine", "mit", "nicht", "wird", "den", "von")),
}

FORMS: Mapping[Language, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "and": (" and ",),
        "name": (
            "When somebody works with {subject}, which identifier concerns {topics}?",
            "Which name should a developer type for {topics} while setting up {subject}?",
            "For {topics}, what identifier would an engineer look up in {subject}?",
        ),
        "figure": (
            "What figure should a developer expect for {topics} while running {subject}?",
            "When somebody works with {subject}, which quantity concerns {topics}?",
            "For {topics}, how much would an engineer plan under {subject}?",
        ),
        "thing": (
            "When somebody works with {subject}, what matters for {topics}?",
            "What should an engineer know of {topics} while setting up {subject}?",
            "For {topics}, what would a developer look up in {subject}?",
        ),
        "list": ("Which choices does a team have around {topics} while setting up {subject}?",),
        "procedure": ("How would somebody go about {topics} with {subject} from the beginning?",),
        "comparison": ("How do {one} and {other} differ where a team looks at {topics}?",),
        "multi_hop": ("Once {topics} are settled for {one}, what follows for {end} in {other}?",),
        "ambiguous": ("What should a team plan for {topics} around {subject} in the first place?",),
        "value": ("What does a team write for {subject} when nothing else is known?",),
        "reading": ("What does a team write for {subject} under {topics}?",),
        "long_answer": ("It is {one} in one place and {other} in the other.",),
    },
    "de": {
        "and": (" und ",),
        "name": (
            "Welche Bezeichnung braucht ein Betrieb bei {subject} für {topics}?",
            "Welchen Namen gibt jemand für {topics} an, der mit {subject} arbeitet?",
        ),
        "figure": (
            "Welchen Wert sollte ein Betrieb bei {subject} für {topics} erwarten?",
            "Womit rechnet jemand für {topics}, der mit {subject} arbeitet?",
        ),
        "thing": ("Was ist bei {subject} für {topics} wichtig?",),
        "list": ("Welche Möglichkeiten hat ein Betrieb bei {subject} rund um {topics}?",),
        "procedure": ("Wie geht jemand bei {subject} rund um {topics} von Anfang an vor?",),
        "comparison": ("Worin unterscheiden sich {one} und {other}, wenn ein Betrieb auf {topics} achtet?",),
        "multi_hop": ("Wenn {topics} bei {one} geklärt sind, was folgt dann für {end} bei {other}?",),
        "ambiguous": ("Was sollte ein Betrieb für {topics} bei {subject} zuerst einplanen?",),
        "value": ("Was trägt ein Betrieb für {subject} ein, wenn nichts anderes bekannt ist?",),
        "reading": ("Was trägt ein Betrieb für {subject} unter {topics} ein?",),
        "long_answer": ("An einer Stelle ist es {one}, an der anderen {other}.",),
    },
}


@cache
def language_of(text: str) -> Language:
    """
    >>> language_of("Der Bote ruht nach drei Versuchen."), language_of("The queue is full.")
    ('de', 'en')
    """
    words = re.findall(r"[a-zäöüß]+", text.lower())
    counts = {language: sum(word in signs for word in words) for language, signs in _SIGNS.items()}
    return "de" if counts["de"] > counts["en"] else "en"


def form(language: Language, name: str) -> str:
    """The first form of this name."""
    return FORMS[language][name][0]
