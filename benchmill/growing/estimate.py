"""A docs folder and settings -> what a run would take, without asking any model."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmill.generator.eligibility import judge_seeds
from benchmill.generator.kinds import Capacity, TasksByKind, WritingTask, interleave, plan_quotas
from benchmill.generator.sampling import plan
from benchmill.growing.aims import Aims, aims_of, weights_of
from benchmill.growing.axis import named
from benchmill.growing.own_yield import OwnYield
from benchmill.growing.planned_load import Loads, cost_of_loads, planned_loads, planned_yield
from benchmill.growing.prompt_set import PromptSet
from benchmill.growing.source import read_source
from benchmill.growing.unread import unread_in
from benchmill.outputs.notebook import html_record
from benchmill.records import Chunk, Kind
from benchmill.settings import GrowSettings
from benchmill.workspace.outcome import Unread

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The expected calls, tokens and cost of a run. `cost` in US dollars; None where a model's price is not known.

    The length of the texts gives the tokens, before any server counts them: expect a third more or less. `own` has the
    figures of the workspace, where its runs show what an item takes; else the planning figures count. `skipped` counts
    the chunks that may be no source chunks, by reason; `kinds` is how many questions of each kind the run would plan,
    `mix` the same for styles, personas, lengths and so on.
    """

    documents: int
    unread: int
    characters: int
    chunks: int
    seeds: int
    questions: int
    expected: int
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    model: str
    critic_model: str
    unread_files: tuple[Unread, ...] = ()
    calls_ci95: tuple[int, int] | None = None
    own: Mapping[str, object] = field(default_factory=dict)
    second_critic_model: str | None = None
    skipped: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[Kind, int] = field(default_factory=dict)
    mix: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """Everything, with the name of each file that was not read."""
        return asdict(self)

    def rows(self) -> Iterator[tuple[str, str]]:
        """Label and text for people."""
        yield "documents", f"{self.documents:,} ({self.characters:,} characters), {self.unread} could not be read"
        yield "chunks", f"{self.chunks:,}, of which {self.seeds:,} may be source chunks"
        if self.skipped:
            yield "skipped", ", ".join(f"{check} {count:,}" for check, count in self.skipped.items())
        fewer = (
            "" if self.expected >= self.questions else f"; about {self.expected} can be expected from these passages"
        )
        yield "questions", f"{self.questions} wanted{fewer}"
        planned: dict[str, Mapping[Any, int]] = {"kinds": self.kinds, **self.mix}
        for name, shares in planned.items():
            if any(shares.values()):
                yield name, ", ".join(f"{value} {count}" for value, count in shares.items() if count)
        again = f", {self.second_critic_model} judges again at the minimum" if self.second_critic_model else ""
        yield "models", f"{self.model} writes, {self.critic_model} judges{again}"
        low, high = self.calls_ci95 or (0, 0)
        yield "calls", f"about {self.calls:,}" + (f" (95 % interval: {low:,} to {high:,})" if high else "")
        yield "figures", _figures(self.own)
        yield "tokens", f"about {self.input_tokens:,} in, {self.output_tokens:,} out"
        yield (
            "cost",
            "unknown (no price for this model; see --prices)" if self.cost is None else f"about ${self.cost:.2f}",
        )

    def to_frame(self) -> pd.DataFrame:
        """Label and text, one row each. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows(({"what": label, "value": text} for label, text in self.rows()), "what")

    def __repr__(self) -> str:
        return f"<Estimate: about {self.calls:,} calls for {self.questions} questions of {self.documents:,} documents>"

    def _repr_html_(self) -> str:
        """The counts as a table, for notebooks."""
        return html_record(repr(self), dict(self.rows()))


def _figures(own: Mapping[str, object]) -> str:
    """Where the calls of an estimate come from."""
    if own:
        return f"this workspace's own runs: {own['calls']:,} calls gave {own['items']:,} items"
    return "a plan, not measured; from 60 calls and 5 items on, --out BENCH takes what that workspace measured"


def estimate(docs: Path, settings: GrowSettings, own: OwnYield | None = None) -> Estimate:
    """Count documents, chunks and source chunks of `docs`, and plan the calls of a run that has none recorded yet.

    `own`: what the runs of a workspace took. Raises InputError where the folder holds nothing that can be read.
    """
    source = read_source(docs, settings)
    chunks = source.chunks()
    judged = judge_seeds(chunks)
    seeds = judged.eligible
    per_seed = own.rate if own else planned_yield(settings)
    per_document = settings.most_per_document(len(source.documents))
    possible = min(len(seeds) * per_seed, per_document * len({seed.document_id for seed in seeds}))
    expected = min(settings.questions, math.floor(possible))
    needed = min(len(seeds), math.ceil(expected / per_seed))
    aims = aims_of(settings, source)
    kinds: Mapping[Kind, int] = {}
    loads = Loads()
    if needed and not settings.by_rules:
        kinds, tasks = _planned(settings, chunks, seeds, aims)
        prompts = PromptSet.of(settings, source.name, source.documents, stated=source.stated)
        loads = planned_loads(settings, prompts, tasks, needed)
        if own:
            loads = loads.judging(own.critic_calls * expected)
    total = loads.total
    each, low, high = own.calls_an_item if own else (0.0, 0.0, 0.0)
    return Estimate(
        documents=len(source.documents),
        unread=len(source.failures),
        characters=sum(len(document.text) for document in source.documents),
        chunks=len(chunks),
        seeds=len(seeds),
        skipped=dict(Counter(failure.check for failure in judged.failures).most_common()),
        questions=settings.questions,
        expected=expected,
        calls=total.calls,
        input_tokens=total.input_tokens,
        output_tokens=total.output_tokens,
        cost=cost_of_loads(settings, loads),
        calls_ci95=(round(total.calls * low / each), round(total.calls * high / each)) if own else None,
        own=own.as_json() if own else {},
        model=settings.model,
        critic_model=settings.roles["critic"],
        second_critic_model=settings.second_critic_model,
        unread_files=unread_in(source),
        kinds=kinds,
        mix={axis.name: {named(one): n for one, n in axis.quotas(settings.questions).items()} for axis in aims.axes},
    )


def _planned(
    settings: GrowSettings, chunks: Sequence[Chunk], seeds: Sequence[Chunk], aims: Aims
) -> tuple[Mapping[Kind, int], Sequence[WritingTask]]:
    """The quotas of kinds, and the tasks in the order in which a run would ask them."""
    order = plan(seeds, seed=settings.seed, per_document=settings.per_document)
    wanted, last = settings.wanted_kinds, settings.irreplaceable
    places = aims.by_topic(TasksByKind(chunks, order, wanted, seed=settings.seed, last=last))
    weights, fixed = weights_of(settings, aims), bool(settings.shares)
    kinds = plan_quotas(settings.questions, weights, Capacity(places), fixed=fixed)
    return kinds, aims.dressed(interleave(places, kinds))


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected calls and tokens of a number of items, without reading documents. `cost` as in Estimate."""

    items: int
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


def forecast(settings: GrowSettings, prompt_set: PromptSet, passages: Sequence[Chunk]) -> Forecast:
    """What `settings.questions` items take if their passages are like `passages`."""
    needed = math.ceil(settings.questions / (planned_yield(settings)))
    tasks = [WritingTask(settings.wanted_kinds[0], (passage,)) for passage in passages]
    loads = planned_loads(settings, prompt_set, tasks, needed)
    total = loads.total
    return Forecast(
        settings.questions, total.calls, total.input_tokens, total.output_tokens, cost_of_loads(settings, loads)
    )
