"""A workspace, an ANSWERS file -> JudgeReport: what `benchmill judge` does."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from benchmill.chat.addresses import calls_at_once
from benchmill.chat.model import ModelClient
from benchmill.chat.specs import FORMS
from benchmill.judging.given import read_answers
from benchmill.judging.judge import Judge, JudgePrompts
from benchmill.judging.judge_report import JudgeReport
from benchmill.judging.reference import Reference, reference_of
from benchmill.judging.session import JudgingSession
from benchmill.records import InputError, UsageError
from benchmill.running.event_loop import run_loop
from benchmill.running.model_session import ModelRun
from benchmill.running.progress import Progress, Silent
from benchmill.settings import EXTRACTIVE, GrowSettings
from benchmill.workspace.folder import Workspace


def judge_answers(
    bench: Path,
    answers: Path,
    settings: GrowSettings,
    *,
    always_ask: bool = False,
    robustness_checks: int = 0,
    progress: Progress | None = None,
) -> JudgeReport:
    """Judge a system's answers to the items of the workspace `bench`; calls are recorded in its ledger.

    `settings.model` judges; the rest of `settings` says how it is asked. `always_ask` also asks what rules decide for
    free; `robustness_checks` is the number of answers judged again for the controls. What ended the run early is in
    the report's `ended_by`. Raises InputError for answers that cannot be read, UsageError without a model,
    WorkspaceError, ModelUnreachable and ModelRefused, all before anything was asked.
    """
    started = time.monotonic()
    named = _judge_named(settings)
    workspace = Workspace(bench)
    snapshot = workspace.read()
    references = {item.id: reference_of(item) for item in snapshot.benchmark.items}
    if not references:
        raise InputError(f"{bench} has no items: there are no reference answers to judge by")
    given = read_answers(answers, references)
    prompts = JudgePrompts.load(Path(settings.prompts) if settings.prompts else None)
    language = snapshot.language
    calls = calls_at_once(settings.concurrency, settings.base_url)
    session = JudgingSession(references, given, language, always_ask, robustness_checks, calls, settings.seed)
    with workspace.writing("judge") as ledger:
        secret = ledger.secret.hex()

        def judge(client: ModelClient) -> Judge:
            return Judge(client, settings.model, secret, language, always_ask=always_ask, prompts=prompts)

        asked = replace(named, questions=len(references))
        models = ModelRun(asked, prompts, ledger.calls, progress or Silent(), "judged", ledger.batches)
        usage, ended = run_loop(session.hold(judge, models))
    return JudgeReport(
        questions=len(references),
        judgements=tuple(session.done[id_] for id_ in references if id_ in session.done),
        model=settings.model,
        prompts=prompts.fingerprints(),
        robustness_checks=session.robustness_checks,
        notes=tuple(_notes(settings.model, references.values())),
        usage=usage,
        seconds=time.monotonic() - started,
        seed=settings.seed,
        ended_by=ended,
    )


def _judge_named(settings: GrowSettings) -> GrowSettings:
    """The settings with no model but the judge."""
    if settings.model == EXTRACTIVE:
        raise UsageError(f"judging needs a model: --model {FORMS}")
    return settings.asking_only(settings.model)


def _notes(model: str, references: Iterable[Reference]) -> Iterator[str]:
    """What a reader of the numbers should know beside them."""
    references = tuple(references)
    writers = Counter(one.writer for one in references)
    if writers[model]:
        yield f"{model} judges, and it wrote {writers[model]} of the {len(references)} references itself"
    if len(references) < 50:
        yield f"{len(references)} questions are few: trust the intervals more than the means"
