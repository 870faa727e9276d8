"""Benchmarks with a known flaw -> the verdict names that flaw, and names none for a good one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmill.records import AnswerComponent, Benchmark, Candidate, Evidence, Span
from benchmill.validity.validity import Validity, measure
from tests.growing.made import chunk, document, item
from tests.validity.planted import names, planted

# What the verdict may say beside the planted flaw, because it follows from it.
_FOLLOWS = {
    "leaky": {"too-easy"},  # copied questions are found first by every keyword retriever
    "mislabelled": {"not-found"},  # no retriever finds the wrong passage
    "one-sided": {"tiny"},  # items of one document are worth few independent ones
}


@pytest.fixture(scope="module")
def measured() -> dict[str, Validity]:
    found = {}
    for name in names():
        plant = planted(name)
        found[name] = measure(plant.benchmark, today=plant.today)
    return found


@pytest.mark.parametrize("name", names())
def test_the_verdict_names_the_planted_flaw_and_no_other(name: str, measured: dict[str, Validity]) -> None:
    problems = {problem.name for problem in measured[name].verdict.problems}
    assert problems - _FOLLOWS.get(name, set()) == planted(name).problems


def test_only_the_good_benchmark_is_called_good(measured: dict[str, Validity]) -> None:
    grades = {name: validity.verdict.grade for name, validity in measured.items()}
    assert grades == {
        "good": "good",
        "leaky": "unfit",
        "redundant": "limited",
        "tiny": "limited",
        "mislabelled": "unfit",
        "one-sided": "unfit",
        "stale": "unfit",
    }


def test_the_headline_says_in_points_what_can_be_told_apart_rounded_up(measured: dict[str, Validity]) -> None:
    assert measured["good"].numbers["minimum_detectable_difference"].value == pytest.approx(0.0808, abs=0.0001)
    good = measured["good"].verdict
    assert good.headline == "Tells apart retrievers that differ by 9 points or more; with 194 more items, by 5 points."
    assert good.fit_for[0].startswith("comparing retrievers on this corpus that differ by 9 points or more")
    assert any("openai:writer" in sentence for sentence in good.not_fit_for)


def test_a_benchmark_of_the_built_in_writer_is_fit_for_a_first_look_and_not_for_choosing_a_retriever() -> None:
    plant = planted("good")
    items = tuple(replace(item, generator="extractive") for item in plant.benchmark.items)
    verdict = measure(replace(plant.benchmark, items=items), today=plant.today).verdict

    assert (verdict.grade, [one.name for one in verdict.problems]) == ("limited", ["by-rules"])
    assert verdict.headline == "For a first look, not for choosing a retriever: the built-in writer wrote it."
    assert verdict.fit_for[0] == "a first look, and a test of the pipeline"
    assert not any("comparing retrievers" in sentence for sentence in verdict.fit_for)
    assert any(sentence.startswith("choosing a retriever") for sentence in verdict.not_fit_for)
    mixed = (*items[1:], plant.benchmark.items[0])
    assert measure(replace(plant.benchmark, items=mixed), today=plant.today).verdict.grade == "good"


def test_twelve_of_120_wrong_labels_are_counted(measured: dict[str, Validity]) -> None:
    number = measured["mislabelled"].numbers["answer_in_evidence"]
    assert (number.value, number.n) == (0.9, 120)
    assert number.ci95 is not None
    assert number.ci95[0] < 0.9 < number.ci95[1]


def test_a_keyword_retriever_gains_from_copied_wording(measured: dict[str, Validity]) -> None:
    leaky, good = (measured[name].numbers["mrr@10 bm25"].value or 0.0 for name in ("leaky", "good"))
    assert leaky > good + 0.3


def test_every_number_has_n_and_a_method_and_every_share_an_interval(measured: dict[str, Validity]) -> None:
    for validity in measured.values():
        for number in validity.numbers.values():
            assert (number.n > 0) == (number.value is not None), number.name
            assert number.method, number.name
            assert number.meaning, number.name


def test_controls_with_a_known_outcome_come_out_as_they_must(measured: dict[str, Validity]) -> None:
    numbers = measured["good"].numbers
    assert numbers["oracle"].value == 1.0
    assert numbers["chance"].value == pytest.approx(10 / 240)
    assert numbers["shuffled"].value == 1.0
    assert (numbers["deleted_20"].value or 0.0) >= (numbers["deleted_5"].value or 0.0)


def test_the_same_benchmark_gives_the_same_numbers(measured: dict[str, Validity]) -> None:
    plant = planted("tiny")
    assert measure(plant.benchmark, today=plant.today).as_json() == measured["tiny"].as_json()


def test_an_item_covers_every_document_that_it_was_written_from() -> None:
    plant = planted("good")
    first, *others = plant.benchmark.items
    far = next(one for one in others if one.candidate.document_id != first.candidate.document_id)
    sides = (*first.candidate.components, *far.candidate.components)
    both = replace(first.candidate, kind="comparison", components=sides)
    alone = replace(plant.benchmark, items=(first,))
    paired = replace(plant.benchmark, items=(replace(first, critique=replace(first.critique, candidate=both)),))
    covered = [measure(one, today=plant.today).numbers["documents_covered"] for one in (alone, paired)]
    assert [round(one.value * one.n) for one in covered if one.value] == [1, 2]


def test_which_side_of_a_comparison_is_named_first_is_counted(measured: dict[str, Validity]) -> None:
    lines = [f"`disk{n}` holds {n + 1} GB. `redis{n}` holds 900 MB. Both are caches of Kestrel.\n" for n in range(6)]
    documents = tuple(document(f"{n}.md", line) for n, line in enumerate(lines))

    def compared(n: int, *, turned: bool) -> Candidate:
        of = documents[n]
        sides = []
        for name, value in ((f"`disk{n}`", f"{n + 1} GB"), (f"`redis{n}`", "900 MB")):
            start = of.text.index(name)
            span = Span.of(of, start, of.text.index(value) + len(value))
            sides.append(AnswerComponent(f"{name}: {value}", (Evidence(span),), (value,)))
        sides = sides[::-1] if turned else sides
        question = f"How do {sides[0].text.split(':')[0]} and {sides[1].text.split(':')[0]} of Kestrel differ in size?"
        answer = "; ".join(side.text for side in sides)
        return Candidate("comparison", question, answer, tuple(sides), (chunk(of).id,))

    items = tuple(item(compared(n, turned=n % 3 == 0), number=n + 1) for n in range(6))
    numbers = measure(Benchmark("caches", documents, items, tuple(map(chunk, documents)))).numbers
    assert {
        name: (numbers[name].value, numbers[name].n) for name in ("compared_in_order", "compared_larger_first")
    } == {
        "compared_in_order": (4 / 6, 6),
        "compared_larger_first": (4 / 6, 6),
    }
    assert "compared_in_order" not in measured["good"].numbers
