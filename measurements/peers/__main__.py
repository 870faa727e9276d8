"""Libraries people would use instead -> what the same calls cost with each, what is lost, what is paid again.

    python -m measurements.peers [--passages 96] [--environments FOLDER] [--only ours,curator_llm] [--out FILE]

One call a passage with a reply in JSON, 16 at once, lognormal latency (median 0.3 s, sigma 0.6). The ideal is the sum
of the latencies / 16. Each library does it as its own documents say, with its defaults. Runs of each: a first; the same
again; again with one passage in twenty edited; a new one that is killed (SIGKILL) after half of the calls and started
again; and a new one under faults (5 % 429, 3 % 500, 2 % reset, 1 % hang, 3 % malformed; Retry-After 0.2 s). Each
library is installed into an environment of its own, in a temporary folder, or in FOLDER, where the next run finds it.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import venv
from dataclasses import dataclass, replace
from pathlib import Path

from benchmill.generator.chunkers import chunk_document
from benchmill.generator.loaders import load_folder
from benchmill.version import VERSION
from measurements.clients.corpus import write_docs
from tests.servers.simulated import FAULT_PRESETS, Latency, ServerPlan, SimulatedServer

ROOT = Path(__file__).parents[2]
WORKERS = Path(__file__).parent / "workers"
LATENCY = Latency("lognormal", 0.3, 0.6)
CONCURRENCY = 16
LONGEST = 180.0  # seconds a run may take before it is ended
QUIET = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES", "TELEMETRY_ENABLED": "false", "CURATOR_VIEWER": "0", "HF_HUB_OFFLINE": "1",
    "NEMO_TELEMETRY_ENABLED": "false", "LANGSMITH_TRACING": "false", "OPENAI_API_KEY": "none", "COLUMNS": "120",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Peer:
    """A library: its name in the table, our script for it, what is installed; `calls` that it asks a passage."""

    name: str
    worker: str
    packages: tuple[str, ...]
    calls: int = 1


PEERS = (
    Peer("**benchmill**: model client and ledger", "ours", ()),
    Peer("**benchmill**: the whole `grow`", "ours_grow", (), calls=2),
    Peer("openai SDK, semaphore and gather", "openai_gather", ("openai",)),
    Peer("LangChain `batch`, groups of 16", "langchain_batch", ("langchain-openai",)),
    Peer("LangChain `abatch`", "langchain_abatch", ("langchain-openai",)),
    Peer("bespokelabs-curator", "curator_llm", ("bespokelabs-curator",)),
    Peer("distilabel", "distilabel_pipeline", ("distilabel[openai,instructor]", "requests")),
    Peer("NeMo Data Designer", "nemo_designer", ("data-designer",)),
    Peer("deepeval Synthesizer (its own prompts)", "deepeval_goldens", ("deepeval",), calls=2),
)

NOTES = (
    "What cannot be compared: the libraries do different things. LangChain, the SDK and curator send what they are "
    "given; distilabel and Data Designer run whole data pipelines; deepeval writes by prompts of its own and needs "
    "more calls. None but deepeval makes a benchmark by itself; benchmill's first row is its model client and ledger "
    "alone, as the other rows are. The row of the whole `grow` is to be set beside deepeval's only: one accepted item "
    "is wanted for two passages, and what it asks for beyond the writing are critics and the search for further "
    "passages that answer, which deepeval's goldens do without. Replies come from a test server, so nothing here is "
    "about the quality of questions.",
    "",
    "Data Designer's single request after an edit, and distilabel's none: they take up the finished data set and do "
    "not look at edited rows. Killed and started again, distilabel waited for ever (it was ended by us). It asks "
    "for structured output by tools (instructor's default; version 1.5.3 fails at its start where "
    "another mode is set), so the test server answers tool calls. In so short a run benchmill's wall time is that of "
    "its start: it begins with a quarter of the calls at once, to learn what the server can take.",
    "",
    "ragas 0.4.3 is left out: a fresh `pip install ragas` fails at its import with the langchain-community that it "
    "installs. BenchmarkQED is left out: it wants embeddings and several rounds over a whole corpus, for which the "
    "test server has no replies.",
)


@dataclass(frozen=True, slots=True)
class Ran:
    """One run: replies the user has at its end, requests with tokens of their prompts and latency as the server counted
    them, seconds from the first request to the last answer, the process's CPU seconds with loading, its largest memory
    in MB, and how it ended."""

    kept: int
    requests: int
    prompt_tokens: int
    latency: float
    wall: float
    cpu: float
    peak: float
    error: str = ""

    @property
    def over_ideal(self) -> float:
        return self.wall * CONCURRENCY / self.latency if self.latency else 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """Five runs of one library."""

    peer: Peer
    version: str
    first: Ran
    again: Ran
    edited: Ran
    killed: Ran
    resumed: Ran
    faulty: Ran


def python_of(peer: Peer, environments: Path) -> Path:
    """The interpreter of the peer's environment, made where there is none."""
    if not peer.packages:
        return Path(sys.executable)
    folder = environments / "-".join(peer.packages).translate(str.maketrans("[,]", "___"))
    python = folder / "bin" / "python"
    if not (folder / "done").exists():
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *peer.packages], check=True, stdout=sys.stderr)
        (folder / "done").touch()
    return python


