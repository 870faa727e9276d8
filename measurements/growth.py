"""A docs folder once, 3 and 10 times as large -> processor time of every stage, and the exponent by which it grows.

    python -m measurements.growth FOLDER [--sizes 1,3,10] [--every 20] [--times 1] [--nights] [--out FILE]

The copies have other words, so that they are no copies to the program. `--every N` takes each N-th document: a shared
machine bears 1 of 20 of a large folder, a quiet one all (`--every 1 --nights`). `--times N` measures each size N times
and takes the least of each stage: what else runs only adds to it, and adds more where more memory is read. `--nights`
adds the whole of `grow` from nothing to 300 items, by a simulated model without latency and by the built-in writer, and
nights after it.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from measurements.nightly import edit, items_of
from measurements.nightly import grow as grow_once
from tests.servers.simulated import ServerPlan, SimulatedServer

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "growth.md"
MOST = 1.1
_MAPPED = 100
# a word before a colon stays: a copy without the key `title` in its front matter is parsed to find a heading
_WORD = re.compile(r"[A-Za-z]{5,}(?![A-Za-z:])")
_TURNED = str.maketrans("aeioutrnsl", "eiouarntls")


def write_copies(folder: Path, source: Path, times: int, every: int) -> None:
    """The Markdown files of `source`, every N-th of them, `times` times: in a copy a third of the words are others."""
    files = sorted(path for path in source.rglob("*") if path.suffix in (".md", ".mdx"))[::every]
    for copy in range(times):
        for path in files:
            text = path.read_text(encoding="utf-8", errors="replace")
            place = folder / f"copy{copy}" / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(_changed(text, copy) if copy else text, encoding="utf-8")


def _changed(text: str, copy: int) -> str:
    def other(word: re.Match[str]) -> str:
        drawn = zlib.crc32(f"{copy} {word[0]}".encode())
        return word[0].translate(_TURNED) + chr(97 + drawn % 26) if drawn % 3 == 0 else word[0]

    return _WORD.sub(other, text)


def stages(folder: Path, facts: Path) -> Iterator[tuple[str, float]]:
    """Name and processor seconds of each stage of preparing a run, in its order; the run keeps its `facts` there.

    A stage begins with nothing that it owes to the stages before it. A search for cycles would look through what these
    hold, in whichever stage it falls. And 1,024 documents' headings are cached: a folder below that size would have all
    of them decoded already, a larger one none, and a stage of milliseconds would seem to grow.
    """
    from benchmill.critique.checks import CorpusFacts
    from benchmill.critique.duplicates import Duplicates
    from benchmill.generator.kinds import TasksByKind, interleave
    from benchmill.generator.kinds.mix import DEFAULT_MIX
    from benchmill.generator.sampling import plan
    from benchmill.growing.similar_passages import SimilarPassages
    from benchmill.growing.source import read_source
    from benchmill.indexing.facts_file import KeptFacts
    from benchmill.indexing.former_facts import FormerFacts
    from benchmill.indexing.word_facts import word_facts
    from benchmill.mapping.holding import held_in
    from benchmill.mapping.index_chunks import IndexChunk
    from benchmill.mapping.map_benchmark import map_items
    from benchmill.mapping.wanted import WantedComponent, WantedItem, WantedQuote
    from benchmill.records import AnswerComponent, Candidate, Evidence
    from benchmill.settings import GrowSettings
    from benchmill.validity.asked_words import AskedWords

    began = _processor_seconds()
    cached: list[Any] = []

    def lap() -> float:
        nonlocal began
        taken = _processor_seconds() - began
        gc.collect()
        gc.freeze()
        for function in cached:
            function.cache_clear()
        began = _processor_seconds()
        return taken

    settings = GrowSettings(model="openai:any", questions=300)
    source = replace(read_source(folder, settings), kept=KeptFacts(facts))
    yield "loading", lap()
    chunks = source.chunks()
    cached.append(chunks.heads)
    yield "chunking", lap()
    seeds = source.seeds()
    yield "eligibility, near-identical chunks", lap()
    order = plan(seeds.eligible, seed=0, per_document=settings.per_document)
    yield "sampling", lap()
    eligible = {chunk.id for chunk in order}
    found = TasksByKind(chunks, order, settings.wanted_kinds, pages=source.pages(eligible))
    tasks = interleave(found, DEFAULT_MIX)
    yield "planning of kinds", lap()
    postings = source.postings("en")
    documents = {document.id: document for document in source.documents}
    corpus = CorpusFacts(chunks, documents, "en", postings)
    similar = SimilarPassages(chunks, corpus, postings)
    yield "full-text index, corpus statistics", lap()
    candidates = [
        Candidate(
            "factoid",
            f"What does {task.seed.headings[-1] if task.seed.headings else task.seed.document_id} say of {number}?",
            task.seed.text[:40].strip() or "-",
            (AnswerComponent(task.seed.text[:40].strip() or "-", (Evidence(task.seed.span),)),),
            (task.seed.id,),
        )
        for number, task in enumerate(tasks[: len(order) // 10])
    ]
    lap()
    for candidate, task in list(zip(candidates, tasks, strict=False))[:100]:
        similar.pack(candidate, task.seed, 10)
    yield "100 searches for similar passages", lap()
    known = Duplicates()
    for candidate in candidates:
        known.find(candidate)
        known.add(candidate)
    yield "duplicates (a question for every 10th source chunk)", lap()
    index = [IndexChunk(f"{number}", chunk.text) for number, chunk in enumerate(chunks)]
    every = chunks[::_MAPPED]
    wanted = [
        WantedItem(f"{number}", (WantedComponent((WantedQuote(chunk.text[:200]),)),))
        for number, chunk in enumerate(every)
    ]
    lap()
    map_items("gold", wanted, index)
    yield f"mapping (a question for every {_MAPPED}th chunk)", lap()
    held_in([chunk.text for chunk in chunks], [chunk.text[:200] for chunk in every])
    yield "evidence in the passages of a run (the same questions)", lap()
    kind = word_facts("en", settings.chunk_size, settings.chunk_overlap, settings.reader)
    with FormerFacts(facts) as former:  # a report finds the words counted, as the index left them
        rows = (row or () for row in former.rows(kind, source.documents))
        AskedWords([candidate.question for candidate in candidates[:300]], chunks, documents, "en", rows=rows)
    yield "words of 300 questions, for the report", lap()


def _processor_seconds() -> float:
    """Of this process and of the children that ended: from 1,000 new documents on they make the costly facts."""
    taken = os.times()
    return taken.user + taken.system + taken.children_user + taken.children_system


def measured(source: Path, times: int, every: int, repeats: int) -> dict[str, Any]:
    """The stages of one size, each time in a process of its own: documents, megabytes, the least seconds by stage, the
    largest peak of memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        docs = Path(folder) / "docs"
        write_copies(docs, source, times, every)
        files = [path for path in docs.rglob("*") if path.is_file()]
        command = [sys.executable, "-m", "measurements.growth", "--stages", str(docs)]
        done = [
            json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout)
            for _ in range(repeats)
        ]
        return {
            "stages": {name: min(one["stages"][name] for one in done) for name in done[0]["stages"]},
            "peak": max(one["peak"] for one in done),
            "files": len(files),
            "size": sum(path.stat().st_size for path in files) / 1e6,
        }


