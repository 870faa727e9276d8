"""A reference, the documents a system retrieved -> the feedback on its retrieval: `evidence_recall@k`, `mrr@k`.

No model is asked. A component is found where a document holds one of its evidence quotes, as `benchmill score
--match normalised` finds it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmill.evaluating.matching import Matcher, Ranks
from benchmill.judging.feedback import Feedback, nothing
from benchmill.judging.reference import Reference
from benchmill.outputs.fastbook import Component, Question
from benchmill.outputs.run_file import RankedPassage

RETRIEVAL_KEYS = ("evidence_recall@10", "mrr@10")
"""Any other depth may be asked for: `evidence_recall@5`."""

_KEY = re.compile(r"(evidence_recall|mrr)@([1-9]\d{0,3})")


@dataclass(frozen=True)
class RetrievalScorer:
    """Scores one key; several may share the `matcher`, which remembers texts that it met before.

    Matching is `normalised`: markup, white space and quotes do not count, since people index what their parser left.
    """

    key: str
    matcher: Matcher = field(default_factory=lambda: Matcher("normalised"))

    def feedback(self, reference: Reference, documents: Sequence[str] | None) -> Feedback:
        """`{"key", "score", "comment"}`; the score is None where nothing can be found."""
        if documents is None:
            return nothing(self.key, "the outputs hold no documents: return {'documents': [...]} from the target")
        if not any(reference.evidence):
            return nothing(self.key, "the question has no evidence in the documents")
        name, k = _parts(self.key)
        components = tuple(Component((), quotes) for quotes in reference.evidence)
        question = Question(0, 0, reference.question, reference.answer, components)
        ranks = self.matcher.ranks(question, [RankedPassage(text=text) for text in documents[:k]])
        found = [rank for rank in ranks if rank is not None]
        recall = len(found) / len(ranks)
        mrr = 1 / max(found) if len(found) == len(ranks) else 0.0
        return {"key": self.key, "score": recall if name == "evidence_recall" else mrr, "comment": _comment(ranks, k)}


def is_retrieval_key(key: str) -> bool:
    """Whether `key` is `evidence_recall@k` or `mrr@k`."""
    return _KEY.fullmatch(key) is not None


def _parts(key: str) -> tuple[str, int]:
    name, _, k = key.partition("@")
    return name, int(k)


def _comment(ranks: Ranks, k: int) -> str:
    parts = [
        f"component {number} " + (f"found at rank {rank}" if rank else f"not in the first {k} documents")
        for number, rank in enumerate(ranks, start=1)
    ]
    return "; ".join(parts)
