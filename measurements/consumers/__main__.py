"""Our exports -> a table: which program of which version loaded how many items of how many, all its texts unchanged.

    python -m measurements.consumers [--environments FOLDER] [FORMAT...] > measurements/results/consumers.md

Downloads the programs, some of them large, each into an environment of its own: in a temporary folder, or in FOLDER,
where the next run finds them again. promptfoo needs npm.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.flat import flat_items
from benchmill.outputs.openai_evals import DATA_SOURCE_CONFIG
from benchmill.publishing.export import export
from benchmill.workspace.folder import Snapshot
from measurements.consumers.sets import snapshot

LOADERS = Path(__file__).parent / "loaders"
QUIET = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "RAGAS_DO_NOT_TRACK": "true",
    "MLFLOW_DISABLE_TELEMETRY": "true",
}
Report = dict[str, list[str] | str]


@dataclass(frozen=True, slots=True)
class Consumer:
    """A program that loads one format: its name and call for the table, its packages, our script for it."""

    format: str
    program: str
    call: str
    packages: tuple[str, ...]
    loader: str
    file: str = "out.jsonl"
    dependencies: bool = True

    @property
    def environment(self) -> str:
        return self.program.split()[0]


CONSUMERS = (
    # beir's own dependencies are gigabytes for its models; its loader needs these
    Consumer("beir", "beir", "GenericDataLoader", ("beir", "tqdm", "requests"), "load_beir.py", "out", False),
    Consumer("squad", "datasets", "load_dataset('json', field='data')", ("datasets",), "load_datasets.py", "out.json"),
    Consumer("asqa", "datasets", "load_dataset('json')", ("datasets",), "load_datasets.py"),
    Consumer("huggingface", "datasets", "load_dataset(folder)", ("datasets",), "load_datasets.py", "out"),
    Consumer("jsonl", "pandas", "read_json(lines=True)", ("pandas", "openpyxl"), "load_pandas.py"),
    Consumer("csv", "pandas", "read_csv", ("pandas", "openpyxl"), "load_pandas.py", "out.csv"),
    Consumer("xlsx", "pandas", "read_excel", ("pandas", "openpyxl"), "load_pandas.py", "out.xlsx"),
    # a fresh ragas fails at its import with langchain-community 0.4
    Consumer("ragas", "ragas", "EvaluationDataset, Testset", ("ragas", "langchain-community<0.4"), "load_ragas.py"),
    Consumer("deepeval", "deepeval", "add_goldens_from_json_file", ("deepeval",), "load_deepeval.py", "out.json"),
    Consumer("promptfoo", "promptfoo", "eval, with an echo", ("promptfoo",), "load_promptfoo.py"),
    Consumer(
        "openai-evals", "openai", "its types, the eval's schema", ("openai", "jsonschema"), "load_openai_evals.py"
    ),
    Consumer("mlflow", "mlflow", "genai.evaluate, merge_records", ("mlflow",), "load_mlflow.py"),
)


def main(arguments: Sequence[str]) -> int:
    """Print the table; the number of consumers that did not read everything."""
    words = list(arguments)
    kept = Path(words.pop(words.index("--environments") + 1)).resolve() if "--environments" in words else None
    wanted = [word for word in words if word != "--environments"]
    unknown = set(wanted) - {consumer.format for consumer in CONSUMERS}
    if unknown:
        print(f"no such format: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        benchmark = snapshot()
        print("# Exports, loaded by the programs they are for\n")
        print(f"{len(benchmark.benchmark.items)} items: grown ones, one of every kind, and texts that break files. ")
        print("`loaded` counts items whose question and answer came through letter by letter.\n")
        print("| format | loaded by | version | items | in the file | loaded |\n|---|---|---|---|---|---|")
        for consumer in CONSUMERS:
            if not wanted or consumer.format in wanted:
                row = _row(consumer, benchmark, kept or Path(scratch) / "environments", Path(scratch))
                failed += not row.endswith("| all |")
                print(row, flush=True)
    return failed


def _row(consumer: Consumer, benchmark: Snapshot, environments: Path, scratch: Path) -> str:
    path = scratch / consumer.format / consumer.file
    done = export(benchmark, consumer.format, path)
    left_out = {failure.subject_id for failure in done.left_out}
    if consumer.format == "openai-evals":
        path.with_name("data_source_config.json").write_text(json.dumps(DATA_SOURCE_CONFIG), encoding="utf-8")
    report = _report(consumer, environments / consumer.environment, path)
    rows = [item for item in flat_items(benchmark.benchmark) if item.id not in left_out]
    # tables hold the answer as it is, the tools' files one that is never blank
    answers = {item.question: {item.answer, item.reference} for item in rows}
    found = list(report["questions"])
    references = list(report["references"]) or [""] * len(found)
    loaded = sum(
        question in answers and (not report["references"] or reference in answers[question])
        for question, reference in zip(found, references, strict=True)
    )
    count = "all" if loaded == len(found) == len(rows) == done.written else f"{loaded} of {len(found)}"
    by = f"{consumer.program}: {consumer.call}"
    return f"| {consumer.format} | {by} | {report['version']} | {done.items} | {done.written} | {count} |"


def _report(consumer: Consumer, environment: Path, path: Path) -> Report:
    """What the loader reported; "failed" with the last line of the program where it reported nothing."""
    command = [
        *prepared(consumer, environment),
        str(LOADERS / consumer.loader),
        *_arguments(consumer, environment, path),
    ]
    ran = subprocess.run(command, env=os.environ | QUIET, capture_output=True, text=True, check=False)
    lines = ran.stdout.strip().splitlines()
    if ran.returncode or not lines:
        print(ran.stderr, file=sys.stderr)
        return {"version": "failed", "questions": [], "references": []}
    report: Report = json.loads(lines[-1])
    return report


def _arguments(consumer: Consumer, environment: Path, path: Path) -> Iterator[str]:
    if consumer.format == "promptfoo":
        yield str(environment / "node_modules" / ".bin" / "promptfoo")
    else:
        yield consumer.format
    yield str(path)


def prepared(consumer: Consumer, environment: Path) -> list[str]:
    """The Python that runs the loader, with the consumer installed beside it."""
    done = environment / ".installed"
    if not done.is_file():
        print(f"installing {consumer.program} ...", file=sys.stderr)
        environment.mkdir(parents=True, exist_ok=True)
        if consumer.format == "promptfoo":
            subprocess.run(["npm", "init", "-y"], cwd=environment, check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["npm", "install", "--silent", *consumer.packages], cwd=environment, check=True)
        else:
            venv.create(environment, with_pip=True)
            flags = ["--quiet", "--disable-pip-version-check", *([] if consumer.dependencies else ["--no-deps"])]
            pip = [str(environment / "bin" / "python"), "-m", "pip", "install", *flags]
            subprocess.run([*pip, *consumer.packages], check=True)
        done.touch()
    return [sys.executable if consumer.format == "promptfoo" else str(environment / "bin" / "python")]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
