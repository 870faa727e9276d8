"""Case -> number-changed: an answer's numbers carry the unit and sign that the quote gives them."""

from __future__ import annotations

from benchmill.critique.checks.case import Case, show
from benchmill.records.numbers import Quantity, quantities


def hygiene(case: Case) -> str | None:
    """No number of the answer has another unit or sign than the quote's number of the same size.

    A quote without a unit contradicts none: in a table the unit stands in the head.
    """
    quoted = quantities(case.quotes, case.language)
    asked = quantities(case.question, case.language)
    answers = [case.candidate.answer, *(part.text for part in case.parts)]
    for answer in answers:
        for quantity in quantities(answer, case.language):
            if not any(quantity.value == other.value and quantity.unit == other.unit for other in (*quoted, *asked)):
                reason = _contradiction(quantity, quoted)
                if reason:
                    return reason
    return None


def _contradiction(quantity: Quantity, quoted: list[Quantity]) -> str | None:
    same = [other for other in quoted if abs(other.written) == abs(quantity.written)]
    if not same:
        return None
    if quantity.unit and all(
        (other.unit and other.unit != quantity.unit) or _rescaled(quantity, other) for other in same
    ):
        return f"the answer says {show(quantity.text)}, the quote {show(same[0].text)}: another unit"
    if all((other.written < 0) != (quantity.written < 0) for other in same):
        return f"the answer says {show(quantity.text)}, the quote {show(same[0].text)}: another sign"
    return None


def _rescaled(one: Quantity, other: Quantity) -> bool:
    """5 ms against 5 s: one dimension, another size."""
    return one.unit == other.unit and abs(one.value) != abs(other.value)
