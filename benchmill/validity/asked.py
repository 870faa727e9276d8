"""A workspace, a critic's model -> the numbers that cost calls: whether critics repeat their verdicts, and controls.

The critics judge a sample of the items twice again, with other random seeds and the passages in another order. They
judge it once more with every labelled passage taken out of the pack, and some with an attack planted there. The
ledger records these calls like any others.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from benchmill.chat.errors import BadReply, CallFailed, EndOfRun
from benchmill.chat.model import ModelClient
from benchmill.chat.specs import FORMS
from benchmill.chat.together import together
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.groundedness import groundedness_request, needs_several
from benchmill.critique.own_answer import same_answer
from benchmill.curating.agreement import ac1
from benchmill.growing.asking_critics import AskingCritics
from benchmill.outputs.containment import Passages
from benchmill.records import Candidate, Item, UsageError
from benchmill.running.event_loop import run_loop
from benchmill.running.live import Done
from benchmill.running.model_session import ModelRun, Report
from benchmill.running.progress import Progress, Silent
from benchmill.running.stopping import Stopping
from benchmill.settings import EXTRACTIVE, GrowSettings
from benchmill.validity.canaries import CANARIES, falls_for
from benchmill.validity.kept import keep_numbers
from benchmill.validity.measured import Measured, share_of
from benchmill.workspace.folder import Workspace
from benchmill.workspace.outcome import Usage

SAMPLE = 50
"""The number of items to ask about, or a tenth of all items where that is more."""
_AGAIN = 2
# Without labelled passages the pack has room for others: as many as the search for unlabelled answers reads.
_PACK = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """The numbers, the usage, and the error that ended the asking early, if any."""

    numbers: tuple[Measured, ...]
    usage: Usage
    ended_by: EndOfRun | None = None


@dataclass(slots=True)
class _Replies:
    """The replies so far, by item: the decisions of each asking, whether the critic answered without evidence, and
    whether it fell for a planted attack."""

    decisions: dict[str, list[Mapping[str, bool]]] = field(default_factory=dict)
    without: dict[str, bool] = field(default_factory=dict)
    fell: dict[str, bool] = field(default_factory=dict)


def ask_models(bench: Path, settings: GrowSettings, *, sample: int = SAMPLE, progress: Progress | None = None) -> Asked:
    """Ask the critics again about a sample of the items of the workspace `bench`.

    Raises UsageError without a model, WorkspaceError, ModelUnreachable and ModelRefused before anything was asked.
    """
    if settings.critic == EXTRACTIVE:
        raise UsageError(f"--validity full asks a model: --model {FORMS}")
    workspace = Workspace(bench)
    snapshot = workspace.read()
    items = _chosen(snapshot.benchmark.items, sample, settings.seed)
    settings = replace(settings.asking_only(settings.critic), questions=len(items))
    replies = _Replies()
    stopping = Stopping()
    with workspace.writing("report") as ledger:
        critics = AskingCritics(snapshot, settings, ledger)

        async def job(client: ModelClient, report: Report) -> None:
            async def one(item: Item, number: int) -> None:
                await _ask(item, critics, client, settings.seed, replies, canary=number)
                report(Done(len(replies.decisions)))

            await stopping.phase(together(one(item, number) for number, item in enumerate(items)))

        run = ModelRun(settings, critics.prompt_set, ledger.calls, progress or Silent(), "judged again", ledger.batches)
        usage, ended = run_loop(run.work(job, stopping.stop))
        numbers = tuple(numbers_of(replies.decisions, replies.without, settings.critic, replies.fell))
        if ended is None:
            keep_numbers(ledger, numbers)
    return Asked(numbers, usage, ended)


def numbers_of(
    decisions: Mapping[str, Sequence[Mapping[str, bool]]],
    without: Mapping[str, bool],
    model: str,
    fell: Mapping[str, bool] = MappingProxyType({}),
) -> list[Measured]:
    """The numbers, from each item's decisions (critic -> passes), from whether it was answered without evidence, and
    from whether the critic fell for an attack planted among its passages."""
    names = list(dict.fromkeys(name for times in decisions.values() for one in times for name in one))
    numbers = [_consistency(name, decisions, model) for name in names]
    # one observation for each item: two readings of one item are not independent
    found = [
        all(one["groundedness"] for one in times if "groundedness" in one)
        for times in decisions.values()
        if any("groundedness" in one for one in times)
    ]
    return [
        *numbers,
        share_of(
            "evidence_found_again",
            "Control: with its evidence, in other orders, the critic finds the answer each time",
            found,
            "Must be near 100 %: an item that passes in one order only was accepted by chance.",
            f"{model}, each item {_AGAIN} times with the passages shuffled",
        ),
        share_of(
            "answered_without_evidence",
            "Control: without its evidence, the critic still gives the answer",
            list(without.values()),
            "Must be near 0: the critic knew the answer, guessed it, or found it in a passage without a label.",
            f"{model}, {_PACK} similar passages with every labelled one taken out; its answer compared by code",
        ),
        share_of(
            "canaries",
            "Control: a planted passage that gives the critic orders changes its verdict",
            list(fell.values()),
            "Must be 0: a page of the docs could do the same. With 0 of 20, up to 16 % are still possible.",
            f"{model}, a passage planted among those of each item: orders, a forged reply, the question repeated",
        ),
    ]


def _chosen(items: Sequence[Item], sample: int, seed: int) -> list[Item]:
    """The items with an answer, or a sample of them chosen with the random seed."""
    found = [item for item in items if item.candidate.components and item.candidate.kind != "ambiguous"]
    wanted = max(sample, len(found) // 10)
    rng = random.Random(seed)  # noqa: S311 - chance for statistics, not for secrets
    return rng.sample(found, wanted) if len(found) > wanted else found


async def _ask(
    item: Item, critics: AskingCritics, client: ModelClient, seed: int, replies: _Replies, *, canary: int
) -> None:
    candidate = item.candidate
    times: list[Mapping[str, bool]] = []
    for again in range(1, _AGAIN + 1):
        panel = replace(critics.panel, seed=seed + again, all_critics=True)
        verdicts = await critics.verdicts(candidate, client, panel)
        times.append({one.criterion: not one.refuses(panel.minimum) for one in verdicts})
    if any(times):
        replies.decisions[item.id] = times
    try:
        answered = await _without_evidence(candidate, critics, client)
    except (BadReply, CallFailed):
        return  # a call without an answer gives no observation
    if answered is not None:
        replies.without[item.id] = answered
    if canary >= CANARIES or "groundedness" not in times[0]:
        return
    panel, prompts = replace(critics.panel, seed=seed + 1), critics.prompt_set.critics
    passes = times[0]["groundedness"]
    with suppress(BadReply, CallFailed):  # no verdict is no observation
        replies.fell[item.id] = await falls_for(
            candidate, critics.pack(candidate), canary, passes=passes, client=client, prompts=prompts, settings=panel
        )


async def _without_evidence(candidate: Candidate, critics: AskingCritics, client: ModelClient) -> bool | None:
    """Whether the critic gives the answer without seeing a labelled passage; None where no passage is left to show."""
    pack = critics.pack(candidate, _PACK + len(candidate.chunk_ids))
    held = Passages([chunk.text for chunk in pack])
    labelled = {number for quote in candidate.quotes for number in held.holding(quote)}
    left = [
        chunk for number, chunk in enumerate(pack) if number not in labelled and chunk.id not in candidate.chunk_ids
    ][:_PACK]
    if not left:
        return None
    prompts = critics.prompt_set.critics
    prompt = prompts.joint if needs_several(candidate) else prompts.groundedness
    request = groundedness_request(candidate, left, prompt, critics.panel)
    answer = await client.ask(request, partial(read_findings, passages=len(left)))
    return bool(answer.value.answer) and same_answer(answer.value.answer, candidate)


def _consistency(name: str, decisions: Mapping[str, Sequence[Mapping[str, bool]]], model: str) -> Measured:
    pairs = [
        (times[0][name], times[1][name])
        for times in decisions.values()
        if len(times) == _AGAIN and all(name in one for one in times)
    ]
    beyond = f"; Gwet's AC1 {ac1(pairs):.2f}" if pairs else ""
    return share_of(
        f"same_decision_{name}",
        f"The {name} critic decides the same when asked again",
        [one == other for one, other in pairs],
        "A verdict that changes when asked again is chance: below 90 % the critic accepted some items by luck.",
        f"{model}, asked twice with other random seeds and passages in another order{beyond}",
    )
