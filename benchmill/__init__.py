"""benchmill: docs folder -> filtered question-answer benchmark. The public Python API, loaded when first used.

>>> import benchmill
>>> settings = benchmill.GrowSettings(questions=20)
>>> settings.model
'extractive'

`benchmill.grow(Path("docs"), Path("bench"), settings)` grows or refreshes a workspace and returns an `Outcome`;
`benchmill.load(Path("bench"))` reads one back; `benchmill.source_from_langchain(loader, settings)` gives `grow` the
documents of any LangChain loader. `benchmill.judge_answers(Path("bench"), Path("answers.jsonl"), settings)` returns a
`JudgeReport`; `benchmill.langsmith.evaluators(model=...)` are the same judge for LangSmith.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmill import langsmith
    from benchmill.judging.report import JudgeReport
    from benchmill.judging.run import judge_answers
    from benchmill.outcome import Outcome
    from benchmill.run import grow
    from benchmill.settings import GrowSettings
    from benchmill.sources import Source, read_source, source_from_langchain
    from benchmill.workspace import Snapshot, load

__all__ = [
    "GrowSettings",
    "JudgeReport",
    "Outcome",
    "Snapshot",
    "Source",
    "grow",
    "judge_answers",
    "langsmith",
    "load",
    "read_source",
    "source_from_langchain",
]

_ROOMS = {
    "grow": "run",
    "Outcome": "outcome",
    "GrowSettings": "settings",
    "Source": "sources",
    "read_source": "sources",
    "source_from_langchain": "sources",
    "Snapshot": "workspace",
    "load": "workspace",
    "judge_answers": "judging.run",
    "JudgeReport": "judging.report",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a function or a class, by name
    # imported on first use: `import benchmill` stays at a few milliseconds, whatever a run brings along
    from importlib import import_module

    if name == "langsmith":
        return import_module("benchmill.langsmith")
    if name not in _ROOMS:
        raise AttributeError(f"module 'benchmill' has no attribute {name!r}")
    found = getattr(import_module(f"benchmill.{_ROOMS[name]}"), name)
    globals()[name] = found
    return found
