"""benchmill: docs folder -> filtered question-answer benchmark. The public Python API, loaded when first used.

>>> import benchmill
>>> settings = benchmill.GrowSettings(questions=20)
>>> settings.model
'extractive'

`benchmill.grow("docs", "bench", questions=20)` grows or refreshes a workspace and returns an `Outcome`;
`benchmill.load("bench")` reads one back; `benchmill.score("bench", retriever, k=10)` scores a function, a LangChain,
LlamaIndex or Haystack retriever or a run file; `benchmill.compare("bench", {"a": ..., "b": ...})` says which is better.
`benchmill.judge("bench", "answers.jsonl", model=...)` returns a `JudgeReport`;
`benchmill.langsmith.evaluators(model=...)` are the same judge for LangSmith.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmill import langsmith, testing
    from benchmill.api import estimate, export, grow, import_set, judge, judge_answers, load, publish
    from benchmill.chat.errors import BudgetReached, ModelError, ModelRefused, ModelUnreachable
    from benchmill.evaluating.ranking import Ranking
    from benchmill.evaluating.scores import Score
    from benchmill.growing.source import Source, read_source, source_from_langchain
    from benchmill.judging.judge_report import JudgeReport
    from benchmill.judging.system_run import SystemRun
    from benchmill.mapping.mapping import Mapping
    from benchmill.measuring import compare, map_chunks, retrieve, run, score
    from benchmill.records.errors import (
        BenchmillError,
        InputError,
        MissingExtra,
        ServiceError,
        UsageError,
        WorkspaceError,
    )
    from benchmill.retrieving.baseline_run import Run
    from benchmill.settings import GrowSettings
    from benchmill.version import VERSION as __version__  # noqa: N811 - Python's own name for it
    from benchmill.workspace.folder import Snapshot
    from benchmill.workspace.outcome import Outcome

__all__ = [
    "BenchmillError",
    "BudgetReached",
    "GrowSettings",
    "InputError",
    "JudgeReport",
    "Mapping",
    "MissingExtra",
    "ModelError",
    "ModelRefused",
    "ModelUnreachable",
    "Outcome",
    "Ranking",
    "Run",
    "Score",
    "ServiceError",
    "Snapshot",
    "Source",
    "SystemRun",
    "UsageError",
    "WorkspaceError",
    "__version__",
    "compare",
    "estimate",
    "export",
    "grow",
    "import_set",
    "judge",
    "judge_answers",
    "langsmith",
    "load",
    "map_chunks",
    "publish",
    "read_source",
    "retrieve",
    "run",
    "score",
    "source_from_langchain",
    "testing",
]

_MODULES = {
    **dict.fromkeys(("estimate", "export", "grow", "import_set", "judge", "judge_answers", "load", "publish"), "api"),
    **dict.fromkeys(("compare", "map_chunks", "retrieve", "run", "score"), "measuring"),
    **dict.fromkeys(
        ("BenchmillError", "InputError", "MissingExtra", "ServiceError", "UsageError", "WorkspaceError"),
        "records.errors",
    ),
    **dict.fromkeys(("BudgetReached", "ModelError", "ModelRefused", "ModelUnreachable"), "chat.errors"),
    "GrowSettings": "settings",
    "JudgeReport": "judging.judge_report",
    "Mapping": "mapping.mapping",
    "Outcome": "workspace.outcome",
    "Ranking": "evaluating.ranking",
    "Run": "retrieving.baseline_run",
    "Score": "evaluating.scores",
    "Snapshot": "workspace.folder",
    "Source": "growing.source",
    "SystemRun": "judging.system_run",
    "read_source": "growing.source",
    "source_from_langchain": "growing.source",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a function or a class, by name
    # imported on first use: `import benchmill` takes a few milliseconds, whatever a run imports later
    from importlib import import_module

    if name == "__version__":
        found = import_module("benchmill.version").VERSION
    elif name in ("langsmith", "testing"):
        return import_module(f"benchmill.{name}")
    elif name in _MODULES:
        found = getattr(import_module(f"benchmill.{_MODULES[name]}"), name)
    else:
        raise AttributeError(f"module 'benchmill' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
