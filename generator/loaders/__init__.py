"""Docs folder, or any LangChain loader -> Documents, in a fixed order; what could not be read becomes a Failure."""

from generator.loaders.folder import load_folder
from generator.loaders.langchain_loader import from_langchain
from generator.loaders.loaded import Loaded, Reader

__all__ = ["Loaded", "Reader", "from_langchain", "load_folder"]
