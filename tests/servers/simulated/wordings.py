"""Text -> its language, and the forms of the simulated model's questions in this language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

Language = Literal["en", "de", "fr"]

# The commonest words of each language that the other languages do not have.
_SIGNS: Mapping[Language, frozenset[str]] = {
    "en": frozenset(("the", "of", "and", "to", "is", "for", "with", "that", "this", "it")),
    "de": frozenset(("der", "die", "das", "und", "ist", "ein", "eine", "mit", "nicht", "wird", "den", "von")),
    "fr": frozenset(("le", "la", "les", "et", "est", "une", "pour", "dans", "avec", "que", "du", "sur")),
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
    "fr": {
        "and": (" et ",),
        "name": (
            "Quel identifiant une équipe utilise-t-elle pour {topics} avec {subject} ?",
            "Quel nom faut-il indiquer pour {topics} en mettant en place {subject} ?",
        ),
        "figure": (
            "Quelle valeur une équipe doit-elle prévoir pour {topics} avec {subject} ?",
            "Sur quelle quantité une équipe compte-t-elle pour {topics} avec {subject} ?",
        ),
        "thing": ("Qu'est-ce qui compte pour {topics} avec {subject} ?",),
        "list": ("Quels choix une équipe a-t-elle autour de {topics} avec {subject} ?",),
        "procedure": ("Comment une équipe s'y prend-elle pour {topics} avec {subject} depuis le début ?",),
        "comparison": ("En quoi {one} et {other} diffèrent-ils quand une équipe regarde {topics} ?",),
        "multi_hop": ("Une fois {topics} réglés pour {one}, qu'en résulte-t-il pour {end} avec {other} ?",),
        "ambiguous": ("Que doit prévoir une équipe pour {topics} avec {subject} en premier lieu ?",),
        "value": ("Qu'écrit une équipe pour {subject} quand rien d'autre n'est connu ?",),
        "reading": ("Qu'écrit une équipe pour {subject} avec {topics} ?",),
        "long_answer": ("C'est {one} à un endroit et {other} à l'autre.",),
    },
}


@cache
def language_of(text: str) -> Language:
    """
    >>> [language_of(text) for text in ("Der Bote ruht nach drei Versuchen.", "The queue is full.", "La file est là.")]
    ['de', 'en', 'fr']
    """
    words = re.findall(r"[^\W\d_]+", text.lower())
    return max(_SIGNS, key=lambda language: sum(word in _SIGNS[language] for word in words))


def form(language: Language, name: str) -> str:
    """The first form of this name."""
    return FORMS[language][name][0]
