"""A good, a wrong and a slow server -> what `doctor` says of each, in words and as an exit code."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest

from benchmill.growing.doctor import ORDER, Diagnosis, State, What, examine_models
from benchmill.settings import GrowSettings
from tests.end_to_end.command import benchmill
from tests.servers.http_stub import Said, tiny_server
from tests.servers.simulated import ServerPlan, SimulatedServer


@pytest.fixture(scope="module")
def good() -> Iterator[SimulatedServer]:
    with SimulatedServer() as running:
        yield running


def states(found: Diagnosis) -> dict[What, State]:
    (one,) = found.examined
    assert tuple(finding.what for finding in one.findings) == ORDER
    return {finding.what: finding.state for finding in one.findings}


def words(found: Diagnosis) -> str:
    (one,) = found.examined
    return " ".join(finding.text for finding in one.findings if finding.state in ("problem", "warning"))


@pytest.mark.parametrize("protocol", ["openai", "ollama"])
def test_a_good_server_is_asked_once_and_all_is_well(good: SimulatedServer, protocol: str) -> None:
    good.reset()
    found = examine_models(GrowSettings(model=f"{protocol}:llama3", base_url=good.base_url))
    assert set(states(found).values()) == {"ok"}
    assert found.exit_code == 0
    assert good.counters().requests == 1
    assert found.forecast is not None
    assert found.forecast.items == 100
    assert 300 < found.forecast.calls < 1200
    assert found.minutes is not None
    assert found.minutes[1] == pytest.approx(8 * found.minutes[0])


def test_writer_and_critic_are_both_asked(good: SimulatedServer) -> None:
    settings = GrowSettings(model="openai:llama3", critic_model="openai:nobody", base_url=good.base_url)
    writer, critic = examine_models(settings).examined
    assert writer.state("model") == "ok"
    assert critic.state("model") == "problem"
    assert critic.state("speed") == "unknown"


def test_where_the_model_file_is_missing_no_server_answers() -> None:
    found = examine_models(GrowSettings(model="gguf:none.gguf"))
    assert states(found) == {what: "problem" if what == "model" else "unknown" for what in ORDER}
    assert found.exit_code == 3


def test_the_command_prints_a_table_or_one_object_and_ends_with_the_exit_code(good: SimulatedServer) -> None:
    well = benchmill("doctor", "--model", "openai:llama3", "--base-url", good.base_url)
    assert (well.code, well.err) == (0, "")
    assert "a run can begin" in well.out
    assert "nothing: the model runs on a machine of your own" in well.out
    wrong = benchmill("doctor", "--model", "openai:nobody", "--base-url", good.base_url, "--json")
    told = json.loads(wrong.out)
    assert (wrong.code, told["ok"], told["exit_code"]) == (3, False, 3)
    assert told["models"][0]["checks"]["model"]["state"] == "problem"
    assert "forecast" not in told
    without = benchmill("doctor")
    assert without.code == 0
    assert "asks no model" in without.out


def test_a_wrong_address_is_a_problem_of_the_server(good: SimulatedServer) -> None:
    nobody = examine_models(GrowSettings(model="openai:llama3", base_url="http://127.0.0.1:1/v1"))
    assert "no connection" in words(nobody)
    without_v1 = examine_models(GrowSettings(model="openai:llama3", base_url=good.ollama_url))
    assert f"did you mean {good.ollama_url}/v1?" in words(without_v1)
    assert [each.examined[0].state("server") for each in (nobody, without_v1)] == ["problem", "problem"]
    assert (nobody.exit_code, without_v1.exit_code) == (3, 3)


def test_a_page_in_place_of_an_answer_is_a_problem_of_the_server() -> None:
    async def main() -> Diagnosis:
        async with tiny_server(lambda _: Said("<html>Welcome</html>")) as server:
            settings = GrowSettings(model="openai:llama3", base_url=f"{server.root}/v1")
            return await asyncio.to_thread(examine_models, settings)

    found = asyncio.run(main())
    assert "something that is not a chat reply: it begins with '<html>" in words(found)
    assert found.exit_code == 3


@pytest.mark.parametrize(
    ("plan", "settings", "what", "said", "code"),
    [
        (ServerPlan(api_key="right"), {}, "key", "set OPENAI_API_KEY to a valid key", 3),
        (ServerPlan(script=("quota",)), {}, "key", "no credit", 3),
        (ServerPlan(script=("http-502-html",)), {}, "server", "HTTP 502", 3),
        (ServerPlan(context_tokens=1000), {}, "context", "a smaller --chunk-size", 1),
        (ServerPlan(script=("malformed",)), {}, "reply", "use a larger model", 1),
        (ServerPlan(script=("hang",)), {"timeout": 0.3}, "speed", "a larger --timeout", 1),
    ],
    ids=["key", "credit", "html", "context", "malformed", "slow"],
)
def test_what_is_wrong_is_said_where_it_is_wrong(
    plan: ServerPlan, settings: dict[str, float], what: What, said: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "wrong")
    with SimulatedServer(plan) as server:
        found = examine_models(GrowSettings(model="openai:llama3", base_url=server.base_url, **settings))  # type: ignore[arg-type]
    assert states(found)[what] == "problem"
    assert said in words(found)
    assert found.exit_code == code


def test_a_cut_reply_says_nothing_about_the_model_or_its_schemas() -> None:
    with SimulatedServer(ServerPlan(script=("truncated",))) as server:
        found = examine_models(GrowSettings(model="openai:llama3", base_url=server.base_url))
    assert states(found) == {**dict.fromkeys(ORDER, "ok"), "reply": "problem", "schema": "unknown"}
    assert "the reply was cut after" in words(found)
    assert "larger model" not in words(found)
    assert found.exit_code == 1


def test_a_context_without_room_for_an_answer_is_a_warning(good: SimulatedServer) -> None:
    with SimulatedServer(ServerPlan(context_tokens=3500)) as server:
        found = examine_models(GrowSettings(model="openai:llama3", base_url=server.base_url))
        small = examine_models(GrowSettings(model="ollama:llama3", base_url=server.base_url, num_ctx=3500))
    assert (states(found)["context"], states(small)["context"]) == ("warning", "warning")
    assert "of 3,500 tokens of context the longest prompt of a run takes 3," in words(found)
    (well,) = examine_models(GrowSettings(model="ollama:llama3", base_url=good.base_url)).examined
    assert "of 8,192 tokens" in next(finding.text for finding in well.findings if finding.what == "context")


def test_a_server_without_schemas_is_a_warning() -> None:
    with SimulatedServer(ServerPlan(schemas="ignored")) as server:
        found = examine_models(GrowSettings(model="openai:llama3", base_url=server.base_url))
    assert states(found) == {**dict.fromkeys(ORDER, "ok"), "schema": "warning"}
    assert found.exit_code == 0
