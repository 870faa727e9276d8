"""A limit is never exceeded, also where calls are hedged, repaired, batched or spent on recheck.

All settings and their table: measurements/budgets.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from measurements.budgets import SETTINGS, Setting, run

HARD = [setting for setting in SETTINGS if setting.plan.faults or "recheck" in setting.title or "32" in setting.title]


@pytest.mark.parametrize("setting", HARD, ids=lambda setting: f"{setting.limit} {setting.title}")
def test_a_limit_holds(setting: Setting, tmp_path: Path) -> None:
    usage = run(setting, tmp_path)
    assert usage.code == 4
    assert usage.calls > 0
    assert usage.of(setting.limit) <= setting.value
    # a limit that is kept by stopping much too early would be no use
    assert usage.of(setting.limit) > 0.75 * setting.value