def version_of(peer: Peer, python: Path) -> str:
    if not peer.packages:
        return VERSION
    code = "import sys, importlib.metadata as m; print(m.version(sys.argv[1]))"
    command = [str(python), "-c", code, peer.packages[0].split("[")[0]]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def run(peer: Peer, python: Path, folder: Path, passages: list[str], plan: ServerPlan, kill_after: int = 0) -> Ran:
    """One run of the peer's script in `folder`, killed after so many requests where `kill_after` is set."""
    folder.mkdir(parents=True, exist_ok=True)
    replies = folder / "replies.json"
    replies.unlink(missing_ok=True)
    (folder / "passages.json").write_text(json.dumps(passages), "utf-8")
    path = os.pathsep.join([str(WORKERS), *([] if peer.packages else [str(ROOT)])])
    env = {**os.environ, **QUIET, "PYTHONPATH": path, "HOME": str(folder)}
    with SimulatedServer(plan) as server, (folder / "said").open("w") as said:
        words = [server.base_url, str(folder / "passages.json"), str(folder), str(CONCURRENCY)]
        command = [str(python), str(WORKERS / f"{peer.worker}.py"), *words]
        process = subprocess.Popen(command, env=env, cwd=folder, stdout=said, stderr=said, start_new_session=True)
        error, usage = _end_of(process, server, kill_after)
        counters, calls = server.counters(), server.calls()
    kept = len(json.loads(replies.read_text("utf-8"))) if replies.exists() else 0
    wall = max((call.ended for call in calls), default=0.0) - min((call.started for call in calls), default=0.0)
    cpu = usage.ru_utime + usage.ru_stime
    return Ran(
        kept, counters.requests, counters.prompt_tokens, counters.latency, wall, cpu, usage.ru_maxrss / 1024, error
    )


def _end_of(
    process: subprocess.Popen[bytes], server: SimulatedServer, kill_after: int
) -> tuple[str, resource.struct_rusage]:
    """How the process ended, and what it used; it is killed where it takes too long, or after so many requests."""
    ends, killed = time.monotonic() + LONGEST, ""
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return killed or (f"exit code {process.returncode}" if process.returncode else ""), usage
        if not killed and time.monotonic() > ends:
            killed = f"not done after {LONGEST:g} s"
        elif not killed and kill_after and server.counters().requests >= kill_after:
            killed = "killed"
        if killed:
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(0.02)


def measure(peer: Peer, python: Path, work: Path, passages: list[str]) -> Row:
    """All runs of one library, one after the other."""
    with socket.socket() as one:  # a server keeps its address over all runs: caches of some libraries go by it
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    plan = ServerPlan(seed=1, latency=LATENCY, latency_by_arrival=True, port=port)
    faults = replace(plan, faults=FAULT_PRESETS["mixed"], retry_after=0.2, hang_seconds=5)
    edited = [text + (" It was edited since." if n % 20 == 0 else "") for n, text in enumerate(passages)]
    half = peer.calls * len(passages) // 2
    row = Row(
        peer,
        version_of(peer, python),
        first=run(peer, python, work / "a", passages, plan),
        again=run(peer, python, work / "a", passages, plan),
        edited=run(peer, python, work / "a", edited, plan),
        killed=run(peer, python, work / "b", passages, plan, kill_after=half),
        resumed=run(peer, python, work / "b", passages, plan),
        faulty=run(peer, python, work / "c", passages, faults),
    )
    print(f"{peer.name}: {row}", file=sys.stderr, flush=True)
    return row


