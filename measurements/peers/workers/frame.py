"""Arguments -> the tasks of a worker, and the file in which replies end up. Standard library only."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

SYSTEM = "You write one question that the passage answers, with its answer and a sentence of the passage as evidence."


@dataclass(frozen=True)
class Job:
    """`passages` to ask about, one call each, `concurrency` at once; `folder` is the same in the next run."""

    base_url: str
    passages: list[str]
    folder: Path
    concurrency: int

    @classmethod
    def from_arguments(cls) -> Job:
        base_url, passages, folder, concurrency = sys.argv[1:]
        return cls(base_url, json.loads(Path(passages).read_text("utf-8")), Path(folder), int(concurrency))

    def messages(self, passage: str) -> list[dict[str, str]]:
        return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": passage}]

    def keep(self, replies: list[str]) -> None:
        """What the user has in the end, where the library has no store of its own."""
        (self.folder / "replies.json").write_text(json.dumps(replies), "utf-8")
