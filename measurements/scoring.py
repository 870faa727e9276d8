"""Docs folders -> how long answer component scoring takes: our code and the naive definition, in one run.

python measurements/scoring.py FOLDER... > measurements/results/scoring.md
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import ftfy

from benchmill.scorer.bootstrap import interval
from benchmill.scorer.components import component_score
from benchmill.scorer.fixed_text import FixedText

QUESTIONS, PASSAGES, SIZE, REPEATS = 200, 10, 1000, 5
Gold = dict[str, list[list[str]]]
Run = dict[str, list[str]]


def naive(gold: Gold, run: Run, k: int) -> list[tuple[float, float]]:
    """The definition, word for word: every comparison repairs both texts (ftfy) anew."""
    values = []
    for question, components in gold.items():
        ranks = [
            next(
                (
                    rank
                    for rank, passage in enumerate(run[question][:k], start=1)
                    if any(ftfy.fix_text(context) in ftfy.fix_text(passage) for context in contexts)
                ),
                None,
            )
            for contexts in components
        ]
        found = [rank for rank in ranks if rank is not None]
        values.append((1 / max(found) if len(found) == len(ranks) else 0.0, len(found) / len(ranks)))
    return values


def naive_with_passages_fixed_once_a_question(gold: Gold, run: Run, k: int) -> list[tuple[float, float]]:
    """The definition, written with care: it repairs (ftfy) every passage once a question, and every context once."""
    values = []
    for question, components in gold.items():
        passages = [ftfy.fix_text(passage) for passage in run[question][:k]]
        ranks = []
        for contexts in components:
            fixed = [ftfy.fix_text(context) for context in contexts]
            ranks.append(next((r for r, p in enumerate(passages, start=1) if any(c in p for c in fixed)), None))
        found = [rank for rank in ranks if rank is not None]
        values.append((1 / max(found) if len(found) == len(ranks) else 0.0, len(found) / len(ranks)))
    return values


def ours(gold: Gold, run: Run, k: int) -> list[tuple[float, float]]:
    fixed = FixedText()
    scores = [component_score(components, run[id_][:k], fixed) for id_, components in gold.items()]
    return [(score.mrr, score.recall or 0.0) for score in scores]


def case(folder: Path, rng: random.Random) -> tuple[Gold, Run]:
    """Questions whose contexts are verbatim pieces of the folder's passages, and a run that finds most of them."""
    files = sorted(folder.rglob("*.md"))
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    passages = [text[start : start + SIZE] for text in texts for start in range(0, len(text) - SIZE, SIZE)]
    gold: Gold = {}
    run: Run = {}
    for number in range(QUESTIONS):
        homes = rng.sample(passages, rng.choice([1, 1, 1, 2, 3]))
        gold[str(number)] = [[_piece(home, rng) for _ in range(rng.choice([1, 1, 2]))] for home in homes]
        ranked = rng.sample(passages, PASSAGES - len(homes)) + [home for home in homes if rng.random() < 0.9]
        rng.shuffle(ranked)
        run[str(number)] = ranked
    return gold, run


def _piece(passage: str, rng: random.Random) -> str:
    start = rng.randrange(len(passage) - 300)
    return passage[start : start + rng.randrange(60, 300)]


def seconds(work: Callable[[], object]) -> float:
    """The shortest of several runs, in CPU seconds: other programs share the machine."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def accented(gold: Gold, run: Run) -> tuple[Gold, Run]:
    """The same case in a language with accents: hardly a line is ASCII."""
    table = str.maketrans({"e": "é", "a": "ä", "'": "’"})
    return (
        {key: [[text.translate(table) for text in contexts] for contexts in value] for key, value in gold.items()},
        {key: [text.translate(table) for text in value] for key, value in run.items()},
    )


def report(name: str, gold: Gold, run: Run) -> None:
    """One table: the three ways, checked against each other first."""
    expected = naive(gold, run, PASSAGES)
    assert ours(gold, run, PASSAGES) == expected
    assert naive_with_passages_fixed_once_a_question(gold, run, PASSAGES) == expected
    slow = seconds(lambda: naive(gold, run, PASSAGES))
    careful = seconds(lambda: naive_with_passages_fixed_once_a_question(gold, run, PASSAGES))
    quick = seconds(lambda: ours(gold, run, PASSAGES))
    ascii_share = sum(passage.isascii() for ranked in run.values() for passage in ranked) / (QUESTIONS * PASSAGES)
    print(f"\n## {name}: {ascii_share:.0%} of the passages are plain ASCII\n")
    print("| way | seconds | times as fast |\n|---|---|---|")
    print(f"| naive: both sides fixed at every comparison | {slow:.4f} | 1 |")
    print(f"| naive, passages fixed once a question | {careful:.4f} | {slow / careful:.1f} |")
    print(f"| ours | {quick:.4f} | {slow / quick:.1f} |")


def main(folders: list[Path]) -> None:
    print(f"# Answer component scoring: {QUESTIONS} questions x {PASSAGES} passages of {SIZE} characters\n")
    print(f"All ways give identical values. Best of {REPEATS}, CPU seconds, one run of `measurements/scoring.py`.")
    for folder in folders:
        gold, run = case(folder, random.Random(0))
        report(folder.name, gold, run)
    report(f"{folders[-1].name} with accents on every e and a", *accented(gold, run))
    rng = random.Random(1)
    values = [rng.random() for _ in range(300)]
    print(f"\nBootstrap interval, 2,000 draws on 300 values: {seconds(lambda: interval(values)):.3f} s.")


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
