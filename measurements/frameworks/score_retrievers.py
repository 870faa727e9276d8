"""A grown workspace -> one line for each framework's own retriever, scored by one line of glue.

Runs in an environment with the frameworks: `python -m measurements.frameworks` makes it.
"""

# mypy: ignore-errors
from __future__ import annotations

import asyncio
import sys
from importlib.metadata import version
from typing import Any

import benchmill

BENCH = sys.argv[1]
SNAPSHOT = benchmill.load(BENCH)
CHUNKS = list({chunk.id: chunk for chunk in SNAPSHOT.benchmark.chunks}.values())


def words(text: str) -> set[str]:
    return {word for word in text.lower().split() if len(word) > 3}


def best(question: str) -> list[Any]:
    return sorted(CHUNKS, key=lambda chunk: -len(words(question) & words(chunk.text)))[:10]


def langchain() -> tuple[str, Any]:
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever

    class Words(BaseRetriever):
        def _get_relevant_documents(self, query: str, *, run_manager: object = None) -> list[Document]:
            del run_manager
            return [Document(page_content=chunk.text, metadata={"source": chunk.document_id}) for chunk in best(query)]

    return "langchain-core", Words()


def llama_index() -> tuple[str, Any]:
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

    class Words(BaseRetriever):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            return [
                NodeWithScore(node=TextNode(text=chunk.text, id_=chunk.id), score=1.0)
                for chunk in best(query_bundle.query_str)
            ]

    return "llama-index-core", Words()


def haystack(pipeline: bool) -> tuple[str, Any]:
    from haystack import Document, Pipeline
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    store = InMemoryDocumentStore()
    store.write_documents([Document(id=chunk.id, content=chunk.text) for chunk in CHUNKS])
    retriever = InMemoryBM25Retriever(store, top_k=10)
    if not pipeline:
        return "haystack-ai", retriever
    whole = Pipeline()
    whole.add_component("retriever", retriever)
    return "haystack-ai", whole


def chunk_lists() -> dict[str, list[Any]]:
    """The chunks as the documents of each framework, for `map_chunks`."""
    from haystack import Document as Haystack
    from langchain_core.documents import Document as LangChain
    from llama_index.core.schema import TextNode

    return {
        "LangChain documents": [
            LangChain(page_content=one.text, metadata={"source": one.document_id}) for one in CHUNKS
        ],
        "LlamaIndex nodes": [TextNode(text=one.text, id_=one.id) for one in CHUNKS],
        "Haystack documents": [Haystack(id=one.id, content=one.text) for one in CHUNKS],
    }


async def asynchronous(question: str) -> list[str]:
    await asyncio.sleep(0)
    return [chunk.text for chunk in best(question)]


def function(question: str) -> list[str]:
    return [chunk.text for chunk in best(question)]


def main() -> None:
    print("| system | version | lines of glue | recall@10 | failed |")
    print("|---|---|---|---|---|")
    systems = {
        "a function": ("", function),
        "an async function": ("", asynchronous),
        "LangChain retriever": langchain(),
        "LlamaIndex retriever": llama_index(),
        "Haystack retriever": haystack(pipeline=False),
        "Haystack pipeline": haystack(pipeline=True),
    }
    for name, (package, system) in systems.items():
        score = benchmill.score(BENCH, system, k=10)  # the one line of glue
        released = version(package) if package else "-"
        print(f"| {name} | {released} | 1 | {score.metrics['recall@10'].mean:.4f} | {len(score.failures)} |")
    print("\n| chunks | lines of glue | ceiling |\n|---|---|---|")
    for name, chunks in chunk_lists().items():
        print(f"| {name} | 1 | {benchmill.map_chunks(BENCH, chunks).ceiling.items:.4f} |")


main()
