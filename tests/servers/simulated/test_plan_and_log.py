"""The plan's draws and the log's counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.servers.simulated import FAULT_PRESETS, Call, Latency, ServerPlan
from tests.servers.simulated.log import repeated_after_success

ANSWERED = Call(
    0, "/v1/chat/completions", "body", "m", "other", 0, "", 0.1, started=1.0, in_flight=1, prompt_tokens=9,
    status=200, ended=2.0,
)  # fmt: skip


def test_faults_come_in_the_shares_that_were_asked_for() -> None:
    plan = ServerPlan(seed=5, faults=FAULT_PRESETS["mixed"])
    drawn = Counter(plan.fault(f"body {number}", 0, number) for number in range(20_000))
    assert set(drawn) == {"", *FAULT_PRESETS["mixed"]}
    for fault, share in FAULT_PRESETS["mixed"].items():
        assert drawn[fault] / 20_000 == pytest.approx(share, rel=0.2)


def test_a_retry_gets_a_fresh_draw_and_the_order_of_requests_does_not_matter() -> None:
    plan = ServerPlan(seed=5, faults={"http-500": 0.5})
    assert {plan.fault("one body", attempt, 0) for attempt in range(20)} == {"", "http-500"}
    assert plan.fault("a", 3, 0) == plan.fault("a", 3, 999)


def test_a_script_goes_before_the_draws() -> None:
    plan = ServerPlan(script=("hang", ""), script_per_body=("http-503",), faults={"http-500": 1.0})
    assert plan.fault("a", 0, 0) == "hang"
    assert plan.fault("b", 0, 1) == ""
    assert plan.fault("c", 0, 2) == "http-503"
    assert plan.fault("c", 1, 3) == "http-500"


def test_the_latencies_have_the_median_that_was_asked_for() -> None:
    plan = ServerPlan(latency=Latency("lognormal", 0.5, 0.6))
    drawn = sorted(plan.delay(str(number), 0, number) for number in range(4001))
    assert drawn[2000] == pytest.approx(0.5, rel=0.05)


def test_an_unknown_fault_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no fault is named 418; there are: http-429"):
        ServerPlan(faults={"418": 0.1})


def test_a_plan_survives_its_way_to_the_servers_process() -> None:
    plan = ServerPlan(seed=3, latency=Latency("lognormal", 1, 2), faults={"hang": 0.1}, script=("", "reset"))
    assert ServerPlan.from_json(plan.to_json()) == plan


def test_asking_again_after_a_good_answer_is_a_repetition_and_a_hedge_is_not() -> None:
    hedge = replace(ANSWERED, number=1, attempt=1, started=1.5, ended=3.0)
    again = replace(ANSWERED, number=2, attempt=2, started=2.5, ended=3.5)
    other = replace(ANSWERED, number=3, key="other body", started=2.5, ended=3.5)
    assert repeated_after_success([ANSWERED, hedge, other]) == []
    assert repeated_after_success([ANSWERED, hedge, again]) == [again]


def test_asking_again_after_a_fault_is_no_repetition() -> None:
    for failed in (
        replace(ANSWERED, fault="http-500", status=500),
        replace(ANSWERED, fault="malformed"),
        replace(ANSWERED, left=True, status=0),
    ):
        assert repeated_after_success([failed, replace(ANSWERED, started=2.5, ended=3.0)]) == []
