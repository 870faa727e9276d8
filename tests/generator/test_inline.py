"""Markup inside a line -> plain words, in time that grows with the line, whatever somebody wrote into it."""

from __future__ import annotations

import pytest

from benchmill.generator.markup.inline import shown
from tests.cpu_ceiling import cpu_ceiling


@pytest.mark.parametrize(
    ("unit", "media_type"),
    [("[[", "text/markdown"), ("[^", "text/markdown"), ("{#", "text/markdown"), (":a:", "text/x-rst")],
)
def test_a_line_of_marks_that_nothing_closes_is_read_once(unit: str, media_type: str) -> None:
    with cpu_ceiling():
        shown(unit * 25_000, media_type)