def table(runs: dict[int, dict[str, Any]]) -> list[str]:
    """A row a stage: seconds at each size, and the exponent between the smallest and the largest."""
    small, large = min(runs), max(runs)
    heads = [f"{times} x: {run['files']:,} files, {run['size']:.1f} MB" for times, run in runs.items()]
    lines = [f"| stage, CPU s | {' | '.join(heads)} | exponent |", f"|---|{'---|' * len(runs)}---|"]
    for name in runs[small]["stages"]:
        seconds = [run["stages"][name] for run in runs.values()]
        first, last = runs[small]["stages"][name], runs[large]["stages"][name]
        # below a twentieth of a second the clock measures what came before
        exponent = math.log(last / first) / math.log(large / small) if first > 0.05 and large > small else None
        shown = "-" if exponent is None else f"{exponent:.2f}" + (" **over**" if exponent > MOST else "")
        lines.append(f"| {name} | {' | '.join(f'{value:.2f}' for value in seconds)} | {shown} |")
    totals = [sum(run["stages"].values()) for run in runs.values()]
    lines.append(f"| all | {' | '.join(f'{total:.1f}' for total in totals)} | {_exponent(totals, small, large)} |")
    peaks = [run["peak"] for run in runs.values()]
    return [
        *lines,
        f"| peak MB | {' | '.join(f'{peak:.0f}' for peak in peaks)} | {_exponent(peaks, small, large)} |",
        "",
    ]


def _exponent(values: list[float], small: int, large: int) -> str:
    return f"{math.log(values[-1] / values[0]) / math.log(large / small):.2f}" if large > small else "-"


def nights(source: Path, every: int, questions: int = 300) -> list[str]:
    """`grow` from nothing, unchanged, and with one section edited; the built-in writer from nothing."""
    lines = ["| run | items | calls | wall s | CPU s | peak MB |", "|---|---|---|---|---|---|"]

    def row(name: str, docs: Path, bench: Path, server: SimulatedServer | None) -> None:
        run = grow_once(name, docs, bench, server, questions)
        items = sum(count for what, count in run.items.items() if what != "retired")
        lines.append(f"| {name} | {items} | {run.calls} | {run.used} |")
        print(lines[-1], file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder, SimulatedServer(ServerPlan()) as server:
        docs, bench = Path(folder) / "docs", Path(folder) / "bench"
        write_copies(docs, source, 1, every)
        row(f"from nothing to {questions} items, simulated model, latency 0", docs, bench, server)
        row("unchanged", docs, bench, server)
        lived = items_of(bench)
        evidence = random.Random(1).choice([one for one in lived if one["components"]])["components"][0]["evidence"][0]
        edit(docs / evidence["document"], evidence["text"])
        row("one section edited", docs, bench, server)
        row(f"from nothing to {questions} items, built-in writer", docs, Path(folder) / "rules", None)
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", default="1,3,10")
    parser.add_argument("--every", type=int, default=20)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--nights", action="store_true")
    parser.add_argument("--stages", action="store_true", help="print the stages of this folder as JSON")
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    if options.stages:
        with tempfile.TemporaryDirectory() as folder:
            seconds = dict(stages(options.folder, Path(folder) / "facts.sqlite"))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"stages": seconds, "peak": peak}))
        return
    settings = f"--sizes {options.sizes} --every {options.every} --times {options.times}"
    command = f"python -m measurements.growth FOLDER {settings}"
    lines = ["# Growth laws", "", f"`{command}` on {options.folder.name}.", ""]
    sizes = map(int, options.sizes.split(","))
    lines += table({size: measured(options.folder, size, options.every, options.times) for size in sizes})
    print("\n".join(lines), flush=True)
    if options.nights:
        lines += ["## Whole runs", "", "The same folder once; each run is a process of its own.", ""]
        lines += nights(options.folder, options.every)
    print("\n".join(lines))
    options.out.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
