"""How many candidates a run pays for: in virtual time, with the product's own pipeline."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from statistics import mean

import pytest

from benchmill.generator.kinds import WritingTask
from benchmill.growing.grown import Grown, Judged
from benchmill.growing.outlook import Outlook
from benchmill.growing.selection import Selection
from measurements.calls_an_item import MOST_CALLS, MOST_WALL, Case, simulate
from tests.growing.made import candidate, chunk, critique, document

PAGE = document("a.md", "The relay listens on port 7400. ")
PORT = candidate(PAGE, "The relay listens on port 7400.", "On which port does the relay listen?", "7400")


@pytest.mark.parametrize(("wanted", "at_once", "mixed"), [(24, 8, False), (24, 64, True), (100, 128, True)])
def test_an_item_costs_at_most_four_and_a_half_calls_and_takes_no_longer_for_it(
    wanted: int, at_once: int, mixed: bool
) -> None:
    cases = [
        Case(wanted, at_once, mixed=mixed, seed=seed)
        for seed in range(24 if mixed and wanted == 24 else 6 if wanted == 24 else 3)
    ]
    frugal = [simulate(case, greedy=False) for case in cases]
    greedy = [simulate(case, greedy=True) for case in cases]
    assert [one.accepted for one in frugal] == [one.accepted for one in greedy]
    assert mean(one.calls for one in frugal) / wanted <= MOST_CALLS < mean(one.calls for one in greedy) / wanted + 0.5
    assert mean(one.seconds for one in frugal) <= MOST_WALL * mean(one.seconds for one in greedy)


@pytest.mark.parametrize("at_once", [1, 3, 40])
def test_quotas_of_kinds_end_in_the_same_items_whatever_is_under_way(at_once: int) -> None:
    case = Case(24, at_once, mixed=True)
    assert simulate(case, greedy=False).accepted == simulate(case, greedy=True).accepted


@pytest.mark.parametrize("at_once", [16, 64])
def test_a_folder_of_few_full_pages_takes_little_more_calls_however_many_run_at_once(at_once: int) -> None:
    cases = [Case(100, at_once, yields, mixed=True, seed=seed, pages=12) for yields in (0.4, 0.8) for seed in range(2)]
    many = [simulate(case, greedy=False) for case in cases]
    one = [simulate(replace(case, at_once=1), greedy=False) for case in cases]

    assert [run.accepted for run in many] == [run.accepted for run in one]
    assert mean(run.calls for run in many) <= 1.3 * mean(run.calls for run in one)


def test_128_calls_at_once_on_few_pages_keep_the_promises_on_calls_and_time() -> None:
    cases = [Case(100, 128, mixed=True, seed=seed, pages=12) for seed in range(6)]
    frugal = [simulate(case, greedy=False) for case in cases]
    greedy = [simulate(case, greedy=True) for case in cases]

    assert [run.accepted for run in frugal] == [run.accepted for run in greedy]
    assert sum(run.calls for run in frugal) <= MOST_CALLS * sum(len(run.accepted) for run in frugal)
    assert mean(run.seconds for run in frugal) <= MOST_WALL * mean(run.seconds for run in greedy)


@pytest.mark.parametrize("most_calls", [72, 78, 81, 87, 90])
def test_candidates_that_wait_for_the_first_of_their_page_do_not_stop_a_run_of_few_calls(
    most_calls: int,
) -> None:
    for at_once in (2, 16):
        case = Case(60, at_once, 0.4 if at_once > 2 else 0.8, mixed=True, pages=6)
        assert simulate(case, greedy=False, most_calls=most_calls).calls <= most_calls


def test_with_few_calls_candidates_in_hand_are_judged_before_another_is_written() -> None:
    frugal = [len(simulate(Case(24, 8, seed=seed), greedy=False, most_calls=12).accepted) for seed in range(8)]
    greedy = [len(simulate(Case(24, 8, seed=seed), greedy=True, most_calls=12).accepted) for seed in range(8)]
    assert mean(frugal) >= 2
    assert mean(greedy) < 1


def test_no_critic_is_asked_where_the_task_s_kind_has_all_it_may_have() -> None:
    async def main() -> tuple[bool, bool]:
        selection = Selection((), wanted=3, per_document=5, quotas={"factoid": 1, "list": 2})
        outlook = Outlook(selection)
        open_tasks = [outlook.open(position, WritingTask("factoid", (chunk(PAGE),))) for position in range(2)]
        (first,), (second,) = open_tasks[0].wrote(1), open_tasks[1].wrote(1)
        called = await open_tasks[0].called(first)
        open_tasks[0].end(first, accepted=True)
        selection.select(Grown(open_tasks[0].task, (Judged(critique(PORT)),)))
        outlook.open_tasks.pop(0)
        return called, await open_tasks[1].called(second)

    assert asyncio.run(main()) == (True, False)


def test_no_further_critic_is_asked_once_the_room_is_gone_and_what_was_not_needed_is_counted() -> None:
    other = document("b.md", "The queue holds 500 jobs. ")
    jobs = candidate(other, "The queue holds 500 jobs.", "How many jobs fit into the queue?", "500 jobs")

    async def main() -> tuple[list[bool], Selection]:
        selection = Selection((), wanted=3, per_document=5, quotas={"factoid": 1, "list": 2})
        outlook = Outlook(selection)
        open_task = outlook.open(0, WritingTask("factoid", (chunk(other),)))
        (state,) = open_task.wrote(1)
        goes_on = [await open_task.called(state), open_task.passed(state)]
        selection.select(Grown(WritingTask("factoid", (chunk(PAGE),)), (Judged(critique(PORT)),)))
        goes_on.append(open_task.passed(state))
        selection.select(Grown(open_task.task, (Judged(critique(jobs)),)))
        return goes_on, selection

    goes_on, selection = asyncio.run(main())
    assert goes_on == [True, True, False]
    assert selection.candidates == 1
    assert selection.spare == {jobs.id: True}


def test_no_second_critic_is_asked_beside_the_first_about_a_kind_that_the_first_one_often_refuses() -> None:
    """In a trial the first critic refused most two-hop questions; the calls beside those refusals were paid for."""

    async def main() -> list[int]:
        outlook = Outlook(Selection((), wanted=24, per_document=5), critics=2, slots=8)
        tasks = [WritingTask("factoid", (chunk(PAGE),)), WritingTask("multi_hop", (chunk(PAGE),))]
        open_tasks = [outlook.open(number, task) for number, task in enumerate(tasks)]
        states = [open_task.wrote(1)[0] for open_task in open_tasks]
        for open_task, passed in zip(open_tasks, (6, 1), strict=True):
            for number in range(7):
                outlook.rates.learn(0, open_task.task.kind, passed=number < passed)
        return [open_task.at_once(state) for open_task, state in zip(open_tasks, states, strict=True)]

    assert asyncio.run(main()) == [2, 1]
