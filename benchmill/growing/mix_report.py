"""Aims, Selection -> how much of the mix the run reached: notes for people, counts and distances for the manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from benchmill.growing.aims import Aims
from benchmill.growing.axis import Axis, named
from benchmill.growing.selection import Selection
from benchmill.records import Candidate
from benchmill.records.shares import manners_in_words
from benchmill.settings import GrowSettings


def mix_notes(aims: Aims, selection: Selection) -> tuple[str, ...]:
    """The values with fewer items than wanted."""
    found = []
    for axis in aims.axes:
        counts = _counted(axis, selection)
        for value, count in ({} if axis.soft else axis.quotas(selection.wanted)).items():
            if counts[value] < count:
                why = _reasons(selection, axis, value)
                found.append(f"{axis.name} {value}: {counts[value]} of {count} accepted; {why}")
    return tuple(found)


def unasked_notes(settings: GrowSettings) -> Iterator[str]:
    """The kinds that are no part of the mix, since nobody asks them in the manners wanted."""
    if settings.unasked_kinds:
        how = manners_in_words(settings.styles, settings.difficulty)
        yield f"{', '.join(settings.unasked_kinds)}: not asked for, since nobody asks such questions so ({how})"


def like_notes(aims: Aims, selection: Selection) -> Iterator[str]:
    """How far the questions are from the real queries, however the run ended, and which queries were not read."""
    if aims.like:
        yield _distances(aims, selection)
        if left_out := aims.like.left_out:
            first, more = left_out[0], f"; {len(left_out) - 1} more" if left_out[1:] else ""
            yield f"--like: left out {first.subject_id}: {first.reason}{more}"


def mix_counts(aims: Aims, selection: Selection) -> dict[str, object]:
    """Axis -> value -> wanted and accepted; and the distances to the real queries, but never the queries' words."""
    found: dict[str, object] = {}
    for axis in aims.axes:
        quotas, counts = axis.quotas(selection.wanted), _counted(axis, selection)
        found[axis.name] = {
            named(value): {"wanted": quotas.get(value, 0), "accepted": counts[value]} for value in axis.shares
        }
    if aims.like:
        distance = aims.like.distances(_candidates(selection))
        found["like"] = {"queries": len(aims.like.queries), "distance": distance}
    return found


def _distances(aims: Aims, selection: Selection) -> str:
    like = aims.like
    found = like.distances(_candidates(selection)) if like else {}
    if not like or not found:
        return "--like: no question to compare with the real queries"
    nowhere = sum(topic is None for topic in like.topics)
    words = ", ".join(f"{name} {value:.2f}" for name, value in found.items())
    lost = f"; {nowhere} queries share no word with the documents" if nowhere else ""
    return (
        f"--like: distance to {len(like.queries)} real queries, from 0 (alike) to 1: {words} "
        f"(length: largest gap of the two distributions; the others: share that would have to differ){lost}"
    )


def _candidates(selection: Selection) -> list[Candidate]:
    return [*(item.candidate for item in selection.kept), *(critique.candidate for critique in selection.accepted)]


def _counted(axis: Axis, selection: Selection) -> Counter[Any]:
    return Counter(axis.of(candidate) for candidate in _candidates(selection))


def _reasons(selection: Selection, axis: Axis, value: object) -> str:
    """The three checks that refused most of the candidates whose tasks asked for this value, in words."""
    refused: Counter[str] = Counter()
    for judged in selection.rejected:
        candidate = judged.critique.candidate
        if judged.failure and value in (axis.of(candidate), getattr(candidate.manner, axis.name)):
            refused[judged.failure.check] += 1
    if refused:
        return "refused: " + ", ".join(f"{check} {number}" for check, number in refused.most_common(3))
    return "no other question was written for it"
