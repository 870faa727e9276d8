"""Docs folder, or any LangChain loader -> Documents in a fixed order, and a Failure for each unreadable file."""

from benchmill.generator.loaders.folder import Converted, converted_now, load_folder
from benchmill.generator.loaders.formats import conversion_of
from benchmill.generator.loaders.langchain_loader import from_langchain
from benchmill.generator.loaders.loaded import Interrupted, Loaded, Reader, Text, Unreadable
from benchmill.generator.loaders.walk import ending_of

__all__ = [
    "Converted",
    "Interrupted",
    "Loaded",
    "Reader",
    "Text",
    "Unreadable",
    "conversion_of",
    "converted_now",
    "ending_of",
    "from_langchain",
    "load_folder",
]
