"""A docs folder and settings -> what a run would take, without asking any model."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from benchmill.chat.estimates import input_tokens
from benchmill.chat.prices import load_prices
from benchmill.critique.closed_book import ASKINGS, closed_book_request
from benchmill.critique.groundedness import groundedness_request
from benchmill.critique.own_critic import own_request
from benchmill.critique.panel import PanelSettings
from benchmill.critique.relevance import relevance_request
from benchmill.critique.shared_call import shared_request
from benchmill.critique.standalone import standalone_request
from benchmill.generator.eligibility import judge_seeds
from benchmill.generator.kinds import DEFAULT_MIX, WritingTask, interleave, tasks_by_kind
from benchmill.generator.questions import WriterSettings, writing_request
from benchmill.generator.sampling import plan
from benchmill.growing.own_yield import OwnYield
from benchmill.growing.prompt_set import PACK_SIZE, PromptSet, brief_of, critics_asked, panel_settings
from benchmill.growing.residual import CALLS_AN_ITEM
from benchmill.growing.similar_passages import NEAR
from benchmill.growing.source import read_source
from benchmill.growing.unread import unread_in
from benchmill.outputs.notebook import html_record
from benchmill.records import AnswerComponent, Candidate, Chunk, Criterion, Evidence, Span
from benchmill.settings import GrowSettings
from benchmill.workspace.outcome import Unread

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]

# Planning figures until a run has its own (quality.md 5.1): candidates per source chunk, the share that the free checks
# pass, the share that each critic passes, tokens per reply.
_CANDIDATES = 1.6
_AFTER_CHECKS = 0.75
_PASS: dict[Criterion, float] = {"standalone": 0.85, "groundedness": 0.85, "relevance": 0.9}
_PASS_PREMIUM: dict[Criterion, float] = {"leave-gold-out": 0.9, "closed-book": 0.9, "paraphrase": 1.0}
_WRITTEN_TOKENS = 220
_JUDGED_TOKENS: dict[Criterion, int] = {"standalone": 60, "groundedness": 160, "relevance": 60}
_OWN_PASS, _OWN_TOKENS = 0.9, 60  # a critic of the user's own
# Calls of the critics that make more than one for a candidate.
_CALLS: dict[Criterion, int] = {"closed-book": ASKINGS, "paraphrase": 2}
_SAMPLE = 50  # source chunks whose requests are built and measured
_TYPICAL_QUESTION = "Which value does the setting have by default when nothing is configured?"


@dataclass(frozen=True, slots=True)
class Estimate:
    """The expected calls, tokens and cost of a run. `cost` in US dollars; None where a model's price is not known.

    The length of the texts gives the tokens, before any server counts them: expect a third more or less. `own` has the
    figures of the workspace, where its runs show what an item takes; else the planning figures count.
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

    def as_json(self) -> dict[str, object]:
        """Everything, with the name of each file that was not read."""
        return asdict(self)

    def rows(self) -> Iterator[tuple[str, str]]:
        """Label and text for people."""
        yield "documents", f"{self.documents:,} ({self.characters:,} characters), {self.unread} could not be read"
        yield "chunks", f"{self.chunks:,}, of which {self.seeds:,} may be source chunks"
        fewer = (
            "" if self.expected >= self.questions else f"; about {self.expected} can be expected from these passages"
        )
        yield "questions", f"{self.questions} wanted{fewer}"
        yield "models", f"{self.model} writes, {self.critic_model} judges"
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
    return "planned; a workspace with 60 calls and 5 items of the same models gives its own (--out BENCH)"


def estimate(docs: Path, settings: GrowSettings, own: OwnYield | None = None) -> Estimate:
    """Count documents, chunks and source chunks of `docs`, and plan the calls of a run that has none recorded yet.

    `own`: what the runs of a workspace took. Raises InputError where the folder holds nothing that can be read.
    """
    source = read_source(docs, settings)
    chunks = source.chunks()
    seeds = judge_seeds(chunks).eligible
    per_seed = own.rate if own else _planned_yield(settings)
    per_document = settings.most_per_document(len(source.documents))
    possible = min(len(seeds) * per_seed, per_document * len({seed.document_id for seed in seeds}))
    expected = min(settings.questions, math.floor(possible))
    needed = min(len(seeds), math.ceil(expected / per_seed))
    writer, critic = _Load(), _Load()
    if needed and not settings.by_rules:
        order = plan(seeds, seed=settings.seed, per_document=settings.per_document)
        tasks = interleave(tasks_by_kind(chunks, order, settings.wanted_kinds), settings.shares or DEFAULT_MIX)
        writer, critic = _loads(settings, PromptSet.of(settings, source.name, source.documents), tasks, needed)
        if own:
            critic = critic.times(own.critic_calls * expected / max(1, critic.calls))
    calls = writer.calls + critic.calls
    each, low, high = own.calls_an_item if own else (0.0, 0.0, 0.0)
    return Estimate(
        documents=len(source.documents),
        unread=len(source.failures),
        characters=sum(len(document.text) for document in source.documents),
        chunks=len(chunks),
        seeds=len(seeds),
        questions=settings.questions,
        expected=expected,
        calls=calls,
        input_tokens=writer.input_tokens + critic.input_tokens,
        output_tokens=writer.output_tokens + critic.output_tokens,
        cost=_cost(settings, writer, critic),
        calls_ci95=(round(calls * low / each), round(calls * high / each)) if own else None,
        own=own.as_json() if own else {},
        model=settings.model,
        critic_model="rules" if settings.by_rules else settings.critic,
        unread_files=unread_in(source),
    )


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
    needed = math.ceil(settings.questions / (_planned_yield(settings)))
    tasks = [WritingTask(settings.wanted_kinds[0], (passage,)) for passage in passages]
    writer, critic = _loads(settings, prompt_set, tasks, needed)
    tokens = (writer.input_tokens + critic.input_tokens, writer.output_tokens + critic.output_tokens)
    return Forecast(settings.questions, writer.calls + critic.calls, *tokens, _cost(settings, writer, critic))


