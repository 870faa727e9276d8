"""Documents and a cluster -> their chunks, made on the cluster's machines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from benchmill.chat.cluster.ray_cluster import RayCluster, shards_of
from benchmill.generator.chunkers import chunk_document
from benchmill.growing.source import Source
from benchmill.records import Chunk, Document

# Characters of documents in a shard: some seconds of work, so that sending it costs little.
_SHARD = 2_000_000


@dataclass(frozen=True, slots=True)
class _Shard:
    documents: tuple[Document, ...]
    size: int
    overlap: int


def chunked_on(cluster: RayCluster, source: Source) -> Source:
    """`source` with its new and changed documents already chunked. The loss of a machine loses no document.

    Raises WorkerLost where shards bring down one worker after another.
    """
    new = source.uncut()
    shards = [
        _Shard(tuple(documents), source.chunk_size, source.chunk_overlap)
        for documents in shards_of(new, lambda document: len(document.text), _SHARD)
    ]
    cut: dict[str, tuple[Chunk, ...]] = {}
    for shard, made in zip(shards, cluster.map(_chunks, shards), strict=True):
        cut.update(zip((document.id for document in shard.documents), made, strict=True))
    return replace(source, cut=cut)


def _chunks(shard: _Shard) -> list[tuple[Chunk, ...]]:
    return [tuple(chunk_document(document, size=shard.size, overlap=shard.overlap)) for document in shard.documents]
