"""Settings, prompts, a sample of source chunks -> the planned calls, tokens and cost of writer and critics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from benchmill.chat.estimates import input_tokens
from benchmill.chat.prices import load_prices
from benchmill.critique.closed_book import ASKINGS, closed_book_request
from benchmill.critique.groundedness import groundedness_request
from benchmill.critique.own_critic import own_request
from benchmill.critique.panel import PanelSettings
from benchmill.critique.relevance import relevance_request
from benchmill.critique.second_opinion import first_of
from benchmill.critique.shared_call import shared_request
from benchmill.critique.standalone import standalone_request
from benchmill.generator.kinds import WritingTask
from benchmill.generator.questions import WriterSettings, writing_request
from benchmill.growing.prompt_set import PACK_SIZE, PromptSet, brief_of, critics_asked, panel_settings
from benchmill.growing.residual import CALLS_AN_ITEM
from benchmill.records import SECOND, AnswerComponent, Candidate, Chunk, Criterion, Evidence, Span
from benchmill.settings import GrowSettings

# Planning figures until a run has its own (quality.md 5.1): candidates per source chunk, the share that the free checks
# pass, the share that each critic passes, tokens per reply.
_CANDIDATES = 1.6
_AFTER_CHECKS = 0.75
_PASS: dict[Criterion, float] = {"standalone": 0.85, "groundedness": 0.85, "relevance": 0.9}
_PASS_PREMIUM: dict[Criterion, float] = {"leave-gold-out": 0.9, "closed-book": 0.9, "paraphrase": 1.0}
# The share of verdicts that are just the minimum, and the share of these that a second critic confirms.
_AT_THE_BORDER, _CONFIRMED = 0.3, 0.85
_PASS_SECOND: dict[Criterion, float] = dict.fromkeys(SECOND, 1 - _AT_THE_BORDER * (1 - _CONFIRMED))
_WRITTEN_TOKENS = 220
_JUDGED_TOKENS: dict[Criterion, int] = {"standalone": 60, "groundedness": 160, "relevance": 60}
# The share of procedures whose steps a further call compares (21 of 39 in five trials), and its tokens.
_COMPARED, _COMPARING_TOKENS, _COMPARED_TOKENS = 0.55, 900, 30
# Of the questions that pass: calls that compare other places with the answer, and second looks (209 items of them).
_PLACES, _SECOND_LOOKS = 0.5, 0.2
_OWN_PASS, _OWN_TOKENS = 0.9, 60  # a critic of the user's own
# Calls for a candidate, of the critics that make more or fewer than one.
_CALLS: dict[Criterion, float] = {
    **dict.fromkeys(SECOND, _AT_THE_BORDER),
    "closed-book": ASKINGS,
    "paraphrase": 2,
}
_SAMPLE = 50  # source chunks whose requests are built and measured
_TYPICAL_QUESTION = "Which value does the setting have by default when nothing is configured?"


def calls_an_item(settings: GrowSettings, own_critics: int = 0) -> float:
    """Calls that an accepted item takes, by the planning figures."""
    calls, asked = 1.0, _CANDIDATES * _AFTER_CHECKS
    for criterion in critics_asked(settings):
        if not (settings.shares_calls and criterion == "relevance"):
            calls += asked * _CALLS.get(criterion, 1)
        asked *= 1.0 if settings.all_critics else _passed(criterion, 1.0)
    calls += asked * own_critics
    return calls / (planned_yield(settings))


def _passed(criterion: Criterion, otherwise: float) -> float:
    return {**_PASS, **_PASS_SECOND, **_PASS_PREMIUM}.get(criterion, otherwise)


def planned_yield(settings: GrowSettings) -> float:
    """Items for a source chunk, by the planning figures."""
    further = _PASS_PREMIUM.values() if settings.premium else ()
    second = (_PASS_SECOND[criterion] for criterion in critics_asked(settings) if criterion in SECOND)
    return _CANDIDATES * _AFTER_CHECKS * math.prod((*_PASS.values(), *second, *further))


@dataclass(frozen=True, slots=True)
class Load:
    """What one role (writer, critics) is expected to take."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def times(self, factor: float) -> Load:
        """The same calls, more or fewer of them."""
        return Load(round(self.calls * factor), round(self.input_tokens * factor), round(self.output_tokens * factor))

    def plus_load(self, other: Load) -> Load:
        return Load(
            self.calls + other.calls, self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens
        )

    def plus(self, calls: float, input_tokens: float, output_tokens: float) -> Load:
        """This load and `calls` more, each with so many tokens."""
        more_in, more_out = self.input_tokens + calls * input_tokens, self.output_tokens + calls * output_tokens
        return Load(self.calls + round(calls), round(more_in), round(more_out))


