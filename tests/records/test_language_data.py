"""The data files with a table for each language: a misspelt name or pattern would be found in that language only."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from benchmill.records.any_language import language_tables
from benchmill.records.question_words import languages_with

QUESTIONS = language_tables("benchmill.records", "questions.toml")
ORDERS = language_tables("benchmill.records", "injection.toml")


@pytest.mark.parametrize("language", QUESTIONS)
def test_what_a_language_says_of_questions_is_explained_at_the_top_and_compiles(language: str) -> None:
    text = resources.files("benchmill.records").joinpath("questions.toml").read_text(encoding="utf-8")
    explained = set(re.findall(r"(\w+)[,:]", text.partition("\n[")[0]))
    for name, said in QUESTIONS[language].items():
        assert name in explained
        re.compile(said)


def test_a_language_in_which_a_second_question_is_found_knows_how_the_first_begins() -> None:
    assert languages_with("second") <= languages_with("first")


@pytest.mark.parametrize("language", ORDERS)
def test_an_order_to_a_model_compiles_and_its_signs_are_in_small_letters(language: str) -> None:
    for order in ORDERS[language].get("orders", ()):
        assert [re.compile(each).pattern for each in order["pattern"]] == order["pattern"] != []
        assert order["signs"] == [sign.lower() for sign in order["signs"]] != []
