"""What loading returns: Loaded, with the Text of each file; a reader raises Unreadable for a file it cannot read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmill.records import Document, Failure

Reader = Literal["light", "unstructured", "community"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The documents of a folder, sorted by id, and a Failure for every other file that looked like a document.

    `notes` are sentences about loaded documents that differ from what their author expects: a document had bytes that
    are not UTF-8, or its name had to be rewritten. `left_alone` names the files of types that no reader reads.
    """

    documents: tuple[Document, ...]
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    left_alone: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, documents: list[Document], failures: list[Failure], notes: list[str], left_alone: tuple[str, ...] = ()
    ) -> Loaded:
        """Sort documents, failures and notes: the order in which a disk lists its files must not change the result."""
        return cls(
            tuple(sorted(documents, key=lambda document: document.id)),
            tuple(sorted(failures, key=lambda failure: (failure.subject_id, failure.check, failure.reason))),
            tuple(sorted(notes)),
            left_alone,
        )


@dataclass(frozen=True, slots=True)
class Text:
    """What a reader made of a file's bytes. `title` is the title that the file declares; it is empty if there is none.

    An empty title is later taken from the text. `cells` are the place and kind of each cell of a notebook.
    """

    text: str
    title: str = ""
    note: str = ""
    cells: tuple[tuple[int, str], ...] = ()


class Unreadable(Exception):
    """One file that cannot become a document. Reports count its Failure under the short word `check`."""

    def __init__(self, check: str, reason: str) -> None:
        super().__init__(reason)
        self.check = check
        self.reason = reason


class Interrupted(Unreadable):
    """A file whose reader was ended from outside, by the clock or the system: another run may be able to read it."""
