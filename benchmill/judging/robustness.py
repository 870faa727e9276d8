"""A sample of judged answers, asked again in other shapes -> Controls: how often the judge changes its mind.

Order and length must not count. So the same answers are judged with the reference's components in reversed order, and
with neutral words around the answer. How often a decision flips when nothing but the seed changes (`again`) is the
noise that limits the other two.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.together import together
from benchmill.judging.given import Given
from benchmill.judging.judge import Judge
from benchmill.judging.judge_replies import Finding
from benchmill.judging.judgement import RULES, Judgement
from benchmill.judging.reference import Component, Reference
from benchmill.records.words import content_words

ControlName = Literal["again", "reversed", "padded"]

CONTROLS: tuple[ControlName, ...] = ("again", "reversed", "padded")

# Says nothing that any component could be about, and nothing about how sure the rest is.
_BEFORE = ("Thank you for the question.", "Here is a reply to it, written out in full sentences.")
_AFTER = (
    "That is the reply to the question above.",
    "It was put together with care, and it is meant to be taken as a whole, from its beginning to its end.",
    "If there is anything else you would like to ask, please go ahead.",
    "Further questions are always welcome here.",
)


@dataclass(frozen=True, slots=True)
class RobustnessCheck:
    """How a judge's decisions stood one control.

    Of `answers` asked again, `flipped` changed between correct and not; of their `components`, `components_flipped`
    changed their label. `undecided` more answers got no readable reply this time.
    """

    name: ControlName
    answers: int
    flipped: int
    components: int
    components_flipped: int
    undecided: int

    @property
    def share(self) -> float | None:
        """The share of flipped decisions; None where none was asked again."""
        return self.flipped / self.answers if self.answers else None

    def as_json(self) -> dict[str, object]:
        return {
            "answers": self.answers,
            "flipped": self.flipped,
            "share": self.share,
            "components": self.components,
            "components_flipped": self.components_flipped,
            "undecided": self.undecided,
        }


async def control(
    judge: Judge,
    judgements: Sequence[Judgement],
    references: Mapping[str, Reference],
    given: Mapping[str, Given],
    *,
    sample: int,
    seed: int,
) -> tuple[RobustnessCheck, ...]:
    """Every control over the same `sample` of the answers that the model found right or wrong, drawn with `seed`.

    `reversed` leaves out questions of one component. Raises EndOfRun.
    """
    judged = sorted((one for one in judgements if one.components and one.by != RULES), key=lambda one: one.id)
    drawn = random.Random(seed).sample(judged, min(sample, len(judged)))  # noqa: S311 - chance for a sample, no secret
    return tuple([await _run(name, judge, drawn, references, given) for name in CONTROLS])


def padded(answer: str, components: Sequence[Component]) -> str:
    """The answer with neutral sentences before and after it, without those that share a word with a component.

    >>> padded("30 s", [Component("a whole reply")]).partition("30 s")[0].strip()
    'Thank you for the question.'
    """
    taken = {word for part in components for text in (part.text, *part.short_answers) for word in content_words(text)}
    before, after = (
        " ".join(sentence for sentence in sentences if not taken & set(content_words(sentence)))
        for sentences in (_BEFORE, _AFTER)
    )
    return f"{before}\n\n{answer}\n\n{after}".strip()


async def _run(
    name: ControlName,
    judge: Judge,
    drawn: Sequence[Judgement],
    references: Mapping[str, Reference],
    given: Mapping[str, Given],
) -> RobustnessCheck:
    chosen = [one for one in drawn if name != "reversed" or len(references[one.id].components) > 1]
    ends = await together(_labels_or_none(name, judge, references[one.id], given[one.id].answer) for one in chosen)
    flipped = components = components_flipped = undecided = 0
    for one, end in zip(chosen, ends, strict=True):
        if end is None:
            undecided += 1
        else:
            changed = [a.label != b.label for a, b in zip(one.components or (), end, strict=True)]
            components += len(changed)
            components_flipped += sum(changed)
            flipped += all(part.label == "present" for part in end) != one.correct
    return RobustnessCheck(name, len(chosen) - undecided, flipped, components, components_flipped, undecided)


async def _labels_or_none(
    name: ControlName, judge: Judge, reference: Reference, answer: str
) -> tuple[Finding, ...] | None:
    """The findings; None where no reply could be read."""
    try:
        return await _labels(name, judge, reference, answer)
    except (BadReply, CallFailed):
        return None


async def _labels(name: ControlName, judge: Judge, reference: Reference, answer: str) -> tuple[Finding, ...]:
    """The findings in the reference's own order."""
    if name == "reversed":
        turned = replace(reference, components=reference.components[::-1])
        return (await judge.find_components(turned, answer)).value.findings[::-1]
    if name == "padded":
        return (await judge.find_components(reference, padded(answer, reference.components))).value.findings
    # far from the seeds that the model client counts up itself
    return (await replace(judge, seed=judge.seed + 7919).find_components(reference, answer)).value.findings
