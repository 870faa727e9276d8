"""Six indexes of one docs folder, and the retrievers of three frameworks -> measurements/results/frameworks.md.

    python -m measurements.frameworks DOCS [--environment FOLDER]

Makes an environment with LangChain, LlamaIndex, Haystack, unstructured and ipykernel (some gigabytes), in a temporary
folder or in FOLDER, where the next run finds it. Grows 100 questions of DOCS by the built-in writer, no model asked.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

import benchmill
from benchmill.mapping.index_chunks import IndexChunk, read_chunks
from benchmill.mapping.mapping import Mapping
from benchmill.retrieving.bm25 import Bm25

HERE = Path(__file__).parent
PACKAGES = (
    *("langchain-core", "langchain-text-splitters", "llama-index-core", "haystack-ai", "unstructured[md]"),
    *("ipykernel", "jupyter_client", "reportlab", "pypdf", "markdown-it-py", "beautifulsoup4", "lxml"),
)
Passages = dict[str, list[dict[str, object]]]


def main(arguments: Sequence[str]) -> int:
    """Print the page; 1 where the notebook failed."""
    words = list(arguments)
    kept = Path(words.pop(words.index("--environment") + 1)).resolve() if "--environment" in words else None
    docs = next(word for word in words if word != "--environment")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        python = environment(kept or work / "environment")
        bench = work / "bench"
        benchmill.grow(docs, bench, questions=100)
        print("# Six indexes of the same docs, and the retrievers of three frameworks\n")
        print(
            "| index | chunks | ceiling | split | recall@10 verbatim | normalised | mapped | links to other documents |"
        )
        print("|---|---|---|---|---|---|---|---|", flush=True)
        inside(python, "make_indexes.py", docs, work / "indexes")
        for file in sorted((work / "indexes").glob("*.jsonl")):
            print(index_row(bench, file), flush=True)
        print(flush=True)
        inside(python, "score_retrievers.py", bench)
        print("\n| notebook | result | |\n|---|---|---|", flush=True)
        return inside(python, "notebook.py", bench, docs, check=False)


def environment(folder: Path) -> Path:
    """An interpreter that has the packages and this checkout."""
    python = folder / "bin" / "python"
    if not python.is_file():
        venv.create(folder, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet", *PACKAGES, "-e", str(HERE.parents[1])]
        subprocess.run(install, check=True)
    return python


def inside(python: Path, script: str, *words: object, check: bool = True) -> int:
    """Run one of our scripts there."""
    command = [str(python), "-W", "ignore", str(HERE / script), *map(str, words)]
    return subprocess.run(command, check=check, env={**os.environ, "PYTHONPATH": str(HERE.parents[1])}).returncode


def index_row(bench: Path, file: Path) -> str:
    """One index: what BM25 finds in it, by three ways of matching; and links that the document's name would forbid."""
    chunks = read_chunks(file)
    run = retrieved(bench, chunks)
    mapping = benchmill.map_chunks(bench, file)
    recalls = [
        benchmill.score(bench, run, match=match, index=file).metrics["recall@10"].mean
        for match in ("verbatim", "normalised", mapping)
    ]
    elsewhere, links = wrong_links(bench, chunks)
    cells = [
        *(file.stem, f"{len(chunks):,}", f"{mapping.ceiling.items:.2f}", str(mapping.how()["split"])),
        *(f"{recall:.4f}" for recall in recalls),
        f"{elsewhere} of {links}",
    ]
    return f"| {' | '.join(cells)} |"


def retrieved(bench: Path, chunks: Sequence[IndexChunk]) -> Passages:
    """The ten chunks that BM25 finds for every question."""
    index = Bm25.of([chunk.text for chunk in chunks])
    found: Passages = {}
    for item in benchmill.load(bench).benchmark.items:
        places = [place for place, _ in index.top(item.candidate.question, 10)]
        found[item.id] = [{"id": chunks[place].id, "text": chunks[place].text} for place in places]
    return found


def wrong_links(bench: Path, chunks: Sequence[IndexChunk]) -> tuple[int, int]:
    """(links to a document that is none of the evidence's, all links), made without the documents' names."""
    document = {chunk.id: chunk.document for chunk in chunks}
    nameless: Mapping = benchmill.map_chunks(bench, [{"id": chunk.id, "text": chunk.text} for chunk in chunks])
    own = {
        item.id: {evidence.span.document_id for part in item.candidate.components for evidence in part.evidence}
        for item in benchmill.load(bench).benchmark.items
    }
    named = [{document[id_] for id_ in chunk_ids} <= own[name] for name, chunk_ids in _links(nameless)]
    return named.count(False), len(named)


def _links(mapping: Mapping) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, components in mapping.items.items():
        for component in components:
            for link in component.links:
                yield name, link.chunks


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
