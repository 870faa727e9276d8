"""Clients x a simulated server -> how near each comes to the ideal wall time, and what a call costs it.

    python -m measurements.streaming [--seeds 400,1500] [--concurrency 32,256] [--median 0.5] [--only ours,bare_socket]
                                     [--out FILE]

Four calls a seed (one that writes, three critics), lognormal latency (sigma 0.6, median as `--median` says: 0.5 s is
a fast server, 2 s what a hosted model needs for a few hundred tokens). The ideal is the sum of the latencies / the
calls at once; the n-th request has the same latency whoever sends it. Server and client are processes of their own.
Then the same without latency: calls a second.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measurements.clients.corpus import write_docs
from measurements.clients.frame import Measured
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

ROOT = Path(__file__).parents[1]
SIGMA = 0.6
WALL = {32: 1.05, 256: 1.17}
"""Calls at once -> the most that benchmill's wall / ideal may be, through both protocols."""
CPU = 1.1
"""The most that benchmill's CPU a call may be, as a multiple of the plain openai client's in the same run."""


@dataclass(frozen=True, slots=True)
class Client:
    """A client by the name of its module; `share` of the seeds is enough where all would take minutes."""

    name: str
    module: str
    last_word: str = ""
    share: float = 1.0
    at_zero: bool = True


CLIENTS = (
    Client("bare socket (the ideal)", "bare_socket"),
    Client("**benchmill**: model client, writer, critics, ledger", "ours"),
    Client("**benchmill**, `--hedge off`", "ours", "no-hedge"),
    Client("**benchmill** through Ollama's protocol", "ours", "ollama"),
    Client("**benchmill grow**, the whole of it", "ours_grow"),
    Client("openai + asyncio + semaphore", "openai_asyncio"),
    Client("the same on uvloop", "openai_asyncio", "uvloop"),
    Client("the same through aiohttp (`openai[aiohttp]`, where it is installed)", "openai_asyncio", "aiohttp"),
    Client("LangChain `batch`, groups of 32", "langchain_batch", share=0.5),
    Client("one after the other", "openai_serial", share=0.02, at_zero=False),
)


@dataclass(frozen=True, slots=True)
class Row:
    """What one client reached; `ideal` is the sum of the latencies it met / concurrency. `server`: its CPU seconds."""

    client: Client
    run: Measured
    ideal: float
    server: float

    @property
    def over_ideal(self) -> float:
        return self.run.wall / self.ideal if self.ideal else 0.0

    @property
    def cpu_per_call(self) -> float:
        return 1000 * self.run.cpu / self.run.calls

    @property
    def server_per_call(self) -> float:
        return 1000 * self.server / self.run.calls

    @property
    def per_second(self) -> float:
        return self.run.calls / self.run.wall


