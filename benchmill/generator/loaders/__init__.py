"""Docs folder, or any LangChain loader -> Documents in a fixed order, and a Failure for each unreadable file."""

from benchmill.generator.loaders.folder import load_folder
from benchmill.generator.loaders.langchain_loader import from_langchain
from benchmill.generator.loaders.loaded import Loaded, Reader

__all__ = ["Loaded", "Reader", "from_langchain", "load_folder"]
