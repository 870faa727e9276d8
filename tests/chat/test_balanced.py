"""Several servers with the same model: quick ones get more, a dead one gets nothing but single tries."""

from __future__ import annotations

import pytest

from benchmill.chat.connect import ConnectPlan, connect_to
from benchmill.chat.errors import ModelUnreachable
from tests.chat import virtual_time
from tests.chat.fake_models import request
from tests.chat.fake_servers import FakeServer
from tests.chat.workload import SPEC, about, read, through_servers


def test_servers_of_speeds_1_2_4_get_work_in_proportion() -> None:
    servers = [FakeServer(seconds=about(seconds), slots=2, timeout=60) for seconds in (4.0, 2.0, 1.0)]
    seconds, finished, _ = through_servers(servers, 200)
    assert finished == 200
    assert seconds <= 1.1 * 800 / (2 / 4.2 + 2 / 2.1 + 2 / 1.05)  # e^(0.3^2 / 2) is 1.05


@pytest.mark.parametrize("dies", [0, 1, 2])
def test_one_that_dies_midway_costs_no_candidate_and_little_time(dies: int) -> None:
    servers = [FakeServer(seconds=about(seconds), slots=2, timeout=60) for seconds in (4.0, 2.0, 1.0)]
    servers[dies].away = (100.0, 1e9)
    seconds, finished, said = through_servers(servers, 200)
    assert finished == 200
    rates = [2 / 4.2, 2 / 2.1, 2 / 1.05]
    rest = sum(rates) - rates[dies]
    ideal = 100 + (800 - 100 * sum(rates)) / rest
    assert seconds <= 1.1 * ideal
    assert sum(start > 110 for start in servers[dies].starts) < seconds / 10 + 10, "single tries only"
    assert said[0].startswith(f"http://server{dies}/v1: waiting for the server")


def test_one_that_comes_back_gets_work_again() -> None:
    servers = [FakeServer(seconds=about(1.0), slots=2, timeout=60, away=away) for away in ((0, 0), (50.0, 100.0))]
    _, finished, said = through_servers(servers, 150)
    assert finished == 150
    assert [words for words in said if "answers again" in words] == ["http://server1/v1: the server answers again"]
    assert sum(start > 130 for start in servers[1].starts) > 20


def test_the_run_ends_with_the_last_server() -> None:
    servers = [FakeServer(away=(20.0, 1e9)) for _ in range(2)]
    with pytest.raises(ExceptionGroup) as caught:
        through_servers(servers, 1000)
    assert {type(error) for error in caught.value.exceptions} == {ModelUnreachable}
    assert sum(len(server.starts) for server in servers) < 800


def test_a_prompt_whose_beginning_a_server_knows_goes_there_where_both_are_idle() -> None:
    servers = [FakeServer(), FakeServer()]

    async def main() -> None:
        plan = ConnectPlan((SPEC,), base_url="http://a/v1,http://b/v1")
        connection = connect_to(plan, {SPEC: servers[0]}, None, {SPEC: servers[1]})
        for number in range(20):
            beginning = "long and the same" if number % 2 else "another one"
            text = beginning * 100 + str(number)
            await connection.client.ask(request(text, model=SPEC), read)

    virtual_time.run(main())
    assert sorted(server.requests for server in servers) == [10, 10]


def test_prompts_with_a_shared_beginning_go_to_the_server_that_has_it_cached_also_where_all_servers_are_busy() -> None:
    def cached(length: int) -> tuple[int, float]:
        servers = [FakeServer(seconds=about(1.0), slots=2, timeout=60, reading=1.0, keeps=1000) for _ in range(3)]
        wall, finished, _ = through_servers(
            servers, 60, lambda number, purpose: f"passage {number}".ljust(length) + f"\n{purpose}"
        )
        assert finished == 60
        assert min(server.answered for server in servers) > 60, "no server is left without work"
        return sum(server.cached for server in servers), wall

    (long, quick), (short, slow) = cached(2000), cached(20)  # the client compares the first 1,000 characters
    assert long >= 0.95 * 180, "all calls of a candidate but the first find its passage"
    assert short < 0.6 * 180
    assert quick < 0.9 * slow
