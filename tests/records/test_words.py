"""Tokens, stems and n-grams of any text."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmill.records.words import STOP_WORDS, content_words, ngrams, stem, words
from tests.cpu_ceiling import cpu_ceiling


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Set --max-time=5, not -x.", ["set", "--max-time", "5", "not", "-x"]),
        ("httpx.Client() in v3.5.1 holds 1,000 rows", ["httpx.client", "in", "v3.5.1", "holds", "1,000", "rows"]),
        ("well-known e.g. C++ and C#", ["well", "known", "e.g", "c++", "and", "c#"]),
        ("don't use the client’s max_retries", ["don't", "use", "the", "client", "s", "max_retries"]),
        ("Größe: straße", ["grösse", "strasse"]),
        ("東京タワー 3.5", ["東", "京", "タ", "ワ", "ー", "3.5"]),
        ("हिन्दी \ud800 😀", ["हिन्दी"]),
        ("cafe\u0301 = café", ["café", "café"]),
        ("", []),
    ],
)
def test_words_keep_identifiers_numbers_and_flags_whole(text: str, tokens: list[str]) -> None:
    assert words(text) == tokens


@example("0.\u1100")
@given(st.text(st.characters()))
@settings(max_examples=300)
def test_every_token_is_a_normalised_piece_without_white_space(text: str) -> None:
    for token in words(text):
        assert token
        assert not any(character.isspace() for character in token)
        assert words(token) == [token] or token.startswith("-")


@pytest.mark.parametrize("piece", ["a.", "1,", "--a", "'", "é.", "1,1.", "a-", "\u0301", "東", "'t", "++", "हि"])
def test_finding_words_is_work_in_proportion_to_the_text(piece: str) -> None:
    with cpu_ceiling():
        words("x" + piece * 100_000 + "y")


@pytest.mark.parametrize(
    "forms",
    [
        ("configure", "configures", "configured", "configuring"),
        ("retry", "retries", "retried", "retrying"),
        ("cache", "caches", "cached", "caching"),
        ("stop", "stops", "stopped", "stopping"),
        ("class", "classes"),
        ("index", "indexes"),
        ("use", "uses", "used", "using"),
        ("cookie", "cookies"),
    ],
)
def test_forms_of_an_english_word_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("de", ("verbindung", "verbindungen")),
        ("fr", ("fichier", "fichiers")),
        ("es", ("conexión", "conexiones")),
        ("it", ("richiesta", "richieste")),
        ("pt", ("arquivo", "arquivos")),
        ("nl", ("instelling", "instellingen")),
    ],
)
def test_plurals_of_other_languages_have_one_stem(language: str, forms: tuple[str, str]) -> None:
    assert stem(forms[0], language) == stem(forms[1], language)


def test_different_words_keep_different_stems() -> None:
    plain = ["string", "stream", "status", "state", "set", "thread", "thing", "read", "ready", "process", "bus"]
    assert len({stem(word) for word in plain}) == len(plain)


def test_content_words_leave_out_what_says_nothing() -> None:
    assert content_words("What is the timeout of a client?") == ["timeout", "client"]
    assert content_words("Was ist der Timeout eines Clients?", "de") == ["timeout", "client"]
    assert content_words("is 5 the x?") == ["5"]
    assert content_words("タイム", "ja") == ["タ", "イ", "ム"]


def test_the_lists_of_stop_words_are_tokens() -> None:
    for language, stop in STOP_WORDS.items():
        assert {word for word in stop if words(word) not in ([word], [])} <= {"un'"}, language


def test_ngrams_need_a_size() -> None:
    assert ngrams(["a"], 2) == []
    with pytest.raises(ValueError, match="at least one token"):
        ngrams(["a"], 0)