def run_client(client: Client, server: SimulatedServer, docs: Path, seeds: int, concurrency: int) -> Row:
    """One client in a fresh process, against a server that remembers nothing."""
    with tempfile.TemporaryDirectory() as work:
        count = max(4, round(seeds * client.share))
        words = [server.base_url, str(docs), work, str(count), str(concurrency), client.last_word]
        command = [sys.executable, "-m", f"measurements.clients.{client.module}", *filter(None, words)]
        before = cpu_of(server.pid)
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    run = Measured(**json.loads(done.stdout.splitlines()[-1]))
    served = cpu_of(server.pid) - before
    counters = server.counters()
    if set(counters.by_status) != {200} or counters.by_fault:
        raise RuntimeError(f"{client.name}: the server answered {counters.by_status}")
    return Row(client, run, counters.latency / concurrency, served)


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process took so far; nan where the system has no /proc."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def measure(clients: list[Client], seeds: int, concurrency: int, latency: Latency) -> list[Row]:
    """One row a client, one after the other: side by side they would share the processors."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        docs = write_docs(Path(folder) / "docs", seeds)
        for client in clients:
            # the same seed and arrival order for all: only sums that are equal can be compared
            with SimulatedServer(ServerPlan(seed=1, latency=latency, latency_by_arrival=True)) as server:
                try:
                    rows.append(run_client(client, server, docs, seeds, concurrency))
                except subprocess.CalledProcessError as error:  # the other clients' results must not be lost
                    print(f"{client.name}: ended with code {error.returncode}, left out", file=sys.stderr, flush=True)
                else:
                    print(f"{client.name}: {rows[-1].run}", file=sys.stderr, flush=True)
    return rows


def head(command: str) -> list[str]:
    """The page above its tables."""
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    # other work takes processor time and inflates ours: compare rows of one run, and read them beside this number
    machine += f", load average {os.getloadavg()[2]:.1f} (15 minutes)"
    return [
        "# Streaming: wall time, processor time and memory of model calls",
        "",
        f"`{command}`, {datetime.datetime.now(tz=datetime.UTC).date()}, {machine}.",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        f"Promised of benchmill: wall / ideal at most {' and '.join(f'{most} at {at}' for at, most in WALL.items())} "
        f"at once, CPU a call at most {CPU} x that of the plain openai client.",
        "",
    ]


def report(slow: list[Row], fast: list[Row], concurrency: int) -> list[str]:
    """Both measurements as Markdown."""
    at_zero = {row.client: row for row in fast}
    lines = [
        f"## {concurrency} at once",
        "",
        "| client | calls | wall s | wall / ideal | CPU ms a call | server's CPU ms a call | peak MB "
        "| calls a second at latency 0 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in slow:
        run = row.run
        rate = f"{at_zero[row.client].per_second:.0f}" if row.client in at_zero else ""
        lines.append(
            f"| {row.client.name} | {run.calls} | {run.wall:.1f} | {row.over_ideal:.3f} | {row.cpu_per_call:.2f} "
            f"| {row.server_per_call:.2f} | {run.peak:.0f} | {rate} |"
        )
    notes = [f"{row.client.name}: {row.client.share:.0%} of the seeds" for row in slow if row.client.share < 1]
    notes.insert(0, "CPU is user and system time of the process, for the client without loading its libraries")
    return [*lines, "", "; ".join(notes) + ".", ""]


def broken(slow: list[Row], concurrency: int) -> list[str]:
    """Promises that benchmill's own rows do not keep."""
    ours = [row for row in slow if row.client.module == "ours" and row.client.last_word != "no-hedge"]
    missed = [
        f"{row.client.name}: wall / ideal is {row.over_ideal:.3f}"
        for row in ours
        if row.over_ideal > WALL.get(concurrency, row.over_ideal)
    ]
    plain = [row for row in slow if row.client.module == "openai_asyncio" and not row.client.last_word]
    return missed + [
        f"{row.client.name}: CPU a call is {row.cpu_per_call / other.cpu_per_call:.2f} x that of the plain client"
        for row in ours
        for other in plain
        if row.cpu_per_call > CPU * other.cpu_per_call
    ]


def main() -> int:
    """Print the tables; 1 where a promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="400,1500", help="one for each of --concurrency")
    parser.add_argument("--concurrency", default="32,256")
    parser.add_argument("--median", type=float, default=0.5, help="latency of half of the replies, in seconds")
    parser.add_argument("--only", default="", help="modules of measurements/clients, with commas")
    parser.add_argument("--out", type=Path, help="write the tables here, too")
    options = parser.parse_args()
    only = set(filter(None, options.only.split(",")))
    chosen = [client for client in CLIENTS if not only or client.module in only]
    command = f"python -m measurements.streaming --seeds {options.seeds} --concurrency {options.concurrency}"
    command += f" --median {options.median:g}"
    lines, missed = head(command + (f" --only {options.only}" if only else "")), []
    sizes = zip(map(int, options.seeds.split(",")), map(int, options.concurrency.split(",")), strict=True)
    for seeds, concurrency in sizes:
        slow = measure(chosen, seeds, concurrency, Latency("lognormal", options.median, SIGMA))
        fast = measure([client for client in chosen if client.at_zero], seeds, concurrency, Latency())
        lines += report(slow, fast, concurrency)
        missed += [f"{concurrency} at once, {words}" for words in broken(slow, concurrency)]
        there = {row.client for row in slow} | {one for one in chosen if one.last_word == "aiohttp"}
        missed += [f"{client.name} was left out" for client in chosen if client not in there]
    text = "\n".join([*lines, *(f"Not kept: {words}." for words in missed)]).rstrip() + "\n"
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
