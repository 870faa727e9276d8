"""When the verifier's answer says what the writer's says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.answers import agree, compared, holds, same_answer
from benchmill.records import AnswerComponent, Candidate
from tests.critique.made import CANDIDATE, OTHER, SEED, candidate, chunk

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


def test_the_language_of_an_answer_is_that_of_its_question_and_quotes() -> None:
    quote = "wird immer der nächste passende Zeitpunkt verwendet"
    seed = chunk(f"Sind mehrere Pläne aktiv, {quote} und die Planung dargestellt.")
    made = candidate(seed, quote, "der nächste passende Zeitpunkt", "Wonach richtet sich Harbor mit mehreren Plänen?")

    assert same_answer("Nach dem nächsten passenden Zeitpunkt", made)
    assert not same_answer("Nach dem letzten passenden Zeitpunkt im Plan", made)


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


def test_a_short_answer_is_as_good_as_the_answer() -> None:
    made = candidate(SEED, "14 days", "14 days", "How long?", short_answers=("two weeks",))

    assert same_answer("two weeks", made)
    assert not same_answer("two months", made)


def test_every_component_of_an_answer_must_be_said() -> None:
    (first,) = CANDIDATE.components
    second = AnswerComponent("30 days", candidate(OTHER, "30 days", "30 days", "?x").components[0].evidence)
    made = Candidate("list", "How long are logs and results kept?", "two times", (first, second), (SEED.id, OTHER.id))

    assert same_answer("14 days for logs, 30 days for results", made)
    assert not same_answer("14 days for logs", made)


def test_four_of_five_entries_are_not_the_list() -> None:
    evidence = CANDIDATE.components[0].evidence
    names = ("zoom", "crop", "fade", "tilt", "blur")
    made = Candidate(
        "list", "Which tools?", "; ".join(names), tuple(AnswerComponent(n, evidence) for n in names), ("x",)
    )
    assert same_answer("crop, zoom, blur, tilt, fade", made)
    assert not same_answer("zoom, crop, fade, tilt", made)
    assert compared("zoom, crop, fade, tilt", made) == "unsure"


def test_a_passage_holds_an_answer_in_whole_words() -> None:
    assert holds("| `pool` | 5 |", "5")
    assert not holds("It takes 15 seconds.", "5")
    assert holds("stores it, for build logs, 14 days", "14 days of build logs")
    assert not holds("stores it for days", "14 days")
    assert not holds("stores it, for build logs, 15 days", "14 days of build logs")


@pytest.mark.parametrize(
    ("own", "parts", "same"),
    [
        ("7480 for the HTTP API and 7481 for the metrics", ("port 7480", "port 7481"), True),
        ("`--listen` and `--data-dir`", ("`--listen ADDRESS`", "`--data-dir=<folder>`"), True),
        ("7480 for the HTTP API and 7482 for the metrics", ("port 7480", "port 7481"), False),
        ("`--listen` and `--config`", ("`--listen ADDRESS`", "`--data-dir=<folder>`"), False),
    ],
)
def test_a_part_of_two_words_is_said_by_its_number_or_name_and_an_option_without_its_placeholder(
    own: str, parts: tuple[str, str], same: bool
) -> None:
    evidence = CANDIDATE.components[0].evidence
    components = tuple(AnswerComponent(part, evidence) for part in parts)

    assert same_answer(own, Candidate("list", "Which ones?", "; ".join(parts), components, (SEED.id,))) == same


def test_an_entry_need_not_be_said_with_the_condition_that_completed_it() -> None:
    evidence = CANDIDATE.components[0].evidence
    said = [
        "`<HOST>`: Kestrelサーバーのホスト名",
        "`<TAG>`: ハッシュタグ名（`#`を含まない）",
        "`<SEED>`: ランダムな文字列",
    ]
    forms = f"{said[2]} (embed.jsを使用する場合)", said[2]
    parts = (*(AnswerComponent(entry, evidence) for entry in said[:2]), AnswerComponent(forms[0], evidence, forms))
    made = Candidate("list", "何を差し替えますか？", "; ".join(part.text for part in parts), parts, (SEED.id,))
    own = "`<HOST>`（サーバーのホスト名）、`<TAG>`（ハッシュタグ名、`#`を含まない）、`<SEED>`（ランダムな文字列）"
    assert compared(own, made) == "unsure"
    assert compared(own.replace("<SEED>", "7400"), made) == "different"


@pytest.mark.parametrize(
    ("own", "same"), [("`frost_files` and `frost_keys`", True), ("`frost_files` and `ember_keys`", False)]
)
def test_an_answer_with_links_says_what_their_texts_say(own: str, same: bool) -> None:
    linked = (
        "[`frost_files`](https://kestrel.example/en/files) and [`frost_keys`](https://kestrel.example/frost/keys-v2)"
    )
    seed = chunk(f"Kestrel comes with {linked}.", "docs/libraries.md")
    assert same_answer(own, candidate(seed, linked, linked, "Which libraries does Kestrel come with?")) == same
