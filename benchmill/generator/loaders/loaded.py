"""What loading gives: Loaded; and how one file that could not be read says so: Unreadable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmill.records import Document, Failure

Reader = Literal["light", "unstructured", "community"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The documents of a folder, sorted by id; a Failure for every other file that looked like one.

    `notes` are sentences about documents that were loaded all the same, but not as their author would expect: bytes
    that are not UTF-8, a name that had to be rewritten. `left_alone` names the files of types that nobody reads.
    """

    documents: tuple[Document, ...]
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    left_alone: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, documents: list[Document], failures: list[Failure], notes: list[str], left_alone: tuple[str, ...] = ()
    ) -> Loaded:
        """All three sorted, so that the order in which a disk lists its files never shows."""
        return cls(
            tuple(sorted(documents, key=lambda document: document.id)),
            tuple(sorted(failures, key=lambda failure: (failure.subject_id, failure.check, failure.reason))),
            tuple(sorted(notes)),
            left_alone,
        )


@dataclass(frozen=True, slots=True)
class Text:
    """What a reader made of a file's bytes. `title` is the file's own, or empty where the text must tell it."""

    text: str
    title: str = ""
    note: str = ""
    cells: tuple[tuple[int, str], ...] = ()


class Unreadable(Exception):
    """One file that cannot become a document; `check` is the short word its Failure is counted under."""

    def __init__(self, check: str, reason: str) -> None:
        super().__init__(reason)
        self.check = check
        self.reason = reason
