"""When a critic's own answer says what the answer of a candidate says, in all of its parts."""

from __future__ import annotations

import pytest

from benchmill.critique.own_answer import compared, same_answer
from benchmill.records import AnswerComponent, Candidate
from tests.critique.made import CANDIDATE, OTHER, SEED, candidate, chunk


def test_the_language_of_an_answer_is_that_of_its_question_and_quotes() -> None:
    quote = "wird immer der nächste passende Zeitpunkt verwendet"
    seed = chunk(f"Sind mehrere Pläne aktiv, {quote} und die Planung dargestellt.")
    made = candidate(seed, quote, "der nächste passende Zeitpunkt", "Wonach richtet sich Harbor mit mehreren Plänen?")

    assert same_answer("Nach dem nächsten passenden Zeitpunkt", made)
    assert not same_answer("Nach dem letzten passenden Zeitpunkt im Plan", made)


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


@pytest.mark.parametrize(
    ("own", "same"), [("one user: the base DN; all users: 7 DNs", True), ("all users: 7 DNs", False)]
)
def test_a_critic_need_not_repeat_an_example_in_brackets(own: str, same: bool) -> None:
    evidence = CANDIDATE.components[0].evidence
    entries = ("One user (e.g. Alice in `built-in`): the base DN", "All users: 7 DNs")
    parts = tuple(AnswerComponent(each, evidence) for each in entries)
    asked = Candidate("list", "Which base does each search have?", "; ".join(entries), parts, ("x",))
    assert same_answer(own, asked) == same


def test_four_of_five_entries_are_not_the_list() -> None:
    evidence = CANDIDATE.components[0].evidence
    names = ("zoom", "crop", "fade", "tilt", "blur")
    made = Candidate(
        "list", "Which tools?", "; ".join(names), tuple(AnswerComponent(n, evidence) for n in names), ("x",)
    )
    assert same_answer("crop, zoom, blur, tilt, fade", made)
    assert not same_answer("zoom, crop, fade, tilt", made)
    assert compared("zoom, crop, fade, tilt", made) == "unsure"


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
