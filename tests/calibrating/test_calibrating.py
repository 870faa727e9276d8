"""People's labels against the critics: shares with intervals at each minimum, and how often two models differ."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from benchmill.calibrating.audit import audited
from benchmill.calibrating.calibration import calibrated, disagreements
from benchmill.calibrating.labels import read_labels
from benchmill.records import CRITERIA, InputError, Verdict
from benchmill.scorer.proportion import wilson
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.servers.simulated import ServerPlan, SimulatedServer


def verdict(id_: str, rating: int, criterion: str = "relevance", minimum: int = 0) -> Verdict:
    return Verdict(id_, criterion, rating, "why", minimum=minimum)


# four good, three bad; at 4: g1 g2 g3 pass, g4 does not; b1 passes, b2 b3 do not
RATED = {"g1": 5, "g2": 5, "g3": 4, "g4": 3, "b1": 4, "b2": 3, "b3": 1}
LABELS = {id_: id_.startswith("g") for id_ in RATED}


def test_each_minimum_has_agreement_tpr_tnr_and_precision_with_intervals() -> None:
    (critic,) = calibrated(LABELS, {id_: [verdict(id_, rating)] for id_, rating in RATED.items()}, 4)

    shares = {at.minimum: {one.name: (one.value, one.n) for one in at.numbers} for at in critic.at}
    assert (critic.name, critic.rated, critic.minimum, sorted(shares)) == ("relevance", 7, 4, [2, 3, 4, 5])
    assert shares[4] == {"agreement": (5 / 7, 7), "tpr": (3 / 4, 4), "tnr": (2 / 3, 3), "precision": (3 / 4, 4)}
    assert shares[5]["precision"] == (1.0, 2)
    assert shares[2]["tnr"] == (1 / 3, 3)
    low, high = critic.at[2].numbers[0].ci95 or (0, 0)
    assert (round(low, 3), round(high, 3)) == (0.359, 0.918)


def test_all_critics_together_decide_at_their_own_minima_and_a_shorter_scale_has_fewer() -> None:
    tone = {id_: verdict(id_, 1 if id_ == "g1" else 2, "tone", minimum=2) for id_ in RATED}
    ratings = {id_: [verdict(id_, rating), tone[id_]] for id_, rating in RATED.items()}
    found = {critic.name: critic for critic in calibrated(LABELS, ratings, 4)}

    assert list(found) == ["relevance", "tone", "all critics"]
    together = {one.name: one.value for one in found["all critics"].at[0].numbers}
    assert together == {"agreement": 4 / 7, "tpr": 2 / 4, "tnr": 2 / 3, "precision": 2 / 3}


def test_a_candidate_that_no_critic_refused_and_one_did_not_rate_is_undecided_and_does_not_pass() -> None:
    ratings = {id_: [verdict(id_, 5, "standalone"), verdict(id_, 5, "groundedness")] for id_ in RATED}
    for id_, rating in RATED.items():
        if id_ not in ("g1", "b1"):
            ratings[id_].append(verdict(id_, rating))
    ratings["b3"] = [verdict("b3", 1, "standalone")]  # refused by the first critic, so the others were not asked
    together = calibrated(LABELS, ratings, 4)[-1]

    assert (together.name, together.rated, together.undecided) == ("all critics", 5, 2)
    shares = {one.name: (one.value, one.n) for one in together.at[0].numbers}
    assert shares == {"agreement": (4 / 5, 5), "tpr": (2 / 3, 3), "tnr": (1.0, 2), "precision": (1.0, 2)}


def test_two_models_disagree_where_one_passes_what_the_other_refuses() -> None:
    one = {id_: [verdict(id_, rating)] for id_, rating in RATED.items()}
    other = {id_: [verdict(id_, 4)] for id_ in RATED if id_ != "b3"}
    (found,) = disagreements(one, other, 4)

    assert (found.name, found.share.value, found.share.n) == ("relevance", 2 / 6, 6)
    assert found.mean_difference == pytest.approx(4 / 6)


def rated(id_: str, *ratings: int) -> tuple[Verdict, ...]:
    return tuple(verdict(id_, rating, name) for name, rating in zip(CRITERIA, ratings, strict=True))


def test_the_share_of_good_items_is_corrected_by_the_ratings_of_all_items() -> None:
    # 100 items, 70 of them rated 5 by all; labelled are 18 of these, all good, and 2 of the others, both bad
    ratings = {f"q-{n}": rated(f"q-{n}", *([5] * 3 if n < 70 else [4] * 3)) for n in range(100)}
    labels = {f"q-{n}": n < 70 for n in (*range(18), 70, 71)} | {"rejected": False}
    alone, corrected = audited(labels, ratings)

    assert (alone.value, alone.n, alone.ci95) == (0.9, 20, wilson(18, 20))
    # covariance 0.018, variance 0.0084: weight 1.79; mean ratings 0.94 of all, 0.98 of the labelled
    assert corrected.value == pytest.approx(0.9 + 0.018 / (0.0084 * 1.2) * (0.94 - 0.98))
    assert corrected.n == 100
    few = audited({f"q-{n}": n > 0 for n in range(19)}, ratings)[1]
    assert (few.value, few.method) == (None, "needs 20 labelled items, all with ratings")
    alike = audited({f"q-{n}": True for n in range(30)}, ratings)[1]
    assert (alike.value, "nothing to correct" in alike.method) == (None, True)
    assert audited({"rejected": True}, ratings) == ()


def test_dropped_items_count_for_the_items_that_nobody_read_and_for_no_others() -> None:
    ratings = {f"q-{n}": rated(f"q-{n}", 5, 5, 5) for n in range(40)}
    labels = {f"q-{n}": n > 3 for n in range(20)}
    bad = [f"q-{n}" for n in range(4)]
    some = audited(labels, ratings, bad)[0]
    assert (some.value, some.n) == (16 / 20, 20)
    assert "20 labelled of 40 items, 4 of them dropped since" in some.method
    every = audited(labels | {f"q-{n}": True for n in range(20, 40)}, ratings, bad)[0]
    assert (every.value, every.n) == (1.0, 36)
    assert "dropped" not in every.method


def test_the_corrected_interval_holds_the_true_share_and_is_narrower() -> None:
    rng = random.Random(3)
    held, widths = [], []
    for _ in range(60):
        good = {f"q-{n}": rng.random() < 0.85 for n in range(300)}
        ratings = {
            name: rated(name, *(rng.choice((4, 5, 5) if ok else (4, 4, 5)) for _ in range(3)))
            for name, ok in good.items()
        }
        alone, corrected = audited({name: good[name] for name in rng.sample(sorted(good), 60)}, ratings)
        (low, high), (least, most) = corrected.ci95 or (0.0, 0.0), alone.ci95 or (0.0, 0.0)
        held.append(low <= 0.85 <= high)
        widths.append((high - low) / (most - least))
    assert sum(held) >= 54
    assert sum(widths) / len(widths) < 0.97


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,verdict\nq-1,good\n", "no column 'label'"),
        ("id,label\nq-1,fine\n", "line 2: the label 'fine' is not good, bad or empty"),
        ("id,label\nq-1\n", "line 2: 1 cell for 2 columns"),
        ('id,label\n"q-1,good\n', "not CSV"),
    ],
)
def test_a_file_without_a_label_that_can_be_read_is_refused_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(InputError, match=says):
        read_labels(path)


def test_a_row_that_cannot_be_read_is_one_failure_and_the_other_labels_count(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(
        "id,label,reason\nq-1,good,\nq-2,bad\nq-3,fine,\nq-1,bad,\nq-4,bad,vague\n,bad,who\n", encoding="utf-8"
    )
    labels = read_labels(path)

    assert [(one.id, one.good) for one in labels.found] == [("q-1", True), ("q-4", False)]
    assert [(one.subject_id, one.reason) for one in labels.failures] == [
        ("labels.csv, line 3", "2 cells for 3 columns"),
        (
            "labels.csv, line 4",
            "the label 'fine' is not good, bad or empty (also accept/reject, yes/no, keep/drop, 1/0)",
        ),
        ("labels.csv, line 5", "q-1 has a label already"),
        ("labels.csv, line 7", "it has a label and no id"),
    ]


def test_words_of_any_case_count_and_blank_ones_do_not(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("\ufeffID,question,Label,reason\nq-1,x,Accept,\nq-2,y,0,vague\nq-3,z,,\n,,,\n", encoding="utf-8")

    assert [(one.id, one.good, one.reason) for one in read_labels(path).found] == [
        ("q-1", True, ""),
        ("q-2", False, "vague"),
        ("q-3", None, ""),
    ]


def test_the_command_reads_recorded_ratings_and_asks_two_models_once(tmp_path: Path) -> None:
    bench, labels = tmp_path / "b", tmp_path / "labels.csv"
    common = ("--model", "openai:simulated", "--kinds=factoid", "--quiet", "--json")
    with SimulatedServer(ServerPlan(fail_rates={"relevance": 0.4})) as server:
        grown = benchmill("grow", EXAMPLES, "--out", bench, "--base-url", server.base_url, "--questions", 5, *common)
        assert grown.code == 0, grown.err
        items = [json.loads(line)["id"] for line in (bench / "items.jsonl").read_text("utf-8").splitlines()]
        labels.write_text("id,label\n" + "".join(f"{id_},good\n" for id_ in items[:4]) + f"{items[4]},bad\nq-0,bad\n")
        counts = benchmill("status", bench, "--json").json
        recorded = benchmill("calibrate", bench, labels, "--json", "--quiet")
        assert recorded.code == 0, recorded.err
        models = (
            "--critic-model",
            "openai:simulated",
            "--critic-model",
            "openai:simulated-critic",
            "--base-url",
            server.base_url,
        )
        first = benchmill("calibrate", bench, labels, *models, "--json", "--quiet")
        again = benchmill("calibrate", bench, labels, *models, "--json", "--quiet")
        shown = benchmill("calibrate", bench, labels, *models, "--quiet")
        shared = benchmill("calibrate", bench, labels, *models[2:], "--shared", "--json", "--quiet")
        both = benchmill("calibrate", bench, labels, *models, "--shared", "--quiet")
        same = benchmill("calibrate", bench, labels, *models[:2], *models[:2], *models[4:], "--quiet")
    after = benchmill("status", bench, "--json").json
    paid = first.json["calls"]["asked"] + shared.json["calls"]["asked"]
    assert (after["per_item"], after["beside_growing"]) == (counts["per_item"], {"calibrate": paid})
    assert f"calibrate {paid} of these calls" in benchmill("status", bench).out
    precision = recorded.json["audit"]["audited_precision"]
    assert (precision["value"], precision["n"]) == (0.8, 5)
    assert re.search(r"good items, labelled +0\.80 \(0\.38-0\.96\) of 5 items", shown.out)
    assert re.search(r"good items, all +not given: needs 20 labelled items", shown.out)
    assert (recorded.json["labelled"], recorded.json["good"], recorded.json["unknown"]) == (5, 4, ["q-0"])
    (at,) = (at for at in recorded.json["models"]["recorded"]["relevance"]["at"] if at["minimum"] == 4)
    assert (at["tpr"]["value"], at["tnr"]["value"], at["precision"]["value"]) == (1.0, 0.0, 0.8)
    assert set(first.json["models"]) == {"openai:simulated", "openai:simulated-critic"}
    assert {name: one["n"] for name, one in first.json["disagreement"].items()} == dict.fromkeys(
        ("standalone", "groundedness", "relevance"), 5
    )
    assert first.json["calls"]["asked"] > 0
    assert again.json["calls"] == {"asked": 0, "recorded": sum(first.json["calls"].values())}
    assert again.json["disagreement"] == first.json["disagreement"]
    assert "disagreement, relevance" in shown.out
    assert list(shared.json["models"]) == ["openai:simulated-critic", "openai:simulated-critic, one call"]
    assert {name: one["n"] for name, one in shared.json["disagreement"].items()} == {"standalone": 5, "relevance": 5}
    assert shared.json["calls"] == {"asked": 5, "recorded": 10}  # one call for both, and the two recorded before
    assert (same.code, "names openai:simulated twice" in same.err) == (2, True)
    assert (both.code, "give --critic-model once" in both.err) == (2, True)
