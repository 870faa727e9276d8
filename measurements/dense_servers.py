"""The example docs -> keyword, vector and hybrid search compared, the vectors made by real servers on loopback.

    python -m measurements.dense_servers > measurements/results/dense_servers.md

llama.cpp serves a model file with random weights, which this script makes: it shows that the connection works, not how
good a model is. The other server speaks the same protocol and counts words, so its vectors find something.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

import benchmill
from benchmill.workspace.folder import Workspace
from measurements.consumers.sets import EXAMPLES
from tests.servers.embeddings import embedding_server
from tests.servers.llama.tiny_gguf import write_tiny_gguf


def main(_: Sequence[str] = ()) -> None:
    """Print the page."""
    with tempfile.TemporaryDirectory() as folder, embedding_server() as server:
        bench = Path(folder) / "bench"
        benchmill.grow(EXAMPLES, bench, questions=40, kinds=("factoid", "list", "procedure"))
        model = write_tiny_gguf(Path(folder) / "tiny.gguf")
        rows = (
            ("bm25", "no server", None),
            ("dense:openai:words", "counts words, `/v1/embeddings`", server.base_url),
            ("dense:ollama:words", "the same, by Ollama's address", server.base_url.removesuffix("/v1")),
            ("hybrid:openai:words", "counts words", server.base_url),
            (f"dense:gguf:{model}", f"llama.cpp (xllamacpp {version('xllamacpp')}), random weights", None),
            (f"hybrid:gguf:{model}", "the same", None),
        )
        print("# Keyword, vector and hybrid search through servers on loopback\n")
        chunks = len({chunk.id for chunk in benchmill.load(bench).benchmark.chunks})
        print(
            f"`python -m measurements.dense_servers`; {chunks} chunks. Vectors that the workspace has are not asked for"
        )
        print("again: `again` is the same command a second time.\n")
        print(
            "| retriever | server | vectors made | seconds | vectors made again | seconds again | recall@10 | mrr@10 |"
        )
        print("|---|---|---|---|---|---|---|---|")
        for name, where, address in rows:
            made, seconds, run = asked(bench, name, address)
            again, seconds_again, second = asked(bench, name, address)
            assert second.passages == run.passages
            metrics = benchmill.score(bench, run, k=10).metrics
            shown = name.replace(str(model), "tiny.gguf")
            print(
                f"| `{shown}` | {where} | {made} | {seconds:.2f} | {again} | {seconds_again:.2f} |"
                f" {metrics['recall@10'].mean:.3f} | {metrics['mrr@10'].mean:.3f} |"
            )
        ranking = benchmill.compare(
            bench,
            {"bm25": "bm25", "dense": "dense:openai:words", "hybrid": "hybrid:openai:words"},
            base_url=server.base_url,
        )
        print("\nOne command, `benchmill compare bench bm25 dense:openai:words hybrid:openai:words --base-url ...`:\n")
        for pair in ranking.pairs:
            if pair.metric == "mrr@10":
                print(f"- {pair.metric}: {pair.verdict}")


def asked(bench: Path, name: str, address: str | None) -> tuple[int, float, benchmill.Run]:
    """The number of vectors that the run made, its seconds, and the run."""
    before, began = vectors(bench), perf_counter()
    run = benchmill.retrieve(bench, name, k=10, base_url=address)
    return vectors(bench) - before, perf_counter() - began, run


def vectors(bench: Path) -> int:
    """How many vectors the workspace has."""
    with Workspace(bench).writing() as ledger:
        return ledger.vectors.count()


if __name__ == "__main__":
    main()
