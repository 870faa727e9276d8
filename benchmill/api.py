"""Strings or paths, keyword options -> the results of the commands: what `import benchmill` offers.

Each function does what the command of its name does, with the same defaults, also where an event loop is running.
"""

from __future__ import annotations

import inspect
import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from benchmill.records.errors import UsageError, did_you_mean
from benchmill.records.given_path import path
from benchmill.settings import GrowSettings, resolve, typed_settings

if TYPE_CHECKING:
    from benchmill.growing.estimate import Estimate
    from benchmill.growing.source import Source
    from benchmill.importing.import_set import Imported
    from benchmill.judging.judge_report import JudgeReport
    from benchmill.publishing.dataset_changes import Published
    from benchmill.publishing.export import Exported
    from benchmill.running.progress import Progress
    from benchmill.workspace.folder import Snapshot
    from benchmill.workspace.outcome import Outcome

Where = str | os.PathLike[str]
F = TypeVar("F", bound=Callable[..., Any])


def _with_options(function: F) -> F:
    """Show every setting in the signature, so that tab completion and `help` name them."""
    signature = inspect.signature(function)
    own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    names = {one.name for one in own}
    options = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)
        for one in fields(GrowSettings)
        if one.name not in names
    ]
    function.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
    return function


def anywhere(function: F) -> F:
    """Make a function work inside a running event loop, too."""

    @wraps(function)
    def called(*given: Any, **options: Any) -> Any:  # noqa: ANN401 - whatever the function takes and returns
        from benchmill.running.event_loop import beside_a_running_loop

        return beside_a_running_loop(lambda: function(*given, **options))

    return cast("F", called)


@anywhere
@_with_options
def grow(
    docs: Where | Source | object,
    out: Where = "bench",
    settings: GrowSettings | None = None,
    progress: Progress | None = None,
    **options: Any,  # noqa: ANN401 - the settings, each checked by its own type
) -> Outcome:
    """Grow the benchmark in the folder `out` from the folder `docs`, or bring it up to date.

    `docs` may also be a LangChain loader, or a Source made before. Options are those of `benchmill grow`, also read
    from ./benchmill.toml: `grow("docs", "bench", questions=20, model="ollama:llama3")`. The Outcome says what was done
    and, in `ended_by`, what ended it early. A workspace remembers what it was grown with: options that are not given
    are as before. `settings` are taken as they are. Raises UsageError, InputError, ModelUnreachable, WorkspaceError.
    """
    from benchmill.editions.next_edition import grow as grow_edition
    from benchmill.growing.source import Source, source_from_langchain
    from benchmill.workspace.remembered import another_writer

    resolved = _settings("grow", settings, options, path(out))
    if settings is not None and (note := another_writer(Path(out), resolved.model)):
        warnings.warn(note, stacklevel=4)
    if isinstance(docs, (str, os.PathLike)):
        source: Path | Source = path(docs)
    elif isinstance(docs, Source):
        source = docs
    else:
        source = source_from_langchain(docs, resolved)
    return grow_edition(source, Path(out), resolved, progress)


@_with_options
def estimate(
    docs: Where,
    settings: GrowSettings | None = None,
    *,
    out: Where | None = None,
    **options: Any,  # noqa: ANN401
) -> Estimate:
    """What growing would take: chunks, calls, tokens, money. Asks no model. `out`: a workspace with runs of its own."""
    from benchmill.growing.estimate import estimate as estimate_run
    from benchmill.growing.own_yield import own_yield

    resolved = _settings("estimate", settings, options)
    return estimate_run(path(docs), resolved, own_yield(Path(out), resolved) if out else None)


def load(bench: Where = "bench") -> Snapshot:
    """The last finished edition of a workspace: documents, chunks, items. `.to_frame(rejected=True)` shows them all.

    Raises WorkspaceError where there is none.
    """
    from benchmill.workspace.folder import load as load_workspace

    return load_workspace(Path(bench))


