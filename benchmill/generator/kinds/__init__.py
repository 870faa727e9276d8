"""Eligible chunks -> writing tasks: the passages that a writer sees for each kind of question."""

from benchmill.generator.kinds.mix import DEFAULT_MIX, plan_quotas
from benchmill.generator.kinds.task import WritingTask
from benchmill.generator.kinds.tasks import Capacity, TasksByKind, interleave

__all__ = [
    "DEFAULT_MIX",
    "Capacity",
    "TasksByKind",
    "WritingTask",
    "interleave",
    "plan_quotas",
]
