"""The checks and their cases -> docs/checks.md. `python -m tests.documentation.checks_page` writes it."""

from __future__ import annotations

from pathlib import Path

from benchmill.critique.checks import CHECKS, all_failures
from tests.critique.case_files import Line, lines

PAGE = Path(__file__).parents[2] / "docs" / "checks.md"

_HEAD = """\
# Checks: why a candidate was refused

```console
$ benchmill status bench
```

`status` counts the refusals of the last run, and `BENCH/rejected.jsonl` has one line for each refused candidate:
`check` is one of the names on this page, `reason` is the sentence that says what was found.

A candidate goes through three kinds of test. The **free checks** compare its words with the documents and cost no call
to a model. Then **critics**, which are calls to a model, rate it. Last, it is compared with the questions
that were accepted before it.

## After the free checks

| name | what it means |
|---|---|
| `standalone` | the critic who sees only the question cannot tell what it is about (rated below `--min-rating`) |
| `groundedness` | the passages do not settle the question, or code found that the critic's own answer differs |
| `relevance` | the critic who speaks for `--audience` rated it below `--min-rating`: nobody needs the answer |
| `leave-gold-out` | `premium`: passages without the item's evidence answer it, too, or answer otherwise |
| `closed-book` | `premium`: a model gave the right answer without any passage, at least twice of three times |
| `second-standalone`, `second-groundedness`, `second-relevance` | `--second-critic-model` rated it below the minimum |
| `undecided` | a critic could not be asked or gave no readable verdict; the next run asks again |
| `duplicate` | an accepted question asks the same |
| `gives-another-away` | it and an accepted question ask one fact of one quote from two sides |
| `per-document`, `per-chunk` | the document or passage already has as many items as it may have (`--per-document`) |
| `per-kind`, `per-style` | the benchmark has as many of this kind or style as were wanted (`--kinds`, `--styles`) |
| `per-persona`, `per-difficulty` | the same for personas and difficulties (`--persona`, `--difficulty`) |
| `per-length`, `per-topic` | the real queries of `--like` have no more of this length or topic |
| `copies-a-real-query` | the writer asked what a query of `--like` asks; its words are in no file |
| `surplus` | the benchmark has as many items as were wanted, or the writer sent more questions than it was asked for |
| `abstained` | the writer found nothing worth asking in a passage (a failure of the passage, not of a candidate) |

## The free checks

Each refuses the first candidate below it and accepts the second. Both are cases of the tests, so this page cannot be
wrong about them. `points-at-source`, `dangling-reference`, `about-the-document` and `yes-no` have word lists for each
language (English, German, French, Spanish, Russian, Chinese, Japanese, Korean; some also Italian, Portuguese, Dutch).
In a language without one they are skipped, and `grow` says so in a note.

To see *all* checks that refuse a candidate, not just the first, use
`benchmill.critique.checks.all_failures` in Python.
"""


def page() -> str:
    """The text of docs/checks.md."""
    shown = {(line.check, line.ok): line for line in lines() if line.shown}
    sections = []
    for check in CHECKS:
        refused, accepted = shown[check.name, False], shown[check.name, True]
        sections.append(
            f"### `{check.name}`\n\nRefuses {check.refuses}.\n\n"
            f"{_example('Refused', refused)}  \n  {_reason(refused)}\n{_example('Accepted', accepted)}\n"
        )
    return "\n".join([_HEAD, *sections])


def _example(what: str, line: Line) -> str:
    candidate = line.candidate
    quotes = [e.span.text for part in candidate.components for e in part.evidence]
    evidence = " … ".join(" ".join(quote.split()) for quote in quotes)
    parts = [f'"{candidate.question.strip()}"', f'answer "{candidate.answer}"']
    if evidence != candidate.answer:
        parts.append(f'evidence "{evidence if len(evidence) < 120 else evidence[:120] + "…"}"')
    return f"- {what}: " + ", ".join(parts)


def _reason(line: Line) -> str:
    found = all_failures(line.candidate, line.seed, line.facts, line.settings)
    return "Reason: " + next(failure.reason for failure in found if failure.check == line.check)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