def export(bench: Where, to: str, out: Where, **options: Any) -> Exported:  # noqa: ANN401 - what the format takes
    """Write the benchmark in the format `to` of another tool; items it cannot hold are counted and named."""
    from benchmill.publishing.export import export as export_benchmark

    return export_benchmark(load(bench), to, Path(out), **{name: _path(value) for name, value in options.items()})


@anywhere
def publish(
    bench: Where,
    dataset: str,
    *,
    split: tuple[str, ...] | list[str] = (),
    **options: Any,  # noqa: ANN401
) -> Published:
    """Bring a LangSmith dataset to the last edition; `dry_run=True` sends nothing.

    Options are those of `benchmill publish`; the key comes from LANGSMITH_API_KEY.
    """
    from benchmill.outputs.langsmith.service import Account
    from benchmill.outputs.langsmith.splits import Splits
    from benchmill.publishing.langsmith_dataset import PublishSettings
    from benchmill.publishing.langsmith_dataset import publish as publish_benchmark

    _known("publish", options, [one.name for one in fields(PublishSettings)])
    account = Account(*(os.environ.get(f"LANGSMITH_{name}", "") for name in ("API_KEY", "ENDPOINT", "WORKSPACE_ID")))
    settings = PublishSettings(dataset, Splits.parse(list(split)), **options)
    return publish_benchmark(Path(bench), settings, account)


@anywhere
@_with_options
def judge(
    bench: Where,
    answers: Where,
    settings: GrowSettings | None = None,
    *,
    always_ask: bool = False,
    robustness_checks: int = 0,
    progress: Progress | None = None,
    **options: Any,  # noqa: ANN401 - as for grow
) -> JudgeReport:
    """A model judges a system's answers against the references: `judge("bench", "answers.jsonl", model="openai:x")`."""
    from benchmill.judging.judge_answers import judge_answers

    resolved = _settings("judge", settings, options)
    if settings is None and "model" not in options:
        resolved = resolved.asking_only(resolved.critic)
    return judge_answers(
        Path(bench),
        Path(answers),
        resolved,
        always_ask=always_ask,
        robustness_checks=robustness_checks,
        progress=progress,
    )


def judge_answers(bench: Where, answers: Where, settings: GrowSettings, **options: Any) -> JudgeReport:  # noqa: ANN401
    """`judge` with ready-made settings, under the name that earlier scripts use."""
    return judge(bench, answers, settings, **options)


@anywhere
@_with_options
def import_set(
    file: Where,
    format: str,
    docs: Where,
    out: Where = "bench",
    settings: GrowSettings | None = None,
    *,
    columns: str | None = None,
    **options: Any,  # noqa: ANN401 - as for grow
) -> Imported:
    """Import a benchmark that others made; each question is aligned with sentences of `docs` that prove its answer."""
    from benchmill.importing.import_set import import_set as take_over

    made = _settings("import_set", settings, options)
    return take_over(Path(file), format, path(docs), path(out), made, columns=columns)


def _settings(
    function: str, settings: GrowSettings | None, options: Mapping[str, object], bench: Path | None = None
) -> GrowSettings:
    """The settings given, or those of ./benchmill.toml, with the options on top. UsageError names an unknown one.

    `bench`: the workspace whose last settings count for every setting that neither of them gives.
    """
    _known(function, options, [one.name for one in fields(GrowSettings)])
    if settings is None:
        from benchmill.workspace.remembered import remembered

        return resolve(options, None, remembered(bench, typed_settings(options)) if bench else None)
    return replace(settings, **options) if options else settings  # type: ignore[arg-type]  # names were checked


def _known(function: str, options: Mapping[str, object], known: list[str]) -> None:
    for name in options:
        if name not in known:
            hint = did_you_mean(name, known) or f"; there are: {', '.join(known)}"
            raise UsageError(f"{function}() has no option {name!r}{hint}")


def _path(value: object) -> Any:  # noqa: ANN401 - a value of any option
    return Path(value) if isinstance(value, str) else value
