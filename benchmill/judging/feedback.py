"""Judgement, a feedback key -> the feedback that LangSmith keeps: score, and a comment that says what it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmill.judging.judgement import Judgement

Feedback = dict[str, object]

KEYS = ("correctness", "component_recall", "groundedness", "abstention")


def feedback(key: str, judgement: Judgement) -> Feedback:
    """`{"key", "score", "comment"}`; the score is None where nothing was decided or the key does not apply."""
    score = _SCORES[key](judgement)
    return {"key": key, "score": score, "comment": _comment(key, judgement, score)}


def nothing(key: str, why: str) -> Feedback:
    """The feedback where there is nothing to judge by."""
    return {"key": key, "score": None, "comment": why}


def _correctness(one: Judgement) -> float | None:
    return None if one.correct is None else float(one.correct)


def _abstention(one: Judgement) -> float | None:
    """1 where the answer declines exactly when it should."""
    return None if one.abstained is None else float(one.abstained != one.answerable)


_SCORES: Mapping[str, Callable[[Judgement], float | None]] = {
    "correctness": _correctness,
    "component_recall": lambda one: one.recall,
    "groundedness": lambda one: one.grounded,
    "abstention": _abstention,
}


def _comment(key: str, one: Judgement, score: float | None) -> str:
    causes = [cause for cause in one.undecided if (cause.aspect == "groundedness") == (key == "groundedness")]
    if score is None and causes:
        return f"undecided: {causes[0].reason}"
    if score is None:
        return _DOES_NOT_APPLY[key]
    if key == "groundedness":
        return "; ".join(f"{part.label}: {said!r}" for said, part in zip(one.said, one.statements or (), strict=True))
    if key == "abstention" or not one.answerable:
        said = "declines" if one.abstained else "answers"
        quote = f" ({one.abstention.quote!r})" if one.abstention and one.abstention.quote else ""
        return f"{said}{quote}; the documents {'answer' if one.answerable else 'do not answer'} the question"
    parts = [
        f"component {number} {part.label}" + (f" ({part.quote!r})" if part.quote else "")
        for number, part in enumerate(one.components or (), start=1)
    ]
    return f"{'; '.join(parts)}; by {one.by}"


_DOES_NOT_APPLY = {
    "correctness": "not judged",
    "component_recall": "the documents do not answer the question: there are no components",
    "groundedness": "the outputs hold no passages, or the answer claims nothing",
    "abstention": "not judged",
}
