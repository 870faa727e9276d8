"""Nothing -> processor time and memory of scoring a run of many questions with many documents each.

    python -m measurements.large_runs [--questions 1000,10000] [--documents 1000] [--forms trec,...] [--out FILE]

`trec` and `lines` (JSON Lines of ids and scores) are scored against qrels by `score beir`; `fastbook` is JSON Lines of
texts, scored against a benchmark.json. The whole of it is `--questions 100000`: a run file of 3 to 10 GB in the folder
for temporary files. Each size is scored in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "large_runs.md"
_RELEVANT = 10
NOTES = (
    "`trec` and `lines` (JSON Lines of ids and scores): `score beir` against qrels. `fastbook`: JSON Lines of texts "
    "against a benchmark.json. A run is read a question at a time, and of its passages those within k are kept. The "
    "gold file is read whole: memory grows with the questions, not with the passages of the run. The value is ndcg@10, "
    "or mrr@10 for `fastbook`.",
)
_PROGRAM = """
import json, resource, sys
from pathlib import Path
from benchmill.evaluating.beir import score_beir
from benchmill.evaluating.fastbook import score_fastbook
before = resource.getrusage(resource.RUSAGE_SELF)
scored = score_fastbook if sys.argv[1].endswith("json") else score_beir
score = scored(Path(sys.argv[1]), Path(sys.argv[2]), k=[10])
used = resource.getrusage(resource.RUSAGE_SELF)
cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
metric = next(score.metrics[name].mean for name in ("ndcg@10", "mrr@10") if name in score.metrics)
print(json.dumps([cpu, used.ru_maxrss / 1024, metric, score.answered]))
"""


def write_case(folder: Path, questions: int, documents: int, form: str) -> tuple[Path, Path]:
    """Ten relevant documents a question, half of which the run has; a run by ids, or by texts for a benchmark.json."""
    gold = folder / ("benchmark.json" if form == "fastbook" else "qrels.tsv")
    run = folder / ("run.trec" if form == "trec" else "run.jsonl")
    rng = random.Random(questions)
    with gold.open("w") as judged, run.open("w") as ranked:
        judged.write('{"questions": [' if form == "fastbook" else "query-id\tcorpus-id\tscore\n")
        for number in range(questions):
            first = rng.randrange(10**6)
            if form == "fastbook":
                judged.write(("," if number else "") + json.dumps(_question(number, first)))
            else:
                judged.writelines(f"q{number}\td{first + 2 * n}\t{1 + n % 3}\n" for n in range(_RELEVANT))
            names = list(range(first + _RELEVANT, first + _RELEVANT + documents))
            rng.shuffle(names)
            ranked.writelines(_lines(number, names, form))
        judged.write("]}" if form == "fastbook" else "")
    return gold, run


def _question(number: int, first: int) -> dict[str, object]:
    component = {"answer_component": "a", "context": [_text(first + _RELEVANT), _text(first + _RELEVANT + 1)]}
    names = {"chapter": 1, "question_number": number + 1, "id": f"q{number}", "source": f"{first % 1000}.md"}
    return {**names, "question_text": f"Q{number}?", "gold_standard_answer": "a", "answer_context": [component]}


def _text(name: int) -> str:
    """Twelve words, the first few of them common and the others rare, as in texts that people write."""
    rng = random.Random(name)
    return " ".join(f"word{int(30_000 ** rng.random())}" for _ in range(12)) + f" of document <{name}>."


def _lines(number: int, names: Sequence[int], form: str) -> Iterator[str]:
    """The run's lines of one question."""
    if form == "trec":
        for rank, name in enumerate(names, 1):
            yield f"q{number} Q0 d{name} {rank} {1 - rank / len(names):.4f} t\n"
    elif form == "lines":
        passages = [{"id": f"d{name}", "score": round(1 - rank / len(names), 4)} for rank, name in enumerate(names, 1)]
        yield json.dumps({"id": f"q{number}", "passages": passages}) + "\n"
    else:
        yield json.dumps({"id": f"q{number}", "passages": [{"text": _text(name)} for name in names]}) + "\n"


def row(questions: int, documents: int, form: str) -> tuple[str, float]:
    """A row of the table, and its processor seconds."""
    with tempfile.TemporaryDirectory() as folder:
        gold, run = write_case(Path(folder), questions, documents, form)
        size = run.stat().st_size / 1e6
        command = [sys.executable, "-c", _PROGRAM, str(gold), str(run)]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    cpu, peak, metric, answered = json.loads(done.stdout)
    each = 1e6 * cpu / (questions * documents)
    cells = (form, f"{questions:,}", f"{documents:,}", f"{size:,.0f}", f"{cpu:.1f}", f"{each:.2f}", f"{peak:.0f}")
    return f"| {' | '.join(cells)} | {answered:,} | {metric:.4f} |", cpu


def exponent(cpu: dict[int, float]) -> str:
    """By which power of the questions the time grows, between the smallest and the largest run."""
    small, large = min(cpu), max(cpu)
    return f"{math.log(cpu[large] / cpu[small]) / math.log(large / small):.2f}" if large > small else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", default="1000,10000")
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--forms", default="trec,lines")
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    command = f"python -m measurements.large_runs --questions {options.questions} --documents {options.documents}"
    command += f" --forms {options.forms}"
    lines = ["# Scoring large runs", "", f"`{command}`", "", *NOTES, ""]
    lines += ["| run | questions | passages each | run file MB | CPU s | µs a passage | peak MB | answered | value |"]
    lines += ["|---|---|---|---|---|---|---|---|---|"]
    exponents = {}
    for form in options.forms.split(","):
        cpu = {}
        for questions in map(int, options.questions.split(",")):
            line, cpu[questions] = row(questions, options.documents, form)
            lines.append(line)
            print(line, flush=True)
        exponents[form] = exponent(cpu)
    powers = ", ".join(f"{form} {power}" for form, power in exponents.items())
    lines += ["", f"Exponents of the processor time over the number of questions: {powers}. The limit is 1.1."]
    print(lines[-1])
    options.out.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
