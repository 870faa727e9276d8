"""What costs calls: critics asked again, evidence taken away; kept for the edition, and heard by the verdict."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from benchmill.records import Evidence
from benchmill.validity.added_labels import added_labels
from benchmill.validity.asked import numbers_of
from benchmill.validity.baselines import run_baselines
from benchmill.validity.examined import Examined
from benchmill.validity.kept import realism_of, residual_of, second_critic_of
from benchmill.validity.stability import correlation, kendall
from benchmill.validity.validity import measure
from benchmill.validity.verdict import Author
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.servers.simulated import ServerPlan, SimulatedServer
from tests.validity.planted import planted


def test_critics_that_change_their_mind_and_items_answered_without_evidence_are_named() -> None:
    steady = [{"relevance": True, "groundedness": True}] * 2
    fickle = [{"relevance": True, "groundedness": True}, {"relevance": False, "groundedness": True}]
    decisions = {f"q-{n}": fickle if n < 3 else steady for n in range(10)}
    decisions["q-9"] = [{"relevance": True, "groundedness": False}, *steady[:1]]  # found in one order only
    without = {f"q-{n}": n < 2 for n in range(10)}
    numbers = numbers_of(decisions, without, "openai:critic", {f"q-{n}": n < 1 for n in range(10)})
    plant = planted("good")
    verdict = measure(plant.benchmark, today=plant.today, asked=numbers).verdict

    found = {one.name: one for one in numbers}
    assert (found["same_decision_relevance"].value, found["same_decision_relevance"].n) == (0.7, 10)
    assert "Gwet's AC1 0.60" in found["same_decision_relevance"].method
    assert found["same_decision_groundedness"].value == 0.9
    assert (found["evidence_found_again"].value, found["evidence_found_again"].n) == (0.9, 10)
    assert all(one.ci95 for one in numbers)
    assert {one.name for one in verdict.problems} == {"answered-without-evidence", "obeys-documents", "unsteady-critic"}
    sentences = " ".join(one.sentence for one in verdict.problems)
    assert "1 of 10 planted passages changed the critic's verdict" in sentences
    assert "2 of 10 items are answered without their evidence" in sentences
    assert "the relevance critic decides 3 of 10 items otherwise" in sentences


def test_confirmed_unlabelled_answers_are_the_least_difference_that_may_be_claimed() -> None:
    manifest = {"residual": {"sampled": 100, "unlabelled": 12, "share": 0.12, "ci95": [0.07, 0.198], "method": "calls"}}
    plant = planted("good")
    found = measure(plant.benchmark, today=plant.today, residual=residual_of(manifest))

    assert found.numbers["residual_unlabelled"].n == 100
    assert found.verdict.headline.startswith("Tells apart retrievers that differ by 20 points or more: so many items")
    assert [one.name for one in found.verdict.problems] == ["unlabelled"]
    assert residual_of({}) == ()
    # labels that the sample found are in the items: the bound is that of the items that were not sampled
    manifest["residual"] |= {"of": 400, "left": 0.09, "left_ci95": [0.0525, 0.1485]}
    mended = measure(plant.benchmark, today=plant.today, residual=residual_of(manifest))
    assert mended.numbers["residual_left"].ci95 == (0.0525, 0.1485)
    assert mended.verdict.headline.startswith("Tells apart retrievers that differ by 15 points or more")


def test_critics_of_the_writer_s_family_are_named() -> None:
    one_family = Author(("openai:gpt-4o",), critics=("langchain:openai:gpt-4o-mini", "ollama:qwen3"))
    assert one_family.shared_families == ("gpt",)
    assert Author(("extractive", "openai:gpt-4o"), critics=("ollama:llama3",)).shared_families == ()


def test_how_often_a_second_critic_agreed_is_taken_from_the_manifest() -> None:
    counts = {"second_critic": {"relevance": {"asked": 8, "agreed": 6}, "standalone": {"asked": 2, "agreed": 2}}}
    (found,) = second_critic_of({"counts": counts, "models": {"second_critic": "ollama:qwen3"}})
    assert (found.value, found.n) == (0.8, 10)
    assert "ollama:qwen3" in found.method
    assert second_critic_of({}) == ()


def test_what_added_evidence_changes_is_measured() -> None:
    plant = planted("good")
    first, *others = plant.benchmark.items
    (part,) = first.candidate.components
    far = next(chunk for chunk in plant.benchmark.chunks if chunk.document_id != first.candidate.document_id)
    found = replace(part.evidence[0], origin="promoted", found_by="openai:critic")
    candidate = replace(first.candidate, components=(replace(part, evidence=(Evidence(far.span), found)),))
    judged = replace(first, critique=replace(first.critique, candidate=candidate))
    examined = Examined.of(replace(plant.benchmark, items=(judged, *others)))
    number = added_labels(examined, run_baselines(examined))

    assert (number.value, number.n) == (0.5 / 120, 120)  # three of six retrievers find the passage that was added
    assert "Kendall's tau" in number.method
    bare = Examined.of(plant.benchmark)
    assert added_labels(bare, run_baselines(bare)).value == 0.0


def test_without_real_queries_realism_is_said_to_be_not_measured() -> None:
    (nothing,) = realism_of({"counts": {}})
    assert (nothing.value, "not measured" in nothing.method) == (None, True)
    (style,) = realism_of({"counts": {"mix": {"like": {"queries": 24, "distance": {"style": 0.25}}}}})
    assert (style.name, style.value, style.n) == ("distance_style", 0.25, 24)


def test_correlations_are_none_where_nothing_varies() -> None:
    assert (correlation([1, 1], [0, 1]), kendall([1, 1], [0, 1])) == (None, None)
    assert kendall([1, 2, 3], [3, 2, 1]) == -1.0


def test_the_command_asks_once_and_later_reports_of_the_edition_show_it(tmp_path: Path) -> None:
    bench = tmp_path / "bench"
    with SimulatedServer(ServerPlan()) as server:
        model = ("--model", "openai:simulated", "--base-url", server.base_url, "--quiet")
        assert benchmill("grow", EXAMPLES, "--out", bench, "--questions", 4, "--kinds=factoid", *model).code == 0
        full = ("report", bench, "--validity", "full", "--json")
        first = benchmill(*full, "--base-url", server.base_url)
        again = benchmill(*full, "--base-url", server.base_url)
    asked = first.json["sections"]["Critics, asked again"]
    assert asked["evidence_found_again"]["n"] == asked["same_decision_groundedness"]["n"] == 4
    assert asked["answered_without_evidence"]["n"] == 4
    calls = int(re.findall(r"(\d+) calls asked, 0 from the ledger", first.err)[0])
    assert calls == 4 * (2 * 2 + 1 + 1)  # twice again, two calls each: clarity and relevance share one
    assert (asked["canaries"]["n"], asked["canaries"]["value"]) == (4, 0.0)
    assert f"0 calls asked, {calls} from the ledger" in again.err
    assert benchmill("report", bench, "--json").json["sections"]["Critics, asked again"] == asked
    assert "Control: without its evidence" in (bench / "report.html").read_text(encoding="utf-8")
    refused = benchmill("report", bench, "--rpm", 5)
    assert (refused.code, "only --validity full" in refused.err) == (2, True)