def table(rows: list[Row], left_out: list[str], count: int, command: str) -> str:
    """The rows as Markdown."""
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    lines = [
        "# Beside the peers: what the same calls cost, and what is lost",
        "",
        f"`{command}`, {datetime.datetime.now(tz=datetime.UTC).date()}, {machine}, "
        f"load average {os.getloadavg()[2]:.1f} (15 minutes).",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        "",
        f"{count} passages. `kept`: replies the user has when the run has ended. `asked`: requests the server got. "
        "`each`: requests, and tokens of their prompts (four characters a token), for one that was kept of the first.",
        "",
        "| library | version | wall / ideal | CPU s | peak MB | first: kept, asked | each: requests, tokens "
        "| again: asked | 1 in 20 edited: asked | killed, resumed: kept, asked in both | under faults: kept, asked |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        both = row.killed.requests + row.resumed.requests
        lines.append(
            f"| {row.peer.name} | {row.version} | {row.first.over_ideal:.2f} | {row.first.cpu:.1f} "
            f"| {row.first.peak:.0f} | {_ended(row.first)} | {_each(row.first)} | {row.again.requests} "
            f"| {row.edited.requests} | {row.resumed.kept}, {both}{_why(row.resumed)} | {_ended(row.faulty)} |"
        )
    return "\n".join([*lines, "", *left_out, *NOTES, ""])


def with_rows(page: str, text: str, names: list[str]) -> str:
    """The page with the rows of these libraries as they are in `text`, and with today's notes."""
    new = {name: line for line in text.splitlines() for name in names if line.startswith(f"| {name} |")}
    kept = [new.get(line[2:].partition(" |")[0], line) for line in page.split(f"\n{NOTES[0][:40]}")[0].splitlines()]
    return "\n".join([*kept, "", *NOTES, ""])


def _ended(ran: Ran) -> str:
    return f"{ran.kept}, {ran.requests}{_why(ran)}"


def _each(ran: Ran) -> str:
    return f"{ran.requests / ran.kept:.1f}, {ran.prompt_tokens / ran.kept:,.0f}" if ran.kept else "-"


def _why(ran: Ran) -> str:
    return f" ({ran.error})" if ran.error else ""


def main() -> int:
    """Print the table; 1 where benchmill loses a reply or pays one twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=96)
    parser.add_argument("--environments", type=Path)
    parser.add_argument("--only", default="", help="names of scripts in workers/, with commas")
    parser.add_argument(
        "--out", type=Path, help="write the table here, too; with --only, those rows of the table there"
    )
    options = parser.parse_args()
    only = set(filter(None, options.only.split(",")))
    rows, left_out = [], []
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        environments = options.environments or work / "environments"
        docs = load_folder(write_docs(work / "docs", options.passages)).documents
        passages = [chunk.text for document in docs for chunk in chunk_document(document)][: options.passages]
        for peer in [one for one in PEERS if not only or one.worker in only]:
            try:
                python = python_of(peer, environments.resolve())
            except subprocess.CalledProcessError:
                left_out.append(f"- {peer.name}: it did not install.")
                continue
            rows.append(measure(peer, python, work / peer.worker, passages))
    text = table(rows, left_out, options.passages, f"python -m measurements.peers --passages {options.passages}")
    print(text)
    if options.out:
        if only and options.out.exists():
            text = with_rows(options.out.read_text(encoding="utf-8"), text, [row.peer.name for row in rows])
        options.out.write_text(text, encoding="utf-8")
    return int(any(row.peer.worker == "ours" and _lost(row, options.passages) for row in rows))


def _lost(row: Row, count: int) -> bool:
    under_way = row.killed.requests + row.resumed.requests - count
    return row.resumed.kept < count or row.again.requests > 0 or under_way > CONCURRENCY


if __name__ == "__main__":
    sys.exit(main())
