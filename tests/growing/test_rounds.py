"""Rounds: a night fills the benchmark as though it had found the places of all kinds, and finds those of few."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmill.generator.kinds import DEFAULT_MIX, Capacity, WritingTask, interleave, plan_quotas
from benchmill.generator.kinds.mix import largest_remainders
from benchmill.growing.aims import Aims
from benchmill.growing.grown import Grown, Judged
from benchmill.growing.rounds import Rounds
from benchmill.growing.selection import Selection
from benchmill.growing.workers import ModelWorker
from benchmill.records import KINDS, Candidate, Failure, Kind
from benchmill.running.stopping import Stopping
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.calls import LOOKED_UP
from tests.growing.made import candidate, chunk, critique, document, item

PAGES = [
    document(f"{n:02}.md", f"The valve number {n} opens at {n} bar. Crane {n} has a hose of {n + 50} m.")
    for n in range(40)
]
# each kind has pages of its own first, since a page gives two items at most
TASKS = {
    kind: [WritingTask(kind, (chunk(page),)) for page in PAGES[first:] + PAGES[:first]]
    for first, kind in zip(range(0, 40, 5), (kind for kind in KINDS if kind in DEFAULT_MIX), strict=False)
}


def judged(task: WritingTask, empty: Collection[Kind | None] = ()) -> Judged:
    """A candidate for the task; refused where its kind is one of `empty`."""
    page = PAGES[int(task.seed.document_id[:2])]
    question = f"What does the {task.kind} sheet of {page.id} say about its {task.kind} pressure?"
    return _decided(candidate(page, page.text.partition(".")[0], question, "bar"), task, empty)


def about_a_hose(task: WritingTask, empty: Collection[Kind | None] = ()) -> Judged:
    """A second candidate for the task."""
    number = int(task.seed.document_id[:2])
    said, length = f"Crane {number} has a hose of {number + 50} m.", f"{number + 50} m"
    return _decided(candidate(PAGES[number], said, f"How long is the hose of crane {number}?", length), task, empty)


def _decided(one: Candidate, task: WritingTask, empty: Collection[Kind | None]) -> Judged:
    one = replace(one, kind=task.kind or "factoid")
    if task.kind in empty:
        return Judged(critique(one, rating=2), Failure("critique", one.id, "relevance", "nobody asks"))
    return Judged(critique(one))


@dataclass
class Corpus(Mapping[Kind, list[WritingTask]]):
    """`most` tasks of each kind, and the kinds whose tasks were asked for."""

    most: Mapping[Kind, int] = field(default_factory=dict)
    asked: set[Kind] = field(default_factory=set)

    def __len__(self) -> int:
        return len(TASKS)

    def __iter__(self) -> Iterator[Kind]:
        return iter(TASKS)

    def __getitem__(self, kind: Kind) -> list[WritingTask]:
        self.asked.add(kind)
        return TASKS[kind][: self.most.get(kind, len(PAGES))]


def night(
    corpus: Corpus,
    there: Mapping[Kind, int],
    wanted: int,
    empty: Collection[Kind],
    *,
    all_kinds: bool = True,
    calls: int = 3,
    two: bool = False,
    shares: Mapping[Kind, float] | None = None,
    before: Mapping[Kind, int] | None = None,
    newly: Callable[[frozenset[str]], int] | None = None,
) -> Selection:
    """Fill what is missing beside the items `there`; the model gets no item of the kinds `empty` accepted.

    A task takes so many `calls` and gives one question or `two`; `shares` are fixed by the user. With `newly` the night
    puts others in place of those that it lost of the items `before`.
    """
    kept = tuple(
        item(judged(WritingTask(kind, (chunk(PAGES[-1 - n]),))).critique.candidate)
        for kind, count in there.items()
        for n in range(count)
    )
    least, alike = before or there, before is not None
    planned = plan_quotas(wanted, shares or DEFAULT_MIX, Capacity(corpus), fixed=bool(shares), least=least, alike=alike)

    def plan(kinds: Iterable[Kind]) -> Sequence[WritingTask]:
        own = set(kinds)
        return interleave({kind: corpus[kind] for kind in corpus if kind in own}, planned)

    class Worker:
        def recalled(self, _task: WritingTask) -> None:
            return None

        async def __call__(self, task: WritingTask) -> Grown:
            looked_up = LOOKED_UP.get()
            assert looked_up is not None
            looked_up.update(f"{task.kind} {task.seed.id} {number}" for number in range(calls))
            return Grown(task, (judged(task, empty), *([about_a_hose(task, empty)] if two else [])))

    selection = Selection(kept, wanted, per_document=3, documents=len(PAGES), newly=newly)
    missing = [kind for kind, count in planned.items() if there.get(kind, 0) < count]
    rounds = Rounds(
        plan,
        planned,
        Aims(),
        GrowSettings(model="ollama:llama3", questions=wanted, kinds=tuple(f"{kind}=1" for kind in shares or ())),
        breadth=lambda _: 4,
        stopping=Stopping(),
        answered=lambda _: 0,
        newly=lambda _: 0,
        calls_left=lambda: 1000,
    )
    kinds = list(planned) if all_kinds else missing
    asyncio.run(rounds.grow(cast(ModelWorker, Worker()), selection, kinds, lambda _: None))
    return selection


def test_a_kind_that_stays_short_lets_a_night_find_the_places_of_no_costly_kind() -> None:
    there = largest_remainders(24, DEFAULT_MIX)
    there = {**there, "comparison": 0, "factoid": there["factoid"] + there["comparison"] - 1}
    corpus = Corpus()
    found = night(corpus, there, 24, ["comparison"], all_kinds=False)
    assert found.full
    assert [one.candidate.kind for one in found.accepted] == ["factoid"]
    assert "comparison" in found.stopped
    assert corpus.asked == {"comparison", "factoid"}


def test_a_kind_whose_items_take_far_more_calls_than_others_gives_its_place_to_them() -> None:
    found = night(Corpus(), {}, 24, ["comparison"])
    assert found.full
    assert 2 < found.results.asked["comparison"] < 6
    assert "12 calls, the critics' included, led to no item, and others took 3.1 each" in found.stopped["comparison"]


def test_questions_of_two_hops_that_nobody_named_are_given_up_after_three_that_were_refused() -> None:
    found = night(Corpus(), {}, 24, ["multi_hop"])
    assert found.full
    assert found.stopped["multi_hop"] == "stopped after 3 calls of the writer, since none of them led to an item"


def test_a_kind_goes_on_where_no_other_kind_gives_what_is_missing_or_the_user_fixed_the_shares() -> None:
    few: dict[Kind, int] = dict.fromkeys(DEFAULT_MIX, 2)
    found = night(Corpus({**few, "multi_hop": 9}), {}, 24, ["multi_hop"])
    assert found.results.asked["multi_hop"] == 9
    assert not found.stopped
    fixed = night(Corpus(), {}, 16, ["multi_hop"], shares={"multi_hop": 1, "factoid": 1})
    assert fixed.results.asked["multi_hop"] == 11


def test_a_question_that_its_kind_had_no_place_for_comes_before_new_ones_where_another_kind_gives_nothing() -> None:
    found = night(Corpus(), {}, 21, ["comparison"], two=True)
    assert found.full
    assert "comparison" in found.stopped
    assert not [one for one in found.rejected if one.failure and one.failure.check == "per-kind"]


# the docs gave no comparison, so single facts took their place
SHORT: dict[Kind, int] = {**largest_remainders(48, DEFAULT_MIX), "comparison": 0, "factoid": 23}


def test_a_lost_item_is_replaced_by_one_of_its_kind_whatever_the_mix_lacks() -> None:
    corpus = Corpus()
    found = night(corpus, {**SHORT, "list": SHORT["list"] - 1}, 48, [], before=SHORT, newly=len, all_kinds=False)
    assert [one.candidate.kind for one in found.accepted] == ["list"]
    assert corpus.asked == {"list"}


def test_a_lost_item_whose_kind_gives_none_within_a_few_calls_is_replaced_by_a_single_fact() -> None:
    lost = {**SHORT, "list": SHORT["list"] - 1}
    found = night(Corpus(), lost, 48, ["list"], before=SHORT, newly=len, all_kinds=False)
    assert [one.candidate.kind for one in found.accepted] == ["factoid"]
    assert 2 < found.results.asked["list"] < 7
    assert not found.results.asked["comparison"]


def test_what_earlier_nights_asked_does_not_show_what_a_kind_gives_tonight() -> None:
    lost = {**SHORT, "list": SHORT["list"] - 1}
    found = night(Corpus(), lost, 48, ["list"], before=SHORT, newly=lambda _calls: 0, all_kinds=False)
    assert found.full
    assert not found.stopped


@settings(max_examples=40)
@example(wanted=5, lost=2, empty={"list"}, most={**dict.fromkeys(TASKS, 0), "list": 4, "procedure": 1}, seed=0)
@given(
    wanted=st.integers(5, 30),
    lost=st.integers(1, 6),
    empty=st.sets(st.sampled_from(sorted(TASKS)), max_size=3),
    most=st.dictionaries(st.sampled_from(sorted(TASKS)), st.integers(0, 8)),
    seed=st.integers(0, 1000),
)
def test_a_night_gives_what_it_would_give_if_it_had_found_the_places_of_all_kinds(
    wanted: int, lost: int, empty: set[Kind], most: dict[Kind, int], seed: int
) -> None:
    rng = random.Random(seed)
    weights = {kind: 0.1 if kind in empty or kind in most else share for kind, share in DEFAULT_MIX.items()}
    before = [kind for kind, count in largest_remainders(wanted, weights).items() for _ in range(count)]
    there = Counter(rng.sample(before, max(0, wanted - lost)))
    few, all_ = (night(Corpus(most), there, wanted, empty, all_kinds=every) for every in (False, True))
    assert few.accepted == all_.accepted
    assert few.rejected == all_.rejected
    # of a kind all of whose places were asked about, it says nothing that the run also gave it up
    left = [kind for kind in TASKS if few.results.asked[kind] - there[kind] < len(Corpus(most)[kind])]
    assert [few.stopped.get(kind) for kind in left] == [all_.stopped.get(kind) for kind in left]
    assert few.held_back == all_.held_back or few.full