def calls_an_item(settings: GrowSettings, own_critics: int = 0) -> float:
    """Calls that an accepted item takes, by the planning figures."""
    calls, asked = 1.0, _CANDIDATES * _AFTER_CHECKS
    for criterion in critics_asked(settings):
        if not (settings.shares_calls and criterion == "relevance"):
            calls += asked * _CALLS.get(criterion, 1)
        asked *= 1.0 if settings.all_critics else _passed(criterion, 1.0)
    calls += asked * own_critics
    return calls / (_planned_yield(settings))


def _passed(criterion: Criterion, otherwise: float) -> float:
    return {**_PASS, **_PASS_PREMIUM}.get(criterion, otherwise)


def _planned_yield(settings: GrowSettings) -> float:
    """Items for a source chunk, by the planning figures."""
    further = _PASS_PREMIUM.values() if settings.premium else ()
    return _CANDIDATES * _AFTER_CHECKS * math.prod((*_PASS.values(), *further))


@dataclass(frozen=True, slots=True)
class _Load:
    """What one role (writer, critics) is expected to take."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def times(self, factor: float) -> _Load:
        """The same calls, more or fewer of them."""
        return _Load(round(self.calls * factor), round(self.input_tokens * factor), round(self.output_tokens * factor))

    def plus(self, calls: float, input_tokens: float, output_tokens: float) -> _Load:
        """This load and `calls` more, each with so many tokens."""
        more_in, more_out = self.input_tokens + calls * input_tokens, self.output_tokens + calls * output_tokens
        return _Load(self.calls + round(calls), round(more_in), round(more_out))


def _loads(
    settings: GrowSettings, prompt_set: PromptSet, tasks: Sequence[WritingTask], needed: int
) -> tuple[_Load, _Load]:
    """Writer's and critics' load for `needed` tasks, from the real requests of a sample of them."""
    sample = tasks[:needed][:: max(1, min(needed, len(tasks)) // _SAMPLE)]
    brief = brief_of(settings, prompt_set, "")
    writing = WriterSettings(settings.model, brief, asking=prompt_set.asking)
    panel = panel_settings(settings, brief, prompt_set)
    tokens = [
        input_tokens(writing_request(task, prompt_set.writers[task.kind or "factoid"], writing)[0]) for task in sample
    ]
    writer = _Load().plus(needed, mean(tokens), _WRITTEN_TOKENS)
    critics, asked = _Load(), needed * _CANDIDATES * _AFTER_CHECKS
    seeds = [task.seed for task in sample]
    for criteria in panel.turns:
        criterion = criteria[0]
        size = mean(
            _judging_tokens(criteria, number, seeds, prompt_set, panel, settings) for number in range(len(seeds))
        )
        written = sum(_JUDGED_TOKENS.get(each, _OWN_TOKENS) for each in criteria)
        critics = critics.plus(asked * _CALLS.get(criterion, 1), size, written)
        asked *= 1.0 if settings.all_critics else math.prod(_passed(each, _OWN_PASS) for each in criteria)
        if criterion == "groundedness":  # a sampled call for unlabelled answers shows a pack of twice the size
            sampled = min(settings.residual, settings.questions) * CALLS_AN_ITEM
            critics = critics.plus(sampled, 2 * size, 2 * _JUDGED_TOKENS[criterion])
    return writer, critics


def _judging_tokens(
    criteria: Sequence[Criterion],
    number: int,
    sample: Sequence[Chunk],
    prompt_set: PromptSet,
    panel: PanelSettings,
    settings: GrowSettings,
) -> int:
    seed = sample[number]
    evidence = Evidence(Span(seed.document_id, seed.span.start, seed.span.end, seed.text))
    candidate = Candidate("factoid", _TYPICAL_QUESTION, "30", (AnswerComponent("30", (evidence,)),), (seed.id,))
    criterion = criteria[0]
    if len(criteria) > 1:
        return input_tokens(shared_request(candidate, prompt_set.critics.standalone_relevance, panel))
    if criterion == "closed-book":
        return input_tokens(closed_book_request(candidate, prompt_set.critics.closed_book, panel))
    if criterion == "standalone":
        return input_tokens(standalone_request(candidate, prompt_set.critics.standalone, panel))
    if criterion == "relevance":
        return input_tokens(relevance_request(candidate, prompt_set.critics.relevance, panel))
    if own := next((critic for critic in prompt_set.critics.own if critic.name == criterion), None):
        return input_tokens(own_request(candidate, [seed], own, panel))
    # other source chunks replace similar passages here: only number and length of passages decide the cost
    size = PACK_SIZE[settings.quality]
    size += NEAR if size > 1 else 0
    pack = [seed, *(sample[(number + step) % len(sample)] for step in range(1, size))]
    return input_tokens(groundedness_request(candidate, pack, prompt_set.critics.groundedness, panel))


def _cost(settings: GrowSettings, writer: _Load, critic: _Load) -> float | None:
    if settings.by_rules:
        return 0.0
    prices = load_prices(Path(settings.prices) if settings.prices else None)
    total = 0.0
    for spec, load in ((settings.model, writer), (settings.critic, critic)):
        price = prices.of(spec, base_url=settings.base_url, batch=settings.batch)
        if price is None:
            return None
        total += price.cost(load.input_tokens, load.output_tokens)
    return round(total, 4)
