"""Pipeline: the outcome depends on the plan and the replies, never on timing."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.chat.errors import BudgetReached, EndOfRun, LowYield
from benchmill.generator.kinds import WritingTask, interleave
from benchmill.growing.agenda import Agenda
from benchmill.growing.grown import Grown, Judged
from benchmill.growing.low_yield import Answered
from benchmill.growing.outlook import Outlook
from benchmill.growing.pipeline import Pipeline
from benchmill.growing.poor_kinds import PoorKinds
from benchmill.growing.selection import Selection
from benchmill.records import Critique, Failure, Kind
from benchmill.running.stopping import Stopping
from benchmill.workspace.ledger.calls import LOOKED_UP
from tests.chat import virtual_time
from tests.growing.made import candidate, chunk, critique, document, item

WORDS = [
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "harbor",
    "island",
    "jasper",
    "kelp",
    "lagoon",
    "meadow",
    "nectar",
    "ocean",
    "pebble",
]
PAGES = [document(f"{n:02}.md", f"The {word} valve opens at {n} bar.") for n, word in enumerate(WORDS * 3, start=1)]
SEEDS = [WritingTask(None, (chunk(page),)) for page in PAGES]


def judged(task: WritingTask) -> Judged:
    """Every third candidate is refused; the others ask different things."""
    number = int(task.seed.document_id[:2])
    page = PAGES[number - 1]
    one = candidate(
        page,
        page.text,
        f"At what pressure does valve {number} called {WORDS[(number - 1) % 16]} open?",
        f"{number} bar",
    )
    if number % 3 == 0:
        return Judged(critique(one, rating=2), Failure("critique", one.id, "relevance", "nobody asks"))
    return Judged(critique(one))


def look_up_ten_calls(task: WritingTask) -> None:
    looked_up = LOOKED_UP.get()
    assert looked_up is not None
    looked_up.update(f"{task.seed.id} {number}" for number in range(10))


def run(wanted: int, delays: random.Random, *, seeds: list[WritingTask] = SEEDS) -> tuple[list[Critique], list[str]]:
    """(accepted, documents of the seeds that were worked on) with workers that take random times."""
    worked: list[str] = []

    async def worker(task: WritingTask) -> Grown:
        worked.append(task.seed.document_id)
        for _ in range(delays.randrange(8)):
            await asyncio.sleep(0)
        return Grown(task, (judged(task),))

    selection = Selection((), wanted, per_document=5)
    asyncio.run(Pipeline(seeds, selection).run(worker))
    return selection.accepted, worked


@settings(max_examples=60)
@given(wanted=st.integers(1, 40), one=st.integers(), other=st.integers())
def test_two_runs_with_other_timing_accept_the_same(wanted: int, one: int, other: int) -> None:
    first, _ = run(wanted, random.Random(one))
    second, _ = run(wanted, random.Random(other))
    assert first == second
    assert len(first) == min(wanted, 32)


SHARED = [WritingTask(kind, (chunk(page),)) for page in PAGES[:24] for kind in ("factoid", "list", "procedure")]


@settings(max_examples=40)
@given(empty=st.sets(st.integers(0, 71)), breadth=st.integers(1, 20), one=st.integers(), other=st.integers())
def test_chunks_that_gave_nothing_are_asked_last_whatever_the_timing(
    empty: set[int], breadth: int, one: int, other: int
) -> None:
    def run_with(delays: random.Random, breadth: int) -> Selection:
        async def worker(task: WritingTask) -> Grown:
            for _ in range(delays.randrange(8)):
                await asyncio.sleep(0)
            if SHARED.index(task) in empty:
                return Grown(task, failures=(Failure("generate", task.seed.id, "abstained", "nothing"),))
            once = judged(task)
            again = replace(once.critique.candidate, question=f"{task.kind}: {once.critique.candidate.question}")
            return Grown(task, (replace(once, critique=critique(again)),))

        quotas: dict[Kind, int] = {"factoid": 5, "list": 5, "procedure": 5}
        selection = Selection((), wanted=15, per_document=5, quotas=quotas)
        asyncio.run(Pipeline(SHARED, selection, breadth, outlook=Outlook(selection)).run(worker))
        return selection

    first, second = run_with(random.Random(one), 1), run_with(random.Random(other), breadth)
    assert first.accepted == second.accepted
    assert first.rejected == second.rejected
    assert first.failures == second.failures
    assert first.stopped == second.stopped


def test_after_an_empty_reply_the_other_kinds_ask_other_chunks_first() -> None:
    pages = [WritingTask(kind, (chunk(page),)) for page in PAGES[:3] for kind in ("factoid", "list")]
    agenda = Agenda(pages)
    agenda.advance()
    agenda.put_off(pages[0].seed.id)
    order = []
    while agenda.head < len(pages):
        order.append(agenda.head)
        agenda.advance()
    assert order == [2, 3, 4, 5, 1]


@pytest.mark.parametrize("breadth", [1, 8, 40])
@pytest.mark.parametrize(
    ("wanted", "first"), [(3, ["01.md", "02.md", "03.md"]), (4, ["01.md", "01.md", "02.md", "02.md"])]
)
def test_while_items_are_few_against_the_documents_each_comes_from_another_document(
    wanted: int, first: list[str], breadth: int
) -> None:
    async def worker(task: WritingTask) -> Grown:
        await asyncio.sleep(1 + len(task.seed.text) % 3)
        page = next(page for page in PAGES if page.id == task.seed.document_id)
        question = f"Which pressure opens the valve that {task.seed.text} is about?"
        return Grown(task, (Judged(critique(candidate(page, task.seed.text, question, task.seed.text.split()[-1]))),))

    tasks = [WritingTask("factoid", (chunk(page, part),)) for page in PAGES[:3] for part in page.text.split(" valve ")]
    selection = Selection((), wanted, per_document=5, documents=3)
    virtual_time.run(Pipeline(tasks, selection, breadth, outlook=Outlook(selection, slots=breadth)).run(worker))
    assert [one.candidate.document_id for one in selection.accepted] == first


def abstained(task: WritingTask) -> Grown:
    return Grown(task, failures=(Failure("generate", task.seed.id, "abstained", "nothing"),))


def refused(task: WritingTask) -> Grown:
    critique = judged(task).critique
    return Grown(task, (Judged(critique, Failure("critique", critique.candidate.id, "relevance", "rated 2 of 5")),))


@pytest.mark.parametrize(
    ("writes", "why"),
    [
        (True, "stopped after 11 calls of the writer, since none of them led to an item"),
        (False, "stopped after 5 calls of the writer, since none of them gave a question"),
    ],
)
def test_a_kind_that_gives_next_to_nothing_is_stopped_and_the_reason_says_how_often_it_was_asked(
    writes: bool, why: str
) -> None:
    asked: list[str] = []

    def run_with(*, keep_going: bool) -> Selection:
        async def worker(task: WritingTask) -> Grown:
            asked.append(task.kind or "")
            if task.kind == "list":
                return refused(task) if writes else abstained(task)
            return Grown(task, (judged(task),))

        tasks = [WritingTask("list", task.passages) for task in SEEDS]
        quotas: dict[Kind, int] = {"factoid": 4, "list": 9}
        selection = Selection((), wanted=13, per_document=5, quotas=quotas, keep_going=keep_going)
        plan = [*tasks, *(WritingTask("factoid", task.passages) for task in SEEDS)]
        asyncio.run(Pipeline(plan, selection, breadth=4).run(worker))
        return selection

    stopped = run_with(keep_going=False)
    assert stopped.stopped["list"] == why
    assert asked.count("list") <= 11 + 4
    assert stopped.count_of("factoid") == 4
    assert not run_with(keep_going=True).stopped


@pytest.mark.parametrize("breadth", [1, 8, 40])
@pytest.mark.parametrize(
    ("weak", "keep_going", "fruitful", "calls"),
    [
        (3, False, "", 4),
        (3, True, "", 20),
        (3, False, "x", 4),
        (3, False, ".x.x", 6),
        (4, False, "x..xx", 8),
    ],
)
def test_weaker_places_are_asked_only_while_two_calls_of_five_give_a_question_at_any_concurrency(
    breadth: int, weak: int, keep_going: bool, fruitful: str, calls: int
) -> None:
    asked: Counter[str] = Counter()

    async def worker(task: WritingTask) -> Grown:
        asked[task.kind or ""] += 1
        number = SEEDS.index(replace(task, kind=None, weak=0))
        await asyncio.sleep(1 + number % 3)
        if task.kind == "list" and fruitful[number : number + 1] != "x":
            return Grown(task, failures=(Failure("generate", task.seed.id, "abstained", "nothing"),))
        return Grown(task, (Judged(judged(task).critique),))

    lists = [WritingTask("list", task.passages, weak=weak) for task in SEEDS[:20]]
    plan = interleave({"list": lists, "factoid": [WritingTask("factoid", task.passages) for task in SEEDS[20:40]]}, {})
    selection = Selection((), 18, 5, quotas={"factoid": 8, "list": 10}, keep_going=keep_going)
    virtual_time.run(Pipeline(plan, selection, breadth, outlook=Outlook(selection, slots=breadth)).run(worker))
    assert asked["list"] == calls
    assert selection.count_of("factoid") == 8


@pytest.mark.parametrize("breadth", [1, 8, 40])
@pytest.mark.parametrize(
    ("results", "reply", "calls"),
    [
        (PoorKinds(planned=2.0), refused, 7),
        (PoorKinds(probed=frozenset(["list"])), refused, 3),
        (PoorKinds(probed=frozenset(["list"])), abstained, 1),
        (PoorKinds(), abstained, 5),
    ],
)
def test_of_a_kind_no_more_tasks_are_open_than_may_give_nothing_before_others_take_its_place(
    results: PoorKinds, reply: Callable[[WritingTask], Grown], calls: int, breadth: int
) -> None:
    asked: Counter[str] = Counter()

    async def worker(task: WritingTask) -> Grown:
        looked_up = LOOKED_UP.get()
        assert looked_up is not None
        looked_up.add(f"{task.kind} {task.seed.id}")
        asked[task.kind or ""] += 1
        await asyncio.sleep(1)
        if task.kind == "list":
            return reply(task)
        return Grown(task, (Judged(judged(task).critique),))

    kinds: tuple[Kind, ...] = ("list", "factoid")
    tasks = {kind: [WritingTask(kind, task.passages) for task in SEEDS[at::2]] for at, kind in enumerate(kinds)}
    selection = Selection((), 18, 5, quotas={"factoid": 8, "list": 10})
    selection.results = deepcopy(results)
    pipeline = Pipeline(interleave(tasks, {}), selection, breadth, outlook=Outlook(selection, slots=breadth))
    virtual_time.run(pipeline.run(worker))
    assert selection.count_of("factoid") == 8
    assert "list" in selection.stopped
    assert asked["list"] == calls


def test_a_refused_question_opens_no_further_task_of_a_probe_while_the_run_waits_for_a_slow_reply() -> None:
    asked: Counter[str] = Counter()
    facts = [WritingTask("factoid", task.passages) for task in SEEDS[20:40]]
    lists = [WritingTask("list", task.passages) for task in SEEDS[:10]]

    async def worker(task: WritingTask) -> Grown:
        asked[task.kind or ""] += 1
        await asyncio.sleep(50 if task == facts[0] else 1)
        if task.kind == "list":
            return refused(task) if asked["list"] == 1 else abstained(task)
        return Grown(task, (Judged(judged(task).critique),))

    selection = Selection((), 18, 5, quotas={"factoid": 8, "list": 10})
    selection.results = PoorKinds(probed=frozenset(["list"]))
    tasks = [facts[0], *lists, *facts[1:]]
    virtual_time.run(Pipeline(tasks, selection, 8, outlook=Outlook(selection, slots=8)).run(worker))
    assert "list" in selection.stopped
    assert asked["list"] == 2


@pytest.mark.parametrize("breadth", [8, 40])
def test_a_question_that_is_taken_in_last_opens_no_further_tasks_of_a_kind_whose_first_calls_give_none(
    breadth: int,
) -> None:
    asked: Counter[str] = Counter()
    last = SEEDS[2].seed.id  # a single fact was not found there, so its list comes behind all others

    async def worker(task: WritingTask) -> Grown:
        asked[task.kind or ""] += 1
        await asyncio.sleep(1 + (task.kind == "list"))
        return abstained(task) if (task.kind == "list") != (task.seed.id == last) else Grown(task, (judged(task),))

    lists = [WritingTask("list", task.passages) for task in SEEDS[:20]]
    facts = [WritingTask("factoid", task.passages) for task in (SEEDS[2], *SEEDS[20:36])]
    selection = Selection((), 18, 5, quotas={"factoid": 8, "list": 10})
    pipeline = Pipeline([facts[0], *lists, *facts[1:]], selection, breadth, outlook=Outlook(selection, slots=breadth))
    virtual_time.run(pipeline.run(worker))
    assert "list" in selection.stopped
    assert asked["list"] <= 6


def test_the_first_of_the_plan_are_accepted_not_the_first_that_came_back() -> None:
    accepted, _ = run(4, random.Random(7))
    assert [c.candidate.document_id for c in accepted] == ["01.md", "02.md", "04.md", "05.md"]


def test_a_small_benchmark_does_not_pay_for_the_whole_corpus() -> None:
    _, worked = run(4, random.Random(3))
    assert len(worked) < 12


def test_seeds_of_a_full_document_are_passed_over() -> None:
    page = PAGES[0]
    again = [SEEDS[0], *[WritingTask(None, (chunk(page, page.text[: -n - 1]),)) for n in range(1, 8)]]
    selection = Selection((), wanted=20, per_document=1)
    asked: list[str] = []

    async def worker(task: WritingTask) -> Grown:
        asked.append(task.seed.id)
        await asyncio.sleep(0)
        return Grown(task, (judged(SEEDS[0]),)) if task is SEEDS[0] else Grown(task)

    asyncio.run(Pipeline(again, selection).run(worker))
    assert len(selection.accepted) == 1
    selection = Selection((), wanted=1, per_document=1)
    asked.clear()
    asyncio.run(Pipeline(again, selection).run(worker))
    assert len(asked) < len(again)


def test_a_budget_that_ends_one_seed_ends_the_run_and_keeps_what_is_finished() -> None:
    async def worker(task: WritingTask) -> Grown:
        if task.seed.document_id == "05.md":
            raise BudgetReached("--max-calls 4 is reached")
        return Grown(task, (judged(task),))

    selection = Selection((), wanted=40, per_document=5)
    with pytest.raises(BudgetReached, match="max-calls"):
        asyncio.run(Pipeline(SEEDS, selection).run(worker))
    assert [c.candidate.document_id for c in selection.accepted[:3]] == ["01.md", "02.md", "04.md"]


def test_stopping_cancels_open_seeds_and_says_why() -> None:
    class Stopped(EndOfRun):
        pass

    async def main() -> Selection:
        selection = Selection((), wanted=40, per_document=5)

        async def worker(task: WritingTask) -> Grown:
            if task.seed.document_id > "10.md":
                await asyncio.sleep(3600)
            return Grown(task, (judged(task),))

        pipeline = Pipeline(SEEDS, selection)
        asyncio.get_running_loop().call_later(0.05, pipeline.stop, Stopped("enough of this"))
        with pytest.raises(Stopped):
            await pipeline.run(worker)
        return selection

    assert len(virtual_time.run(main()).accepted) == 7


def test_what_finished_behind_a_seed_that_did_not_is_kept_and_counted_when_the_run_is_stopped() -> None:
    counts: list[tuple[int, int]] = []

    async def main() -> list[str]:
        selection = Selection((), wanted=40, per_document=5)

        async def worker(task: WritingTask) -> Grown:
            if task.seed.document_id == "02.md":
                await asyncio.sleep(3600)
            return Grown(task, (judged(task),))

        pipeline = Pipeline(SEEDS[:8], selection)
        asyncio.get_running_loop().call_later(0.05, pipeline.stop, BudgetReached("enough money"))
        with pytest.raises(BudgetReached):
            await pipeline.run(worker, lambda: counts.append((selection.count, pipeline.waiting)))
        return [critique.candidate.document_id for critique in selection.accepted]

    assert virtual_time.run(main()) == ["01.md", "04.md", "05.md", "07.md", "08.md"]
    assert (1, 4) in counts
    assert counts[-1] == (5, 0)


def test_what_finishes_in_the_moment_of_an_interruption_is_kept() -> None:
    async def main() -> int:
        selection, stopping = Selection((), wanted=40, per_document=5), Stopping()

        async def worker(task: WritingTask) -> Grown:
            await asyncio.sleep(1)
            if task is SEEDS[3]:
                asyncio.get_running_loop().call_soon(stopping.stop, EndOfRun("Ctrl-C"))
            return Grown(task, (judged(task),))

        with pytest.raises(EndOfRun, match="Ctrl-C"):
            await stopping.phase(Pipeline(SEEDS[:4], selection).run(worker))
        return len(selection.accepted)

    assert virtual_time.run(main()) == 3


def test_a_run_whose_items_cost_too_many_calls_ends_after_sixty_of_them_and_says_so() -> None:
    def run_with(dearest: float | None) -> tuple[int, str]:
        selection = Selection((), wanted=30, per_document=5)

        async def worker(task: WritingTask) -> Grown:
            look_up_ten_calls(task)  # an item from two of three tasks
            await asyncio.sleep(0)
            return Grown(task, (judged(task),))

        try:
            asyncio.run(Pipeline(SEEDS, selection, dearest=dearest).run(worker))
        except LowYield as end:
            return len(selection.calls), str(end)
        return len(selection.calls), ""

    assert run_with(None) == run_with(20.0)
    assert run_with(None)[0] > 400
    calls, message = run_with(14.0)
    assert calls < run_with(None)[0]
    assert "60 answered calls gave 4 items" in message
    assert "--keep-going" in message


def test_while_one_slow_task_keeps_the_plan_a_run_of_low_yield_opens_no_further_ones() -> None:
    async def main(dearest: float | None) -> int:
        selection = Selection((), wanted=30, per_document=5)
        opened = 0

        async def worker(task: WritingTask) -> Grown:
            nonlocal opened
            opened += 1
            look_up_ten_calls(task)
            await asyncio.sleep(1000 if task is SEEDS[0] else 1)
            return Grown(task, ())

        outlook = Outlook(selection, critics=3, slots=4)
        with contextlib.suppress(LowYield):
            await Pipeline(SEEDS, selection, breadth=8, dearest=dearest, outlook=outlook).run(worker)
        return opened

    assert virtual_time.run(main(None)) == len(SEEDS)
    assert virtual_time.run(main(14.0)) <= 6 + 8  # what sixty calls took, and what was under way by then


def test_calls_that_nobody_answered_and_calls_paid_ahead_do_not_end_a_run_for_its_low_yield() -> None:
    def run_with(answered: Answered, *, paid_ahead: bool) -> tuple[int, int, bool]:
        selection = Selection((), wanted=30, per_document=5)
        opened = 0

        async def worker(task: WritingTask) -> Grown:
            nonlocal opened
            opened += 1
            look_up_ten_calls(task)
            await asyncio.sleep(0)
            return Grown(task, (judged(task),))

        pipeline = Pipeline(SEEDS, selection, dearest=14.0, answered=answered, paid_ahead=paid_ahead)
        try:
            asyncio.run(pipeline.run(worker))
        except LowYield:
            return opened, len(selection.taken), True
        return opened, len(selection.taken), False

    half = run_with(lambda keys: len(keys) // 2, paid_ahead=False)
    assert not half[2]
    assert half[1] > 40
    now, later = run_with(len, paid_ahead=False), run_with(len, paid_ahead=True)
    assert (now[2], later[2]) == (True, True)
    assert later[0] == later[1] < half[0]  # what was open is finished and selected, nothing else is opened


def test_a_night_does_not_end_for_the_calls_that_earlier_editions_paid_for_what_they_refused() -> None:
    kept = tuple(item(judged(task).critique.candidate, number=number) for number, task in enumerate(SEEDS[30:44]))

    def run_with(newly: Answered) -> int:
        selection = Selection(kept, wanted=len(kept) + 1, per_document=5)

        async def worker(task: WritingTask) -> Grown:
            look_up_ten_calls(task)
            refused = Failure("critique", task.seed.id, "relevance", "nobody asks")
            new = task in SEEDS[20:]  # what the plan has first was refused in an earlier night
            return Grown(task, (judged(task) if new else replace(judged(task), failure=refused),))

        asyncio.run(Pipeline(SEEDS[:30], selection, breadth=4, dearest=16.0, newly=newly).run(worker))
        return len(selection.accepted)

    assert run_with(lambda keys: len(keys) - 200) == 1
    with pytest.raises(LowYield, match="60 answered calls gave no item"):
        run_with(len)


def test_a_run_looks_behind_any_number_of_tasks_without_room() -> None:
    async def worker(task: WritingTask) -> Grown:
        await asyncio.sleep(0)
        return Grown(task, (judged(task),))

    full = [WritingTask("list", task.passages) for task in SEEDS] * 3
    selection = Selection((), wanted=1, per_document=5, quotas={"factoid": 1, "list": 0})
    tasks = [*full, WritingTask("factoid", SEEDS[0].passages)]
    asyncio.run(Pipeline(tasks, selection, breadth=2, outlook=Outlook(selection)).run(worker))
    assert len(selection.accepted) == 1


def test_a_full_benchmark_asks_nothing_more_where_another_kind_has_room() -> None:
    asked: list[str] = []

    async def worker(task: WritingTask) -> Grown:
        asked.append(task.kind or "")
        await asyncio.sleep(0)
        return Grown(task, (judged(task),))

    selection = Selection((), wanted=1, per_document=5, quotas={"factoid": 1, "comparison": 9})
    tasks = [WritingTask("factoid", SEEDS[0].passages), *(WritingTask("comparison", seed.passages) for seed in SEEDS)]
    asyncio.run(Pipeline(tasks, selection, breadth=2, outlook=Outlook(selection)).run(worker))
    assert len(selection.accepted) == 1
    assert asked == ["factoid"]


def test_a_bug_in_a_worker_is_not_swallowed() -> None:
    async def worker(task: WritingTask) -> Grown:
        raise ZeroDivisionError(task.seed.id)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(Pipeline(SEEDS, Selection((), 4, per_document=5)).run(worker))
