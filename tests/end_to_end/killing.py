"""A moment -> `grow` killed in it with SIGKILL, run again, and compared with a run that nobody disturbed."""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmill.workspace.ledger.store import Ledger
from tests.end_to_end.command import EXAMPLES, benchmill, started
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

CONCURRENCY = 6
FILES = ("benchmark.json", "items.jsonl", "items.backup.jsonl", "rejected.jsonl", "CHANGES.md", "manifest.json")


@dataclass(frozen=True, slots=True)
class Moment:
    """When to kill: after a `share` of the calls that the undisturbed run asked, or just before a rename.

    `edition`: of a new workspace (1), or of one that is grown again over edited docs (2).
    """

    edition: int
    share: float = 0.0
    rename: int | None = None  # how many go before

    def __str__(self) -> str:
        when = f"{self.share:.2f} of the calls" if self.rename is None else f"before rename {self.rename + 1}"
        return f"edition {self.edition}, {when}"


@dataclass(frozen=True, slots=True)
class Killed:
    """What came of one kill. `again`: requests after the kill whose answer the server had sent before it.

    `recorded`: replies in the ledger at the kill; `different`: files that are not as in the undisturbed run.
    """

    moment: Moment
    was_running: bool
    requests: int
    recorded: int
    again: int
    different: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """The undisturbed run of one edition: where it starts from, what it ends with, how many calls it asks."""

    docs: Path
    start: Path
    end: Path
    calls: int
    questions: int


def moments(count: int, seed: int) -> list[Moment]:
    """Seeded moments over both editions: four fifths at a time, the others between the replacements of files."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        edition = 1 + number % 2
        if number % 5 == 4:
            made.append(Moment(edition, rename=rng.randrange(5)))
        else:
            made.append(Moment(edition, share=rng.random()))
    return made


def stages(folder: Path) -> dict[int, Stage]:
    """Both undisturbed runs. All later ones start from the same secret, so that every byte can be compared."""
    docs, edited = folder / "docs", folder / "edited" / "docs"
    shutil.copytree(EXAMPLES, docs)
    shutil.copytree(EXAMPLES, edited)
    for page in sorted(edited.rglob("*.md"))[::3]:
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(" minutes", " long minutes").replace(" days", " whole days"), encoding="utf-8")
    start = folder / "start" / "bench"
    with Ledger.open(start / "ledger.sqlite") as ledger:
        assert ledger.secret
    first = _undisturbed(docs, start, folder / "first" / "bench", 10)
    second = _undisturbed(edited, first.end, folder / "second" / "bench", 16)
    return {1: first, 2: second}


def kill(stage: Stage, moment: Moment, folder: Path) -> Killed:
    """Kill one run at `moment`, let the same command finish, and compare."""
    out = folder / "bench"
    shutil.copytree(stage.start, out)
    # From the chosen call on the server holds its answers until the run is dead: so it is killed in that moment,
    # however slow the machine is. Nine tenths at most, since a run does not always ask for as many candidates.
    after = None if moment.rename is not None else int(moment.share * 0.9 * stage.calls)
    with SimulatedServer(_plan(hold_from=after)) as server:
        was_running = _killed(_command(stage, out, server), moment, after, server)
        server.release()
        ended = max((call.ended for call in server.calls() if call.good), default=0.0)
        requests = server.counters().requests
        with Ledger.open(out / "ledger.sqlite") as ledger:
            recorded = ledger.calls.totals().calls
        ran = benchmill(*_command(stage, out, server))
        assert ran.code == 0, ran.err
        again = [call for call in server.repeated() if call.started > ended]
        assert len(again) == len(server.repeated())
    different = tuple(name for name in FILES if (out / name).read_bytes() != (stage.end / name).read_bytes())
    return Killed(moment, was_running, requests, recorded, len(again), different)


def _plan(hold_from: int | None = None) -> ServerPlan:
    return ServerPlan(latency=Latency("lognormal", 0.03, 0.6), hold_from=hold_from)


def _undisturbed(docs: Path, start: Path, out: Path, questions: int) -> Stage:
    shutil.copytree(start, out)
    stage = Stage(docs, start, out, 0, questions)
    with SimulatedServer(_plan()) as server:
        ran = benchmill(*_command(stage, out, server))
        assert ran.code == 0, ran.err
        return replace(stage, calls=server.counters().requests)


def _command(stage: Stage, out: Path, server: SimulatedServer) -> list[str]:
    options = [
        *("--model", "openai:simulated", "--base-url", server.base_url, "--questions", str(stage.questions)),
        *("--kinds=factoid", "--hedge", "off", "--concurrency", str(CONCURRENCY), "--quiet", "--about", "Pebblewire"),
    ]
    return ["grow", str(stage.docs), "--out", str(out), "--no-report", *options]


def _killed(command: Sequence[str], moment: Moment, after: int | None, server: SimulatedServer) -> bool:
    """Whether the run was still there to be killed."""
    if after is None:
        run = started(str(moment.rename), *command, main="tests.end_to_end.mains:killed_at_rename", pipes=())
        return run.wait() == -signal.SIGKILL
    process = started(*command, pipes=())
    server.wait_for(after + 1, of=process)
    process.kill()
    return process.wait() == -signal.SIGKILL
