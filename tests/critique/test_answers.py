"""When the verifier's answer says what the writer's says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.answers import agree, holds

SAME = [
    ("14 days", "14 days"),
    ("They are kept for 14 days.", "14 days"),
    ("five seconds", "5 s"),
    ("5s", "5 seconds"),
    ("1,000", "1000"),
    ("50%", "50 percent"),
    ("`--timeout`", "--timeout"),
    ("timeout", "the `timeout` parameter"),
    ("Redis", "the Redis cache backend"),
    ("a list of dictionaries", "list of dicts"),
    ("HTTPX 0.18 waits 5 seconds", "5 seconds"),
    ("It is not supported", "not supported"),
    ("-1", "-1"),
    ("連接池", "連接池"),
    ("🎉", "🎉"),
    ("`-`", "-"),
    ("static-builder.args.DEBUG_SYMBOLS=1", "DEBUG_SYMBOLS=1"),
    ("`--set static-builder.args.DEBUG_SYMBOLS=1`", "DEBUG_SYMBOLS=1"),
    ("DEBUG_SYMBOLS=1", "args.DEBUG_SYMBOLS=1."),
]
OTHERS = [
    ("`|`", "-"),
    ("15 days", "14 days"),
    ("14 hours", "14 days"),
    ("14 hours after a build", "14 days after a build"),
    ("1", "-1"),
    ("-1", "1"),
    ("1.2", "1.2.3"),
    ("httpx.Client", "httpx.AsyncClient"),
    ("max_retries", "max_connections"),
    ("supported", "not supported"),
    ("10 or 5 seconds", "5 seconds"),
    ("5 to 10 seconds", "10 seconds"),
    ("GET", "POST"),
    ("", "14 days"),
    ("14 days", ""),
    ("builder.args.DEBUG_SYMBOLS=0", "DEBUG_SYMBOLS=1"),
    ("NO_DEBUG_SYMBOLS=1", "DEBUG_SYMBOLS=1"),
    ("one.DEBUG=1", "two.DEBUG=1"),
    ("builder.SYMBOLS=1", "DEBUG_SYMBOLS=1"),
]


@pytest.mark.parametrize(("own", "expected"), SAME)
def test_answers_that_differ_in_words_only_agree(own: str, expected: str) -> None:
    assert agree(own, expected)


@pytest.mark.parametrize(("own", "expected"), OTHERS)
def test_answers_that_differ_in_a_number_a_name_or_a_negation_do_not(own: str, expected: str) -> None:
    assert not agree(own, expected)


INFLECTED = [
    ("de", "Nach dem nächsten passenden Zeitpunkt", "der nächste passende Zeitpunkt"),
    ("de", "mit den wiederholenden Ladeplänen", "wiederholende Ladepläne"),
    ("de", "an jedem angeschlossenen Ladepunkt", "jeder angeschlossene Ladepunkt"),
    ("de", "aus dem großen Hauptmenü", "ein großes Hauptmenü"),
    ("fr", "au lieu du mail et du mot de passe", "le mail et le mot de passe"),
    ("en", "by the nearest scheduled backups", "the nearest scheduled backup"),
    ("es", "con las conexiones abiertas", "la conexión abierta"),
]
NOT_INFLECTED = [
    ("de", "nach dem ersten Start", "vor dem ersten Start"),
    ("de", "nach dem übernächsten Termin in 2 Tagen", "der übernächste Termin in 3 Tagen"),
    ("de", "mit keinem angeschlossenen Ladepunkt", "ein angeschlossener Ladepunkt"),
    ("de", "1,5 Sekunden", "15 Sekunden"),
    ("de", "der nächste oder der letzte Termin in 2 Tagen", "der nächste Termin"),
    ("fr", "désactiver les notifications de la page", "activer les notifications de la page"),
    ("en", "enable all of the scheduled backups", "disable all of the scheduled backups"),
    ("en", "it doesn't keep the scheduled backups", "it keeps the scheduled backups"),
]


@pytest.mark.parametrize(("language", "own", "expected"), INFLECTED)
def test_inflection_and_a_leading_preposition_or_article_are_no_difference(
    language: str, own: str, expected: str
) -> None:
    assert agree(own, expected, language)
    assert agree(expected, own, language)


@pytest.mark.parametrize(("language", "own", "expected"), NOT_INFLECTED)
def test_another_preposition_value_or_the_opposite_is_a_difference_in_every_language(
    language: str, own: str, expected: str
) -> None:
    assert not agree(own, expected, language)


@settings(max_examples=60)
@given(st.text(max_size=40), st.sampled_from(["de", "en", "fr", "ja", "xx"]))
def test_any_answer_agrees_with_itself_in_every_language(one: str, language: str) -> None:
    assert agree(one, one, language) == bool(one.strip())


@settings(max_examples=150)
@given(st.text(max_size=40), st.text(max_size=40))
def test_any_answer_agrees_with_itself_and_comparing_never_fails(one: str, other: str) -> None:
    assert agree(one, one) == bool(one.strip())
    agree(one, other)
    holds(one, other)


@settings(max_examples=100)
@given(st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(["{} days", "up to {} items of the list", "{}"]))
def test_two_numbers_never_agree_whatever_words_surround_them(one: int, other: int, frame: str) -> None:
    assert agree(frame.format(one), frame.format(other)) == (one == other)


def test_a_passage_holds_an_answer_in_whole_words() -> None:
    assert holds("| `pool` | 5 |", "5")
    assert not holds("It takes 15 seconds.", "5")
    assert holds("stores it, for build logs, 14 days", "14 days of build logs")
    assert not holds("stores it for days", "14 days")
    assert not holds("stores it, for build logs, 15 days", "14 days of build logs")
