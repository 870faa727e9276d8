"""kill -9 at any moment: the same command ends with the same items, and pays again at most what was in flight.

All thirty moments and their table: measurements/kills.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.killing import CONCURRENCY, Moment, Stage, kill, moments, stages

MOMENTS = [*moments(4, seed=7), Moment(1, rename=0), Moment(2, rename=2)]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Stage]:
    return stages(tmp_path_factory.mktemp("kills"))


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_a_run_that_was_killed_ends_as_if_it_had_not_been(
    undisturbed: dict[int, Stage], moment: Moment, tmp_path: Path
) -> None:
    killed = kill(undisturbed[moment.edition], moment, tmp_path)
    assert killed.different == ()
    assert killed.again <= CONCURRENCY
    assert killed.was_running


def test_the_second_edition_has_news_and_keeps_items(undisturbed: dict[int, Stage]) -> None:
    """Else killing it would show little."""
    first, second = (
        set((stage.end / "items.jsonl").read_text(encoding="utf-8").splitlines()) for stage in undisturbed.values()
    )
    assert len(second - first) > 5
    assert first & second
