"""Case -> number-changed: answers whose numbers have another unit or sign than in the quote."""

from __future__ import annotations

from benchmill.critique.checks.case import Case, show
from benchmill.records.numbers import Quantity, quantities


def hygiene(case: Case) -> str | None:
    """Refuses an answer's number whose unit or sign differs from the quote's number of the same size.

    A number without a unit in the quote contradicts no unit: a table has the unit in its header.
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
        return f"the answer says {show(quantity.text)}, the quote {show(same[0].text)}, in another unit"
    if all((other.written < 0) != (quantity.written < 0) for other in same):
        return f"the answer says {show(quantity.text)}, the quote {show(same[0].text)}, with another sign"
    return None


def _rescaled(one: Quantity, other: Quantity) -> bool:
    """5 ms against 5 s: one dimension, another size."""
    return one.unit == other.unit and abs(one.value) != abs(other.value)
