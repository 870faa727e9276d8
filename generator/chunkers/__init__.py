"""Document -> Chunks: verbatim passages with their heading paths."""

from generator.chunkers.chunk import chunk_document

__all__ = ["chunk_document"]
