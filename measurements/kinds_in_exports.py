"""Every kind of question in every export, and what a perfect and an empty system score -> results/kinds_in_exports.md.

One item of each kind, written by hand, goes through each format alone. Where `benchmill score` reads the format, a
perfect system returns the evidence (or the reference answer) and an empty one nothing. The other formats are scored by
the programs they are for; here the reference in the file is judged by the rules of `benchmill judge`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchmill.evaluating.asqa import score_asqa
from benchmill.evaluating.beir import score_beir
from benchmill.evaluating.fastbook import score_fastbook
from benchmill.evaluating.squad import score_squad
from benchmill.judging.given import Given
from benchmill.judging.judge_rules import by_rules
from benchmill.judging.reference import reference_of
from benchmill.outputs.asqa import read_asqa
from benchmill.outputs.fastbook import read_questions
from benchmill.outputs.qrels import read_qrels
from benchmill.outputs.squad import read_squad
from benchmill.publishing.export import FORMATS, export
from benchmill.records import KINDS, InputError, Item, Kind
from benchmill.workspace.folder import Snapshot
from benchmill.workspace.ledger.store import Edition
from tests.outputs.one_of_each import one_of_each

Scores = tuple[float, float]


def held(kind: Kind, form: str, folder: Path) -> Scores | None:
    """(perfect, empty) from 0 to 1 where the format holds the kind; None where it says that it does not."""
    benchmark = one_of_each()
    item = next(one for one in benchmark.items if one.candidate.kind == kind)
    snapshot = Snapshot(Edition(1, "", {}, {}), replace(benchmark, items=(item,)))
    path = folder / f"{kind}-{form}"
    try:
        done = export(snapshot, form, path)
    except InputError:
        return None  # the export could write no item
    if not done.written:
        return None
    score = _SCORED.get(form)
    return score(path, folder / "run.json") if score else _judged(item)


def _fastbook(gold: Path, run: Path) -> Scores:
    perfect = {
        question.id: [text for component in question.components for text in component.contexts[:1]]
        for question in read_questions(gold)
    }
    empty: dict[str, list[str]] = {id_: [] for id_ in perfect}
    return _both(perfect, empty, run, lambda: score_fastbook(gold, run).metrics["recall@10"].mean)


def _beir(gold: Path, run: Path) -> Scores:
    return _qrels(gold, gold / "qrels" / "test.tsv", run)


def _trec(gold: Path, run: Path) -> Scores:
    return _qrels(gold, gold, run)


def _qrels(gold: Path, qrels: Path, run: Path) -> Scores:
    perfect = {id_: {name: float(grade) for name, grade in found.items()} for id_, found in read_qrels(qrels).items()}
    empty: dict[str, dict[str, float]] = {id_: {"nothing": 1.0} for id_ in perfect}
    return _both(perfect, empty, run, lambda: score_beir(gold, run).metrics["ndcg@10"].mean)


def _squad(gold: Path, run: Path) -> Scores:
    perfect = {one.id: one.answers[0].text if one.answers else "" for _, one in read_squad(gold).questions()}
    return _both(perfect, dict.fromkeys(perfect, ""), run, lambda: score_squad(gold, run).metrics["exact"].mean / 100)


def _asqa(gold: Path, run: Path) -> Scores:
    perfect = {
        sample.id: " ".join(
            [*(one.long_answer for one in sample.annotations[:1]), *(pair.short_answers[0] for pair in sample.pairs)]
        )
        for sample in read_asqa(gold)
    }
    return _both(perfect, dict.fromkeys(perfect, ""), run, lambda: score_asqa(gold, run).metrics["str_em"].mean)


def _both(perfect: object, empty: object, run: Path, score: Callable[[], float]) -> Scores:
    found = []
    for answers in (perfect, empty):
        run.write_text(json.dumps(answers), encoding="utf-8")
        found.append(score())
    return found[0], found[1]


def _judged(item: Item) -> Scores:
    """The item's reference and an empty answer, by the rules of `judge`."""
    reference = reference_of(item)
    both = []
    for answer in (item.candidate.answer, ""):
        judgement = by_rules(reference, Given(answer))
        both.append(float(bool(judgement and judgement.correct)))
    return both[0], both[1]


_SCORED: dict[str, Callable[[Path, Path], Scores]] = {
    "fastbook": _fastbook,
    "beir": _beir,
    "trec": _trec,
    "squad": _squad,
    "asqa": _asqa,
}


def table() -> dict[str, dict[Kind, Scores | None]]:
    """Format -> kind -> scores."""
    with tempfile.TemporaryDirectory() as folder:
        return {form: {kind: held(kind, form, Path(folder)) for kind in KINDS} for form in FORMATS}


def page() -> str:
    """The table as Markdown."""
    rows = []
    for form, kinds in table().items():
        cells = ["" if both is None else f"{both[0]:.2f} / {both[1]:.2f}" for both in kinds.values()]
        by = {"fastbook": "recall@10", "beir": "nDCG@10", "trec": "nDCG@10", "squad": "exact", "asqa": "str_em"}
        rows.append(f"| `{form}` | {by.get(form, 'judge, by rules')} | {' | '.join(cells)} |")
    return "\n".join(
        [
            "# Kinds in exports",
            "",
            "```console",
            "$ python -m measurements.kinds_in_exports",
            "```",
            "",
            *(__doc__ or "").split("\n\n", 1)[1].strip().splitlines(),
            "",
            "Cells: perfect / empty; blank where the format cannot hold the kind and says so. To say nothing is the",
            "right reply to an unanswerable question.",
            "",
            f"| format | scored by | {' | '.join(KINDS)} |",
            "|---|---|" + "---|" * len(KINDS),
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    text = page()
    sys.stdout.write(text)
    Path(__file__).with_name("results").joinpath("kinds_in_exports.md").write_text(text, encoding="utf-8")
