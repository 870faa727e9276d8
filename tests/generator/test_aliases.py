"""Aliases: only forms of which code can show that they say the same as the answer."""

from __future__ import annotations

import pytest

from benchmill.generator.aliases import equal_forms

PASSAGE = (
    "The command-line interface (CLI) keeps logs in the `frost` store for 14 days, which is two weeks. "
    "The `ember` store is the default; a proxy server (PS) needs 5 GB (10 GB with the paid plan)."
)
QUOTE = "keeps logs in the `frost` store for 14 days"


@pytest.mark.parametrize(
    ("answer", "alias"),
    [
        ("14 days", "2 weeks"),
        ("14 days", "**14** days"),
        ("5 GB", "5,000 MB"),
        ("command-line interface", "CLI"),
        ("CLI", "command-line interface"),
        ("`frost`", "the `frost` store"),
        ("14 days", "for 14 days"),
    ],
)
def test_the_same_value_an_abbreviation_and_a_longer_form_in_the_quote_are_kept(answer: str, alias: str) -> None:
    kept = equal_forms(answer, [alias, alias.upper(), answer], QUOTE, PASSAGE)
    assert kept == ((alias,) if alias != "**14** days" else ())


@pytest.mark.parametrize(
    ("answer", "alias"),
    [
        ("14 days", "2 months"),  # another value
        ("14 days", "14"),  # what of?
        ("5 GB", "10 GB with the paid plan"),  # another number
        ("5 GB", "5 GB or 10 GB"),
        ("`frost`", "the `ember` store"),
        ("`frost`", "default"),  # a word of the passage
        ("`frost`", "the `frost` store of Harbor"),  # not in the quote
        ("proxy server", "server"),  # more general
        ("proxy server", "CLI"),
        ("command-line interface", "CI"),
        ("`frost`", "not `frost`"),
        ("", "14 days"),
    ],
)
def test_what_code_cannot_prove_is_left_out(answer: str, alias: str) -> None:
    assert equal_forms(answer, [alias], QUOTE, PASSAGE) == ()


def test_at_most_three_forms_are_kept() -> None:
    forms = ["2 weeks", "fourteen days", "336 hours", "20160 minutes"]
    assert equal_forms("14 days", forms, QUOTE, PASSAGE) == tuple(forms[:3])
