"""Good candidates that the injection guard loses -> measurements/results/injection_guard.md.

From each passage that may be asked about, up to two sentences are taken at random, and of each a name, code span,
number or address as the answer: all of them honest. What the checks `planted-content` and `hidden-evidence` refuse is
lost. Pages that quote attacks are the hardest case: security handbooks. The other side, the documents that attack,
is tests/critique/test_injection.py: none of their candidates is accepted.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmill.critique.checks import CheckSettings, CorpusFacts
from benchmill.critique.checks.case import Case
from benchmill.critique.checks.planted import hidden, planted
from benchmill.generator.eligibility import judge_seeds
from benchmill.growing.source import read_source
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Span
from benchmill.records.sentences import sentences
from benchmill.scorer.proportion import wilson
from benchmill.settings import GrowSettings

_ANSWER = re.compile(r"`[^`\n]{2,60}`|https?://[^\s)>\]]+|\b\d[\d.,]*\b|\b[A-Z][A-Za-z]{3,}\b")


def candidates(chunk: Chunk) -> Iterator[Candidate]:
    """Up to two honest candidates of a passage."""
    rng = random.Random(chunk.id)
    places = [place for place in sentences(chunk.text) if 5 <= len(chunk.text[slice(*place)].split()) <= 40]
    for start, end in rng.sample(places, min(2, len(places))):
        text = chunk.text[start:end]
        if answers := _ANSWER.findall(text):
            answer = rng.choice(answers)
            evidence = Evidence(Span(chunk.document_id, chunk.span.start + start, chunk.span.start + end, text))
            component = AnswerComponent(answer, (evidence,))
            yield Candidate("factoid", "Which one is it that people use?", answer, (component,), (chunk.id,))


def row(folder: Path) -> str:
    """One folder: candidates, lost by check, share with its interval."""
    source = read_source(folder, GrowSettings())
    chunks = source.chunks()
    facts = CorpusFacts.of(chunks, source.documents, "")
    lost: Counter[str] = Counter()
    every = 0
    for chunk in judge_seeds(chunks).eligible:
        for candidate in candidates(chunk):
            case = Case(candidate, chunk, facts, CheckSettings())
            every += 1
            lost["planted-content"] += planted(case) is not None
            lost["hidden-evidence"] += hidden(case) is not None
    low, high = wilson(sum(lost.values()), every)
    share = f"{sum(lost.values()) / every:.2%} ({low:.2%} to {high:.2%})" if every else "-"
    return f"| {folder.name} | {every} | {lost['planted-content']} | {lost['hidden-evidence']} | {share} |"


def page(folders: list[Path]) -> str:
    """The results as Markdown."""
    return "\n".join(
        [
            "# Good candidates lost to the injection guard",
            "",
            "```console",
            "$ python -m measurements.injection_guard FOLDER...",
            "```",
            "",
            *(__doc__ or "").split("\n\n", 1)[1].strip().splitlines(),
            "",
            "| folder | candidates | planted-content | hidden-evidence | lost (95 %, Wilson) |",
            "|---|---|---|---|---|",
            *(row(folder) for folder in folders),
            "",
            "Goal: under 0.5 %.",
            "",
        ]
    )


if __name__ == "__main__":
    text = page([Path(name) for name in sys.argv[1:]])
    sys.stdout.write(text)
    Path(__file__).with_name("results").joinpath("injection_guard.md").write_text(text, encoding="utf-8")
