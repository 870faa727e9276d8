"""Examined, baselines -> how much questions copy their passages, and how hard they are for keyword retrievers."""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.critique.checks import overlap
from benchmill.critique.checks.copying import copies
from benchmill.records.words import content_words
from benchmill.validity.baselines import Baselines, component_ranks, reciprocal
from benchmill.validity.examined import Examined
from benchmill.validity.measured import Measured, mean_of, percentile, share_of

THIRDS = ("low", "middle", "high")


def overlaps(examined: Examined) -> list[float]:
    """Each item's share of question words that its passage has; 0 where no passage is its source."""
    return [overlap(case) if case else 0.0 for case in examined.cases]


def lexical(examined: Examined, baselines: Baselines) -> list[Measured]:
    """Word overlap, copied wording, questions that name their title, and BM25's score by third of overlap."""
    shares = overlaps(examined)
    copied = [copies(case) is not None for case in examined.cases if case]
    low, middle, high = (percentile(shares, percent) for percent in (10, 50, 90))
    spread = "-" if low is None or high is None else f"10th percentile {low:.2f}, 90th {high:.2f}"
    numbers = [
        Measured(
            "overlap",
            "Question words that are in the passage (median)",
            middle,
            len(shares),
            f"stems without stop words; {spread}",
            "Near 1, the question repeats its passage, and matching words is enough to find it.",
        ),
        share_of(
            "copied_wording",
            "Questions that copy their passage",
            copied,
            "They reward keyword retrievers and say little about others.",
            "a shared run of more than 6 words, or over 75 % of the words that are no names",
        ),
        share_of(
            "title_given_away",
            "Questions that name their document's title",
            [_names_title(examined, number) for number in range(len(examined.items))],
            "Such a question can be found by titles alone.",
            "60 % of the title's content words",
        ),
    ]
    return [*numbers, *_by_third(shares, baselines)]


def difficulty(baselines: Baselines) -> list[Measured]:
    """How many items every keyword retriever ranks first, and how many none finds at all."""
    full_text = list(baselines.full_text().values())
    ranks = [
        [max((rank or 99 for rank in component_ranks(rankings[at], gold)), default=99) for rankings in full_text]
        for at, gold in enumerate(baselines.gold)
    ]
    return [
        share_of(
            "saturated",
            "Items that every keyword retriever ranks first",
            [bool(each) and max(each) == 1 for each in ranks],
            "They cannot tell retrievers apart; below 50 % is good.",
            f"rank 1 with each of {len(full_text)} full-text keyword retrievers",
        ),
        share_of(
            "not_found",
            "Items that no keyword retriever finds",
            [not each or min(each) > 20 for each in ranks],
            "The hardest items, or wrong labels: read them first. Below 10 % is good.",
            "not among the first 20 of any",
        ),
    ]


def scores(baselines: Baselines) -> list[Measured]:
    """MRR@10 of each baseline over the benchmark's own passages."""
    return [
        mean_of(
            f"mrr@10 {name}",
            f"MRR@10 of {name}",
            [reciprocal(ranking, gold) for ranking, gold in zip(rankings, baselines.gold, strict=True)],
            "The score of a retriever that only matches words.",
            clusters=baselines.documents,
            method="over the benchmark's own passages",
            bounds=(0, 1),
        )
        for name, rankings in baselines.rankings.items()
    ]


def _by_third(shares: Sequence[float], baselines: Baselines) -> list[Measured]:
    order = sorted(range(len(baselines.places)), key=lambda at: (shares[baselines.places[at]], at))
    size = len(order) / 3
    values = [
        reciprocal(ranking, gold) for ranking, gold in zip(baselines.rankings["bm25"], baselines.gold, strict=True)
    ]
    numbers = []
    for third, name in enumerate(THIRDS):
        members = order[round(third * size) : round((third + 1) * size)]
        numbers.append(
            mean_of(
                f"bm25_{name}_overlap",
                f"MRR@10 of bm25, third with {name} overlap",
                [values[at] for at in members],
                "Far more at high than at low overlap: the wording was copied, and scores depend on it.",
                clusters=[baselines.documents[at] for at in members],
                method="items ordered by overlap, three equal parts",
                bounds=(0, 1),
            )
        )
    return numbers


def _names_title(examined: Examined, number: int) -> bool:
    title = examined.facts.title(examined.documents[number])
    wanted = set(content_words(title[:200], examined.facts.language))
    asked = set(content_words(examined.items[number].candidate.question[:4000], examined.facts.language))
    return bool(wanted) and len(wanted & asked) >= 0.6 * len(wanted)
