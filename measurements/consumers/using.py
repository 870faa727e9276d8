"""Our exports and our own run -> a table: a metric of each program that reads an export, beside ours.

    python -m measurements.consumers.using [--environments FOLDER] [PROGRAM...] > measurements/results/consumers_used.md

Downloads the programs as `python -m measurements.consumers` does; an environment in FOLDER is used again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import benchmill
from benchmill.retrieving.baseline_run import write_run
from measurements.consumers.__main__ import QUIET, Consumer, prepared
from measurements.consumers.sets import EXAMPLES

SCRIPTS = Path(__file__).parent / "used"
EXPORTS = {
    "beir": "beir",
    "huggingface": "huggingface",
    "trec": "qrels.trec",
    "squad": "squad.json",
    "ragas": "ragas.jsonl",
    "deepeval": "deepeval.json",
}


@dataclass(frozen=True, slots=True)
class User:
    """A program, its packages, the script that uses it, and which of our numbers each of its own must equal."""

    program: str
    packages: tuple[str, ...]
    calls: str
    equal: dict[str, str]

    @property
    def script(self) -> Path:
        return SCRIPTS / f"use_{self.program.replace('-', '_')}.py"


_RANKED = {name: f"beir {name}" for name in ("ndcg@10", "recall@10", "mrr@10")}
USERS = (
    User("ir-measures", ("ir-measures",), "read_trec_qrels, read_trec_run, calc_aggregate", _RANKED),
    User("ranx", ("ranx",), "Qrels.from_file, Run.from_file, evaluate", _RANKED),
    User("mteb", ("mteb",), "RetrievalDatasetLoader, calculate_retrieval_scores", _RANKED),
    User(
        "datasets",
        ("datasets",),
        "load_dataset of each configuration",
        {"recall@10": "beir recall@10", "recall@10 of the huggingface folder": "beir recall@10"},
    ),
    User(
        "ragas",
        ("ragas", "langchain-community<0.4", "rapidfuzz"),
        "EvaluationDataset, IDBasedContextRecall, NonLLMContextRecall",
        {"recall@10 by ids": "beir recall@10", "recall@10 by texts": "beir recall@10"},
    ),
    User("deepeval", ("deepeval",), "goldens, LLMTestCase, ExactMatchMetric", {"exact": "squad exact"}),
)


def main(arguments: Sequence[str]) -> int:
    """Print the table; the number of programs that found something else than we."""
    words = list(arguments)
    kept = Path(words.pop(words.index("--environments") + 1)).resolve() if "--environments" in words else None
    wanted = [word for word in words if word != "--environments"]
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "exports"
        ours, questions = exported(Path(scratch) / "bench", folder)
        print("# Exports, used by the programs they are for\n")
        print(
            f"The example docs, {questions} questions of the built-in writer, our own BM25 run, ten passages each, of"
        )
        print("which the first ones are taken away from three questions of four. Answers for exact match: the")
        print("reference for every second question.\n")
        print("| program | version | reads by | metric | theirs | ours |\n|---|---|---|---|---|---|", flush=True)
        for user in USERS:
            if not wanted or user.program in wanted:
                consumer = Consumer(user.program, user.program, "", user.packages, "")
                found = used(prepared(consumer, (kept or Path(scratch)) / user.program), user, folder)
                for name, mine in user.equal.items():
                    theirs = found["values"].get(name)
                    same = theirs is not None and abs(theirs - ours[mine]) < 1e-5
                    failed += not same
                    shown = "failed" if theirs is None else f"{theirs:.6f}"
                    note = "" if same else " (differs)"
                    print(
                        f"| {user.program} | {found['version']} | {user.calls} | {name} | {shown} |"
                        f" {ours[mine]:.6f} ({mine}){note} |",
                        flush=True,
                    )
    return failed


def exported(bench: Path, folder: Path) -> tuple[dict[str, float], int]:
    """Grow, run, export and score: our metrics by format and name, and the number of questions."""
    benchmill.grow(EXAMPLES, bench, questions=40, kinds=("factoid", "list", "procedure"))
    folder.mkdir()
    run = worse(benchmill.retrieve(bench, k=13))
    for name in ("run.json", "run.trec"):
        write_run(folder / name, run)
    for form, name in EXPORTS.items():
        benchmill.export(bench, form, folder / name)
    goldens = json.loads((folder / "deepeval.json").read_text(encoding="utf-8"))
    squad = json.loads((folder / "squad.json").read_text(encoding="utf-8"))
    held = {q["id"] for article in squad["data"] for part in article["paragraphs"] for q in part["qas"]}
    references = {one["additional_metadata"]["id"]: one["expected_output"] for one in goldens}
    texts = {
        q["id"]: q["answers"][0]["text"]
        for article in squad["data"]
        for part in article["paragraphs"]
        for q in part["qas"]
        if q["answers"]
    }
    ids = sorted(held & texts.keys())
    # where the reference is a sentence around the extracted answer, SQuAD and deepeval ask for different texts
    ids = [id_ for id_ in ids if references[id_] == texts[id_]]
    answers = {id_: references[id_] if n % 2 else "something else" for n, id_ in enumerate(ids)}
    (folder / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
    beir = benchmill.score(folder / "beir", folder / "run.json", format="beir", k=10)
    exact = benchmill.score(folder / "squad.json", folder / "answers.json", format="squad")
    ours = {f"beir {name}": metric.mean for name, metric in beir.metrics.items()}
    values = [float(str(row["exact"])) for row in exact.rows if row["id"] in answers]
    ours["squad exact"] = sum(values) / len(values) / 100
    return ours, len(run.passages)


def worse(run: benchmill.Run) -> benchmill.Run:
    """The run without the first passages of most questions: where all is found, every program says 1."""
    cut = {name: ones[number % 4 :][:10] for number, (name, ones) in enumerate(run.passages.items())}
    return replace(run, passages=cut)


def used(python: Sequence[str], user: User, folder: Path) -> dict[str, dict[str, float]]:
    """What the script printed last; no values where it failed."""
    command = [*python, str(user.script), str(folder)]
    ran = subprocess.run(command, env=os.environ | QUIET, capture_output=True, text=True, check=False)
    lines = ran.stdout.strip().splitlines()
    if ran.returncode or not lines:
        print(ran.stderr[-3000:], file=sys.stderr)
        return {"version": {}, "values": {}}
    found: dict[str, dict[str, float]] = json.loads(lines[-1])
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
