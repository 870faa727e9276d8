"""Long answers to ambiguous questions -> STR-EM, ROUGE-L, Disambig-F1, DR, as rageval and the ASQA paper have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt

from benchmill.scorer.rouge import RougeL
from benchmill.scorer.squad import multiset_f1, normalised

# Text -> its named entities, in order, repeats included. A spaCy pipeline or a question-answering model can be one.
EntityReader = Callable[[str], Sequence[str]]


def str_em(short_answers: Sequence[Sequence[str]], prediction: str) -> float:
    """The share of readings with any short answer in `prediction`, both in lower case: rageval's convention.

    `short_answers` has one list for each reading; the value is 0 without readings.

    >>> str_em([["Paris", "Lutetia"], ["Rome"]], "It is in paris.")
    0.5
    """
    text = prediction.lower()
    return _share([any(answer.lower() in text for answer in answers) for answers in short_answers])


def str_em_official(short_answers: Sequence[Sequence[str]], prediction: str) -> float:
    """STR-EM with both sides normalised as in SQuAD (no articles, no punctuation), as in the official ASQA script.

    >>> str_em_official([["the U.K."]], "in uk"), str_em([["the U.K."]], "in uk")
    (1.0, 0.0)
    """
    text = normalised(prediction)
    return _share([any(normalised(answer) in text for answer in answers) for answers in short_answers])


def rouge_l(long_answers: Sequence[str], prediction: str, rouge: RougeL) -> float:
    """The best ROUGE-L F-measure over the long answers."""
    return rouge.best(long_answers, prediction)


def disambig_f1(long_answers: Sequence[Sequence[str]], prediction: Sequence[str]) -> float:
    """F1 over multisets of entities normalised as in SQuAD, best over the long answers; both empty counts 1.

    The function takes entities, not texts: the caller chooses the model that reads them.

    >>> disambig_f1([["US"], ["US", "US"]], ["The U.S.", "the US"])
    1.0
    """
    found = [normalised(entity) for entity in prediction]
    return max(
        (multiset_f1([normalised(entity) for entity in entities], found) for entities in long_answers), default=0.0
    )


def dr(disambig_f1_values: Sequence[float], rouge_l_values: Sequence[float]) -> float:
    """DR: the geometric mean of the data set's mean Disambig-F1 and mean ROUGE-L (not the mean of per-question ones).

    >>> dr([1.0, 0.0], [0.25, 0.75])
    0.5
    """
    if not disambig_f1_values or not rouge_l_values:
        return 0.0
    means = fsum(disambig_f1_values) / len(disambig_f1_values), fsum(rouge_l_values) / len(rouge_l_values)
    return sqrt(means[0] * means[1])


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits) if hits else 0.0
