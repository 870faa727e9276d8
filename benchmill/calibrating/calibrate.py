"""A workspace, a file of labels, maybe critics' models -> CalibrationReport: what `benchmill calibrate` does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmill.calibrating.calibration import (
    CriticCalibration,
    Disagreement,
    Ratings,
    calibrated,
    disagreements,
)
from benchmill.calibrating.labelled import Known, Labelled, read_labelled
from benchmill.chat.errors import EndOfRun
from benchmill.chat.model import ModelClient
from benchmill.chat.specs import parse_spec
from benchmill.chat.together import together
from benchmill.critique.critic_request import SHARING, PanelSettings
from benchmill.growing.asking_critics import AskingCritics
from benchmill.records import Candidate, Failure, UsageError, Verdict
from benchmill.running.event_loop import run_loop
from benchmill.running.live import Done
from benchmill.running.model_session import ModelRun, Report
from benchmill.running.progress import Progress, Silent
from benchmill.running.stopping import Stopping
from benchmill.settings import GrowSettings
from benchmill.validity.measured import Measured
from benchmill.workspace.folder import Workspace
from benchmill.workspace.outcome import Usage

RECORDED = "recorded"
"""Replaces a model's name for the ratings that the workspace holds."""


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """`models`: model -> its critics. `audit`: the share of good items. `ended_by`: what stopped the calls early.

    `failures`: the rows of the labels that could not be read.
    """

    labelled: int
    good: int
    unknown: tuple[str, ...]
    models: Mapping[str, tuple[CriticCalibration, ...]]
    disagreements: tuple[Disagreement, ...] = ()
    usage: Usage | None = None
    ended_by: EndOfRun | None = None
    audit: tuple[Measured, ...] = ()
    failures: tuple[Failure, ...] = ()

    def as_json(self) -> dict[str, object]:
        usage = self.usage
        return {
            "labelled": self.labelled,
            "good": self.good,
            "bad": self.labelled - self.good,
            "unknown": list(self.unknown),
            "failures": [{"row": one.subject_id, "check": one.check, "reason": one.reason} for one in self.failures],
            "audit": {one.name: one.as_json() for one in self.audit},
            "models": {
                model: {critic.name: critic.as_json() for critic in critics} for model, critics in self.models.items()
            },
            "disagreement": {one.name: one.as_json() for one in self.disagreements},
            "calls": {"asked": usage.asked, "recorded": usage.recorded} if usage else {"asked": 0, "recorded": 0},
        }


def calibrate(
    bench: Path,
    labels: Path,
    settings: GrowSettings,
    models: Sequence[str] = (),
    *,
    shared: bool = False,
    progress: Progress | None = None,
) -> CalibrationReport:
    """Compare people's labels with the recorded ratings, or with new ratings of one or two models.

    A model is asked as every critic about every candidate in the file; the ledger records its calls. `shared` asks one
    model as standalone and relevance critic, in two calls and in one, to compare both ways. Raises InputError
    for labels that cannot be read or name nothing in the workspace, UsageError for more than two models,
    WorkspaceError, ModelUnreachable and ModelRefused.
    """
    if len(models) > 2:
        raise UsageError(f"--critic-model is given once, or twice to compare two models, not {len(models)} times")
    if len(set(models)) < len(models):
        raise UsageError(f"--critic-model names {models[0]} twice: name two models to compare them")
    if shared and len(models) != 1:
        raise UsageError("--shared compares two ways of asking one model: give --critic-model once")
    for model in models:
        parse_spec(model)  # a typing error is found before the labels are read
    workspace = Workspace(bench)
    snapshot = workspace.read()
    labelled = read_labelled(labels, snapshot, workspace)
    found = labelled.found
    ratings: dict[str, Ratings] = {}
    if not models:
        ratings[RECORDED] = {id_: one.verdicts for id_, one in found.items()}
        return _report(labelled, ratings, settings)
    usage, ended = None, None
    with workspace.writing("calibrate") as ledger:
        critics = AskingCritics(snapshot, settings.asking_only(models[0]), ledger)
        for model, name, panel in _ways(models, critics.panel, shared=shared):
            asked = replace(settings.asking_only(model), questions=len(found))
            run = ModelRun(asked, critics.prompt_set, ledger.calls, progress or Silent(), "judged", ledger.batches)
            ratings[name], one, ended = _ratings(found, critics, panel, run)
            usage = one if usage is None else usage + one
            if ended is not None:
                break
    return _report(labelled, ratings, settings, usage, ended)


def _ways(models: Sequence[str], panel: PanelSettings, *, shared: bool) -> Iterator[tuple[str, str, PanelSettings]]:
    """Model, name in the report, panel: each way of asking the critics whose ratings are compared."""
    for model in dict.fromkeys(models):
        asked = replace(panel, model=model, all_critics=True, shared=False)
        if shared:
            yield model, model, replace(asked, order=SHARING)
            yield model, f"{model}, one call", replace(asked, order=SHARING, shared=True)
        else:
            yield model, model, asked


def _report(
    labelled: Labelled,
    ratings: Mapping[str, Ratings],
    settings: GrowSettings,
    usage: Usage | None = None,
    ended: EndOfRun | None = None,
) -> CalibrationReport:
    minimum = settings.min_rating
    two = list(ratings.values())
    return CalibrationReport(
        labelled=len(labelled.good),
        good=sum(labelled.good.values()),
        unknown=labelled.unknown,
        models={model: calibrated(labelled.good, found, minimum) for model, found in ratings.items()},
        disagreements=disagreements(two[0], two[1], minimum) if len(two) > 1 else (),
        usage=usage,
        ended_by=ended,
        audit=labelled.audit,
        failures=labelled.failures,
    )


def _ratings(
    found: Mapping[str, Known], critics: AskingCritics, panel: PanelSettings, run: ModelRun
) -> tuple[Ratings, Usage, EndOfRun | None]:
    """Id -> verdicts of all critics of `panel`; a candidate whose passages are gone has no verdicts."""
    ratings: dict[str, Sequence[Verdict]] = {}
    stopping = Stopping()

    async def job(client: ModelClient, report: Report) -> None:
        async def one(id_: str, candidate: Candidate) -> None:
            ratings[id_] = await critics.verdicts(candidate, client, panel)
            report(Done(len(ratings)))

        await stopping.phase(together(one(id_, known.candidate) for id_, known in found.items()))

    usage, ended = run_loop(run.work(job, stopping.stop))
    return {id_: verdicts for id_, verdicts in ratings.items() if verdicts}, usage, ended
