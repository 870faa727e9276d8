"""docs/checks.md says what the checks do, with examples that the checks' own cases prove."""

from __future__ import annotations

from tests.documentation.checks_page import PAGE, page


def test_the_page_of_checks_is_made_of_the_registry_and_of_cases_that_are_really_refused_and_accepted() -> None:
    # tests/critique/test_checks.py runs the cases; after a change: python -m tests.documentation.checks_page
    assert PAGE.read_text(encoding="utf-8") == page()
