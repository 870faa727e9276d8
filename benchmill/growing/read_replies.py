"""Tasks that earlier runs asked about -> the candidates in their recorded replies, so that no reply is read twice.

A night looks again at each task that gave no item, in the order of the plan. To build its request, find the reply in
the ledger and look for its quotes took 3 ms a task, and the tasks without an item become more from night to night.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container
from dataclasses import asdict, dataclass, field, replace

from benchmill.generator.kinds import WritingTask
from benchmill.generator.questions import WriterSettings, Written
from benchmill.growing.prompt_set import PromptSet
from benchmill.indexing.facts_file import KeptFacts
from benchmill.records import Item, digest, short_digest
from benchmill.version import VERSION
from benchmill.workspace.ledger.calls import SqliteCalls

_NAME = "replies 1"


@dataclass(frozen=True, slots=True)
class ReadReply:
    """A reply of the writer without any failure. `names`: the id of each of its candidates, and of the item that has
    the candidate's words."""

    request_key: str
    seed: str
    names: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class ReadReplies:
    """The replies that earlier runs read, and those of this run. facts.sqlite keeps them: a reply that is not there is
    read again."""

    kept: KeptFacts = field(default_factory=KeptFacts)
    writer: str = ""
    """A hash of all that decides, besides the task, what a recorded reply is and what is read in it."""
    use: Callable[[str], None] = lambda _key: None
    """Notes that this run uses a call."""
    _found: dict[str, ReadReply] = field(default_factory=dict)

    @classmethod
    def of(cls, kept: KeptFacts, prompts: PromptSet, writing: WriterSettings, calls: SqliteCalls) -> ReadReplies:
        """Those of the earlier runs whose calls are still in the ledger."""
        used = {kind: prompt.fingerprint for kind, prompt in prompts.writers.items()}
        asking = prompts.asking.fingerprint if prompts.asking else ""
        writer = digest(VERSION, used, asking, asdict(replace(writing, asking=None)))
        rows = json.loads(kept.value(_NAME, writer) or b"[]")
        there = calls.there(key for _, key, *_ in rows)
        found = {
            name: ReadReply(key, seed, tuple(map(tuple, names))) for name, key, seed, names in rows if key in there
        }
        return cls(kept, writer, calls.use, found)

    def of_task(self, task: WritingTask) -> ReadReply | None:
        return self._found.get(_name_of(task))

    def note(self, task: WritingTask, written: Written) -> None:
        """Remember what the reply to a task holds; one with a failure is read again."""
        if not written.failures:
            names = tuple((each.id, Item.id_for(each)) for each in written.candidates)
            self._found[_name_of(task)] = ReadReply(written.request_key, task.seed.id, names)

    def keep(self, chunks: Container[str]) -> None:
        """Keep the replies about these chunks for the next run."""
        rows = [[name, one.request_key, one.seed, one.names] for name, one in self._found.items() if one.seed in chunks]
        self.kept.keep(_NAME, self.writer, json.dumps(rows).encode())


def _name_of(task: WritingTask) -> str:
    """A hash of all that the writer is asked about."""
    passages = [(chunk.id, chunk.fingerprint, chunk.place) for chunk in task.passages]
    links = [(link.name, link.first, link.second) for link in task.links]
    return short_digest(task.kind, passages, task.shared, links, asdict(task.manner))
