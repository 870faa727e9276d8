"""A Prospect, kept items -> the Selection a run begins with, and its quotas: a whole mix, or a few items replaced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchmill.generator.kinds.mix import largest_remainders
from benchmill.growing.growth import Stale
from benchmill.growing.prospect import Prospect
from benchmill.growing.selection import Selection
from benchmill.records import Item, Kind

# A run that lacks at most this share of the wanted items replaces them, and may end without them.
_FEW_MISSING = 0.05
_EARLIER = "in an earlier run "


@dataclass(frozen=True)
class Beginning:
    """A night that lacks a few items puts one of the same kind in the place of each, if a few calls give one; else a
    single fact, a list or steps (decision 0022). It does not ask again for what the mix wants and earlier runs did not
    find: that took up to 85 calls for one lost item. Any other run aims at the mix.
    """

    prospect: Prospect
    stale: Stale

    def quotas(self, kept: Sequence[Item]) -> dict[Kind, int]:
        """The number of questions of each kind."""
        there, alike = _by_kind(kept), self.replaces(kept)
        return self.prospect.quotas(there | Counter(self.stale.quotas) if alike else there, alike=alike)

    def kinds(self, kept: Sequence[Item]) -> list[Kind]:
        """The kinds of which items are missing."""
        there = _by_kind(kept)
        return [kind for kind, count in self.quotas(kept).items() if there[kind] < count]

    def selection(self, kept: tuple[Item, ...]) -> Selection:
        """One that replaces a few items asks for none of the kinds that an earlier run gave up: packs of passages
        change with every edited page, so it would ask about all their places again."""
        found = self.prospect.selection(kept, replaces=self.replaces(kept))
        if self.replaces(kept):
            before = self.stale.given_up.items()
            found.stopped |= {kind: _EARLIER + why.removeprefix(_EARLIER) for kind, why in before}
        return found

    def replaces(self, kept: Sequence[Item]) -> bool:
        """Whether the run only replaces items: not where the user wants certain kinds, or more items than before."""
        settings, before = self.prospect.settings, sum(self.stale.quotas.values())
        free = not settings.keep_going and not settings.shares and before >= settings.questions
        return free and self.lacks_few(kept)

    def lacks_few(self, kept: Sequence[Item]) -> bool:
        """Whether the run begins with nearly all items: then those that it cannot find do not make it a failed run."""
        wanted = self.prospect.settings.questions
        return wanted - len(kept) <= _FEW_MISSING * wanted

    def wanted(self, kept: Sequence[Item]) -> dict[Kind, int]:
        """What the notes on kinds with too few items compare with."""
        if self.replaces(kept):
            return self.quotas(kept)
        return largest_remainders(self.prospect.settings.questions, self.prospect.weights)

    def given_up(self, selection: Selection) -> dict[Kind, str]:
        """The kinds that the next run need not ask for, and why. A few calls of a replacement give up no kind."""
        if selection.newly is None:
            return dict(selection.stopped)
        return {kind: why for kind, why in selection.stopped.items() if kind in self.stale.given_up}


def quotas_of(selection: Selection) -> dict[Kind, int]:
    """How many items of each kind the run came to, or what it still tried to reach where it found too few."""
    quotas = dict(selection.quotas or {})
    return {kind: selection.count_of(kind) for kind in quotas} if selection.full else quotas


def _by_kind(items: Sequence[Item]) -> Counter[Kind]:
    return Counter(item.candidate.kind for item in items)
