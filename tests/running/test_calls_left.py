"""How many calls the budgets of a run still allow: limits of tokens and of money count as limits of calls do."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from benchmill.chat.recorded import MemoryStore
from benchmill.chat.usage import Count
from benchmill.prompts import Prompt, load
from benchmill.running.model_session import ModelRun
from benchmill.running.progress import Silent
from benchmill.settings import GrowSettings


@dataclass(frozen=True)
class Repairs:
    repair: Prompt


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        (GrowSettings(), float("inf")),
        (GrowSettings(max_calls=8), 3),
        (GrowSettings(max_tokens=1000), 5),  # a call takes 100 tokens; one is under way
        (GrowSettings(max_cost=1.0), 3),
        (GrowSettings(max_calls=6, max_tokens=1000), 1),
    ],
)
def test_each_budget_leaves_as_many_calls_as_it_can_pay(settings: GrowSettings, left: float) -> None:
    run = ModelRun(settings, Repairs(load("repair")), MemoryStore(), Silent())
    run.meter.read = lambda: Count(asked=5, answered=4, input_tokens=300, output_tokens=100, cost=0.5)

    assert run.calls_left() == left


def test_before_the_first_reply_nobody_knows_what_a_call_takes() -> None:
    run = ModelRun(GrowSettings(max_tokens=1000), Repairs(load("repair")), MemoryStore(), Silent())

    assert run.calls_left() == float("inf")
