"""Gold answers, predictions -> exact match and F1, as the official SQuAD v2.0 evaluation computes them."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


class AnswerScore(NamedTuple):
    """One question's values, each from 0 to 1."""

    exact: float
    f1: float


def normalised(text: str) -> str:
    """Lower case, without ASCII punctuation, without the articles a, an, the, with single spaces.

    >>> normalised("The  U.S., an answer!")
    'us answer'
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split())


def exact(gold: str, prediction: str) -> float:
    """1 where both texts are equal after normalising, else 0."""
    return float(normalised(gold) == normalised(prediction))


def f1(gold: str, prediction: str) -> float:
    """F1 over the multisets of normalised words; where a side has no words, 1 if neither has words, else 0.

    >>> f1("red red blue", "red blue blue")
    0.6666666666666666
    """
    return multiset_f1(normalised(gold).split(), normalised(prediction).split())


def multiset_f1(gold: Sequence[str], prediction: Sequence[str]) -> float:
    """F1 of two multisets; 1 where both are empty, 0 where only one is empty."""
    if not gold or not prediction:
        return float(not gold and not prediction)
    common = sum((Counter(gold) & Counter(prediction)).values())
    if not common:
        return 0.0
    precision, recall = common / len(prediction), common / len(gold)
    return 2 * precision * recall / (precision + recall)


def answer_scores(
    gold: Mapping[str, Sequence[str]],
    predictions: Mapping[str, str],
    *,
    no_answer: Mapping[str, float] | None = None,
    threshold: float = 1.0,
) -> dict[str, AnswerScore]:
    """Question id -> best values over its gold answers, for every question of `gold`.

    `gold` maps an id to the answers' texts, an empty list for a question without answer, whose right prediction is "".
    A question without a prediction counts 0; the official script fails. With `no_answer`, the probability that a
    question has none, a question above `threshold` counts as answered by "no answer".

    >>> answer_scores({"q": ["the cat"], "r": []}, {"q": "cat", "r": ""})
    {'q': AnswerScore(exact=1.0, f1=1.0), 'r': AnswerScore(exact=1.0, f1=1.0)}
    """
    found = {}
    for question, answers in gold.items():
        if question not in predictions:
            found[question] = AnswerScore(0.0, 0.0)
        elif no_answer is not None and no_answer.get(question, 0.0) > threshold:
            found[question] = AnswerScore(float(not answers), float(not answers))
        else:
            # Gold answers that are empty after normalising are ignored; without any other the right answer is "".
            texts = [text for text in answers if normalised(text)] or [""]
            prediction = predictions[question]
            found[question] = AnswerScore(
                max(exact(text, prediction) for text in texts), max(f1(text, prediction) for text in texts)
            )
    return found
