"""Numbers, units and dates in one form."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmill.records.numbers import answer_tokens, dates, quantities
from tests.cpu_ceiling import cpu_ceiling


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5 s, 5s, five seconds, 5,000 ms", ["5s"] * 4),
        ("10MB = 10,000,000 bytes, not 10 MiB", ["10000000b", "10000000b", "10485760b"]),
        ("-1, −1 and minus 1, but 10-1 and x-1", ["-1", "-1", "-1", "10", "1", "1"]),
        ("$5.50, 5 % and 50 percent", ["5.5usd", "5%", "50%"]),
        ("10k rows of 1_000 or 1e3", ["10000", "1000", "1000"]),
        ("v2, 4xx, 3D, gpt-4o, 1.2.3 and 10.0.0.1", []),
        ("[1,2,3]", ["1", "2", "3"]),
        ("after 2 days or 1 week, 48 hours", ["172800s", "604800s", "172800s"]),
        ("16 to 32 an hour", ["16", "32"]),
        ("3.5's default", ["3.5"]),
        ("9" * 500, []),
    ],
)
def test_quantities_come_out_in_base_units(text: str, found: list[str]) -> None:
    assert [str(quantity) for quantity in quantities(text)] == found


def test_a_decimal_comma_belongs_to_some_languages() -> None:
    assert [q.value for q in quantities("1.234,5 und 1.000 und 3,5 und 3.5", "de")] == [
        Decimal("1234.5"),
        Decimal(1000),
        Decimal("3.5"),
        Decimal("3.5"),
    ]
    assert [q.value for q in quantities("1,500")] == [Decimal(1500)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2024-01-05", ["2024-01-05"]),
        ("January 5th, 2024 and 5 January 2024 and 5. Januar 2024", ["2024-01-05"] * 3),
        ("le 3 mars 2024, el 3 de marzo de 2024", ["2024-03-03"] * 2),
        ("since May 2023", ["2023-05"]),
        ("it may be 2024-13-99 or version 2024-1", []),
    ],
)
def test_dates_come_out_in_iso_form(text: str, found: list[str]) -> None:
    assert dates(text) == found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The `5 seconds`", "5s"),
        ("5,000 ms", "five seconds"),
        ("March 14, 2023", "2023-03-14"),
        ("a `PoolTimeout` exception.", "PoolTimeout exception"),
        ("1,000 connections", "1000 connections"),
    ],
)
def test_equal_answers_have_equal_tokens(one: str, other: str) -> None:
    assert answer_tokens(one) == answer_tokens(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("5 s", "5 ms"), ("-1", "1"), ("5 MB", "5 GB"), ("v2", "2"), ("1.5", "15"), ("--rpm", "--tpm"), ("50%", "50")],
)
def test_different_answers_have_different_tokens(one: str, other: str) -> None:
    assert answer_tokens(one) != answer_tokens(other)


@given(st.text(st.characters()), st.sampled_from(["en", "de", "fr", "xx"]))
@example("0,000,0", "de")
@example("-2.020.1", "de")
@settings(max_examples=300)
def test_any_text_has_tokens(text: str, language: str) -> None:
    assert all(token for token in answer_tokens(text, language))
    assert all(quantity.value.is_finite() for quantity in quantities(text, language))


@given(st.integers(-(10**12), 10**12))
def test_thousands_separators_do_not_change_a_number(number: int) -> None:
    assert answer_tokens(f"x = {number:,}") == answer_tokens(f"x = {number}") == answer_tokens(f"x = {number:_}")


@pytest.mark.parametrize(
    "piece", ["1,", "1 ", "1", "- ", "1,111", "5 may ", "1.1", " ", "one-", "$", "minus ", "1e", "1_"]
)
def test_finding_numbers_is_work_in_proportion_to_the_text(piece: str) -> None:
    with cpu_ceiling():
        answer_tokens(piece * 40_000 + "x")
