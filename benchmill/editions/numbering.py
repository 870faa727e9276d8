"""Accepted critiques -> Items with ids and numbers that are never reused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchmill.records import Critique, Document, Item


@dataclass(slots=True)
class Numbering:
    """Gives out (chapter, question number): one chapter a document, ascending numbers, none twice.

    `chapters` are the ones already given, `used` the highest number of each chapter, retired items included.
    """

    chapters: dict[str, int]
    used: dict[int, int]
    _added: dict[str, int] = field(default_factory=dict)

    @classmethod
    def after(cls, chapters: Mapping[str, int], taken: Iterable[tuple[int, int]]) -> Numbering:
        """Continue after the numbers `taken`: (chapter, question number) of every item of any edition."""
        used: defaultdict[int, int] = defaultdict(int)
        for chapter, number in taken:
            used[chapter] = max(used[chapter], number)
        return cls(dict(chapters), used)

    def number(
        self, accepted: Iterable[Critique], documents: Iterable[Document], generator: str, prompts: Mapping[str, str]
    ) -> list[Item]:
        """An Item for each of `accepted`: chapters in the order of the documents, numbers in the order of the text."""
        order = {document.id: place for place, document in enumerate(sorted(documents, key=lambda d: d.id))}
        ordered = sorted(accepted, key=lambda critique: (order[critique.candidate.document_id], _offset(critique)))
        return [self._item(critique, generator, prompts) for critique in ordered]

    def renamed(self, former: str, today: str) -> None:
        """Let the document `today` keep the chapter of `former`, its old name."""
        if today not in self.chapters and former in self.chapters:
            self.chapters[today] = self.chapters.pop(former)

    def _item(self, critique: Critique, generator: str, prompts: Mapping[str, str]) -> Item:
        chapter = self.chapters.setdefault(critique.candidate.document_id, max(self.chapters.values(), default=0) + 1)
        self.used[chapter] = number = self.used.get(chapter, 0) + 1
        prompt = prompts.get(f"generator/{critique.candidate.kind}", "")
        return Item(Item.id_for(critique.candidate), critique, chapter, number, generator, prompt)


def _offset(critique: Critique) -> tuple[int, str]:
    components = critique.candidate.components
    start = components[0].evidence[0].span.start if components and components[0].evidence else 0
    return start, critique.candidate.id
