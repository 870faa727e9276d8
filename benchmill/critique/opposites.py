"""Two texts -> whether one says the opposite of the other: by a negation, or by a pair such as start and stop."""

from __future__ import annotations

from functools import lru_cache

from benchmill.records.words import stem, words

_NEGATIONS = """
    no not never none without cannot neither nor nicht kein keine keinen keinem keiner keines nie niemals ohne weder
    pas jamais sans aucun aucune nunca
    """
_PAIRS = {
    "en": """
        activate/deactivate add/delete add/remove after/before allow/deny allow/forbid always/never close/open
        connect/disconnect create/delete create/remove decrease/increase disable/enable disabled/enabled
        download/upload exclude/include export/import false/true hide/show install/uninstall install/remove lock/unlock
        lower/raise max/min maximum/minimum mount/unmount off/on pull/push start/stop started/stopped
        above/below inside/outside over/under with/without""",
    "de": """
        aktivieren/deaktivieren anzeigen/ausblenden ausschalten/einschalten deinstallieren/installieren
        entfernen/hinzufügen entfernen/installieren erhöhen/senken erlauben/verbieten erstellen/löschen
        exportieren/importieren maximal/minimal mit/ohne nach/vor schließen/öffnen starten/stoppen starten/beenden
        über/unter""",
    "fr": """
        activer/désactiver afficher/masquer ajouter/supprimer après/avant arrêter/démarrer augmenter/diminuer
        autoriser/interdire avec/sans créer/supprimer désinstaller/installer exporter/importer fermer/ouvrir
        sous/sur""",
    "es": """
        abrir/cerrar activar/desactivar antes/después añadir/eliminar bajo/sobre con/sin crear/eliminar
        detener/iniciar""",
    "it": "con/senza dopo/prima sopra/sotto",
    "nl": "boven/onder met/zonder na/voor",
    "pt": "antes/após antes/depois com/sem sob/sobre",
    "ru": "без/с до/после",
}
# Words that say something else in other languages: "sin(x)", "non-root".
_NEGATIONS_OF = {
    "es": "sin ningún ninguno ninguna",
    "fr": "non ni",
    "it": "non né senza mai nessun nessuno nessuna",
    "nl": "niet geen nooit zonder",
    "pt": "não nem sem nunca nenhum nenhuma",
    "ru": "не ни без нет никогда",
}
# Parts of words, and signs between words that no space parts.
_NEGATING_PARTS = {
    "ja": "ない なく なけれ ません らず せず れず なし",
    "ko": "않 없 못 아니",
    "zh": "不 没 沒 未 无 無 勿",
}
_REMOVING = """
    clear deactivate delete disable drop erase purge remove revoke rm stop uninstall unset
    deaktivieren deinstallieren entfernen löschen stoppen beenden arrêter désactiver désinstaller supprimer
    desactivar detener eliminar
    """


def negated(text: str, language: str = "") -> bool:
    """Whether a text has a negation.

    >>> negated("It doesn't"), negated("ohne Neustart"), negated("non-root"), negated("senza Docker", "it")
    (True, True, False, True)
    >>> negated("管理に関与していません", "ja"), negated("管理に関与しています", "ja")
    (True, False)
    """
    if any(part in text for part in _NEGATING_PARTS.get(language, "").split()):
        return True
    forms = _forms(_NEGATIONS, "") | _forms(_NEGATIONS_OF.get(language, ""), "")
    return any(word in forms or word.endswith("n't") for word in words(text))


def opposed(one: str, other: str, language: str = "en") -> bool:
    """Whether one text has a word and the other, in its stead, the word's opposite.

    >>> opposed("stop the server", "start the server"), opposed("stop it, then start it", "start it")
    (True, False)
    """
    ours, theirs = _stems(one, language), _stems(other, language)
    only, instead = ours - theirs, theirs - ours
    return any((a in only and b in instead) or (b in only and a in instead) for a, b in _pairs(language))


def removes(text: str, language: str = "en") -> bool:
    """Whether a step takes something away or switches it off."""
    return bool(_stems(text, language) & _forms(_REMOVING, language))


def _stems(text: str, language: str) -> set[str]:
    return {stem(word, language) for word in words(text)}


@lru_cache(maxsize=16)
def _pairs(language: str) -> tuple[tuple[str, str], ...]:
    """The pairs of English, which every technical text may have, and of the language itself."""
    written = f"{_PAIRS['en']} {_PAIRS.get(language, '') if language != 'en' else ''}".split()
    pairs = (pair.partition("/") for pair in written)
    return tuple((stem(one, language), stem(other, language)) for one, _, other in pairs)


@lru_cache(maxsize=32)
def _forms(listed: str, language: str) -> frozenset[str]:
    """The stems of listed words; without a language, the words themselves."""
    return frozenset(stem(word, language) for word in listed.split())
