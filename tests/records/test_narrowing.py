"""A quote loses the sentences that its answer does not need, and no others."""

from __future__ import annotations

import pytest

from benchmill.records.narrowing import needed, too_long
from benchmill.records.words import words

LOGS = "Kestrel writes a log. Reports are sent weekly. The log is kept for 14 days. Mails go to the owner."
CODE = "Stop the relay first.\n\n```sh\nkestrel halt\n```\n\nThen the light is red. It goes out after 9 minutes."


@pytest.mark.parametrize(
    ("quote", "asked", "answers", "left"),
    [
        (LOGS, "How long is the log kept?", ["14 days"], "The log is kept for 14 days."),
        (LOGS, "How long is the log that Kestrel writes kept?", ["14 days"], LOGS[: LOGS.index(" Mails")]),
        (LOGS, "To whom are the weekly reports sent?", ["the owner"], LOGS[LOGS.index("Reports") :]),
        (LOGS, "Who gets mails?", ["mails to the owner"], "Mails go to the owner."),
        (CODE, "When does the light go out?", ["9 minutes"], CODE[CODE.index("Then") :]),
        (CODE, "Which command stops the relay?", ["kestrel halt"], CODE[: CODE.index("\n```\n\n")]),
        ("One sentence says all of it at once", "What does it say?", ["all"], "One sentence says all of it at once"),
    ],
)
def test_a_quote_keeps_the_sentences_with_the_answer_and_with_what_is_asked(
    quote: str, asked: str, answers: list[str], left: str
) -> None:
    place = needed(quote, asked, answers)

    assert place is not None
    assert quote[slice(*place)] == left


def test_two_characters_of_a_script_without_spaces_are_one_word_of_a_quote() -> None:
    sentence = (
        "プラグインや独自のスタイルによって動作に支障をきたした場合に、これらを無効にして起動する安全な動作の方式です。"
    )
    assert len(words(sentence)) > 50
    assert not too_long(sentence, sentence * 4, "安全な方式は何を無効にしますか", ["プラグイン"], "ja", most=30)
    assert too_long(sentence * 2, sentence * 4, "安全な方式は何を無効にしますか", ["プラグイン"], "ja", most=30)


def test_an_answer_in_other_words_does_not_show_which_sentences_prove_it_and_leaves_the_quote_whole() -> None:
    assert needed(LOGS, "When is the log deleted?", ["after half a month"]) is None
    assert not too_long(LOGS, LOGS, "When is the log deleted?", ["after half a month"], short=15)
    assert too_long(LOGS, LOGS, "How long is the log kept?", ["14 days"], short=15)
    assert not too_long(LOGS, LOGS, "Who gets the log of Kestrel?", ["the owner"], short=15)


def test_sentences_that_name_less_of_the_question_go_where_all_are_too_many() -> None:
    quote = f"The web app is a page. {'It has no backend of its own to care for at all. ' * 6}`web-root` turns it off."
    place = needed(quote, "How do I turn the web app off?", ["`web-root`"], most=30)

    assert place is not None
    assert len(quote[slice(*place)].split()) <= 30
    assert "`web-root` turns it off." in quote[slice(*place)]


def test_neither_the_address_of_a_link_nor_the_number_of_a_step_makes_a_quote_longer() -> None:
    step = "2. Add [the file](https://example.com/docs/next/the/file/that/says/what/is/kept/and/for/how/long) to it."

    assert too_long(step, step, "", [], most=5) == ""
    assert too_long(step, step, "", [], most=4) == "a quote of 5 words, more than 4"
