"""BM25 against an embedding model and against paraphrases: a lead that grows with copied words is found and named."""

from __future__ import annotations

from dataclasses import replace
from math import fsum

import pytest

from benchmill.records import Benchmark, Item, Verdict
from benchmill.retrieving.dense import Recorded
from benchmill.validity.baselines import Baselines, reciprocal, run_baselines
from benchmill.validity.examined import Examined
from benchmill.validity.measured import Measured
from benchmill.validity.validity import measure
from benchmill.validity.wording_gap import paraphrase_drop, slope_values, wording_gap
from tests.validity.planted import planted

GOOD, LEAKY = planted("good").benchmark, planted("leaky").benchmark


def asking(questions: dict[int, str], asked_as: dict[int, str]) -> Benchmark:
    """The good benchmark with other questions, and with paraphrases that a critic confirmed, by the item's place."""

    def changed(place: int, item: Item) -> Item:
        candidate = replace(item.candidate, question=questions.get(place, item.candidate.question))
        said = asked_as.get(place, "")
        verdicts = (Verdict(candidate.id, "paraphrase", 5, "r", minimum=1, asked_as=said),) if said else ()
        return replace(item, critique=replace(item.critique, candidate=candidate, verdicts=verdicts))

    return replace(GOOD, items=tuple(changed(place, item) for place, item in enumerate(GOOD.items)))


def ran(benchmark: Benchmark) -> tuple[Examined, Baselines]:
    examined = Examined.of(benchmark, "en")
    return examined, run_baselines(examined)


def value(number: Measured) -> float:
    assert number.value is not None
    return number.value


def mrr(baselines: Baselines, places: range) -> float:
    return fsum(reciprocal(baselines.rankings["bm25"][at], baselines.gold[at]) for at in places) / len(places)


def test_bm25_that_leads_where_questions_copy_words_is_named() -> None:
    # every other question copies its passage: bm25 finds these, and the embedding model finds no passage by anything
    half = asking({n: LEAKY.items[n].candidate.question for n in range(0, 120, 2)}, {})
    axes = {chunk.id: [float(n == axis) for axis in range(240)] for n, chunk in enumerate(half.chunks)}
    texts = {chunk.text: axes[chunk.id] for chunk in half.chunks}
    blind = texts | {item.candidate.question: [1.0] * 240 for item in half.items}
    found = measure(half, today=half.documents, recorded=Recorded("openai:blind", blind))

    assert value(found.numbers["bm25_dense_gap"]) > 0.3
    assert value(found.numbers["bm25_dense_slope"]) > 0.3
    (problem,) = [one for one in found.verdict.problems if one.name == "keyword-friendly"]
    assert problem.sentence.startswith("bm25 ranks the evidence higher than openai:blind (MRR@10), by 0.")
    # behind a model that finds every passage first, bm25 lacks just what it lacks to a perfect score
    sees = texts | {item.candidate.question: axes[item.candidate.chunk_ids[0]] for item in half.items}
    examined, baselines = ran(half)
    gap, _ = wording_gap(examined, baselines, Recorded("openai:sees", sees))
    assert value(gap) == pytest.approx(mrr(baselines, range(120)) - 1)


def test_without_vectors_word_pieces_take_the_model_s_place_and_the_method_says_so() -> None:
    examined, baselines = ran(planted("tiny").benchmark)
    gap, _ = wording_gap(examined, baselines, None)
    assert (gap.name, gap.n) == ("bm25_pieces_gap", 12)
    assert "there are no vectors of an embedding model (benchmill retrieve BENCH --retriever dense:SPEC" in gap.method
    lacking, _ = wording_gap(examined, baselines, Recorded("openai:half", {}, missing=7))
    assert "7 texts have no vector of openai:half yet" in lacking.method


def test_what_bm25_loses_on_paraphrases_is_measured_over_the_items_that_have_one() -> None:
    copied = {n: LEAKY.items[n].candidate.question for n in range(40)}
    examined, baselines = ran(asking(copied, {n: GOOD.items[n].candidate.question for n in range(40)}))
    (drop,) = paraphrase_drop(examined, baselines)
    plain, of_plain = ran(GOOD)
    assert drop.n == 40
    assert value(drop) == pytest.approx(mrr(baselines, range(40)) - mrr(of_plain, range(40)))
    assert value(drop) > 0.3
    assert paraphrase_drop(plain, of_plain) == []


def test_a_slope_without_spread_is_none() -> None:
    assert slope_values([0.5, 0.5], [0.0, 1.0]) == slope_values([], []) == []
