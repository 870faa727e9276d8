"""Document -> Chunks: verbatim passages with their heading paths."""

from benchmill.generator.chunkers.chunk import chunk_document

__all__ = ["chunk_document"]
