"""Nothing -> processor time and memory of scoring a TREC run of many questions with many documents each.

    python -m measurements.large_runs [--questions 1000,10000] [--documents 1000] [--out FILE]

The whole of it is `--questions 100000`: a run file of 4 GB in the folder for temporary files. Each size is scored in a
process of its own.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "large_runs.md"
_RELEVANT = 10
_PROGRAM = """
import json, resource, sys
from pathlib import Path
from benchmill.evaluating.beir import score_beir
before = resource.getrusage(resource.RUSAGE_SELF)
score = score_beir(Path(sys.argv[1]), Path(sys.argv[2]), k=[10, 100])
used = resource.getrusage(resource.RUSAGE_SELF)
cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
print(json.dumps([cpu, used.ru_maxrss / 1024, score.metrics["ndcg@10"].mean, score.answered]))
"""


def write_case(folder: Path, questions: int, documents: int) -> tuple[Path, Path]:
    """Qrels with ten relevant documents a question, half of which the run has."""
    gold, run = folder / "qrels.tsv", folder / "run.trec"
    rng = random.Random(questions)
    with gold.open("w") as judged, run.open("w") as ranked:
        judged.write("query-id\tcorpus-id\tscore\n")
        for number in range(questions):
            first = rng.randrange(10**6)
            judged.writelines(f"q{number}\td{first + 2 * n}\t{1 + n % 3}\n" for n in range(_RELEVANT))
            names = list(range(first + _RELEVANT, first + _RELEVANT + documents))
            rng.shuffle(names)
            ranked.writelines(
                f"q{number} Q0 d{name} {rank} {1 - rank / documents:.4f} t\n" for rank, name in enumerate(names, 1)
            )
    return gold, run


def row(questions: int, documents: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        gold, run = write_case(Path(folder), questions, documents)
        size = run.stat().st_size / 1e6
        command = [sys.executable, "-c", _PROGRAM, str(gold), str(run)]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    cpu, peak, ndcg, answered = json.loads(done.stdout)
    each = 1e6 * cpu / (questions * documents)
    cells = (f"{questions:,}", f"{documents:,}", f"{size:,.0f}", f"{cpu:.1f}", f"{each:.2f}", f"{peak:.0f}")
    return f"| {' | '.join(cells)} | {answered:,} | {ndcg:.4f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", default="1000,10000")
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    command = f"python -m measurements.large_runs --questions {options.questions} --documents {options.documents}"
    lines = ["# Scoring large runs", "", f"`{command}`: `score beir` on a TREC run, read one question at a time.", ""]
    lines += [
        "| questions | documents each | run file MB | CPU s | microseconds a line | peak MB | answered | ndcg@10 |"
    ]
    lines += ["|---|---|---|---|---|---|---|---|"]
    for questions in map(int, options.questions.split(",")):
        lines.append(row(questions, options.documents))
        print(lines[-1], flush=True)
    options.out.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
