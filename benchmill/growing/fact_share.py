"""A mix, the places of its kinds, Selection -> whether single facts took more than their share, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmill.generator.kinds.mix import largest_remainders
from benchmill.growing.selection import Selection
from benchmill.records import Kind


@dataclass(frozen=True)
class FactShare:
    """`weights` are the shares of the mix; `places` counts, by kind, the questions that the documents can give."""

    weights: Mapping[Kind, float]
    places: Mapping[Kind, int]
    selection: Selection

    @property
    def most(self) -> float:
        """The largest share that the mix intends for single facts: a half, or their weight where it is larger."""
        return max(0.5, self.weights.get("factoid", 0) / sum(self.weights.values()))

    @property
    def share(self) -> float:
        return self.selection.count_of("factoid") / max(1, self.selection.count)

    @property
    def is_too_large(self) -> bool:
        """Whether there are more facts than the mix intends; rounding one item up is not more."""
        facts, rounded = self.selection.count_of("factoid"), self._planned.get("factoid", 0)
        return facts > max(self.most * self.selection.count, rounded)

    def as_json(self) -> dict[str, object]:
        return {"share": round(self.share, 3), "at_most": round(self.most, 3), "note": str(self)}

    @property
    def headline(self) -> str:
        """The sentence before the notes on the kinds that fell short."""
        return self._sentence(f"the notes on {', '.join(self._short)} say why")

    def __str__(self) -> str:
        return self._sentence("; ".join(self._reasons()))

    def _sentence(self, why: str) -> str:
        total = sum(self.weights.values())
        shares = ",".join(f"{kind}={100 * weight / total:.3g}" for kind, weight in self.weights.items())
        return (
            f"{self.share:.0%} of the items are single facts ({self.selection.count_of('factoid')} of "
            f"{self.selection.count}), more than the {self.most:.0%} that the mix intends at most: "
            f"{why}; `--kinds {shares}` keeps the shares and gives fewer items"
        ).replace("%", " %")

    @property
    def _short(self) -> list[Kind]:
        """The kinds with fewer items than planned."""
        return [kind for kind, planned in self._planned.items() if self.selection.count_of(kind) < planned]

    @property
    def _planned(self) -> dict[Kind, int]:
        return largest_remainders(self.selection.wanted, self.weights)

    def _reasons(self) -> Iterator[str]:
        for kind in self._short:
            planned, places = self._planned[kind], self.places.get(kind, 0)
            if not places:
                yield f"the documents have no place for {kind} questions"
            elif places < planned:
                yield f"the documents have places for only {places} of {planned} {kind} questions"
            else:
                yield f"{self.selection.count_of(kind)} of {planned} {kind} questions were accepted"