@dataclass(frozen=True, slots=True)
class Loads:
    """The load of each role."""

    writer: Load = Load()
    critic: Load = Load()
    second: Load = Load()

    @property
    def total(self) -> Load:
        return self.writer.plus_load(self.critic).plus_load(self.second)

    def judging(self, calls: float) -> Loads:
        """The same loads, with so many calls of all critics."""
        factor = calls / max(1, self.critic.calls + self.second.calls)
        return replace(self, critic=self.critic.times(factor), second=self.second.times(factor))


def planned_loads(settings: GrowSettings, prompt_set: PromptSet, tasks: Sequence[WritingTask], needed: int) -> Loads:
    """Each role's load for `needed` tasks, from the real requests of a sample of them."""
    sample = tasks[:needed][:: max(1, min(needed, len(tasks)) // _SAMPLE)]
    brief = brief_of(settings, prompt_set, "")
    writing = WriterSettings(settings.model, brief, asking=prompt_set.asking)
    panel = panel_settings(settings, brief, prompt_set)
    tokens = [
        input_tokens(writing_request(task, prompt_set.writers[task.kind or "factoid"], writing)[0]) for task in sample
    ]
    writer = Load().plus(needed, mean(tokens), _WRITTEN_TOKENS)
    critic, second, asked = Load(), Load(), needed * _CANDIDATES * _AFTER_CHECKS
    seeds = [task.seed for task in sample]

    def tokens_of(criteria: Sequence[Criterion]) -> float:
        numbers = range(len(seeds))
        return mean(_judging_tokens(criteria, number, seeds, prompt_set, panel, settings) for number in numbers)

    for criteria in panel.turns:
        if criteria[0] in SECOND:
            for each in criteria:
                first = first_of(each)
                second = second.plus(asked * _CALLS[each], tokens_of((first,)), _JUDGED_TOKENS[first])
        else:
            size, written = tokens_of(criteria), sum(_JUDGED_TOKENS.get(each, _OWN_TOKENS) for each in criteria)
            critic = critic.plus(asked * _CALLS.get(criteria[0], 1), size, written)
            if criteria == ("groundedness",):  # a sampled call for unlabelled answers shows a pack of twice the size
                sampled = min(settings.residual, settings.questions) * CALLS_AN_ITEM
                critic = critic.plus(sampled, 2 * size, 2 * written)
                compared = asked * mean(task.kind == "procedure" for task in sample) * _COMPARED
                if PACK_SIZE[settings.quality] > 1:  # the critic reads other passages
                    passing = asked * _PASS["groundedness"]
                    critic = critic.plus(passing * _SECOND_LOOKS, size, written)
                    compared += passing * _PLACES
                critic = critic.plus(compared, _COMPARING_TOKENS, _COMPARED_TOKENS)
        asked *= 1.0 if settings.all_critics else math.prod(_passed(each, _OWN_PASS) for each in criteria)
    return Loads(writer, critic, second)


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
    pack = [seed, *(sample[(number + step) % len(sample)] for step in range(1, size))]
    return input_tokens(groundedness_request(candidate, pack, prompt_set.critics.groundedness, panel))


def cost_of_loads(settings: GrowSettings, loads: Loads) -> float | None:
    """US dollars; None where the price of a model is not known."""
    if settings.by_rules:
        return 0.0
    prices = load_prices(Path(settings.prices) if settings.prices else None)
    total = 0.0
    second = settings.second_critic_model or settings.critic
    for spec, load in ((settings.model, loads.writer), (settings.critic, loads.critic), (second, loads.second)):
        price = prices.of(spec, base_url=settings.base_url, batch=settings.batch)
        if price is None:
            return None
        total += price.cost(load.input_tokens, load.output_tokens)
    return round(total, 4)
