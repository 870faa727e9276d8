"""Document -> Chunks: verbatim passages with their heading paths."""

from benchmill.generator.chunkers.chunk import chunk_document
from benchmill.generator.chunkers.prose import split_prose

__all__ = ["chunk_document", "split_prose"]
