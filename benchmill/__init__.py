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
    from benchmill.editions.next_edition import grow
    from benchmill.growing.source import Source, read_source, source_from_langchain
    from benchmill.judging.judge_answers import judge_answers
    from benchmill.judging.judge_report import JudgeReport
    from benchmill.settings import GrowSettings
    from benchmill.workspace.folder import Snapshot, load
    from benchmill.workspace.outcome import Outcome

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
    "grow": "editions.next_edition",
    "Outcome": "workspace.outcome",
    "GrowSettings": "settings",
    "Source": "growing.source",
    "read_source": "growing.source",
    "source_from_langchain": "growing.source",
    "Snapshot": "workspace.folder",
    "load": "workspace.folder",
    "judge_answers": "judging.judge_answers",
    "JudgeReport": "judging.judge_report",
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
